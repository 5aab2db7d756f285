// SPDX-License-Identifier: Apache-2.0
/// \file
/// The syntax tree of a .req file, before names and types have a meaning. It
/// owns its strings, so that imports can make one too.
///
/// Users: the parser and the import of FRET make it, lower() gives it a
/// meaning, attach_texts() replaces texts in it, and the pretty printer writes
/// it back with its comments.
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

/// An expression, as it is written: nothing is computed, and parentheses are
/// noted. Operators of one level of precedence are kept together, so
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
  /// What it is depends on the kind; empty for infix and conditional ones.
  std::string text;
  /// For Kind::name: its value at the current step, and not at the step before.
  bool primed = false;
  /// It stands in parentheses.
  bool grouped = false;
  /// In the order of the text; empty for literals and names.
  std::vector<Expression> operands;
  /// For Kind::infix: operators[i] is between operands[i] and operands[i + 1].
  std::vector<Operator> operators;
};

/// A type with its range, e.g. "int 0..9" or "State".
struct TypeSyntax {
  /// The kind of the values.
  enum class Base : std::uint8_t { boolean, integer, real, enumeration };
  /// The kind that is written.
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
  /// A number; it may use constants that are declared before it.
  Expression value;
};

/// `enum NAME = VALUE, …`.
struct EnumSyntax {
  Name name;
  /// In the order of the text, which is that of their numbers.
  std::vector<Name> values;
};

/// `function NAME(PARAMETER: TYPE, …) = VALUE`: an expression with parameters.
struct FunctionSyntax {
  struct Parameter {
    Name name;
    /// Without a range.
    TypeSyntax type;
  };
  Name name;
  /// At least one.
  std::vector<Parameter> parameters;
  /// It reads parameters, constants and values of enumerations, and calls
  /// functions that stand above.
  Expression value;
};

/// `input`, `output` or `hidden` variables of one type.
struct VariablesSyntax {
  /// Who chooses the values, and whether others see them.
  model::Role role = model::Role::input;
  /// In the order of the file, which is that of the interface.
  std::vector<Name> names;
  /// The type of all of them.
  TypeSyntax type;
};

/// `env NAME "TEXT": CONDITION` (a promise of the environment) or
/// `def NAME = VALUE` (a definition, which has no text).
struct NamedSyntax {
  Name name;
  Doc doc;
  /// A condition, or for a definition an expression of any type.
  Expression value;
};

/// A contract in one of its forms, e.g. "C1: when a then b". It is kept as it
/// is written, so that the formatter can write it back; lower() gives it a
/// meaning.
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
    /// Only the first step.
    init,
    /// All but the first.
    step,
    /// All steps.
    always,
    /// Not written: like `always`; for frames, like `step`.
    unsaid
  };
  /// The form that is written, which lowering translates.
  Kind kind = Kind::plain;
  When when = When::unsaid;
  Place where;
  /// Empty where none is written.
  Name id;
  // Which members are set depends on `kind`.
  /// What stands behind "when".
  std::optional<Expression> assumption;
  /// Not used by frames.
  Expression guarantee;
  /// In steps; a constant expression.
  std::optional<Expression> bound;
  /// For Kind::until.
  std::optional<Expression> release;
  /// For Kind::frame.
  std::vector<Name> frame;
  Trivia trivia;
};

/// `req ID "TEXT"` with its contracts.
struct RequirementSyntax {
  /// Unique in the file, e.g. "FSM-001".
  Name id;
  /// The requirement in natural language.
  Doc doc;
  /// Its id in another tool, if that differs.
  Doc from;
  /// In the order of the text; often empty.
  std::vector<Name> tags;
  /// Their order numbers those without an id.
  std::vector<ContractSyntax> contracts;
  /// Comments of its head.
  Trivia trivia;
};

/// `view NAME "TEXT"` with its requirements: a part of the interface that is
/// checked by itself.
struct ViewSyntax {
  Name name;
  Doc doc;
  /// In the order of the file, which is that of reports.
  std::vector<RequirementSyntax> requirements;
};

/// `purpose NAME: CONDITION`, a condition that the tests of a suite shall
/// reach.
struct PurposeSyntax {
  Name name;
  Doc doc;
  /// Empty = the whole interface.
  Name view;
  /// The most steps of a test; nothing = no limit.
  std::optional<Expression> within;
  /// The condition.
  Expression value;
};

/// `cover CRITERION for VIEW`: what the tests of a suite shall cover.
struct CoverSyntax {
  /// What is to be covered.
  model::ContractCriterion criterion = model::ContractCriterion::contracts;
  /// Empty = the whole interface.
  Name view;
  Place where;
};

/// One item of a file: the vector of FileSyntax that holds it, and the index in
/// that; keeps the order of items of different kinds.
struct Item {
  enum class Kind : std::uint8_t {
    /// In FileSyntax::constants; the others are likewise.
    constant,
    enumeration,
    function,
    variables,
    promise,
    definition,
    view,
    purpose,
    cover
  };
  Kind kind = Kind::constant;
  /// The index in the vector of its kind.
  std::uint32_t index = 0;
  /// Comments of the item; of a view, those of its head.
  Trivia trivia;
};

/// A whole file. Items are in vectors by kind; `items` has their order. A
/// value: it owns all texts, so that it may outlive the text of the file.
struct FileSyntax {
  Name name;
  Doc doc;
  /// Comments of the head.
  Trivia trivia;
  /// Comments behind everything; at most one element.
  std::vector<Trivia> at_end;
  /// All items, in the order of the file.
  std::vector<Item> items;
  // By kind, each in the order of the file.
  std::vector<ConstSyntax> constants;
  std::vector<EnumSyntax> enumerations;
  std::vector<FunctionSyntax> functions;
  std::vector<VariablesSyntax> variables;
  std::vector<NamedSyntax> promises;
  std::vector<NamedSyntax> definitions;
  std::vector<ViewSyntax> views;
  std::vector<PurposeSyntax> purposes;
  std::vector<CoverSyntax> covers;
  /// Requirements of another tool without contracts because they could not be
  /// read.
  std::uint32_t left_out = 0;
  std::uint32_t promises_left_out = 0;  ///< of these; see model::Interface
};

}  // namespace catenary::frontend::contract
