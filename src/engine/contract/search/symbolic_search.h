// SPDX-License-Identifier: Apache-2.0
/// \file
/// Executions of interfaces over any sorts, by bounded unrolling in an SMT
/// solver (Biere et al., "Symbolic Model Checking without BDDs", TACAS 1999,
/// doi:10.1007/3-540-49059-0_14).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/contract/search/target_search.h"
#include "logic/smt/solver.h"

namespace catenary::engine::contract {

/// `deepest` is the bound where none is given. Inputs are never generalised.
/// Answers rest on the solver, whose models are checked.
class SymbolicSearch final : public TargetSearch {
 public:
  /// The interface must outlive it.
  SymbolicSearch(const model::Interface& interface,
                 Triggering triggering,
                 std::uint32_t deepest,
                 base::Budget budget);

  [[nodiscard]] Reached shortest(const Target& target,
                                 std::optional<std::uint32_t> max_steps,
                                 std::vector<Snapshot>& run) override;
  [[nodiscard]] std::vector<Snapshot> along(
      const Target& target, const InputSequence& inputs) override;
  [[nodiscard]] InputSequence generalise(
      const Target& target, const std::vector<Snapshot>& run) override;
  [[nodiscard]] bool guaranteed(const Target& target,
                                const InputSequence& inputs) override;

 private:
  [[nodiscard]] logic::Term step(logic::Term formula, std::size_t step) const;
  [[nodiscard]] logic::Term triggered(bool first) const;
  void assert_inputs(logic::smt::Solver& solver,
                     const InputSequence& inputs,
                     std::size_t step) const;
  [[nodiscard]] std::vector<Snapshot> read(logic::smt::Solver& solver,
                                           std::size_t steps) const;
  /// Throws Undecided.
  [[nodiscard]] bool check(logic::smt::Solver& solver,
                           std::vector<logic::Term> assumptions) const;

  Semantics semantics_;
  Triggering triggering_;
  std::uint32_t deepest_;
  base::Budget budget_;
};

}  // namespace catenary::engine::contract
