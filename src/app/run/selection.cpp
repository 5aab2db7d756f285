// SPDX-License-Identifier: Apache-2.0
/// \file
/// Filters of tests, one after the other.
#include "app/run/selection.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/error.h"
#include "option/suggest.h"
#include "suite/results.h"

namespace catenary::app {

namespace {

using Names = std::vector<std::string>;

[[noreturn]] void fail(const std::string& file,
                       const std::string& what,
                       const char* code) {
  throw base::InputError({file, 0, 0}, what, code);
}

/// The requirements of a test and of the goals that it covers.
class Requirements {
 public:
  explicit Requirements(const suite::Suite& suite) {
    for (const suite::SuiteGoal& g : suite.goals) {
      goals_.emplace(g.id, &g);
      for (const std::string& r : g.requirements) add(r);
    }
    for (const suite::Test& t : suite.tests) {
      for (const std::string& r : t.requirements) add(r);
    }
  }
  /// All requirements of the suite, in the order in which they first occur.
  [[nodiscard]] const Names& all() const { return all_; }
  [[nodiscard]] bool knows(const std::string& r) const {
    return known_.contains(r);
  }
  [[nodiscard]] bool has(const suite::Test& test, const std::string& r) const {
    if (std::ranges::find(test.requirements, r) != test.requirements.end()) {
      return true;
    }
    return std::ranges::any_of(test.goals, [&](const std::string& id) {
      const auto goal = goals_.find(id);
      return goal != goals_.end() &&
             std::ranges::find(goal->second->requirements, r) !=
                 goal->second->requirements.end();
    });
  }

 private:
  void add(const std::string& r) {
    if (known_.insert(r).second) all_.push_back(r);
  }
  std::map<std::string_view, const suite::SuiteGoal*> goals_;
  std::unordered_set<std::string> known_;
  Names all_;
};

/// The tests that are left.
class Selection {
 public:
  Selection(const RunOptions& options,
            const suite::Suite& suite,
            Context& context)
      : options_(options), suite_(suite), context_(context) {
    for (const suite::Test& t : suite.tests) left_.push_back(&t);
  }

  std::vector<std::string> run() && {
    by_name();
    by_goal();
    by_requirement();
    by_results();
    by_shard();
    std::vector<std::string> ids;
    for (const suite::Test* t : left_) ids.push_back(t->id);
    return ids;
  }

 private:
  void keep_if(const std::function<bool(const suite::Test&)>& wanted) {
    std::erase_if(left_, [&](const suite::Test* t) { return !wanted(*t); });
  }

  /// Each option alone selects something, but together they may not.
  void require_some(const std::string& option) const {
    if (!left_.empty() || options_.allow_empty) return;
    fail(options_.suite,
         option + " selects no test of those that the other options select",
         "nothing-selected");
  }

  void by_name() {
    if (options_.tests.empty()) return;
    for (const std::string& id : options_.tests) {
      if (std::ranges::any_of(suite_.tests, [&](const suite::Test& t) {
            return suite::is_called(t, id);
          })) {
        continue;
      }
      Names names;
      for (const suite::Test& t : suite_.tests) {
        names.push_back(t.name.empty() ? t.id.substr(0, 12) : t.name);
      }
      fail(options_.suite,
           "no test has the name '" + id + "', or an id that begins so" +
               option::did_you_mean_or_list(id, names),
           "no-such-test");
    }
    keep_if([&](const suite::Test& t) {
      return std::ranges::any_of(options_.tests, [&](const std::string& id) {
        return suite::is_called(t, id);
      });
    });
  }

  void by_goal() {
    if (options_.goals.empty()) return;
    for (const std::string& id : options_.goals) {
      const suite::SuiteGoal* goal = suite_.find_goal(id);
      const auto covers = [&](const suite::Test& t) {
        return std::ranges::find(t.goals, id) != t.goals.end();
      };
      if (std::ranges::any_of(suite_.tests, covers)) continue;
      if (goal == nullptr) {
        Names names;
        for (const suite::SuiteGoal& g : suite_.goals) names.push_back(g.id);
        fail(options_.suite,
             "--goal '" + id + "' is not a goal of the suite" +
                 option::did_you_mean_or_list(id, names),
             "no-such-goal");
      }
      fail(options_.suite,
           "no test covers the goal '" + id + "', which is " +
               suite::to_string(goal->status) + ": " + goal->reason,
           "nothing-selected");
    }
    keep_if([&](const suite::Test& t) {
      return std::ranges::any_of(options_.goals, [&](const std::string& id) {
        return std::ranges::find(t.goals, id) != t.goals.end();
      });
    });
    require_some("--goal");
  }

  void by_requirement() {
    if (options_.requirements.empty()) return;
    const Requirements known(suite_);
    for (const std::string& r : options_.requirements) {
      if (!known.knows(r)) {
        fail(options_.suite,
             "--requirement '" + r + "' is not a requirement of the suite" +
                 option::did_you_mean_or_list(r, known.all()),
             "no-such-requirement");
      }
    }
    keep_if([&](const suite::Test& t) {
      return std::ranges::any_of(
          options_.requirements,
          [&](const std::string& r) { return known.has(t, r); });
    });
    require_some("--requirement");
  }

  void by_results() {
    const std::string& file = options_.last_failed;
    if (file.empty()) return;
    const suite::RunResults results = suite::read_results_file(file);
    std::set<std::string_view> failed, run;
    for (const suite::TestResult& r : results.tests) {
      run.insert(r.id);
      if (r.verdict != suite::Verdict::pass) failed.insert(r.id);
    }
    // What a run that was stopped did not come to has not passed either.
    if (!results.complete) {
      for (const suite::Test& t : suite_.tests) {
        if (!run.contains(t.id)) failed.insert(t.id);
      }
    }
    if (failed.empty() && !options_.allow_empty) {
      fail(file,
           "all tests of these results passed; expected the results of a run "
           "with tests that did not",
           "nothing-selected");
    }
    // The suite was made again since: tests that stayed the same have the same
    // ids.
    const auto known = static_cast<std::size_t>(std::ranges::count_if(
        suite_.tests,
        [&](const suite::Test& t) { return failed.contains(t.id); }));
    if (known < failed.size()) {
      context_.log.warning(
          file + ": the suite " + options_.suite + " does not have " +
          std::to_string(failed.size() - known) + " of the " +
          std::to_string(failed.size()) + " tests that did not pass");
    }
    keep_if([&](const suite::Test& t) { return failed.contains(t.id); });
    require_some("--last-failed");
  }

  void by_shard() {
    if (options_.shard.empty() || !options_.mutate.empty()) return;
    const Shard shard = read_shard(options_.shard);
    const std::size_t all = left_.size();
    std::size_t number = 0;
    keep_if([&](const suite::Test&) {
      return number++ % shard.of == shard.part - 1;
    });
    if (!left_.empty() || options_.allow_empty || all == 0) return;
    fail(options_.suite,
         "--shard " + options_.shard + " has no tests: there are only " +
             std::to_string(all) + "; expected fewer shards, or --allow-empty",
         "nothing-selected");
  }

  const RunOptions& options_;
  const suite::Suite& suite_;
  std::vector<const suite::Test*> left_;
  Context& context_;
};

}  // namespace

Shard read_shard(const std::string& text) {
  Shard out;
  const char* const end = text.data() + text.size();
  const auto part = std::from_chars(text.data(), end, out.part);
  bool good = part.ec == std::errc() && part.ptr != end && *part.ptr == '/';
  if (good) {
    const auto of = std::from_chars(part.ptr + 1, end, out.of);
    good = of.ec == std::errc() && of.ptr == end && out.part >= 1 &&
           out.part <= out.of;
  }
  if (good) return out;
  throw base::InputError({},
                         "--shard '" + text +
                             "' is not a part of a whole; expected I/N with I "
                             "from 1 to N, such as 2/5",
                         "shard");
}

Chosen choose_tests(const RunOptions& options,
                    suite::Suite& suite,
                    Context& context) {
  if (!options.shard.empty()) (void)read_shard(options.shard);
  const bool selects = !options.tests.empty() || !options.goals.empty() ||
                       !options.requirements.empty() ||
                       !options.last_failed.empty() ||
                       (!options.shard.empty() && options.mutate.empty());
  // A suite without tests has been warned about.
  if (!selects || suite.tests.empty()) return {};
  std::vector<std::string> ids = Selection(options, suite, context).run();
  if (!ids.empty()) return Chosen(std::move(ids));
  suite.tests.clear();
  return {};
}

}  // namespace catenary::app
