// SPDX-License-Identifier: Apache-2.0
/// \file
/// Models of a formula that do not depend on the solver: optimal by counts of
/// conditions, then lexicographically least by conditions and values. Whatever
/// models the solver happens to find, the result is the same.
///
/// Method: lexicographic optimisation by repeated satisfiability checks under
/// assumptions; linear search for counts, binary search for integers.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/budget.h"
#include "logic/smt/solver.h"
#include "logic/term/term.h"

namespace catenary::engine::contract {

/// Narrows the models of a solver step by step, within a level of its own. Each
/// function keeps the models that are best by one criterion, among those that
/// earlier calls kept.
///
/// Functions return false if there is no model, or if the solver gave up;
/// undecided() tells the two apart.
class LeastModel {
 public:
  /// Opens a level of the solver, which the destructor closes. All must outlive
  /// this, and nobody else may use the solver meanwhile.
  LeastModel(logic::TermManager& terms,
             logic::smt::Solver& solver,
             const base::Budget& budget);
  ~LeastModel();
  LeastModel(const LeastModel&) = delete;
  LeastModel& operator=(const LeastModel&) = delete;

  /// Keeps the models that satisfy a condition.
  [[nodiscard]] bool require(logic::Term condition);
  /// Keeps the models with the most conditions true. Cost: at most one check
  /// for each condition.
  [[nodiscard]] bool most_of(std::span<const logic::Term> conditions);
  /// Keeps the models with the fewest conditions true. The same cost.
  [[nodiscard]] bool fewest_of(std::span<const logic::Term> conditions);
  /// For each condition in turn: true if some remaining model has it true, else
  /// false. Fixes all of them. Cost: at most one check for each condition.
  [[nodiscard]] bool first_of(std::span<const logic::Term> conditions);
  /// Fixes the variable to its least value in the remaining models: false
  /// before true, enumerators by index, integers from `lo` upwards. Reals and
  /// integers without `lo` are fixed to the value in the solver's model, the
  /// only result that depends on the solver. Cost: logarithmic in the range.
  [[nodiscard]] bool least(logic::Term variable,
                           const std::optional<logic::Value>& lo);

  /// The value of a term in the last model. Requires: the last call returned
  /// true.
  [[nodiscard]] logic::Value value(logic::Term term);
  /// Why the solver gave up; empty as long as it did not.
  [[nodiscard]] const std::string& undecided() const { return undecided_; }

 private:
  /// Whether some remaining model satisfies `condition`; does not narrow them.
  /// If so, the solver holds such a model.
  [[nodiscard]] bool possible(logic::Term condition);
  /// The number of true conditions, as an integer term.
  [[nodiscard]] logic::Term count(std::span<const logic::Term> conditions);
  /// The same number, in the solver's model.
  [[nodiscard]] mpz_class counted(std::span<const logic::Term> conditions);
  /// most_of() or fewest_of().
  bool extreme(std::span<const logic::Term> conditions, bool most);

  logic::TermManager* terms_;
  logic::smt::Solver* solver_;
  const base::Budget* budget_;
  /// See undecided().
  std::string undecided_;
};

}  // namespace catenary::engine::contract
