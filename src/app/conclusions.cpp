// SPDX-License-Identifier: Apache-2.0
#include "app/conclusions.h"

#include <utility>

namespace catenary::app {

namespace chain = engine::chain;
namespace reach = engine::reach;

namespace {

std::string place(const base::SourceLocation& where) {
  return where.known() ? " at " + where.to_string() : "";
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

void note_findings(const model::StepSystem& system,
                   const reach::Result& reached,
                   const chain::ChainResult& chains,
                   suite::Suite& suite) {
  const auto witness = [&suite](const std::string& note) {
    for (const suite::Test& t : suite.tests) {
      if (t.note == note) return t.id;
    }
    return std::string();
  };
  for (std::uint32_t g = 0; g < system.goals.size(); ++g) {
    const model::Goal& goal = system.goals[g];
    if (!goal.is_violation() ||
        reached.goals[g].result.status != model::GoalStatus::covered) {
      continue;
    }
    suite.findings.push_back(
        {goal.kind == model::GoalKind::assertion ? "assertion-failed"
                                                 : "property-violated",
         base::Severity::error,
         goal.id + ": " + goal.text + ", after " +
             std::to_string(reached.goals[g].result.depth) + " steps",
         goal.where,
         goal.requirements,
         witness("shortest run to " + goal.id)});
  }
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
             std::to_string(f.trace.steps.size()) + " steps",
         f.event.where,
         {},
         witness(std::string(model::to_string(f.outcome)) + ": " +
                 f.event.text)});
  }
  const std::string after = reached.closed
                                ? "no final state can be reached after "
                                : "no final state was found after ";
  for (const std::uint32_t g : chains.uncoverable_to_final) {
    suite.findings.push_back({"no-final-after",
                              base::Severity::warning,
                              after + system.goals[g].id + ": no chain has it",
                              system.goals[g].where,
                              system.goals[g].requirements,
                              ""});
  }
}

void certify(const reach::Result& reached,
             const chain::ChainResult& chains,
             std::size_t chain_tests,
             suite::Suite& suite) {
  if (chain_tests > 0 && chains.bounds.lower > 0) {
    suite::Certificate c;
    c.kind = "optimality";
    c.claim =
        (chains.bounds.minimal ? "no suite" : "no suite known, and none") +
        std::string(" of ") + std::to_string(chain_tests) +
        (chain_tests == 1 ? " chain" : " chains") + " costs less than " +
        std::to_string(chains.bounds.lower) + " steps";
    if (!chains.bounds.minimal) {
      c.claim = "every suite of chains costs at least " +
                std::to_string(chains.bounds.lower) + " steps";
    }
    c.by = chains.bounds.by;
    suite.certificates.push_back(std::move(c));
  }
  if (!reached.closed) return;
  suite::Certificate c;
  c.kind = "unreachability";
  for (const suite::SuiteGoal& g : suite.goals) {
    if (g.status == suite::GoalStatus::unreachable) c.goals.push_back(g.id);
  }
  if (c.goals.empty()) return;
  c.claim = "no run of any length hits these goals";
  c.by = "exhaustive exploration of " + with_thousands(reached.states) +
         " states";
  suite.certificates.push_back(std::move(c));
}

}  // namespace catenary::app
