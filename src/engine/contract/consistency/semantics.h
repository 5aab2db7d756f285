// SPDX-License-Identifier: Apache-2.0
/// \file
/// What an interface says about one step, taken apart: theta, the conjunction
/// of its contracts and of the ranges of what the system chooses, and the
/// promises of the environment.
///
/// After Aichernig, Hörmaier, Lorber, Nickovic, Tiran, "Require, test, and
/// trace IT", STTT 2017 (doi:10.1007/s10009-016-0444-z), section 4.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "logic/term/evaluate/evaluate.h"
#include "logic/term/substitute.h"
#include "logic/term/term.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

/// A conjunct of theta: what may be violated.
struct Rule {
  enum class Kind : std::uint8_t {
    contract,
    definition,  ///< of a derived variable: nobody can violate it
    range        ///< of an output or hidden variable
  };
  Kind kind = Kind::contract;
  std::uint32_t index = 0;  ///< of the contract, or of the variable
  bool operator==(const Rule&) const = default;
};

/// The formulas of first and later steps, over InterfaceVariable::before and
/// ::now. Steps count from 0.
class Semantics {
 public:
  /// The interface must outlive it.
  explicit Semantics(const model::Interface& interface);

  [[nodiscard]] const model::Interface& interface() const {
    return *interface_;
  }
  [[nodiscard]] logic::TermManager& terms() const { return *interface_->terms; }
  /// Contracts in their order, then ranges in the order of variables.
  [[nodiscard]] const std::vector<Rule>& rules() const { return rules_; }
  [[nodiscard]] logic::Term rule(std::size_t rule, bool first) const {
    return first ? first_[rule] : later_[rule];
  }
  /// Of all rules.
  [[nodiscard]] logic::Term theta(bool first) const {
    return first ? theta_first_ : theta_later_;
  }
  /// Promises and the ranges of inputs.
  [[nodiscard]] logic::Term promise(bool first) const {
    return first ? promise_first_ : promise_later_;
  }
  /// Whether the index is one of a variable that the tester sees.
  [[nodiscard]] bool observable(std::size_t variable) const {
    return interface_->variables[variable].role != model::Role::hidden;
  }

  /// The variable at a step, named "NAME@STEP" where STEP counts from 1.
  [[nodiscard]] logic::Term at(std::size_t variable, std::size_t step) const;
  /// before -> the step before `step`, now -> `step`.
  [[nodiscard]] logic::Substitution to_step(std::size_t step) const;
  /// now -> before.
  [[nodiscard]] logic::Substitution to_before() const;

 private:
  const model::Interface* interface_;
  std::vector<Rule> rules_;
  std::vector<logic::Term> first_, later_;
  logic::Term theta_first_, theta_later_;
  logic::Term promise_first_, promise_later_;
  mutable std::vector<std::vector<logic::Term>> at_;  ///< by step, variable
};

/// One value for each variable of the interface, by its index.
using Snapshot = std::vector<logic::Value>;

/// The values of a run at a step, counted from 0, and at the one before.
[[nodiscard]] logic::Assignment values_at(const model::Interface& interface,
                                          const std::vector<Snapshot>& run,
                                          std::size_t step);

}  // namespace catenary::engine::contract
