// SPDX-License-Identifier: Apache-2.0
#include "report/export/coverage/coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace catenary::report {

namespace {

using suite::GoalStatus;

/// Whether a test can and should cover the goal, at a place that is known.
bool counts(const suite::SuiteGoal& goal) {
  return goal.where.known() && goal.where.line != 0 && !goal.violation &&
         goal.status != GoalStatus::unreachable &&
         goal.status != GoalStatus::excluded;
}

/// How many tests cover each goal, by its id.
std::map<std::string_view, std::uint64_t> tests_by_goal(
    const suite::Suite& suite) {
  std::map<std::string_view, std::uint64_t> out;
  for (const suite::Test& test : suite.tests) {
    std::vector<std::string_view> goals(test.goals.begin(), test.goals.end());
    std::ranges::sort(goals);
    const auto repeated = std::ranges::unique(goals);
    goals.erase(repeated.begin(), repeated.end());
    for (const std::string_view goal : goals) ++out[goal];
  }
  return out;
}

}  // namespace

std::string CoverageRate::text() const {
  if (hit == found) return "1";
  // Cut, not rounded: less than all is never written as all.
  const std::uint64_t parts = hit * 10'000 / found;
  return fmt::format("0.{:04}", parts);
}

CoverageRate line_rate(const CoveredFile& file) {
  CoverageRate out;
  for (const auto& [line, count] : file.lines) {
    ++out.found;
    if (count != 0) ++out.hit;
  }
  return out;
}

CoverageRate branch_rate(const CoveredFile& file) {
  CoverageRate out;
  for (const CoveredBranch& b : file.branches) {
    ++out.found;
    if (b.taken.value_or(0) != 0) ++out.hit;
  }
  return out;
}

Coverage coverage_of_goals(const suite::Suite& suite, const std::string& path) {
  const std::map<std::string_view, std::uint64_t> tests = tests_by_goal(suite);
  std::map<std::string, CoveredFile> files;
  for (const suite::SuiteGoal& goal : suite.goals) {
    if (!counts(goal)) continue;
    CoveredFile& file = files[goal.where.file];
    const auto at = tests.find(goal.id);
    const std::uint64_t count =
        goal.status == GoalStatus::covered && at != tests.end() ? at->second
                                                                : 0;
    std::uint64_t& line = file.lines[goal.where.line];
    line = std::max(line, count);
    file.branches.push_back({goal.where.line, 0, 0, count});
  }
  if (files.empty()) {
    throw base::InputError({path, 0, 0},
                           "no goal of the suite has a line that tests should "
                           "cover; expected goals with a place in a file",
                           "no-places");
  }
  Coverage out;
  for (auto& [name, file] : files) {
    std::ranges::stable_sort(file.branches, {}, &CoveredBranch::line);
    for (std::size_t i = 1; i < file.branches.size(); ++i) {
      CoveredBranch& b = file.branches[i];
      const CoveredBranch& before = file.branches[i - 1];
      if (b.line == before.line) b.branch = before.branch + 1;
    }
    file.path = name;
    out.push_back(std::move(file));
  }
  return out;
}

}  // namespace catenary::report
