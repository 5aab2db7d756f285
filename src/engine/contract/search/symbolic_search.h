// SPDX-License-Identifier: Apache-2.0
/// \file
/// Executions of interfaces over any sorts, by bounded model checking: the
/// steps are unrolled in an SMT solver (Biere, Cimatti, Clarke, Zhu, "Symbolic
/// Model Checking without BDDs", TACAS 1999, doi:10.1007/3-540-49059-0_14).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/contract/search/target_search.h"
#include "logic/smt/solver.h"

namespace catenary::engine::contract {

/// Answers within a bound of steps. Every positive answer is a model that the
/// solver interface has checked; Reached::no is proved only where no execution
/// of some length exists at all. Inputs are never generalised, and strategies
/// not looked for.
class SymbolicSearch final : public TargetSearch {
 public:
  /// `deepest`: the bound where none is given. The interface must outlive this.
  SymbolicSearch(const model::Interface& interface,
                 Triggering triggering,
                 std::uint32_t deepest,
                 base::Budget budget);

  /// One solver with an added copy of the step in each round; two checks a
  /// step.
  [[nodiscard]] Reached shortest(const Target& target,
                                 std::optional<std::uint32_t> max_steps,
                                 std::vector<Snapshot>& run) override;
  /// One check of the unrolled steps with the inputs fixed.
  [[nodiscard]] std::vector<Snapshot> along(
      const Target& target, const InputSequence& inputs) override;
  /// All inputs of the run.
  [[nodiscard]] InputSequence generalise(
      const Target& target, const std::vector<Snapshot>& run) override;
  /// One check a step that no promise can be broken, and one that no execution
  /// avoids the target. Inputs without a value may be anything.
  [[nodiscard]] bool guaranteed(const Target& target,
                                const InputSequence& inputs) override;

 private:
  /// A formula placed at a step.
  [[nodiscard]] logic::Term step(logic::Term formula, std::size_t step) const;
  /// The condition that something is asked at a step.
  [[nodiscard]] logic::Term triggered(bool first) const;
  /// Fixes the inputs of a step that have a value.
  void assert_inputs(logic::smt::Solver& solver,
                     const InputSequence& inputs,
                     std::size_t step) const;
  /// The values of the first steps in the solver's model.
  [[nodiscard]] std::vector<Snapshot> read(logic::smt::Solver& solver,
                                           std::size_t steps) const;
  /// Whether the assertions and assumptions are satisfiable. Throws Undecided
  /// if the solver does not answer.
  [[nodiscard]] bool check(logic::smt::Solver& solver,
                           std::vector<logic::Term> assumptions) const;

  /// The formulas of the interface.
  Semantics semantics_;
  Triggering triggering_;
  /// The bound where none is given.
  std::uint32_t deepest_;
  base::Budget budget_;
};

}  // namespace catenary::engine::contract
