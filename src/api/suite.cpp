// SPDX-License-Identifier: Apache-2.0
/// \file
/// The public C++ interface over the suite, its reader and the runner. Internal
/// exceptions become catenary::Error at this boundary.
#include "catenary/suite.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/budget.h"
#include "base/check.h"
#include "base/error.h"
#include "base/sha256.h"
#include "base/text_file.h"
#include "exec/adapter/fresh.h"
#include "exec/adapter/isolated.h"
#include "exec/adapter/native.h"
#include "exec/runner.h"
#include "suite/read.h"
#include "suite/results.h"

namespace catenary {

namespace {

/// The message of an internal exception, as the command line would print it.
std::string text_of(const base::InputError& e) {
  std::string out;
  for (const base::Diagnostic& d : e.diagnostics()) out += d.render();
  if (out.ends_with('\n')) out.pop_back();
  return out;
}

/// Calls `action`; an internal exception becomes an Error.
template <typename Action>
auto guarded(Action action) {
  try {
    return action();
  } catch (const base::InputError& e) {
    throw Error(text_of(e));
  } catch (const base::ToolError& e) {
    throw Error(e.what());
  } catch (const base::InternalError& e) {
    throw Error(e.what());
  }
}

// The public enumeration is the internal one under another name.
static_assert(static_cast<int>(Verdict::pass) ==
              static_cast<int>(suite::Verdict::pass));
static_assert(static_cast<int>(Verdict::fail) ==
              static_cast<int>(suite::Verdict::fail));
static_assert(static_cast<int>(Verdict::inconclusive) ==
              static_cast<int>(suite::Verdict::inconclusive));
static_assert(static_cast<int>(Verdict::error) ==
              static_cast<int>(suite::Verdict::error));

/// The static assertions above allow the cast.
Verdict to_public(suite::Verdict verdict) {
  return static_cast<Verdict>(verdict);
}

/// Field by field: the public structure stays as it is when the other grows.
TestResult to_public(const suite::TestResult& result) {
  return {result.id,
          to_public(result.verdict),
          result.reason,
          result.step,
          result.checked,
          result.goals,
          result.requirements};
}

/// Whether all functions of the adapter are given.
bool is_complete(const catenary_adapter_functions& f) {
  return f.abi_version != nullptr && f.signature != nullptr &&
         f.open != nullptr && f.reset != nullptr && f.step != nullptr &&
         f.close != nullptr && f.last_error != nullptr;
}

/// The adapter of the system, in a process of its own if that is wanted.
std::unique_ptr<exec::Adapter> open_sut(const Sut& sut,
                                        const base::Budget& budget) {
  if (sut.library.empty() && !is_complete(sut.functions)) {
    throw Error("the system under test has neither a library nor functions");
  }
  // A missing library is reported before anything is forked.
  if (!sut.library.empty()) (void)base::read_file(sut.library);
  const auto make = [sut] {
    return sut.library.empty() ? exec::make_linked(sut.functions, sut.arguments)
                               : exec::make_native(sut.library, sut.arguments);
  };
  // Without a process of its own the SUT cannot be started anew for each test.
  if (!sut.own_process) return make();
  return exec::fresh_for_each_test(exec::isolate(make, {}, budget));
}

}  // namespace

const char* to_string(Verdict verdict) {
  return suite::to_string(static_cast<suite::Verdict>(verdict));
}

// No test at all is not a success.
bool Results::passed() const {
  return !tests.empty() &&
         std::all_of(tests.begin(), tests.end(), [](const TestResult& t) {
           return t.verdict == Verdict::pass;
         });
}

struct Suite::Content {
  std::string name;
  std::string sha256;
  /// The suite that was read, and its public form.
  suite::Suite suite;
  std::vector<TestInfo> tests;
};

Suite::Suite(std::unique_ptr<const Content> content)
    : content_(std::move(content)) {}
Suite::Suite(Suite&&) noexcept = default;
Suite& Suite::operator=(Suite&&) noexcept = default;
Suite::~Suite() = default;

Suite Suite::parse(const std::string& text, const std::string& name) {
  return guarded([&] {
    base::require_text(text, name);
    auto content = std::make_unique<Content>();
    content->name = name;
    content->sha256 = base::sha256(text);
    content->suite = suite::read_suite(text, name);
    for (const suite::Test& test : content->suite.tests) {
      content->tests.push_back(
          {test.id, suite::length_of(test), test.goals, test.requirements});
    }
    return Suite(std::move(content));
  });
}

Suite Suite::read(const std::string& path) {
  // Guarded twice: the file may be unreadable, and its text no suite.
  return parse(guarded([&] { return suite::read_suite_text(path); }), path);
}

const std::string& Suite::model() const {
  return content_->suite.model.name;
}

const std::vector<TestInfo>& Suite::tests() const {
  return content_->tests;
}

Results Suite::run(const Sut& sut, const RunOptions& options) const {
  return guarded([&] {
    const base::Budget budget;
    const auto adapter = open_sut(sut, budget);
    exec::RunOptions o;
    o.suite_path = content_->name;
    o.suite_sha256 = content_->sha256;
    o.sut = sut.library.empty() ? "linked" : "native:" + sut.library;
    o.step_time = options.step_timeout;
    o.test_time = options.test_timeout;
    o.keep_going = options.keep_going;
    o.repeat = std::max(options.repeat, 1U);
    o.tests = options.tests;
    // Runs that were never made would have no verdict.
    suite::RunListener nobody;
    const suite::RunResults results =
        // Reports come with the results.
        exec::run_suite(content_->suite, *adapter, o, nobody, budget);
    Results out;
    for (const suite::TestResult& t : results.tests) {
      out.tests.push_back(to_public(t));
    }
    out.json = suite::write_results(results);
    return out;
  });
}

}  // namespace catenary
