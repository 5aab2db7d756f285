// SPDX-License-Identifier: Apache-2.0
/// \file
/// The syntax tree of a .req file, before names and types have a meaning. It
/// owns its strings, so that imports can make one too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/problems.h"
#include "model/contract/interface.h"

namespace catenary::frontend::contract {

using base::Place;

/// Comments that belong to a piece of syntax, each from its "--" on; an empty
/// string is a blank line between them.
struct Trivia {
  /// On lines of their own before it.
  std::vector<std::string> above;
  /// After its end, on the same line.
  std::vector<std::string> behind;
  /// A blank line precedes it.
  bool blank = false;
};

/// A name with its place; for imports the place in the other file.
struct Name {
  std::string text;
  Place where;
};

/// A string, without its quotes; `given` tells "" from nothing.
struct Doc {
  std::string text;
  bool given = false;
};

/// An expression. Operators of one level of precedence are kept together, so
/// that the depth of the tree is the nesting of the text, not its length.
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
    /// N operands and n - 1 operators between them, all of one level.
    infix,
    /// Conditions and values in turn, then the last value: if a then b else c
    /// has three operands.
    conditional,
    /// `text` is the function; operands are its arguments.
    call
  };
  /// An operator of an infix expression, as it is written.
  struct Operator {
    std::string text;
    Place where;
  };
  Kind kind = Kind::boolean;
  Place where;
  std::string text;
  bool primed = false;
  /// It stands in parentheses.
  bool grouped = false;
  std::vector<Expression> operands;
  std::vector<Operator> operators;
};

/// A type with its range.
struct TypeSyntax {
  enum class Base : std::uint8_t { boolean, integer, real, enumeration };
  Base base = Base::boolean;
  Place where;
  /// Name of the enumeration, for that base only.
  std::string enumeration;
  /// Ends of the range: both or none.
  std::optional<Expression> lo, hi;
};

/// `const NAME = VALUE`.
struct ConstSyntax {
  Name name;
  Expression value;
};

/// `enum NAME = VALUE, …`.
struct EnumSyntax {
  Name name;
  std::vector<Name> values;
};

/// `input`, `output` or `hidden` variables of one type.
struct VariablesSyntax {
  model::Role role = model::Role::input;
  std::vector<Name> names;
  TypeSyntax type;
};

/// `env` (a promise of the environment) or `def` (a definition).
struct NamedSyntax {
  Name name;
  Doc doc;
  Expression value;
};

/// A contract in one of its forms.
struct ContractSyntax {
  enum class Kind : std::uint8_t {
    /// `guarantee`, under `assumption` if there is one, at the steps of `when`.
    plain,
    /// The variables of `frame` keep their values.
    frame,
    /// `guarantee` holds within `bound` steps of `assumption`.
    within,
    /// `guarantee` holds for `bound` steps from `assumption` on.
    lasting,
    /// `guarantee` holds from `assumption` on until `release`.
    until
  };
  /// The steps to which it applies.
  enum class When : std::uint8_t {
    init,
    step,
    always,
    /// Not written: like `always`; for frames, like `step`.
    unsaid
  };
  Kind kind = Kind::plain;
  When when = When::unsaid;
  Place where;
  /// Empty where none is written.
  Name id;
  // Which members are set depends on `kind`.
  std::optional<Expression> assumption;
  Expression guarantee;
  std::optional<Expression> bound;
  std::optional<Expression> release;
  std::vector<Name> frame;
  Trivia trivia;
};

/// `req ID "TEXT"` with its contracts.
struct RequirementSyntax {
  Name id;
  Doc doc;
  /// Its id in another tool, if that differs.
  Doc from;
  std::vector<Name> tags;
  std::vector<ContractSyntax> contracts;
  /// Comments of its head.
  Trivia trivia;
};

/// `view NAME "TEXT"` with its requirements.
struct ViewSyntax {
  Name name;
  Doc doc;
  std::vector<RequirementSyntax> requirements;
};

/// `purpose NAME: CONDITION`, something that tests shall reach.
struct PurposeSyntax {
  Name name;
  Doc doc;
  /// Empty = the whole interface.
  Name view;
  /// The most steps of a test; nothing = no limit.
  std::optional<Expression> within;
  Expression value;
};

/// `cover CRITERION for VIEW`.
struct CoverSyntax {
  model::ContractCriterion criterion = model::ContractCriterion::contracts;
  /// Empty = the whole interface.
  Name view;
  Place where;
};

/// One item of a file: the vector of FileSyntax that holds it, and the index in
/// that; keeps the order of items of different kinds.
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
  /// Comments of the item; of a view, those of its head.
  Trivia trivia;
};

/// A whole file. Items are in vectors by kind; `items` has their order.
struct FileSyntax {
  Name name;
  Doc doc;
  /// Comments of the head.
  Trivia trivia;
  /// Comments behind everything; at most one element.
  std::vector<Trivia> at_end;
  /// All items, in the order of the file.
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
