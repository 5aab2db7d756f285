// SPDX-License-Identifier: Apache-2.0
/// \file
/// An XLIA model as it is written, before names and types mean anything.
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

/// A name, perhaps qualified: "x", "Machine.x".
struct Name {
  /// After the last dot.
  std::string text;
  /// Before it, outermost first.
  std::vector<std::string> scope;
  Place where;
};

/// Operators of one level of precedence are kept together, so that the depth
/// of the tree is the nesting of the text, not its length.
struct Expression {
  enum class Kind : std::uint8_t {
    /// `text` is true or false.
    boolean,
    integer,
    decimal,
    name,
    /// `text` is ! or -; one operand.
    prefix,
    /// N operands, n - 1 operators between them.
    infix
  };
  struct Operator {
    std::string_view text;
    Place where;
  };
  Kind kind = Kind::boolean;
  Place where;
  std::string_view text;
  /// Kind::name.
  Name name;
  std::vector<Expression> operands;
  std::vector<Operator> operators;
  /// As written, in one line; only of guards.
  std::string source;
};

struct Statement;

struct Block {
  /// {|,| … }.
  bool simultaneous = false;
  std::vector<Statement> statements;
  Place where;
};

struct Statement {
  enum class Kind : std::uint8_t {
    /// Of `name` into the names that are `arguments`.
    input,
    /// On `name` of `arguments`.
    output,
    /// `arguments[0]`.
    guard,
    /// `name` := `arguments[0]`.
    assign,
    /// Newfresh(`name`).
    fresh,
    /// If (`arguments[0]`) `then` else `otherwise`.
    conditional,
    /// `then`.
    block
  };
  Kind kind = Kind::block;
  Place where;
  Name name;
  std::vector<Expression> arguments;
  Block then;
  Block otherwise;
};

struct PortSyntax {
  Name name;
  bool input = false;
  std::vector<model::TimedParameter> parameters;
};

/// A variable, clock or constant.
struct VariableSyntax {
  Name name;
  model::DataType type;
  bool clock = false;
  bool constant = false;
  std::optional<Expression> value;
};

struct TransitionSyntax {
  Name name;
  Name target;
  Block block;
};

struct StateSyntax {
  Name name;
  model::TimedStateKind kind = model::TimedStateKind::plain;
  std::optional<Block> init;
  std::vector<TransitionSyntax> transitions;
};

struct ConnectSyntax {
  bool input = false;
  Name name;
};

struct ModelSyntax {
  std::string system;
  std::string machine;
  /// Of the name of the machine.
  Place where;
  std::vector<PortSyntax> ports;
  std::vector<VariableSyntax> variables;
  std::vector<StateSyntax> states;
  std::vector<ConnectSyntax> connects;
};

}  // namespace catenary::frontend::xlia
