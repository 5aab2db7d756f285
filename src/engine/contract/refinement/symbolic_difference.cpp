// SPDX-License-Identifier: Apache-2.0
/// \file
/// Differences by bounded unrolling in an SMT solver.
///
/// The mutant's hidden values are used for the original, too. If the original
/// allows each step with them, it allows the trace; if not, a Monitor decides
/// whether other hidden values explain it.
#include "engine/contract/refinement/symbolic_difference.h"

#include <algorithm>
#include <utility>

#include "engine/contract/monitor/monitor.h"
#include "logic/smt/solver.h"

namespace catenary::engine::contract {

namespace {

namespace smt = logic::smt;
using logic::Term;
using model::Reachability;

/// The bound where none is given.
constexpr std::uint32_t kDeepest = 16;

/// The search.
class SymbolicDifference final : public DifferenceSearch {
 public:
  SymbolicDifference(const model::Interface& mutant,
                     const model::Interface& original,
                     base::Budget budget)
      : mutant_(mutant), original_(original), budget_(std::move(budget)) {}

  Difference shortest(std::optional<std::uint32_t> max_steps) override {
    try {
      if (implied()) {
        return {Reachability::unreachable,
                "the mutant's contracts imply those of the original",
                {}};
      }
      return search(nullptr, max_steps.value_or(kDeepest));
    } catch (const Undecided& why) {
      return {Reachability::undecided, why.what(), {}};
    }
  }

  Difference along(const InputSequence& inputs) override {
    try {
      Difference out =
          search(&inputs, static_cast<std::uint32_t>(inputs.size()));
      // The inputs end there.
      if (out.outcome == Reachability::not_within_bound)
        out.outcome = Reachability::unreachable;
      return out;
    } catch (const Undecided& why) {
      return {Reachability::undecided, why.what(), {}};
    }
  }

 private:
  [[nodiscard]] logic::TermManager& terms() const { return original_.terms(); }

  /// Whether the assertions and assumptions are satisfiable. Throws Undecided.
  [[nodiscard]] bool check(smt::Solver& solver,
                           const std::vector<Term>& assumptions) const {
    switch (solver.check(assumptions, budget_)) {
      case smt::Answer::sat:
        return true;
      case smt::Answer::unsat:
        return false;
      case smt::Answer::unknown:
        break;
    }
    throw Undecided(smt::to_string(solver.why_unknown()));
  }

  /// Whether the mutant's rules imply those of the original, for all values.
  [[nodiscard]] bool implied() const {
    for (const bool first : {true, false}) {
      const auto solver = smt::make_z3(terms(), {});
      solver->assert_term(original_.promise(first));
      solver->assert_term(mutant_.theta(first));
      solver->assert_term(terms().logical_not(original_.theta(first)));
      if (check(*solver, {})) return false;
    }
    return true;
  }

  /// A formula placed at a step.
  [[nodiscard]] Term at(Term formula, std::size_t step) const {
    return logic::substitute(terms(), formula, original_.to_step(step));
  }

  /// Rising depth; `inputs`: null, or those to use.
  Difference search(const InputSequence* inputs, std::uint32_t steps) {
    const auto solver = smt::make_z3(terms(), {});
    for (std::size_t s = 0; s < steps; ++s) {
      const bool first = s == 0;
      solver->assert_term(at(original_.promise(first), s));
      solver->assert_term(at(mutant_.theta(first), s));
      if (inputs != nullptr) assert_inputs(*solver, *inputs, s);
      const Term allowed = at(original_.theta(first), s);
      if (check(*solver, {terms().logical_not(allowed)})) {
        return confirmed(read(*solver, s + 1));
      }
      if (!check(*solver, {})) {
        // No run of the mutant is longer, so the bound does not matter.
        return {Reachability::unreachable,
                "the original allows all that the mutant does",
                {}};
      }
    }
    return {Reachability::not_within_bound,
            "the original allows all that the mutant does in " +
                std::to_string(steps) + " steps",
            {}};
  }

  /// Fixes the inputs of a step.
  void assert_inputs(smt::Solver& solver,
                     const InputSequence& inputs,
                     std::size_t step) const {
    for (std::size_t v = 0; v < inputs[step].size(); ++v) {
      if (!inputs[step][v]) continue;
      solver.assert_term(terms().equal(original_.at(v, step),
                                       terms().constant(*inputs[step][v])));
    }
  }

  /// The run in the solver's model.
  [[nodiscard]] std::vector<Snapshot> read(smt::Solver& solver,
                                           std::size_t steps) const {
    std::vector<Snapshot> out(steps);
    for (std::size_t s = 0; s < steps; ++s) {
      const auto& variables = original_.interface().variables;
      for (std::size_t v = 0; v < variables.size(); ++v) {
        out[s].push_back(solver.value(original_.at(v, s)));
      }
    }
    return out;
  }

  /// The difference that a run shows, if a Monitor confirms it.
  Difference confirmed(std::vector<Snapshot> run) {
    Monitor monitor(original_, budget_);
    Allowed allowed = Allowed::yes;
    for (std::size_t s = 0; s < run.size() && allowed == Allowed::yes; ++s) {
      allowed = monitor.step(run[s]);
    }
    if (allowed != Allowed::no) {
      return {Reachability::undecided,
              "hidden variables of the original leave a choice",
              {}};
    }
    run.resize(monitor.steps());
    return {Reachability::reached, "", std::move(run)};
  }

  Semantics mutant_, original_;
  base::Budget budget_;
};

}  // namespace

std::unique_ptr<DifferenceSearch> make_symbolic_difference(
    const model::Interface& mutant,
    const model::Interface& original,
    const base::Budget& budget) {
  return std::make_unique<SymbolicDifference>(mutant, original, budget);
}

}  // namespace catenary::engine::contract
