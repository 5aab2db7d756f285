// SPDX-License-Identifier: Apache-2.0
/// \file
/// The formulas of one step of an interface: theta, the conjunction of its
/// contracts and of the ranges of what the system chooses, kept by conjunct;
/// and the promises of the environment.
///
/// After Aichernig, Hörmaier, Lorber, Nickovic, Tiran, "Require, test, and
/// trace IT", STTT 2017 (doi:10.1007/s10009-016-0444-z), section 4.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/budget.h"
#include "logic/term/evaluate/evaluate.h"
#include "logic/term/substitute.h"
#include "logic/term/term.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

/// A conjunct of theta: the smallest unit that a step can violate.
struct Rule {
  /// Kinds of conjuncts; the kind decides what `index` counts.
  enum class Kind : std::uint8_t {
    /// A contract of a requirement.
    contract,
    /// The definition of a derived variable: no system can violate it.
    definition,
    /// The range of an output or hidden variable.
    range
  };
  Kind kind = Kind::contract;
  /// The index of the contract, or of the variable for `range`.
  std::uint32_t index = 0;
  bool operator==(const Rule&) const = default;
};

/// The formulas of first and later steps, over InterfaceVariable::before and
/// ::now. Steps count from 0. Formulas are simplified once, by the constructor.
class Semantics {
 public:
  /// The interface must outlive this. Terms are made in its manager.
  explicit Semantics(const model::Interface& interface);

  /// The interface that was given to the constructor.
  [[nodiscard]] const model::Interface& interface() const {
    return *interface_;
  }
  /// Its term manager.
  [[nodiscard]] logic::TermManager& terms() const { return *interface_->terms; }
  /// Contracts and definitions in their order, then ranges in the order of the
  /// variables. A variable without bounds has no range rule.
  [[nodiscard]] const std::vector<Rule>& rules() const { return rules_; }
  /// The formula of a rule at the first step or at later ones; true where it
  /// does not apply.
  [[nodiscard]] logic::Term rule(std::size_t rule, bool first) const {
    return first ? first_[rule] : later_[rule];
  }
  /// The conjunction of all rules.
  [[nodiscard]] logic::Term theta(bool first) const {
    return first ? theta_first_ : theta_later_;
  }
  /// The conjunction of all promises and of the ranges of inputs.
  [[nodiscard]] logic::Term promise(bool first) const {
    return first ? promise_first_ : promise_later_;
  }
  /// Whether a tester sees the variable: an input or an output.
  [[nodiscard]] bool observable(std::size_t variable) const {
    return interface_->variables[variable].role != model::Role::hidden;
  }

  /// The variable at a step, as a variable term "NAME@N" with N = step + 1;
  /// e.g. at(x, 0) is "x@1".
  [[nodiscard]] logic::Term at(std::size_t variable, std::size_t step) const;
  /// The substitution that places a formula at a step: `before` becomes the
  /// step before, `now` the step itself. At step 0 `before` is left as it is.
  [[nodiscard]] logic::Substitution to_step(std::size_t step) const;
  /// The substitution that turns current into previous variables.
  [[nodiscard]] logic::Substitution to_before() const;

 private:
  const model::Interface* interface_;
  std::vector<Rule> rules_;
  /// By rule.
  std::vector<logic::Term> first_, later_;
  logic::Term theta_first_, theta_later_;
  logic::Term promise_first_, promise_later_;
  /// Cache of at(), by step and variable; null where not made yet.
  mutable std::vector<std::vector<logic::Term>> at_;
};

/// One value for each variable of the interface, by its index, hidden ones too.
using Snapshot = std::vector<logic::Value>;

/// The values of a run at a step, and at the step before if there is one, as an
/// assignment to `now` and `before`. Requires: step < run.size().
[[nodiscard]] logic::Assignment values_at(const model::Interface& interface,
                                          const std::vector<Snapshot>& run,
                                          std::size_t step);

/// Whether the promises of the first step, or of later steps, are satisfiable;
/// true as well if the solver gives up. The step before a later one is
/// arbitrary, so true does not mean that the environment can continue every
/// run.
[[nodiscard]] bool can_be_promised(const Semantics& semantics,
                                   bool first,
                                   const base::Budget& budget);

}  // namespace catenary::engine::contract
