// SPDX-License-Identifier: Apache-2.0
/// \file
/// Requirement interfaces: views of requirements, each of which has contracts
/// that state what a system must guarantee if an assumption holds.
///
/// After Aichernig, Hörmaier, Lorber, Nickovic, Tiran, "Require, test, and
/// trace IT", STTT 2017 (doi:10.1007/s10009-016-0444-z), section 3: an
/// interface is (X_I, X_O, X_H, initial contracts, update contracts, R, rho).
/// Indices in this file count from 0 in the vectors of Interface.
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

/// Who chooses the value of a variable, and whether a tester sees it.
enum class Role : std::uint8_t {
  /// The environment chooses it.
  input,
  /// The system chooses it, and it is observed.
  output,
  /// The system chooses it, and it is not observed.
  hidden
};
/// The name of the enumerator.
[[nodiscard]] const char* to_string(Role role);

/// A variable of an interface. Its sort is Bool, Int, Real or an enumeration.
struct InterfaceVariable {
  /// Unique in the interface.
  std::string name;
  Role role = Role::input;
  /// Bounds of the value, inclusive. Int always has both, Real may have none.
  std::optional<logic::Value> lo, hi;
  /// Its value at the previous step, as a variable named NAME.
  logic::Term before;
  /// Its value at the current step, as a variable named NAME'.
  logic::Term now;
  /// The view that a hidden variable belongs to; -1 = the whole interface.
  std::int32_t view = -1;
  /// Introduced by the lowering of a temporal operator; its value is determined
  /// by other variables.
  bool derived = false;
  /// Where it is declared.
  base::SourceLocation where;

  [[nodiscard]] const logic::Sort& sort() const { return now.sort(); }
};

/// "When `assumption` holds, `guarantee` holds": at the first step, at all
/// later ones, or at both.
struct Contract {
  /// Unique in the interface, e.g. "c1".
  std::string id;
  /// Index of the requirement that it formalises.
  std::uint32_t requirement = 0;
  /// Whether it applies to the first step.
  bool at_init = false;
  /// Whether it applies to later steps.
  bool at_step = false;
  /// Whether an assumption was written.
  bool has_assumption = false;
  /// Over inputs and previous values; true if none was written.
  logic::Term assumption;
  /// Over all variables.
  logic::Term guarantee;
  /// It defines a derived variable: never to blame for a conflict, and always
  /// part of the transition relation.
  bool definition = false;
  base::SourceLocation where;
};

/// A requirement in natural language, with its contracts.
struct Requirement {
  /// Unique in the interface, e.g. "FSM-002".
  std::string id;
  std::string text;
  /// The id in the tool from which it was imported; may be empty.
  std::string from;
  std::vector<std::string> tags;
  /// Index of its view.
  std::uint32_t view = 0;
  /// Indices of its contracts, in the order of the file.
  std::vector<std::uint32_t> contracts;
  base::SourceLocation where;
};

/// The requirements of one concern.
struct View {
  std::string name;
  std::string text;
  /// Indices of its requirements.
  std::vector<std::uint32_t> requirements;
  base::SourceLocation where;
};

/// A condition that a test is to reach (a test purpose).
struct Purpose {
  std::string id;
  std::string text;
  /// The view whose contracts count; -1 = the whole interface.
  std::int32_t view = -1;
  /// The largest number of steps; nothing = no limit.
  std::optional<std::uint32_t> within;
  /// Over all variables; holds at the step that reaches it.
  logic::Term condition;
  base::SourceLocation where;
};

/// Criteria by which test goals are derived from contracts.
enum class ContractCriterion : std::uint8_t {
  contracts,
  assumptions,
  boundaries,
  pairs,
  mutants
};
/// The name of the enumerator.
[[nodiscard]] const char* to_string(ContractCriterion criterion);

/// A request for the goals of a criterion.
struct CoverRequest {
  ContractCriterion criterion = ContractCriterion::contracts;
  /// The view whose contracts are meant; -1 = the whole interface.
  std::int32_t view = -1;
  base::SourceLocation where;
};

/// An assumption about the environment: a condition over the inputs of a step,
/// and over any variable at the previous step.
struct Promise {
  std::string id;
  std::string text;
  logic::Term condition;
  base::SourceLocation where;
};

/// A requirement interface. A value, except that copies share the terms.
struct Interface {
  std::string name;
  std::string text;
  /// The file, as the user named it.
  std::string path;
  /// The hash of everything that the meaning depends on.
  std::string sha256;
  /// Owns the terms of everything below.
  std::shared_ptr<logic::TermManager> terms;
  std::vector<InterfaceVariable> variables;
  std::vector<Promise> promises;
  std::vector<View> views;
  std::vector<Requirement> requirements;
  std::vector<Contract> contracts;
  std::vector<Purpose> purposes;
  std::vector<CoverRequest> covers;
  /// Warnings of the reader.
  std::vector<base::Diagnostic> warnings;
  /// Requirements of another tool without contracts because they could not be
  /// read: what holds of the others may not hold with them.
  std::uint32_t left_out = 0;
  /// Of these, those that are promises of the environment: what is violated
  /// without them may hold with them.
  std::uint32_t promises_left_out = 0;

  /// The index of the variable, or of the view, of that name; nothing if there
  /// is none. Cost: linear.
  [[nodiscard]] std::optional<std::uint32_t> find_variable(
      std::string_view wanted) const;
  [[nodiscard]] std::optional<std::uint32_t> find_view(
      std::string_view wanted) const;
  /// The view of a contract, through its requirement.
  [[nodiscard]] std::uint32_t view_of(const Contract& contract) const {
    return requirements[contract.requirement].view;
  }
  /// Whether a trace determines the execution: no hidden variable is chosen
  /// freely by the system.
  [[nodiscard]] bool fully_observable() const;
  /// Whether all sorts are finite: Bool, enumerations, Int (which has bounds).
  [[nodiscard]] bool finite() const;
};

/// Whether the term reads the value of a variable at the previous step.
[[nodiscard]] bool reads_before(logic::Term term);

/// The formula of a contract, assumption -> guarantee, for a first or a later
/// step; true if the contract does not apply to such steps. Nothing precedes
/// the first step: there a contract or purpose that reads a previous value is
/// false, a promise true.
[[nodiscard]] logic::Term formula_at(const Interface& interface,
                                     const Contract& contract,
                                     bool first);
[[nodiscard]] logic::Term formula_at(const Interface& interface,
                                     const Promise& promise,
                                     bool first);
[[nodiscard]] logic::Term formula_at(const Interface& interface,
                                     const Purpose& purpose,
                                     bool first);

/// lo <= now <= hi; true if there are no bounds. For outputs and hidden
/// variables this is a guarantee, for inputs a promise.
[[nodiscard]] logic::Term range_of(const Interface& interface,
                                   const InterfaceVariable& variable);

/// The interface of some of its views: their contracts and hidden variables,
/// all inputs, outputs and promises; purposes and coverage requests of the
/// whole interface and of these views. Shares the terms. Variables, views,
/// requirements and contracts are numbered anew, in their order. A hidden
/// variable of another view that the result mentions stays, unconstrained and
/// without a view. Requires: each element of `views` is an index of a view.
[[nodiscard]] Interface project(const Interface& interface,
                                const std::vector<std::uint32_t>& views);

/// The conjunction of two interfaces. Inputs and outputs of one name are
/// shared. Throws base::InputError if they disagree in role, type or range, if
/// ids of views, requirements or contracts clash, or if promises or purposes of
/// one id differ. A hidden variable whose name occurs in both is renamed to
/// INTERFACE.NAME. The result has terms of its own.
[[nodiscard]] Interface conjoin(const Interface& a, const Interface& b);

}  // namespace catenary::model
