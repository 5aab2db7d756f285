// SPDX-License-Identifier: Apache-2.0
/// \file
/// Timed input/output symbolic transition systems (TIOSTS): locations,
/// channels that carry data, variables, clocks, guarded transitions.
///
/// After Bannour, Lapitre, Le Gall, Nguyen, "Symbolic path-guided test cases
/// for models with data and time" (2023), definition 1. Time is dense: a delay
/// is any non-negative rational, whatever the type of a clock.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "logic/term/term.h"

namespace catenary::model {

/// Type of a variable, constant or parameter of a channel.
struct DataType {
  enum class Base : std::uint8_t { boolean, integer, rational };
  Base base = Base::integer;
  bool non_negative = false;  ///< uint, urational
  bool is_time = false;       ///< declared "time …": counts time units

  [[nodiscard]] logic::Sort sort() const;  ///< Bool, Int or Real
  /// As XLIA writes it, e.g. "urational", "time uint".
  [[nodiscard]] std::string to_string() const;
  bool operator==(const DataType&) const = default;
};

/// `value` (Bool, Int or Real) as a term of `type`'s sort: numbers are
/// converted, a rational to an integer by its floor.
/// Requires: a Boolean for a Boolean, a number for a number.
[[nodiscard]] logic::Term convert_to(logic::TermManager& terms,
                                     const DataType& type,
                                     logic::Term value);

/// What a value must satisfy to be one of `type` without loss: x >= 0 where
/// non_negative, is_int(x) for a Real that goes into an integer; true where
/// nothing is asked.
[[nodiscard]] logic::Term is_of_type(logic::TermManager& terms,
                                     const DataType& type,
                                     logic::Term value);

/// A variable, clock, or constant without a value (a parameter that is fixed
/// before the first step). Constants with a value do not appear: they are
/// replaced where they are used.
struct TimedVariable {
  std::string name;
  DataType type;
  bool clock = false;      ///< starts at 0 and grows with time; a Real
  bool parameter = false;  ///< a constant without a value; never assigned
  logic::Term term;        ///< the variable as it stands in expressions
  base::SourceLocation where;
};

struct TimedParameter {
  std::string name;  ///< may be empty
  DataType type;
};

/// A port: a channel to the environment.
struct TimedChannel {
  std::string name;
  bool input = false;  ///< else an output of the system
  std::vector<TimedParameter> parameters;
  bool connected = true;  ///< it stands in connect<env>
  base::SourceLocation where;
};

/// `variable := value`.
struct TimedAssignment {
  std::uint32_t variable = 0;  ///< in TimedAutomaton::variables
  logic::Term value;           ///< of any numeric sort for numbers
};

/// A basic statement. Conditional ones have been made basic: under "if (c)", a
/// guard g is c => g and an assignment x := e is x := ite(c, e, x).
struct TimedStatement {
  enum class Kind : std::uint8_t {
    guard,   ///< `condition` must hold here
    assign,  ///< all of `assignments` at once, from the values before
    fresh,   ///< newfresh: `assignments[0].variable` gets any value of its
             ///< type (where `condition` holds; else it keeps its value)
    send     ///< the output leaves: the terms of `sent` are evaluated here
  };
  Kind kind = Kind::guard;
  logic::Term condition;                     ///< guard, fresh
  std::vector<TimedAssignment> assignments;  ///< assign, fresh
  base::SourceLocation where;
  std::string text;  ///< a guard as the user wrote it, for messages
};

enum class TimedAction : std::uint8_t { input, output, internal };

struct TimedTransition {
  std::string name;        ///< unique among those of its state
  std::uint32_t from = 0;  ///< in TimedAutomaton::states
  std::uint32_t to = 0;
  TimedAction action = TimedAction::internal;
  std::uint32_t channel = 0;  ///< of an input or output
  /// input: the variable that takes each parameter, before any statement.
  std::vector<std::uint32_t> received;
  /// output: one term for each parameter, evaluated at the `send` statement.
  std::vector<logic::Term> sent;
  /// In order; exactly one `send` where action is output, else none.
  std::vector<TimedStatement> statements;
  base::SourceLocation where;
  base::SourceLocation action_where;  ///< of the communication
};

enum class TimedStateKind : std::uint8_t { plain, start, terminal, junction };

struct TimedState {
  std::string name;
  TimedStateKind kind = TimedStateKind::plain;
  std::vector<std::uint32_t> transitions;  ///< that leave it, as written
  base::SourceLocation where;
};

/// A TIOSTS. Terms of expressions live in `terms`; every variable stands for
/// itself in them under its own name.
struct TimedAutomaton {
  std::string system;   ///< name of the system, e.g. "ATM_S"
  std::string machine;  ///< name of the state machine, e.g. "ATM_SM"
  std::string path;     ///< of the file
  std::string sha256;   ///< of its text, hex
  std::shared_ptr<logic::TermManager> terms;
  std::vector<TimedChannel> channels;
  std::vector<TimedVariable> variables;
  std::vector<TimedState> states;
  std::vector<TimedTransition> transitions;
  std::uint32_t initial = 0;  ///< state
  /// Declared initial values, then the @init block; no `send`. Guards restrict
  /// the initial values that are free.
  std::vector<TimedStatement> init;
  std::vector<base::Diagnostic> warnings;

  /// "state.transition", by which every transition can be named; its bare name
  /// does where it is the only one of that name.
  [[nodiscard]] std::string qualified(std::uint32_t transition) const;
  /// The transition of that bare or qualified name; nothing where there is
  /// none, or several.
  [[nodiscard]] std::optional<std::uint32_t> find_transition(
      std::string_view name) const;
  [[nodiscard]] std::optional<std::uint32_t> find_state(
      std::string_view name) const;
  [[nodiscard]] std::optional<std::uint32_t> find_channel(
      std::string_view name) const;
  [[nodiscard]] std::optional<std::uint32_t> find_variable(
      std::string_view name) const;
  /// Variables no statement of `init` assigns, save clocks: their values at the
  /// start are anybody's guess. Ascending.
  [[nodiscard]] std::vector<std::uint32_t> uninitialised() const;
  /// The largest number a clock is compared with; 0 where there is none. Terms
  /// of the form "clock - other" count what they are compared with as well.
  [[nodiscard]] mpq_class largest_clock_constant() const;
};

}  // namespace catenary::model
