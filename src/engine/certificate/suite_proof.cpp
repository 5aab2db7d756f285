// SPDX-License-Identifier: Apache-2.0
#include "engine/certificate/suite_proof.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "engine/certificate/proof_clauses.h"
#include "engine/certificate/step_list.h"
#include "logic/smt/circuit/refutation.h"

namespace catenary::engine::certificate {

namespace {

/// Pairs of a state and a set of goals that the checker of a certificate may
/// visit.
constexpr std::uint64_t kMostPairs = std::uint64_t{1} << 30;
/// Gates in all frames of a proof by unrolling, at most.
constexpr std::uint64_t kMostFrameGates = 3'000'000;
constexpr std::uint64_t kMostProofBytes = std::uint64_t{1} << 28;

class SuiteProver {
 public:
  SuiteProver(const SuiteTask& task, const base::Budget& budget)
      : task_(task), budget_(budget) {}

  SuiteProof run() {
    if (!use_one_goal() && !use_sets() && !unroll() &&
        task_.chosen == nullptr) {
      (void)list_steps();
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool add_up(const std::vector<std::uint32_t>& goals) const;
  [[nodiscard]] bool use_one_goal();
  [[nodiscard]] bool use_sets();
  [[nodiscard]] bool unroll();
  [[nodiscard]] bool list_steps();
  /// Writes the claim. Returns true.
  bool take(const char* how, std::vector<std::uint32_t> goals);
  /// Appends a proof to the sections; false if there is none.
  [[nodiscard]] bool refute(const char* name,
                            const ProofClauses& clauses,
                            const base::Budget& budget);

  const SuiteTask& task_;
  const base::Budget& budget_;
  SuiteProof out_;
};

// If the goals are apart, each needs a test as long as its distance.
bool SuiteProver::add_up(const std::vector<std::uint32_t>& goals) const {
  const chain::SuiteBound& bound = task_.bound;
  std::uint64_t steps = 0;
  for (const auto& [goal, least] : task_.distances) {
    if (std::ranges::count(goals, goal) != 0) steps += least;
  }
  const std::size_t resets = goals.size() - 1;
  if (!bound.weight) {
    return resets > bound.resets ||
           (resets == bound.resets && steps >= bound.steps);
  }
  return resets * *bound.weight + steps >=
         std::uint64_t{bound.resets} * *bound.weight + bound.steps;
}

bool SuiteProver::take(const char* how, std::vector<std::uint32_t> goals) {
  const chain::SuiteBound& bound = task_.bound;
  out_.lines = std::string("suite ") + how + " " +
               std::to_string(bound.resets) + " " +
               std::to_string(bound.steps) +
               (bound.weight ? " " + std::to_string(*bound.weight) : "") + "\n";
  for (const std::uint32_t goal : goals) {
    out_.lines += "of " + task_.circuit.circuit().bad[goal].name + "\n";
  }
  out_.goals = std::move(goals);
  return true;
}

bool SuiteProver::use_one_goal() {
  for (const std::uint32_t goal : task_.bound.goals) {
    if (add_up({goal})) return take("apart", {goal});
  }
  return false;
}

bool SuiteProver::use_sets() {
  const chain::SuiteBound& bound = task_.bound;
  for (const auto& set : task_.sets) {
    if (task_.chosen != nullptr && task_.chosen != set.get()) continue;
    out_.set = set.get();
    out_.depths = set->depths();
    if (set->closed() && set->steps().apart() && add_up(bound.goals)) {
      return take("apart", bound.goals);
    }
    // Who leaves the first depths has taken as many steps.
    if (!set->closed() && bound.resets == 0) {
      out_.depths = std::min(out_.depths, bound.steps + 1);
    }
    if (out_.depths == 0) continue;
    const auto graph = set->steps().graph(
        set->size(), out_.depths, set->closed(), bound.goals);
    if (!graph) continue;
    const auto goals =
        chain::goals_that_prove(bound, *graph, kMostPairs, budget_);
    if (goals) return take("search", *goals);
  }
  out_.set = nullptr;
  return false;
}

// One test that hits all goals in fewer steps. Further tests are worse if a
// reset costs no less.
bool SuiteProver::unroll() {
  const chain::SuiteBound& bound = task_.bound;
  if (bound.resets > 0 || bound.weight.value_or(bound.steps) < bound.steps ||
      !can_unroll(task_.circuit, bound.steps)) {
    return false;
  }
  std::vector<GoalsWithin> parts;
  for (const std::uint32_t goal : bound.goals) {
    parts.push_back({{goal, bound.steps}});
  }
  return refute("suite",
                run_clauses(task_.circuit.circuit(), parts),
                budget_.share(budget_.work_left(), 2)) &&
         take("unrolled", bound.goals);
}

// The steps that the solver lists take the place of a set of states.
bool SuiteProver::list_steps() {
  const AndCircuit& circuit = task_.circuit.circuit();
  const std::vector<std::uint32_t>& all = task_.bound.goals;
  const auto list =
      certificate::list_steps(circuit,
                              all,
                              SystemCircuit::kStopped,
                              task_.circuit.final(),
                              budget_.share(budget_.work_left(), 2));
  if (!list) return false;
  StepGraph steps;
  for (const FoundStep& step : list->steps) steps.add(step);
  steps.close_states();
  steps.close_depth();
  const auto graph = steps.graph(list->states.size(), 1, true, all);
  if (!graph) return false;
  const auto goals =
      chain::goals_that_prove(task_.bound, *graph, kMostPairs, budget_);
  if (!goals) return false;
  const StepList some = list->with_goals(*goals);
  out_.sections = section("states", some.states_bytes()) +
                  section("steps", some.steps_text(*goals));
  if (!refute("steps", listed_clauses(circuit, some), budget_)) {
    out_.sections.clear();
    return false;
  }
  return take("search", *goals);
}

bool SuiteProver::refute(const char* name,
                         const ProofClauses& clauses,
                         const base::Budget& budget) {
  const logic::smt::Refutation found =
      logic::smt::refute(clauses, kMostProofBytes, budget);
  if (found.answer != logic::smt::Answer::unsat) return false;
  out_.sections += section(std::string("proof ") + name, found.drat);
  return true;
}

}  // namespace

SuiteProof prove_suite(const SuiteTask& task, const base::Budget& budget) {
  return SuiteProver(task, budget).run();
}

bool can_unroll(const SystemCircuit& circuit, std::uint64_t steps) {
  return steps * circuit.circuit().variables() <= kMostFrameGates;
}

std::string section(const std::string& head, const std::string& body) {
  return head + " " + std::to_string(body.size()) + "\n" + body;
}

}  // namespace catenary::engine::certificate
