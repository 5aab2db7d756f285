// SPDX-License-Identifier: Apache-2.0
/// \file
/// Failed tests as tables.
#include "report/console/failure.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "report/console/console.h"
#include "report/console/failure_rows.h"
#include "report/console/paint.h"

namespace catenary::report {
namespace {

using suite::Violation;

/// Longer cells are cut, unless everything is asked for.
constexpr std::size_t kWidestCell = 48;
/// Requirements whose texts are shown.
constexpr std::size_t kMostRequirements = 6;

/// The rows under each other; the first column stands at the right.
std::string layout(const FailureRows& rows, FailureDetail detail) {
  using Cells = std::array<std::string, 4>;
  std::vector<Cells> table{
      rows.timed ? Cells{"TIME", "CHANNEL", "EXPECTED", "OBSERVED"}
                 : Cells{"STEP", "SIGNAL", "EXPECTED", "OBSERVED"}};
  for (const FailureRow& row : rows.rows) {
    Cells cells{row.at, row.signal, row.expected, row.observed};
    for (std::string& cell : cells) {
      cell = printable(cell);
      if (detail == FailureDetail::brief) {
        cell = cut(cell, kWidestCell);
      }
    }
    table.push_back(std::move(cells));
  }
  std::array<std::size_t, 4> width{};
  for (const Cells& cells : table) {
    for (std::size_t c = 0; c < cells.size(); ++c) {
      width[c] = std::max(width[c], width_of(cells[c]));
    }
  }
  std::string out;
  for (const Cells& cells : table) {
    std::string line = "    ";
    line.append(width[0] - width_of(cells[0]), ' ');
    line += cells[0];
    for (std::size_t c = 1; c < cells.size(); ++c) {
      line += "  " + cells[c];
      line.append(width[c] - width_of(cells[c]), ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

/// The text of a requirement: that of the first goal of the verdict, or else of
/// the suite, which it is a requirement of. Empty if none says more than its
/// own name.
std::string requirement_text(const suite::Suite& suite,
                             const suite::TestResult& result,
                             const std::string& requirement) {
  const auto text_of = [&](const suite::SuiteGoal& goal) {
    const bool is_about = std::ranges::find(goal.requirements, requirement) !=
                          goal.requirements.end();
    // A violation is named after what it violates.
    return is_about && !goal.violation && goal.text != goal.id ? goal.text
                                                               : std::string();
  };
  for (const std::string& id : result.goals) {
    const suite::SuiteGoal* goal = suite.find_goal(id);
    if (goal == nullptr) continue;
    if (std::string text = text_of(*goal); !text.empty()) return text;
  }
  for (const suite::SuiteGoal& goal : suite.goals) {
    if (std::string text = text_of(goal); !text.empty()) return text;
  }
  return {};
}

/// What the requirements say, and which may be violated.
std::string requirement_lines(const suite::Suite& suite,
                              const suite::TestResult& result,
                              FailureDetail detail) {
  std::string out;
  // Several sets of requirements may explain one failure.
  constexpr std::string_view kMay = "; may violate ";
  const std::size_t may = result.reason.rfind(kMay);
  const bool are_named =
      may != std::string::npos ||
      std::ranges::any_of(result.violations, [](const Violation& v) {
        return !v.contracts.empty();
      });
  std::size_t shown = 0;
  for (const std::string& r : result.requirements) {
    const std::string text = requirement_text(suite, result, r);
    if (are_named && text.empty()) continue;
    if (detail == FailureDetail::brief && shown == kMostRequirements) {
      out += "    and " +
             plural(result.requirements.size() - shown, "requirement") +
             " more\n";
      break;
    }
    ++shown;
    out += "    " + printable(r) + (text.empty() ? "" : ": ") +
           printable(text) + "\n";
  }
  // Without requirements, the goals say what the step was for.
  constexpr std::size_t kMostGoals = 3;
  if (result.requirements.empty() && !result.goals.empty()) {
    const std::size_t count = detail == FailureDetail::everything
                                  ? result.goals.size()
                                  : std::min(kMostGoals, result.goals.size());
    out += "    goals: " +
           join({result.goals.begin(),
                 result.goals.begin() + static_cast<std::ptrdiff_t>(count)});
    if (count < result.goals.size()) {
      out += " and " + std::to_string(result.goals.size() - count) + " more";
    }
    out += "\n";
  }
  if (may != std::string::npos) {
    out += "    " + printable(result.reason.substr(may + 2)) + "\n";
  }
  return out;
}

/// A violation that is no signal's, of an oracle.
std::string oracle_line(const Violation& v) {
  return "    step " + std::to_string(v.step) + ": " + printable(v.observed) +
         " violates " + printable(v.allowed) + "\n";
}

}  // namespace

std::string reason_beside(const std::string& reason, const Violation& v) {
  const std::size_t begin =
      reason.starts_with(v.observed + " ") ? v.observed.size() + 1 : 0;
  const std::size_t end = reason.find("; allowed: " + v.allowed);
  return reason.substr(begin, end == std::string::npos ? end : end - begin);
}

std::string failure_table(const suite::Suite& suite,
                          const suite::Test* test,
                          const suite::TestResult& result,
                          FailureDetail detail) {
  if (result.verdict == suite::Verdict::pass) return {};
  const FailureRows rows = failure_rows(suite, test, result, detail);
  std::string out;
  if (rows.before > 0) {
    out += "    " + plural(rows.before, rows.timed ? "event" : "step") +
           " before (all with --verbose)\n";
  }
  if (!rows.rows.empty()) out += layout(rows, detail);
  if (rows.more > 0) {
    out += "    and " + plural(rows.more, "violation") +
           " more (all with --verbose)\n";
  }
  for (const Violation& v : result.violations) {
    if (!v.contracts.empty()) out += oracle_line(v);
  }
  if (rows.timed && !result.violations.empty()) {
    out += "    " +
           printable(reason_beside(result.reason, result.violations.front())) +
           "\n";
  }
  return out + requirement_lines(suite, result, detail);
}

std::string failure_headline(const suite::Test* test,
                             const suite::TestResult& result) {
  std::string out = suite::to_string(result.code);
  const std::string on =
      result.sut.empty() ? "" : " on " + printable(result.sut);
  if (result.violations.empty()) {
    return out + on + ": " + printable(result.reason);
  }
  const bool timed = !result.events.empty();
  const std::int64_t at =
      timed ? result.step : std::int64_t{result.violations.front().step};
  if (at >= 0) {
    out += (timed ? " after step " : " at step ") + std::to_string(at);
    if (test != nullptr) {
      out += " of " + std::to_string(suite::length_of(*test));
    }
  }
  return out + on;
}

std::string failure_message(const suite::Suite& suite,
                            const suite::TestResult& result,
                            std::size_t most) {
  std::string out = printable(result.reason);
  const bool timed = !result.events.empty();
  if (!result.violations.empty() && !timed &&
      result.violations.front().contracts.empty()) {
    const Violation& v = result.violations.front();
    out = "step " + std::to_string(v.step) + ": " + printable(v.signal) +
          " is " + printable(observed_of(suite, v)) + ", expected " +
          printable(allowed_of(suite, v));
  }
  return cut(out, most);
}

}  // namespace catenary::report
