// SPDX-License-Identifier: Apache-2.0
/// \file
/// Inductive invariants of a step system: the largest subset of given
/// candidates that holds after every initialisation and is preserved by every
/// step.
///
/// Method (Houdini): Flanagan, Leino, "Houdini, an Annotation Assistant for
/// ESC/Java", FME 2001 (doi:10.1007/3-540-45251-6_29). A solver is asked for a
/// step that violates a candidate, what it violates is dropped, and so on until
/// no such step exists. The result does not depend on the models.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/budget.h"
#include "engine/reach/symbolic/relation.h"
#include "engine/reach/symbolic/unrolling.h"

namespace catenary::engine::reach {

/// Makes a new, empty solver. A search makes several, all with the same limits.
using MakeSolver = std::function<std::unique_ptr<logic::smt::SatSolver>()>;

/// A set of proved facts about single reachable states.
class Invariants {
 public:
  /// No facts.
  Invariants() = default;

  /// Keeps the inductive part of `guesses`: first of those about single slots,
  /// then of all. If the budget ends, only what was proved by then is kept.
  /// Throws base::ToolError if bit-blasting fails or has no time.
  Invariants(const Relation& relation,
             const std::vector<logic::Term>& guesses,
             const MakeSolver& make_solver,
             const base::Budget& budget);

  /// Adds the facts to a solver, for one state of an unrolling: a literal for
  /// each bit of each slot of the relation.
  void demand(logic::smt::SatSolver& solver,
              const std::vector<Bits>& state) const;

  /// Whether the budget ended the search: more of the guesses may be inductive.
  [[nodiscard]] bool cut_short() const { return cut_short_; }
  /// Number of facts.
  [[nodiscard]] std::size_t size() const { return terms_.size(); }
  /// The facts, Boolean terms over Relation::state().
  [[nodiscard]] const std::vector<logic::Term>& terms() const { return terms_; }

 private:
  /// Adds the inductive part of `guesses`, relative to the facts so far.
  /// Returns false if the budget ended it; then nothing was added.
  [[nodiscard]] bool add_inductive(const Relation& relation,
                                   const std::vector<logic::Term>& guesses,
                                   const MakeSolver& make_solver,
                                   const base::Budget& budget);

  /// The facts.
  std::vector<logic::Term> terms_;
  /// Clauses of the facts, over Relation::state().
  logic::smt::CnfTemplate cnf_;
  /// See cut_short().
  bool cut_short_ = false;
};

}  // namespace catenary::engine::reach
