// SPDX-License-Identifier: Apache-2.0
/// \file
/// Requirement interfaces: views of requirements, each of contracts that say
/// what a system must guarantee when an assumption holds.
///
/// After Aichernig, Hörmaier, Lorber, Nickovic, Tiran, "Require, test, and
/// trace IT", STTT 2017 (doi:10.1007/s10009-016-0444-z), section 3: an
/// interface is (X_I, X_O, X_H, initial contracts, update contracts, R, rho).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "logic/term/term.h"

namespace catenary::model {

enum class Role : std::uint8_t {
  input,   ///< chosen by the environment
  output,  ///< chosen by the system, observed
  hidden   ///< chosen by the system, not observed
};
[[nodiscard]] const char* to_string(Role role);

/// A variable of an interface. Its sort is Bool, Int, Real or an enumeration.
struct InterfaceVariable {
  std::string name;
  Role role = Role::input;
  /// Bounds, inclusive; Int always has both, Real may have none.
  std::optional<logic::Value> lo, hi;
  logic::Term before;  ///< its value at the previous step; named as it is
  logic::Term now;     ///< its value at the current step; named NAME'
  /// Hidden variables belong to one view; -1 = to the whole interface.
  std::int32_t view = -1;
  /// Made by us for a temporal contract; its values are determined.
  bool derived = false;
  base::SourceLocation where;

  [[nodiscard]] const logic::Sort& sort() const { return now.sort(); }
};

/// "When `assumption` holds, then `guarantee` does", at the first step, at all
/// later ones, or at both.
struct Contract {
  std::string id;  ///< unique in the interface, e.g. "c1"
  std::uint32_t requirement = 0;
  bool at_init = false;
  bool at_step = false;
  bool has_assumption = false;  ///< it was written with one
  logic::Term assumption;       ///< true where none was written
  logic::Term guarantee;
  /// Defines a derived variable: never to blame, always part of theta.
  bool definition = false;
  base::SourceLocation where;
};

struct Requirement {
  std::string id;  ///< unique in the interface, e.g. "FSM-002"
  std::string text;
  std::string from;  ///< id in the tool it comes from; may be empty
  std::vector<std::string> tags;
  std::uint32_t view = 0;
  std::vector<std::uint32_t> contracts;
  base::SourceLocation where;
};

struct View {
  std::string name;
  std::string text;
  std::vector<std::uint32_t> requirements;
  base::SourceLocation where;
};

/// A condition that a test is to reach.
struct Purpose {
  std::string id;
  std::string text;
  std::int32_t view = -1;               ///< -1 = the whole interface
  std::optional<std::uint32_t> within;  ///< steps at most
  logic::Term condition;
  base::SourceLocation where;
};

enum class ContractCriterion : std::uint8_t {
  contracts,
  assumptions,
  boundaries,
  pairs,
  mutants
};
[[nodiscard]] const char* to_string(ContractCriterion criterion);

/// Goals asked for by a criterion.
struct CoverRequest {
  ContractCriterion criterion = ContractCriterion::contracts;
  std::int32_t view = -1;
  base::SourceLocation where;
};

/// A promise of the environment about its inputs: over inputs, and over any
/// variable at the previous step.
struct Promise {
  std::string id;
  std::string text;
  logic::Term condition;
  base::SourceLocation where;
};

struct Interface {
  std::string name;
  std::string text;
  std::string path;
  std::string sha256;  ///< of everything its meaning depends on
  std::shared_ptr<logic::TermManager> terms;
  std::vector<InterfaceVariable> variables;
  std::vector<Promise> promises;
  std::vector<View> views;
  std::vector<Requirement> requirements;
  std::vector<Contract> contracts;
  std::vector<Purpose> purposes;
  std::vector<CoverRequest> covers;
  std::vector<base::Diagnostic> warnings;

  [[nodiscard]] std::optional<std::uint32_t> find_variable(
      std::string_view wanted) const;
  [[nodiscard]] std::optional<std::uint32_t> find_view(
      std::string_view wanted) const;
  [[nodiscard]] std::uint32_t view_of(const Contract& contract) const {
    return requirements[contract.requirement].view;
  }
  /// Hidden variables that the system may choose freely make it possible that
  /// one trace has several executions.
  [[nodiscard]] bool fully_observable() const;
  /// All sorts are finite: Bool, enumerations, Int.
  [[nodiscard]] bool finite() const;
};

/// Whether the term reads the value of a variable at the previous step.
[[nodiscard]] bool reads_before(logic::Term term);

/// What a contract asks of a first or later step, assumption -> guarantee;
/// true where it does not speak of such steps. There is nothing before the
/// first step: a contract that reads it is false there, a promise true.
[[nodiscard]] logic::Term formula_at(const Interface& interface,
                                     const Contract& contract,
                                     bool first);
[[nodiscard]] logic::Term formula_at(const Interface& interface,
                                     const Promise& promise,
                                     bool first);
[[nodiscard]] logic::Term formula_at(const Interface& interface,
                                     const Purpose& purpose,
                                     bool first);

/// lo <= now <= hi; true where there are no bounds. For outputs and hidden
/// variables a guarantee like any other, for inputs a promise.
[[nodiscard]] logic::Term range_of(const Interface& interface,
                                   const InterfaceVariable& variable);

/// The interface of some of its views only: their contracts and hidden
/// variables, all inputs and outputs, all promises; purposes and covers of the
/// whole interface and of these views. Shares the terms. Indices of variables,
/// views, requirements and contracts count anew, in their order. A hidden
/// variable of another view that something kept mentions stays, unconstrained
/// and of no view. Requires: each is an index of a view.
[[nodiscard]] Interface project(const Interface& interface,
                                const std::vector<std::uint32_t>& views);

/// Both in one: inputs and outputs of one name are shared, and must agree in
/// role, type and range (throws base::InputError where they do not, where ids
/// of views, requirements or contracts clash, or where promises or purposes of
/// one id differ). A hidden variable whose name is in both is told apart, as
/// INTERFACE.NAME. The result has terms of its own.
[[nodiscard]] Interface conjoin(const Interface& a, const Interface& b);

}  // namespace catenary::model
