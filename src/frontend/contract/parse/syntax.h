// SPDX-License-Identifier: Apache-2.0
/// \file
/// A .req file as it is written, before names and types mean anything. It owns
/// its texts, so that imports can make one too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/problems.h"
#include "model/contract/interface.h"

namespace catenary::frontend::contract {

using base::Place;

/// Comments that stand with a piece of syntax, each from its "--" on, and
/// whether a blank line stands before it.
struct Trivia {
  /// Lines of their own before it.
  std::vector<std::string> above;
  /// Behind its end, on the same line.
  std::vector<std::string> behind;
  bool blank = false;
};

struct Name {
  std::string text;
  Place where;
};

/// A text in quotes, without them.
struct Doc {
  std::string text;
  bool given = false;
};

/// Operators of one level of precedence are kept together, so that the depth
/// of the tree is the nesting of the text, not its length.
struct Expression {
  enum class Kind : std::uint8_t {
    /// `text` is true or false.
    boolean,
    /// `text` is digits.
    integer,
    /// `text` is digits "." digits.
    decimal,
    /// `text`, perhaps `primed`.
    name,
    /// `text` is "not" or "-"; one operand.
    prefix,
    /// N operands, n - 1 operators between them.
    infix,
    /// Conditions and values in turn, then the last value.
    conditional,
    /// `text` is the function; operands are its arguments.
    call
  };
  struct Operator {
    std::string text;
    Place where;
  };
  Kind kind = Kind::boolean;
  Place where;
  std::string text;
  bool primed = false;
  /// Stands in parentheses.
  bool grouped = false;
  std::vector<Expression> operands;
  std::vector<Operator> operators;
};

struct TypeSyntax {
  enum class Base : std::uint8_t { boolean, integer, real, enumeration };
  Base base = Base::boolean;
  Place where;
  std::string enumeration;
  /// Both or none.
  std::optional<Expression> lo, hi;
};

struct ConstSyntax {
  Name name;
  Expression value;
};

struct EnumSyntax {
  Name name;
  std::vector<Name> values;
};

struct VariablesSyntax {
  model::Role role = model::Role::input;
  std::vector<Name> names;
  TypeSyntax type;
};

/// `env` and `def`.
struct NamedSyntax {
  Name name;
  Doc doc;
  Expression value;
};

struct ContractSyntax {
  enum class Kind : std::uint8_t {
    /// `guarantee`, under `assumption` if there is one.
    plain,
    /// `frame`.
    frame,
    /// `guarantee` within `bound` steps of `assumption`.
    within,
    /// `guarantee` for `bound` steps from `assumption` on.
    lasting,
    /// `guarantee` from `assumption` on until `release`.
    until
  };
  enum class When : std::uint8_t {
    init,
    step,
    always,
    /// As always; frames: as step.
    unsaid
  };
  Kind kind = Kind::plain;
  When when = When::unsaid;
  Place where;
  /// Empty where none is written.
  Name id;
  std::optional<Expression> assumption;
  Expression guarantee;
  std::optional<Expression> bound;
  std::optional<Expression> release;
  std::vector<Name> frame;
  Trivia trivia;
};

struct RequirementSyntax {
  Name id;
  Doc doc;
  Doc from;
  std::vector<Name> tags;
  std::vector<ContractSyntax> contracts;
  /// Of its head.
  Trivia trivia;
};

struct ViewSyntax {
  Name name;
  Doc doc;
  std::vector<RequirementSyntax> requirements;
};

struct PurposeSyntax {
  Name name;
  Doc doc;
  /// Empty = the whole interface.
  Name view;
  std::optional<Expression> within;
  Expression value;
};

struct CoverSyntax {
  model::ContractCriterion criterion = model::ContractCriterion::contracts;
  /// Empty = the whole interface.
  Name view;
  Place where;
};

/// One item of a file: which of the vectors of FileSyntax holds it, and where.
struct Item {
  enum class Kind : std::uint8_t {
    constant,
    enumeration,
    variables,
    promise,
    definition,
    view,
    purpose,
    cover
  };
  Kind kind = Kind::constant;
  std::uint32_t index = 0;
  /// Of a view: of its head.
  Trivia trivia;
};

struct FileSyntax {
  Name name;
  Doc doc;
  /// Of the head.
  Trivia trivia;
  /// Comments behind everything: at most one.
  std::vector<Trivia> at_end;
  /// In their order.
  std::vector<Item> items;
  std::vector<ConstSyntax> constants;
  std::vector<EnumSyntax> enumerations;
  std::vector<VariablesSyntax> variables;
  std::vector<NamedSyntax> promises;
  std::vector<NamedSyntax> definitions;
  std::vector<ViewSyntax> views;
  std::vector<PurposeSyntax> purposes;
  std::vector<CoverSyntax> covers;
};

}  // namespace catenary::frontend::contract
