// SPDX-License-Identifier: Apache-2.0
/// \file
/// Invariants of a step system: the largest part of some guesses that every
/// initialisation establishes and every step keeps.
///
/// Method ("Houdini"): Flanagan, Leino, "Houdini, an Annotation Assistant for
/// ESC/Java", FME 2001 (doi:10.1007/3-540-45251-6_29): ask for a step that
/// breaks a guess, drop what it breaks, until none does.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/budget.h"
#include "engine/reach/symbolic/relation.h"
#include "engine/reach/symbolic/unrolling.h"

namespace catenary::engine::reach {

/// Makes the solvers of one search.
using MakeSolver = std::function<std::unique_ptr<logic::smt::SatSolver>()>;

/// Facts about single states, proved.
class Invariants {
 public:
  /// None.
  Invariants() = default;

  /// Keeps of `guesses` what is inductive: first of those about single slots,
  /// then of all. Where the budget ends, what is known by then. Throws
  /// base::ToolError where bit-blasting fails.
  Invariants(const Relation& relation,
             const std::vector<logic::Term>& guesses,
             const MakeSolver& make_solver,
             const base::Budget& budget);

  /// Adds them to a solver for one state of an unrolling.
  void demand(logic::smt::SatSolver& solver,
              const std::vector<Bits>& state) const;

  /// More of the guesses may be inductive: the budget ended the search.
  [[nodiscard]] bool cut_short() const { return cut_short_; }
  [[nodiscard]] std::size_t size() const { return terms_.size(); }
  [[nodiscard]] const std::vector<logic::Term>& terms() const { return terms_; }

 private:
  /// False where the budget ended it.
  [[nodiscard]] bool add_inductive(const Relation& relation,
                                   const std::vector<logic::Term>& guesses,
                                   const MakeSolver& make_solver,
                                   const base::Budget& budget);

  std::vector<logic::Term> terms_;
  logic::smt::CnfTemplate cnf_;  ///< of terms_, over Relation::state()
  bool cut_short_ = false;
};

}  // namespace catenary::engine::reach
