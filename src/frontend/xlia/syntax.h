// SPDX-License-Identifier: Apache-2.0
/// \file
/// The syntax tree of an XLIA model: what is written, before names are resolved
/// and types are checked. It views the text, which must outlive it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/problems.h"
#include "model/timed/timed_automaton.h"

namespace catenary::frontend::xlia {

using base::Place;

/// A name, perhaps qualified: "x", "Machine.x", "System::Machine::x".
struct Name {
  /// The part after the last dot.
  std::string text;
  /// The parts before it, the outermost first.
  std::vector<std::string> scope;
  Place where;
  /// The place of `text`, which differs from `where` if there is a scope.
  Place last;
};

/// An expression. Operators of one level of precedence are in one node, so that
/// the depth of the tree is the nesting of the text and not its length.
struct Expression {
  /// The members that are used depend on the kind.
  enum class Kind : std::uint8_t {
    /// A literal; `text` is "true" or "false".
    boolean,
    /// A literal; `text` is its digits.
    integer,
    /// A literal; `text` is its digits with the ".".
    decimal,
    /// A variable or constant, `name`.
    name,
    /// `text` is "!" or "-"; one operand.
    prefix,
    /// n operands with n - 1 operators between them, n > 1.
    infix
  };
  /// An operator of an infix expression.
  struct Operator {
    /// E.g. "<=".
    std::string_view text;
    Place where;
  };
  Kind kind = Kind::boolean;
  /// The place of its first character, behind opening parentheses.
  Place where;
  /// As the kind says; not used for names and infix expressions.
  std::string_view text;
  /// For Kind::name only.
  Name name;
  /// In the order of the text; empty for literals and names.
  std::vector<Expression> operands;
  /// For Kind::infix: operators[i] is between operands[i] and operands[i + 1].
  std::vector<Operator> operators;
  /// The text in one line, for reports; only for conditions of guards.
  std::string source;
};

// Blocks and statements contain each other.
struct Statement;

/// Statements in braces.
struct Block {
  /// Whether it is {|,| … }, whose statements read the state before it.
  bool simultaneous = false;
  std::vector<Statement> statements;
  Place where;
};

/// A statement; the kind says which members it uses.
struct Statement {
  enum class Kind : std::uint8_t {
    /// Input on the port `name`, received by the names in `arguments`.
    input,
    /// Output of `arguments` on the port `name`.
    output,
    /// A guard with the condition `arguments[0]`; "tguard" is the same.
    guard,
    /// `name` := `arguments[0]`.
    assign,
    /// newfresh(`name`): an arbitrary value.
    fresh,
    /// if (`arguments[0]`) `then` else `otherwise`, which may be empty.
    conditional,
    /// A block, `then`.
    block
  };
  Kind kind = Kind::block;
  /// The place of its first character.
  Place where;
  /// A port or variable; not used for guards, conditionals and blocks.
  Name name;
  /// Empty for newfresh and blocks; any number for inputs and outputs.
  std::vector<Expression> arguments;
  /// For Kind::conditional and Kind::block.
  Block then;
  Block otherwise;
};

/// A port of the machine.
struct PortSyntax {
  Name name;
  /// Otherwise it is an output.
  bool input = false;
  /// The types of what it carries; names may be empty.
  std::vector<model::TimedParameter> parameters;
};

/// A variable, clock or constant.
struct VariableSyntax {
  Name name;
  /// A clock is a non-negative rational, whatever type is written.
  model::DataType type;
  bool clock = false;
  bool constant = false;
  /// The initial value; never for a clock, which starts at 0. A constant
  /// without it is a parameter.
  std::optional<Expression> value;
};

/// A transition, within the state that it leaves.
struct TransitionSyntax {
  Name name;
  /// The state that it leads to, anywhere in the machine.
  Name target;
  Block block;
};

/// A state with its transitions.
struct StateSyntax {
  Name name;
  /// A plain state has no kind in the text.
  model::TimedStateKind kind = model::TimedStateKind::plain;
  /// Its `@init` block.
  std::optional<Block> init;
  std::vector<TransitionSyntax> transitions;
};

/// A port in "connect< env >".
struct ConnectSyntax {
  bool input = false;
  Name name;
};

/// A system with its only machine.
struct ModelSyntax {
  std::string system;
  /// The only machine of the system.
  std::string machine;
  /// The place of the name of the machine.
  Place where;
  /// All lists are in the order of the text.
  std::vector<PortSyntax> ports;
  std::vector<VariableSyntax> variables;
  std::vector<StateSyntax> states;
  std::vector<ConnectSyntax> connects;
};

}  // namespace catenary::frontend::xlia
