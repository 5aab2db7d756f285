// SPDX-License-Identifier: Apache-2.0
#include "engine/certificate/step_list.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "engine/certificate/proof_clauses.h"
#include "logic/smt/circuit/sat.h"

namespace catenary::engine::certificate {

namespace {

using logic::smt::Answer;
using logic::smt::Literal;

constexpr std::size_t kMostListedStates = 5'000, kMostListedSteps = 20'000;

/// The latches on which signals depend, directly or over steps.
std::vector<std::uint32_t> cone(const AndCircuit& circuit,
                                std::vector<AigerSignal> roots) {
  std::vector<bool> wanted(std::size_t{circuit.variables()} + 1, false);
  std::vector<std::uint32_t> out;
  while (!roots.empty()) {
    const std::uint32_t v = roots.back() >> 1U;
    roots.pop_back();
    if (wanted[v]) continue;
    wanted[v] = true;
    if (v >= circuit.first_gate()) {
      const AndCircuit::Gate& gate = circuit.gates()[v - circuit.first_gate()];
      roots.insert(roots.end(), {gate.a, gate.b});
    } else if (v > circuit.inputs()) {
      out.push_back(v - circuit.inputs() - 1);
      roots.push_back(circuit.next[out.back()]);
    }
  }
  std::ranges::sort(out);
  return out;
}

/// Finds steps, state by state.
class StepSearch {
 public:
  StepSearch(const AndCircuit& circuit, StepList list)
      : circuit_(circuit),
        list_(std::move(list)),
        step_(free_step(circuit, list_.roots(circuit))),
        solver_(logic::smt::make_cadical({})) {
    for (Literal l = 1; l <= step_.last; ++l) (void)solver_->new_variable();
    std::vector<Literal> clause;
    for (const Literal l : step_.clauses) {
      if (l != 0) {
        clause.push_back(l);
        continue;
      }
      solver_->add_clause(clause);
      clause.clear();
    }
    state(std::vector<bool>(list_.latches.size(), false));
  }

  std::optional<StepList> run(const base::Budget& budget) {
    for (std::uint32_t s = 0; s < list_.states.size(); ++s) {
      if (!expand(s, budget)) return std::nullopt;
    }
    std::ranges::sort(list_.steps);
    return std::move(list_);
  }

 private:
  std::uint32_t state(std::vector<bool> bits) {
    const auto number = static_cast<std::uint32_t>(list_.states.size());
    const auto [at, is_new] = numbers_.try_emplace(std::move(bits), number);
    if (is_new) list_.states.push_back(at->first);
    return at->second;
  }

  [[nodiscard]] bool is_true(AigerSignal s) {
    return solver_->value(step_.literal(s));
  }

  /// The steps from one state. Returns whether these are all.
  bool expand(std::uint32_t from, const base::Budget& budget) {
    const Literal here = solver_->new_variable();
    std::vector<Literal> given{here};
    for (std::size_t i = 0; i < list_.latches.size(); ++i) {
      const AigerSignal latch = 2 * (circuit_.inputs() + 1 + list_.latches[i]);
      given.push_back(list_.states[from][i] ? step_.literal(latch)
                                            : -step_.literal(latch));
    }
    for (;;) {
      const Answer answer = solver_->solve(given, budget);
      if (answer == Answer::unsat) break;
      if (answer == Answer::unknown ||
          list_.states.size() > kMostListedStates ||
          list_.steps.size() > kMostListedSteps) {
        return false;
      }
      list_.steps.push_back(take(from, here));
    }
    solver_->add_clause({-here});
    return true;
  }

  /// The step of the solver's answer, which is excluded where `here` holds.
  FoundStep take(std::uint32_t from, Literal here) {
    FoundStep out;
    out.from = from;
    out.ends = is_true(circuit_.next[list_.stop]);
    out.final = is_true(list_.final);
    std::vector<AigerSignal> told{circuit_.next[list_.stop], list_.final};
    for (const std::uint32_t goal : list_.goals) {
      told.push_back(circuit_.bad[goal].signal);
      if (is_true(told.back())) out.hits.push_back(goal);
    }
    std::vector<bool> bits;
    for (std::size_t i = 0; i < list_.latches.size() && !out.ends; ++i) {
      told.push_back(circuit_.next[list_.latches[i]]);
      bits.push_back(is_true(told.back()));
    }
    std::vector<Literal> differs{-here};
    for (const AigerSignal s : told) {
      differs.push_back(is_true(s) ? -step_.literal(s) : step_.literal(s));
    }
    if (!out.ends) out.to = state(std::move(bits));
    solver_->add_clause(differs);
    return out;
  }

  const AndCircuit& circuit_;
  StepList list_;
  FreeStep step_;
  std::unique_ptr<logic::smt::SatSolver> solver_;
  std::map<std::vector<bool>, std::uint32_t> numbers_;
};

}  // namespace

std::vector<AigerSignal> StepList::roots(const AndCircuit& circuit) const {
  std::vector<AigerSignal> out{circuit.next[stop], final};
  for (const std::uint32_t goal : goals) {
    out.push_back(circuit.bad[goal].signal);
  }
  for (const std::uint32_t l : latches) out.push_back(circuit.next[l]);
  return out;
}

StepList StepList::with_goals(std::vector<std::uint32_t> some) const {
  StepList out = *this;
  out.goals = std::move(some);
  std::ranges::sort(out.goals);
  for (FoundStep& step : out.steps) {
    std::erase_if(step.hits, [&](std::uint32_t goal) {
      return !std::ranges::binary_search(out.goals, goal);
    });
  }
  std::ranges::sort(out.steps);
  const auto rest = std::ranges::unique(out.steps);
  out.steps.erase(rest.begin(), rest.end());
  return out;
}

std::string StepList::states_bytes() const {
  std::string out;
  for (const std::uint32_t l : latches) {
    out += (out.empty() ? "" : " ") + std::to_string(l);
  }
  out += "\n" + std::to_string(stop) + "\n" + std::to_string(stop) +
         "\nclosed\n" + std::to_string(states.size()) + "\n";
  for (const std::vector<bool>& state : states) {
    std::string bytes((state.size() + 7) / 8, '\0');
    for (std::size_t i = 0; i < state.size(); ++i) {
      if (state[i]) bytes[i / 8] = static_cast<char>(bytes[i / 8] | 1 << i % 8);
    }
    out += bytes;
  }
  return out;
}

std::string StepList::steps_text(
    const std::vector<std::uint32_t>& order) const {
  std::string out;
  for (const FoundStep& step : steps) {
    std::uint32_t hits = 0;
    for (std::size_t g = 0; g < order.size(); ++g) {
      if (std::ranges::binary_search(step.hits, order[g])) hits |= 1U << g;
    }
    out += std::to_string(step.from) + " " +
           std::to_string(step.ends ? states.size() : step.to) + " " +
           std::to_string(step.final ? 1 : 0) + " " + std::to_string(hits) +
           "\n";
  }
  return out;
}

std::optional<StepList> list_steps(const AndCircuit& circuit,
                                   const std::vector<std::uint32_t>& goals,
                                   std::uint32_t stop,
                                   AigerSignal final,
                                   const base::Budget& budget) {
  StepList list;
  list.stop = stop;
  list.final = final;
  list.goals = goals;
  std::ranges::sort(list.goals);
  std::vector<AigerSignal> roots = list.roots(circuit);
  roots.insert(
      roots.end(), circuit.constraints.begin(), circuit.constraints.end());
  list.latches = cone(circuit, std::move(roots));
  std::erase(list.latches, stop);
  return StepSearch(circuit, std::move(list)).run(budget);
}

}  // namespace catenary::engine::certificate
