// SPDX-License-Identifier: Apache-2.0
#include "report/export/findings/issues.h"

#include <algorithm>

#include "report/console/console.h"
#include "report/export/drawing/step_texts.h"
#include "suite/adaptive.h"

namespace catenary::report {

namespace {

using suite::GoalStatus;

/// Whether some finding says that the goal is unreachable, as those of `check`.
bool is_named(const suite::SuiteGoal& goal, const suite::Suite& suite) {
  return std::ranges::any_of(suite.findings, [&](const suite::Finding& f) {
    return (f.code == "goal-unreachable" || f.code == "property-vacuous") &&
           f.message.starts_with(goal.id + " never ");
  });
}

void add_unreachable(const suite::Suite& suite, std::vector<Issue>& out) {
  for (const suite::SuiteGoal& goal : suite.goals) {
    if (goal.status != GoalStatus::unreachable || goal.violation ||
        is_named(goal, suite)) {
      continue;
    }
    Issue issue;
    issue.rule = "goal-unreachable";
    issue.severity = base::Severity::note;
    issue.message = goal.id + " never happens: " + goal.reason;
    issue.where = goal.where;
    issue.requirements = goal.requirements;
    out.push_back(std::move(issue));
  }
}

std::vector<const suite::SuiteGoal*> goals_of(
    const suite::Suite& suite, const std::vector<std::string>& ids) {
  std::vector<const suite::SuiteGoal*> out;
  for (const std::string& id : ids) {
    if (const suite::SuiteGoal* goal = suite.find_goal(id)) out.push_back(goal);
  }
  return out;
}

void add_failures(const suite::Suite& suite,
                  const suite::RunResults& results,
                  std::vector<Issue>& out) {
  for (const suite::TestResult& result : results.tests) {
    const bool failed = result.verdict == suite::Verdict::fail;
    if (!failed && result.verdict != suite::Verdict::error) continue;
    Issue issue;
    issue.rule = failed ? "test-failed" : "test-error";
    issue.witness = suite.find_test(result.id);
    const std::string name =
        issue.witness != nullptr && !issue.witness->name.empty()
            ? issue.witness->name
            : short_id(result.id);
    issue.message = "test " + name +
                    (failed ? " failed: " : " could not be judged: ") +
                    suite::to_string(result.code) + ": " + result.reason;
    issue.requirements = result.requirements;
    issue.goals = goals_of(suite, result.goals);
    // Where the verdict is about a goal, else about the model as a whole.
    issue.where = issue.goals.empty() || !issue.goals.front()->where.known()
                      ? base::SourceLocation{suite.model.path, 0, 0}
                      : issue.goals.front()->where;
    out.push_back(std::move(issue));
  }
}

/// The goals of the same requirements, at other places than the finding.
std::vector<const suite::SuiteGoal*> related(const suite::Suite& suite,
                                             const suite::Finding& finding) {
  std::vector<const suite::SuiteGoal*> out;
  for (const suite::SuiteGoal& goal : suite.goals) {
    if (!goal.where.known() || goal.where == finding.where) continue;
    if (std::ranges::any_of(goal.requirements, [&](const std::string& r) {
          return std::ranges::count(finding.requirements, r) != 0;
        })) {
      out.push_back(&goal);
    }
  }
  return out;
}

}  // namespace

std::vector<Issue> issues_of(const suite::Suite& suite,
                             const suite::RunResults* results) {
  std::vector<Issue> out;
  for (const suite::Finding& f : suite.findings) {
    Issue issue;
    issue.rule = f.code.empty() ? "finding" : f.code;
    issue.severity = f.severity;
    issue.message = f.message;
    issue.where = f.where;
    issue.requirements = f.requirements;
    issue.goals = related(suite, f);
    if (!f.witness.empty()) issue.witness = suite.find_test(f.witness);
    out.push_back(std::move(issue));
  }
  add_unreachable(suite, out);
  if (results != nullptr) add_failures(suite, *results, out);
  return out;
}

std::vector<std::string> step_lines(const suite::Test& test,
                                    const suite::Signature& signature,
                                    std::size_t most) {
  std::vector<std::string> out;
  if (suite::is_automaton(test)) return out;
  if (!test.initial.empty()) {
    out.push_back("reset: " +
                  assignments_text(test.initial, signature.initial));
  }
  for (std::size_t i = 0; i < test.steps.size(); ++i) {
    if (out.size() == most) {
      out.push_back("and " + std::to_string(test.steps.size() - i) +
                    " more steps, see the suite");
      break;
    }
    const suite::Step& step = test.steps[i];
    std::string text = assignments_text(step.inputs, signature.inputs);
    for (const suite::Event& event : step.events) {
      text += (text.empty() ? "" : ", ") + event_text(event, signature);
    }
    if (!step.expect.empty()) {
      text += (text.empty() ? "expected: " : "; expected: ") +
              expectations_text(step.expect, signature.outputs);
    }
    out.push_back("step " + std::to_string(i + 1) +
                  (text.empty() ? "" : ": " + text));
  }
  return out;
}

}  // namespace catenary::report
