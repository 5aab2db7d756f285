// SPDX-License-Identifier: Apache-2.0
#include "exec/contract/contract_replay.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "exec/contract/scripted_run.h"
#include "logic/term/evaluate/evaluate.h"

namespace catenary::exec::contract {

namespace {

namespace contract = engine::contract;

std::string judged_by_runner(const model::Interface& interface,
                             const std::vector<contract::Snapshot>& run,
                             const suite::Suite& suite,
                             std::span<const std::uint32_t> way,
                             const base::Budget& budget) {
  const suite::TestResult r =
      run_scripted(interface, run, suite, suite.tests.front(), budget);
  if (!std::ranges::equal(r.path, way)) {
    return "it goes another way than its own run";
  }
  // A test without anything to expect asks nothing.
  if (r.verdict == suite::Verdict::pass ||
      r.code == suite::VerdictCode::nothing_checked) {
    return {};
  }
  return "its own run does not pass: " + r.reason;
}

}  // namespace

ContractReplay::ContractReplay(const model::Interface& interface,
                               base::Budget budget)
    : interface_(interface),
      budget_(std::move(budget)),
      semantics_(interface),
      monitor_(semantics_, budget_) {}

std::string ContractReplay::why_not(const std::vector<contract::Snapshot>& run,
                                    const std::vector<MetGoal>& goals,
                                    const suite::Suite& suite,
                                    std::span<const std::uint32_t> way) {
  monitor_.restart();
  for (std::size_t s = 0; s < run.size(); ++s) {
    const bool first = s == 0;
    const std::string at = " at step " + std::to_string(s + 1);
    const logic::Assignment values = contract::values_at(interface_, run, s);
    logic::Evaluator evaluator(values);
    const auto holds = [&](logic::Term term) {
      const auto value = evaluator.evaluate(term);
      return value && value->as_bool();
    };
    for (std::size_t r = 0; r < semantics_.rules().size(); ++r) {
      if (!holds(semantics_.rule(r, first))) {
        return "its run breaks a contract" + at;
      }
    }
    if (!holds(semantics_.promise(first))) {
      return "its inputs break a promise" + at;
    }
    if (monitor_.step(run[s]) != contract::Allowed::yes) {
      return "the monitor does not allow its run" + at;
    }
    for (const MetGoal& met : goals) {
      if (met.step != s) continue;
      const contract::Target& target = met.goal->target;
      if (!holds(first ? target.first : target.later)) {
        return "its run does not meet " + met.goal->id + at;
      }
    }
  }
  return judged_by_runner(interface_, run, suite, way, budget_);
}

}  // namespace catenary::exec::contract
