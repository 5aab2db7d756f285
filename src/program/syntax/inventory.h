// SPDX-License-Identifier: Apache-2.0
/// \file
/// An inventory of source files: the functions and variables they define, and
/// what they do with them; for front ends that guess how a program is wired.
#pragma once

#include <cstddef>
#include <cstdint>
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
  /// `nothing` is void; an enumeration is a scalar; `other`: unions, arrays,
  /// functions.
  enum class Kind : std::uint8_t { nothing, scalar, structure, pointer, other };
  Kind kind = Kind::other;
  /// C text of the type, or of the target of a pointer: "struct a", "real_T".
  /// Empty where it has no name.
  std::string name;
  /// Of the type, or of the target of a pointer.
  bool is_const = false;
  /// Target of a pointer: scalar, structure, or anything else. Meaningless for
  /// other kinds.
  Kind target = Kind::other;
  /// Numbers in the type, or in the target of a pointer, by the C text behind
  /// the variable's name: "" for a scalar, ".mode", ".table[2]". Elements of
  /// arrays of at most 64 elements.
  std::vector<std::string> numbers;
  /// It contains more than `numbers` and `links`: large arrays, unions, other
  /// pointers.
  bool incomplete = false;
  /// Some of the numbers, or of those in the target, are bit-fields.
  bool has_bit_fields = false;
  /// Some of its pointers are not in `links`: those to numbers, functions,
  /// lists, or undeclared structures.
  bool loose_pointers = false;
  /// A function type in C text.
  struct Signature {
    std::string result;      ///< "void" for none
    std::string parameters;  ///< "void" for none, e.g. "struct a *p1, int p2"
    bool returns_number = false;
  };
  /// Set for pointers to functions whose types all have names.
  std::optional<Signature> function;
  /// A pointer inside a structure to numbers, or to a function.
  struct Pointer {
    std::string member;  ///< the C text behind the variable's name
    /// C text of the number; empty for a function.
    std::string target;
    std::optional<Signature> function;
  };
  /// Pointers to structures in it, by the C text behind the variable's name,
  /// with the C text of the target and the pointers in that.
  struct Link {
    std::string member;
    std::string target;
    std::vector<Link> links;
    /// Of the target, as of a TypeShape.
    std::vector<std::string> numbers;
    std::vector<Pointer> pointers;
  };
  std::vector<Link> links;
  /// Some of the loose ones.
  std::vector<Pointer> pointers;
};

/// What a function does through a pointer parameter.
struct PointerUse {
  /// Some path reads a number before it writes it: the caller must have set
  /// the value. The elements of an array count as one.
  bool read_first = false;
  /// Some path writes.
  bool written = false;
  /// It accesses more than the one object that the pointer points to.
  bool indexed = false;
  /// It copies or keeps the pointer, or passes it to an unknown function; then
  /// the other members are lower bounds.
  bool other = false;
};

/// What the units of a recipe define. Places are those of debug information.
struct Inventory {
  /// A parameter, as the source declares it.
  struct Parameter {
    /// Empty for a parameter without a name.
    std::string name;
    TypeShape type;
    /// Set for pointers to scalars and to structures only.
    PointerUse use;
  };
  /// A function that is defined.
  struct Function {
    static constexpr std::size_t kEmptySize = 2;
    /// Symbol: mangled in C++.
    std::string name;
    base::SourceLocation where;
    bool takes_arguments = false;
    bool is_static = false;
    /// The source of the first unit defines it itself, not a file that this
    /// includes.
    bool in_first_unit = false;
    /// Another function calls it or takes its address; recursion does not
    /// count.
    bool is_called = false;
    /// `is_called`, and main() alone does so.
    bool only_main_calls = false;
    /// Those that call it or take its address, recursion left out; "" stands
    /// for variables that hold its address.
    std::set<std::string> callers;
    /// It may change something that lives longer than itself, or ends the
    /// program; false for a function that only computes a result.
    bool has_effect = true;
    /// In instructions of the unoptimised code; an empty function has at most
    /// kEmptySize.
    std::size_t size = 0;
    /// Empty as well where debug information is missing.
    std::vector<Parameter> parameters;
    TypeShape result;
  };
  /// A variable at file scope.
  struct Global {
    std::string name;
    base::SourceLocation where;
    /// Its type where it is a number; empty for an aggregate or a pointer.
    std::optional<model::ScalarType> scalar;
    TypeShape type;
    /// Some function of the units reads it, or may, through its address.
    bool read = false;
    /// Some function writes it, or its address escapes.
    bool written = false;
    bool is_static = false;
    /// `const` or `const volatile`.
    bool is_const = false;
  };
  /// Structures into whose members some function stores: "struct.NAME" for the
  /// tag, as LLVM names them, and for each typedef.
  std::set<std::string> written_structures;
  /// Those with members whose addresses some function passes on or keeps, by
  /// the same names: what is written through these is not known.
  std::set<std::string> shared_structures;
  /// Functions that are used, have no meaning of ours, and are not defined.
  std::set<std::string> missing_functions;
  /// Variables that are used and not defined.
  std::set<std::string> missing_variables;
  /// Some function decides something: `if`, a loop, `switch`.
  bool has_branches = false;
  /// Defined functions, in source order; files in the order of the units.
  std::vector<Function> functions;
  /// Defined variables, in the same order.
  std::vector<Global> globals;
};

/// Compiles the units without optimisation, links them and lists what they
/// define. Throws InputError where they do not compile, StoppedError where the
/// budget is spent. Cost: one run of the compiler for each unit.
[[nodiscard]] Inventory take_inventory(const Recipe& recipe,
                                       const base::Budget& budget);

}  // namespace catenary::program
