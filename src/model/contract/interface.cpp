// SPDX-License-Identifier: Apache-2.0
/// \file
/// Requirement interfaces: look-up, and the formulas of contracts at first and
/// later steps.
#include "model/contract/interface.h"

#include <algorithm>

#include "logic/term/traverse.h"

namespace catenary::model {

namespace {

/// The formula of a step. At the first step nothing precedes: a formula that
/// reads a previous value is replaced by the constant `unknown`.
logic::Term when_known(const Interface& interface,
                       logic::Term term,
                       bool first,
                       bool unknown) {
  return first && reads_before(term) ? interface.terms->boolean(unknown) : term;
}

}  // namespace

const char* to_string(Role role) {
  switch (role) {
    case Role::input:
      return "input";
    case Role::output:
      return "output";
    case Role::hidden:
      return "hidden";
  }
  return "?";
}

const char* to_string(ContractCriterion criterion) {
  switch (criterion) {
    case ContractCriterion::contracts:
      return "contracts";
    case ContractCriterion::assumptions:
      return "assumptions";
    case ContractCriterion::boundaries:
      return "boundaries";
    case ContractCriterion::pairs:
      return "pairs";
    case ContractCriterion::mutants:
      return "mutants";
  }
  return "?";
}

std::optional<std::uint32_t> Interface::find_variable(
    std::string_view wanted) const {
  for (std::uint32_t i = 0; i < variables.size(); ++i) {
    if (variables[i].name == wanted) return i;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> Interface::find_view(
    std::string_view wanted) const {
  for (std::uint32_t i = 0; i < views.size(); ++i) {
    if (views[i].name == wanted) return i;
  }
  return std::nullopt;
}

bool Interface::fully_observable() const {
  return std::none_of(
      // Derived variables are determined by the others, so that they do not
      // make an execution ambiguous.
      variables.begin(),
      variables.end(),
      [](const InterfaceVariable& v) {
        return v.role == Role::hidden && !v.derived;
      });
}

bool Interface::finite() const {
  return std::none_of(
      variables.begin(), variables.end(), [](const InterfaceVariable& v) {
        // All other sorts of contracts have finitely many values: Int has
        // bounds.
        return v.sort().kind() == logic::SortKind::real;
      });
}

bool reads_before(logic::Term term) {
  const std::vector<logic::Term> read = logic::free_variables(term);
  return std::any_of(read.begin(), read.end(), [](logic::Term variable) {
    // Current values are named NAME', previous ones NAME.
    return !variable.name().ends_with('\'');
  });
}

logic::Term formula_at(const Interface& interface,
                       const Contract& contract,
                       bool first) {
  if (!(first ? contract.at_init : contract.at_step)) {
    return interface.terms->boolean(true);
  }
  const logic::Term formula =
      contract.assumption.is_true()
          ? contract.guarantee
          : interface.terms->implies(contract.assumption, contract.guarantee);
  // A contract that cannot be evaluated must not be met by chance.
  return when_known(interface, formula, first, false);
}

logic::Term formula_at(const Interface& interface,
                       const Promise& promise,
                       bool first) {
  // A promise about nothing restricts nothing.
  return when_known(interface, promise.condition, first, true);
}

logic::Term formula_at(const Interface& interface,
                       const Purpose& purpose,
                       bool first) {
  return when_known(interface, purpose.condition, first, false);
}

logic::Term range_of(const Interface& interface,
                     const InterfaceVariable& variable) {
  logic::TermManager& terms = *interface.terms;
  std::vector<logic::Term> bounds;
  if (variable.lo) {
    bounds.push_back(terms.make(logic::Op::less_equal,
                                {terms.constant(*variable.lo), variable.now}));
  }
  if (variable.hi) {
    bounds.push_back(terms.make(logic::Op::less_equal,
                                {variable.now, terms.constant(*variable.hi)}));
  }
  return terms.logical_and(bounds);
}

}  // namespace catenary::model
