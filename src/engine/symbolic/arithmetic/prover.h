// SPDX-License-Identifier: Apache-2.0
/// \file
/// Questions about formulas of symbolic paths, each within a time limit: the
/// linear arithmetic of this folder first, solvers for what it leaves open.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/symbolic/arithmetic/linear.h"
#include "engine/symbolic/testing/test_case.h"
#include "logic/smt/solver.h"
#include "logic/term/term.h"

namespace catenary::engine::symbolic {

class Prover {
 public:
  /// All must outlive it.
  Prover(logic::TermManager& terms,
         const TestCaseOptions& options,
         const base::Budget& budget);

  [[nodiscard]] logic::TermManager& terms() { return terms_; }

  /// Can all of these hold? After sat, value() reads the model; after unsat,
  /// failed() names those that conflict.
  [[nodiscard]] logic::smt::Answer check(
      std::span<const logic::Term> conjuncts);
  [[nodiscard]] logic::Value value(logic::Term term);
  [[nodiscard]] std::vector<logic::Term> failed();
  /// Why the last check() said unknown.
  [[nodiscard]] const std::string& why() const { return why_; }

  /// Proved that they cannot all hold; false where that is open.
  [[nodiscard]] bool refutes(std::span<const logic::Term> conjuncts);

  /// "There are values of `bound` with `formula`": without quantifiers where
  /// that can be had, else with one.
  [[nodiscard]] logic::Term exists(std::span<const logic::Term> bound,
                                   logic::Term formula);
  [[nodiscard]] logic::Term simplify(logic::Term term);
  [[nodiscard]] logic::Term negation(logic::Term term);
  [[nodiscard]] logic::Term conjunction(std::span<const logic::Term> all);

  [[nodiscard]] std::uint64_t queries() const { return queries_; }
  [[nodiscard]] bool out_of_time() const {
    return budget_.poll() != base::StopReason::none;
  }

 private:
  [[nodiscard]] base::Budget limited() const;

  logic::TermManager& terms_;
  const TestCaseOptions& options_;
  const base::Budget& budget_;
  std::unique_ptr<logic::smt::Solver> solver_;  ///< of the last check()
  std::string why_;
  std::uint64_t queries_ = 0;
  int kept_ = 0;  ///< quantifiers that Z3 did not eliminate, one after another
};

/// What is known of the values in sight: a formula that can be asked quickly.
class Knowledge {
 public:
  /// Nothing is known.
  explicit Knowledge(logic::TermManager& terms);

  /// Also all of these; what is too much to handle is left out.
  void add(std::span<const logic::Term> conjuncts);

  [[nodiscard]] const Cubes& cubes() const { return cubes_; }
  /// Proved false, or true, where what is known holds.
  [[nodiscard]] bool refutes(logic::Term term) const;
  [[nodiscard]] bool implies(logic::Term term) const;
  /// A term that is the same where what is known holds, and not larger.
  [[nodiscard]] logic::Term reduced(logic::Term term) const;
  /// The conjuncts that are not known or said by others.
  [[nodiscard]] std::vector<logic::Term> reduced(
      std::span<const logic::Term> conjuncts) const;

 private:
  logic::TermManager* terms_;
  Cubes cubes_;
};

}  // namespace catenary::engine::symbolic
