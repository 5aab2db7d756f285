// SPDX-License-Identifier: Apache-2.0
/// \file
/// Models that do not depend on the solver: the best by counts of conditions,
/// then the first in the order of conditions and values.
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

/// Narrows the models of a solver, in a level of its own.
class LeastModel {
 public:
  /// Opens a level of the solver, which the destructor closes.
  LeastModel(logic::TermManager& terms,
             logic::smt::Solver& solver,
             const base::Budget& budget);
  ~LeastModel();
  LeastModel(const LeastModel&) = delete;
  LeastModel& operator=(const LeastModel&) = delete;

  /// Each narrows the models to those that are best. False where there is no
  /// model, or where the solver gave up; see undecided().
  [[nodiscard]] bool require(logic::Term condition);
  [[nodiscard]] bool most_of(std::span<const logic::Term> conditions);
  [[nodiscard]] bool fewest_of(std::span<const logic::Term> conditions);
  /// Each condition true if possible, in their order.
  [[nodiscard]] bool first_of(std::span<const logic::Term> conditions);
  /// Least values, in order; of a Real or unbounded variable some value.
  /// `lo` and `hi` bound Int variables.
  [[nodiscard]] bool least(logic::Term variable,
                           const std::optional<logic::Value>& lo);

  /// In the last model.
  [[nodiscard]] logic::Value value(logic::Term term);
  /// Why the solver gave up; empty while it did not.
  [[nodiscard]] const std::string& undecided() const { return undecided_; }

 private:
  /// Whether the current models include one with `condition`; does not
  /// narrow them. The solver has a model of it then.
  [[nodiscard]] bool possible(logic::Term condition);
  [[nodiscard]] logic::Term count(std::span<const logic::Term> conditions);
  [[nodiscard]] mpz_class counted(std::span<const logic::Term> conditions);
  bool extreme(std::span<const logic::Term> conditions, bool most);

  logic::TermManager* terms_;
  logic::smt::Solver* solver_;
  const base::Budget* budget_;
  std::string undecided_;
};

}  // namespace catenary::engine::contract
