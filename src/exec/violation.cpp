// SPDX-License-Identifier: Apache-2.0
#include "exec/violation.h"

#include <algorithm>
#include <string_view>

namespace catenary::exec {
namespace {

constexpr std::string_view kHolds = ".holds";

/// "GOAL.holds" is the expectation of one goal.
std::vector<std::string> goals_of(const suite::Suite& suite,
                                  const std::string& signal,
                                  const suite::Step& step) {
  if (signal.size() > kHolds.size() &&
      signal.compare(signal.size() - kHolds.size(), kHolds.size(), kHolds) ==
          0) {
    const std::string id = signal.substr(0, signal.size() - kHolds.size());
    if (suite.find_goal(id) != nullptr) return {id};
  }
  return step.goals;
}

}  // namespace

void add_new(std::vector<std::string>& to,
             const std::vector<std::string>& from) {
  for (const std::string& s : from) {
    if (std::find(to.begin(), to.end(), s) == to.end()) to.push_back(s);
  }
}

std::vector<std::string> requirements_of(
    const suite::Suite& suite, const std::vector<std::string>& goals) {
  std::vector<std::string> out;
  for (const std::string& id : goals) {
    if (const suite::SuiteGoal* goal = suite.find_goal(id)) {
      add_new(out, goal->requirements);
    }
  }
  return out;
}

suite::Violation violation_of(const suite::Suite& suite,
                              const suite::ExpectedOutput& expected,
                              const logic::Value& observed,
                              const suite::Step& step,
                              std::uint32_t number) {
  const suite::Signal& signal = suite.signature.outputs[expected.signal];
  suite::Violation v;
  v.step = number;
  v.signal = signal.name;
  v.observed = observed.to_string();
  v.allowed = suite::to_string(expected.expectation);
  v.goals = goals_of(suite, signal.name, step);
  v.requirements = requirements_of(suite, v.goals);
  return v;
}

}  // namespace catenary::exec
