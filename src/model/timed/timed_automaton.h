// SPDX-License-Identifier: Apache-2.0
/// \file
/// Timed input/output symbolic transition systems (TIOSTS): locations, channels
/// that carry data, variables, clocks, guarded transitions.
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

/// The type of a variable, constant or parameter of a channel.
struct DataType {
  enum class Base : std::uint8_t { boolean, integer, rational };
  Base base = Base::integer;
  /// uint, urational: only values >= 0.
  bool non_negative = false;
  /// Declared "time …": counts time units.
  bool is_time = false;

  /// Bool, Int or Real.
  [[nodiscard]] logic::Sort sort() const;
  /// The type as XLIA writes it, e.g. "urational", "time uint".
  [[nodiscard]] std::string to_string() const;
  bool operator==(const DataType&) const = default;
};

/// `value` (Bool, Int or Real) as a term of `type`'s sort: numbers are
/// converted, a rational to an integer by its floor. Requires: a Boolean for a
/// Boolean, a number for a number (checked).
[[nodiscard]] logic::Term convert_to(logic::TermManager& terms,
                                     const DataType& type,
                                     logic::Term value);

/// The condition under which a value is one of `type` without loss: x >= 0 for
/// a non-negative type, is_int(x) for a Real that becomes an integer; true if
/// there is no condition.
[[nodiscard]] logic::Term is_of_type(logic::TermManager& terms,
                                     const DataType& type,
                                     logic::Term value);

/// A variable, a clock, or a constant without a value (a parameter that is
/// fixed before the first step). Constants with a value do not appear: they are
/// replaced where they are used.
struct TimedVariable {
  std::string name;
  DataType type;
  /// Starts at 0 and grows with time; of the sort Real.
  bool clock = false;
  /// A constant without a value; never assigned.
  bool parameter = false;
  /// The variable as it occurs in expressions.
  logic::Term term;
  base::SourceLocation where;
};

/// A value that a message of a channel carries.
struct TimedParameter {
  /// May be empty.
  std::string name;
  DataType type;
};

/// A channel to the environment.
struct TimedChannel {
  std::string name;
  /// An input of the system, else an output.
  bool input = false;
  std::vector<TimedParameter> parameters;
  /// Whether it is listed in connect<env>.
  bool connected = true;
  base::SourceLocation where;
};

/// `variable := value`.
struct TimedAssignment {
  /// Index in TimedAutomaton::variables.
  std::uint32_t variable = 0;
  /// For numbers, of any numeric sort; converted to the variable's type.
  logic::Term value;
};

/// A basic statement. Conditional statements have been made basic: under "if
/// (c)", a guard g becomes c => g and an assignment x := e becomes x := ite(c,
/// e, x).
struct TimedStatement {
  enum class Kind : std::uint8_t {
    /// `condition` must hold at this point.
    guard,
    /// All of `assignments` at once, from the values before.
    assign,
    /// newfresh: `assignments[0].variable` gets any value of its type if
    /// `condition` holds; otherwise it keeps its value.
    fresh,
    /// The output leaves: the terms of `sent` are evaluated at this point.
    send
  };
  Kind kind = Kind::guard;
  /// For guard and fresh.
  logic::Term condition;
  /// For assign and fresh.
  std::vector<TimedAssignment> assignments;
  base::SourceLocation where;
  /// A guard as the user wrote it, for messages.
  std::string text;
};

/// The kind of communication of a transition.
enum class TimedAction : std::uint8_t { input, output, internal };

/// An edge: one communication, then statements in order.
struct TimedTransition {
  /// Unique among the transitions of its state.
  std::string name;
  /// Indices in TimedAutomaton::states.
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  TimedAction action = TimedAction::internal;
  /// Index of the channel, for an input or output.
  std::uint32_t channel = 0;
  /// input: the variable that receives each parameter, before any statement.
  std::vector<std::uint32_t> received;
  /// output: one term for each parameter, evaluated at the `send` statement.
  std::vector<logic::Term> sent;
  /// In order; exactly one `send` for an output, else none.
  std::vector<TimedStatement> statements;
  base::SourceLocation where;
  /// The place of the communication.
  base::SourceLocation action_where;
};

/// The kind of a state in XLIA.
enum class TimedStateKind : std::uint8_t { plain, start, terminal, junction };

/// A location.
struct TimedState {
  std::string name;
  TimedStateKind kind = TimedStateKind::plain;
  /// Transitions that leave it, in the order of the file.
  std::vector<std::uint32_t> transitions;
  base::SourceLocation where;
};

/// A TIOSTS. The terms of expressions belong to `terms`, in which every
/// variable occurs under its own name.
struct TimedAutomaton {
  /// The name of the system, e.g. "ATM_S".
  std::string system;
  /// The name of the state machine, e.g. "ATM_SM".
  std::string machine;
  /// The file.
  std::string path;
  /// The hash of the file's text; hexadecimal.
  std::string sha256;
  /// Owns all terms of the automaton; shared by its copies.
  std::shared_ptr<logic::TermManager> terms;
  std::vector<TimedChannel> channels;
  std::vector<TimedVariable> variables;
  std::vector<TimedState> states;
  std::vector<TimedTransition> transitions;
  /// Index of the initial state.
  std::uint32_t initial = 0;
  /// The initialisation: declared initial values, then the @init block; without
  /// `send`. Guards restrict the initial values that are free.
  std::vector<TimedStatement> init;
  std::vector<base::Diagnostic> warnings;

  /// "state.transition", by which every transition can be named; the bare name
  /// suffices if it is unique.
  [[nodiscard]] std::string qualified(std::uint32_t transition) const;
  /// The transition of that bare or qualified name; nothing if there is none,
  /// or if there are several.
  [[nodiscard]] std::optional<std::uint32_t> find_transition(
      std::string_view name) const;
  /// The index of that name; nothing if there is none.
  [[nodiscard]] std::optional<std::uint32_t> find_state(
      std::string_view name) const;
  [[nodiscard]] std::optional<std::uint32_t> find_channel(
      std::string_view name) const;
  [[nodiscard]] std::optional<std::uint32_t> find_variable(
      std::string_view name) const;
  /// The variables that no statement of `init` assigns, except clocks: their
  /// initial values are arbitrary. Ascending.
  [[nodiscard]] std::vector<std::uint32_t> uninitialised() const;
  /// The largest number that a clock is compared with; 0 if there is none. For
  /// comparisons of "clock - other", that number counts as well.
  [[nodiscard]] mpq_class largest_clock_constant() const;
};

}  // namespace catenary::model
