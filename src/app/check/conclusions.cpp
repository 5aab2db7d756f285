// SPDX-License-Identifier: Apache-2.0
#include "app/check/conclusions.h"

#include <algorithm>
#include <utility>

namespace catenary::app {

namespace reach = engine::reach;

namespace {

std::string place(const base::SourceLocation& where) {
  return where.known() ? " at " + where.to_string() : "";
}

const char* violation_code(const model::Goal& goal) {
  switch (goal.kind) {
    case model::GoalKind::assertion:
      return "assertion-failed";
    case model::GoalKind::undefined:
      return "undefined-behaviour";
    case model::GoalKind::requirement:
      return "requirement-violated";
    default:
      return "property-violated";
  }
}

/// The inputs of a run on one line, as far as one reads that.
std::string inputs_of(const model::StepSystem& system,
                      const model::Trace& trace) {
  constexpr std::size_t kMost = 50;
  const auto join = [](const std::vector<model::Variable>& variables,
                       const std::vector<logic::Value>& values) {
    std::string out;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      out +=
          (i == 0 ? "" : " ") + variables[i].name + "=" + values[i].to_string();
    }
    return out;
  };
  std::string out = join(system.initial, trace.initial);
  for (std::size_t k = 0; k < trace.steps.size(); ++k) {
    if (k == kMost) return out + "; and so on, see the suite";
    const std::string step = join(system.inputs, trace.steps[k]);
    out += (out.empty() ? "" : "; ") + (step.empty() ? "step" : step);
  }
  return out;
}

/// Undefined behaviour that ends the run is among the defects.
bool is_defect(const model::Goal& goal, const reach::Result& reached) {
  return goal.kind == model::GoalKind::undefined &&
         std::any_of(reached.findings.begin(),
                     reached.findings.end(),
                     [&goal](const reach::Finding& f) {
                       return f.event.where == goal.where;
                     });
}

}  // namespace

std::string with_thousands(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

std::string violation_note(const model::Goal& goal,
                           const reach::GoalReport& report) {
  return (report.result.depth >= 0 && report.shortest ? "shortest run to "
                                                      : "run to ") +
         goal.id;
}

std::string defect_note(const reach::Finding& finding) {
  return std::string(model::to_string(finding.outcome)) + ": " +
         finding.event.text + place(finding.event.where);
}

namespace {

/// Id of the test with this note; empty where there is none.
std::string witness(const suite::Suite& suite, const std::string& note) {
  for (const suite::Test& t : suite.tests) {
    if (t.note == note) return t.id;
  }
  return {};
}

/// Id of the first test that covers this goal; empty where there is none.
std::string test_with_goal(const suite::Suite& suite, const std::string& id) {
  for (const suite::Test& t : suite.tests) {
    if (std::count(t.goals.begin(), t.goals.end(), id) != 0) return t.id;
  }
  return {};
}

/// The run that contradicts a proof of ours.
void note_refutation(const model::StepSystem& system,
                     const reach::Result& reached,
                     suite::Suite& suite) {
  if (!reached.refutation) return;
  suite.findings.push_back(
      {"wrong-claim",
       base::Severity::error,
       "a defect of this tool, please report it: " + reached.contradiction +
           ", after " + reach::steps_text(reached.refutation->steps.size()) +
           " (" + inputs_of(system, *reached.refutation) +
           "); nothing is proved",
       {suite.model.path, 0, 0},
       {},
       witness(suite, kRefutationNote)});
}

/// Violated properties, assertions and requirements.
void note_violations(const model::StepSystem& system,
                     const reach::Result& reached,
                     suite::Suite& suite) {
  for (std::uint32_t g = 0; g < system.goals.size(); ++g) {
    const model::Goal& goal = system.goals[g];
    if (!goal.is_violation() ||
        reached.goals[g].result.status != model::GoalStatus::covered) {
      continue;
    }
    const std::int64_t steps =
        reached.goals[g].trace
            ? static_cast<std::int64_t>(reached.goals[g].trace->steps.size())
            : reached.goals[g].result.depth;
    if (is_defect(goal, reached)) continue;
    std::string shown_by =
        witness(suite, violation_note(goal, reached.goals[g]));
    // What a given test hit has no test of its own.
    if (shown_by.empty()) shown_by = test_with_goal(suite, goal.id);
    suite.findings.push_back(
        {violation_code(goal),
         base::Severity::error,
         goal.id + ": " + goal.text + ", after " +
             reach::steps_text(static_cast<std::uint64_t>(steps)),
         goal.where,
         goal.requirements,
         std::move(shown_by)});
  }
}

/// Crashes, hangs, and what is not supported.
void note_defects(const reach::Result& reached, suite::Suite& suite) {
  for (const reach::Finding& f : reached.findings) {
    const bool unsupported = f.outcome == model::StepOutcome::unsupported;
    suite.findings.push_back(
        {unsupported ? "unsupported"
                     : std::string("defect-") + model::to_string(f.outcome),
         unsupported ? base::Severity::warning : base::Severity::error,
         std::string("the program ") +
             (unsupported ? "runs into something unsupported"
              : f.outcome == model::StepOutcome::hung ? "hangs"
                                                      : "crashes") +
             ": " + f.event.text + place(f.event.where) + ", after " +
             reach::steps_text(f.trace.steps.size()),
         f.event.where,
         {},
         witness(suite, defect_note(f))});
  }
}

/// Covered goals after which no final state was found.
void note_no_final_after(const model::StepSystem& system,
                         const reach::Result& reached,
                         const std::vector<std::uint32_t>& no_final_after,
                         suite::Suite& suite) {
  // A solver looks for the way to a final state only so far.
  const std::string after = reached.graph && reached.graph->closed
                                ? "no final state can be reached after "
                                : "no final state was found after ";
  for (const std::uint32_t g : no_final_after) {
    suite.findings.push_back({"no-final-after",
                              base::Severity::warning,
                              after + system.goals[g].id + ": no chain has it",
                              system.goals[g].where,
                              system.goals[g].requirements,
                              ""});
  }
}

}  // namespace

void note_findings(const model::StepSystem& system,
                   const reach::Result& reached,
                   const std::vector<std::uint32_t>& no_final_after,
                   suite::Suite& suite) {
  note_refutation(system, reached, suite);
  note_violations(system, reached, suite);
  note_defects(reached, suite);
  note_no_final_after(system, reached, no_final_after, suite);
}

void certify_unreachable(const reach::Result& reached, suite::Suite& suite) {
  if (!reached.closed && reached.proof.empty()) return;
  suite::Certificate c;
  c.kind = "unreachability";
  for (const suite::SuiteGoal& g : suite.goals) {
    if (g.status == suite::GoalStatus::unreachable) c.goals.push_back(g.id);
  }
  if (c.goals.empty()) return;
  c.claim = "no run of any length hits these goals";
  c.by = reached.proof.empty() ? "exhaustive exploration of " +
                                     with_thousands(reached.states) + " states"
                               : reached.proof;
  suite.certificates.push_back(std::move(c));
}

}  // namespace catenary::app
