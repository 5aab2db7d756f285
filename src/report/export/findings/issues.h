// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a reviewer should look at: findings of a suite, goals that no run
/// reaches, tests that failed. The content of SARIF and of the summary.
#pragma once

#include <string>
#include <vector>

#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::report {

/// One thing to look at.
struct Issue {
  /// The code of the finding; "goal-unreachable", "test-failed", "test-error".
  std::string rule;
  base::Severity severity = base::Severity::error;
  /// One sentence.
  std::string message;
  /// May be unknown.
  base::SourceLocation where;
  std::vector<std::string> requirements;
  /// Other places that it is about.
  std::vector<const suite::SuiteGoal*> goals;
  /// A test that shows it; null if there is none.
  const suite::Test* witness = nullptr;
};

/// The issues of a suite and, unless null, of results of its tests: findings,
/// unreachable goals that no finding names, failures and errors. References are
/// into the suite.
[[nodiscard]] std::vector<Issue> issues_of(const suite::Suite& suite,
                                           const suite::RunResults* results);

/// What a rule means, for people who see it the first time.
struct IssueRule {
  std::string id;
  /// A few words, and a sentence or two: what it means, what to do.
  std::string title, help;
};

/// The rule of that id; made from its words where it has no text of its own.
[[nodiscard]] IssueRule issue_rule(const std::string& id);

/// "step 3: key = 1; expected: open = 1" for each step of a test, with "reset:
/// …" before them where it has initial choices. Not for automata of timed
/// systems, which have no steps. At most `most` lines; the last one says how
/// many are left out.
[[nodiscard]] std::vector<std::string> step_lines(
    const suite::Test& test,
    const suite::Signature& signature,
    std::size_t most);

}  // namespace catenary::report
