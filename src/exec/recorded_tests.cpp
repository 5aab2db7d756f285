// SPDX-License-Identifier: Apache-2.0
#include "exec/recorded_tests.h"

#include <string>
#include <utility>

#include "base/error.h"
#include "base/journal/task_journal.h"

namespace catenary::exec {

namespace {

std::string name_of(const suite::Test& test, std::uint64_t number) {
  return "test " + std::to_string(number) + " " + test.id;
}

}  // namespace

std::optional<suite::TestResult> kept_result(const RunOptions& options,
                                             const suite::Test& test,
                                             std::uint64_t number) {
  base::TaskJournal* const journal =
      options.keep_results ? base::task_journal() : nullptr;
  if (journal == nullptr) return std::nullopt;
  const auto text = journal->find(name_of(test, number));
  if (!text) return std::nullopt;
  try {
    suite::RunResults one = suite::read_results(*text, "a journal");
    if (one.tests.size() != 1) return std::nullopt;
    return std::move(one.tests.front());
  } catch (const base::InputError&) {
    return std::nullopt;  // nobody wrote that
  }
}

void keep_result(const RunOptions& options,
                 const suite::Test& test,
                 std::uint64_t number,
                 const suite::TestResult& result,
                 const suite::RunResults& frame) {
  base::TaskJournal* const journal =
      options.keep_results ? base::task_journal() : nullptr;
  if (journal == nullptr || result.verdict == suite::Verdict::error ||
      result.seconds < kWorthKeeping) {
    return;
  }
  suite::RunResults one;
  one.outputs = frame.outputs;
  one.channels = frame.channels;
  one.tests.push_back(result);
  journal->keep(name_of(test, number), suite::write_results(one));
}

}  // namespace catenary::exec
