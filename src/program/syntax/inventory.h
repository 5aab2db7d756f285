// SPDX-License-Identifier: Apache-2.0
/// \file
/// What source files define, for front ends that guess how a program is wired.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/error.h"
#include "model/step/step_system.h"
#include "program/build/recipe.h"

namespace catenary::program {

/// A type as C text and in parts, as far as debug information has it.
struct TypeShape {
  enum class Kind : std::uint8_t { nothing, scalar, structure, pointer, other };
  Kind kind = Kind::other;
  /// C text that names it, or what it points to: "struct a", "real_T".
  std::string name;
  /// It, or what it points to.
  bool is_const = false;
  /// Of a pointer what it points to: scalar, structure, or anything else.
  Kind target = Kind::other;
  /// Numbers in it, or in what it points to, by what stands behind its name:
  /// "" for a scalar, ".mode", ".table[2]". Elements of small arrays only.
  std::vector<std::string> numbers;
  /// It has more than these and `links`: large arrays, unions, other pointers.
  bool incomplete = false;
  /// Some of its pointers are not in `links`: to numbers, functions, lists, or
  /// what is not declared.
  bool loose_pointers = false;
  /// Pointers to structures in it, likewise, and the C text of what each points
  /// to with the pointers in that.
  struct Link {
    std::string member;
    std::string target;
    std::vector<Link> links;
  };
  std::vector<Link> links;
};

/// What a function does through a pointer.
struct PointerUse {
  /// Some way comes to a read before any write.
  bool read_first = false;
  bool written = false;
  /// More than the one thing it points to.
  bool indexed = false;
  /// Copied, kept, handed to who knows whom.
  bool other = false;
};

struct Inventory {
  struct Parameter {
    std::string name;
    TypeShape type;
    /// Of pointers to scalars.
    PointerUse use;
  };
  struct Function {
    std::string name;
    base::SourceLocation where;
    bool takes_arguments = false;
    bool is_static = false;
    /// Or its address taken, by another one.
    bool is_called = false;
    std::vector<Parameter> parameters;
    TypeShape result;
  };
  struct Global {
    std::string name;
    base::SourceLocation where;
    /// Empty: an aggregate, ….
    std::optional<model::ScalarType> scalar;
    TypeShape type;
    /// By some function of the file.
    bool read = false;
    /// By some function, or its address escapes.
    bool written = false;
    bool is_static = false;
    /// Const or const volatile.
    bool is_const = false;
  };
  /// Structures ("struct NAME" without a typedef's name) that some function
  /// writes into.
  std::set<std::string> written_structures;
  /// Defined ones, in source order.
  std::vector<Function> functions;
  /// Defined ones, in source order.
  std::vector<Global> globals;
};

/// Compiles the units as they are and lists what they define.
[[nodiscard]] Inventory take_inventory(const Recipe& recipe,
                                       const base::Budget& budget);

}  // namespace catenary::program
