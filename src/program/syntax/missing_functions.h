// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functions that a program calls and nobody defines, with their prototypes;
/// for front ends that write stubs for them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/error.h"
#include "model/step/step_system.h"
#include "program/build/recipe.h"
#include "program/syntax/inventory.h"

namespace catenary::program {

/// A function that is declared, called by the step or the initialisation, and
/// has no body.
struct MissingFunction {
  /// A parameter, or the result.
  struct Value {
    /// As the prototype names it; empty where it does not, and for the result.
    std::string name;
    TypeShape type;
    /// The type of the number, or of the number that the pointer points to.
    std::optional<model::ScalarType> scalar;
    /// The pointer points to something `volatile`, or to a structure with a
    /// member that is: registers, for example.
    bool is_volatile = false;
    /// The largest number that is passed, where each call passes a constant.
    std::optional<std::uint64_t> largest;
  };
  std::string name;
  /// The first call.
  base::SourceLocation where;
  /// Where the function is declared.
  base::SourceLocation declared;
  Value result;
  std::vector<Value> parameters;
  bool is_variadic = false;
};

/// A variable that the first unit declares, some unit uses and none defines.
struct MissingVariable {
  std::string name;
  /// Its first use.
  base::SourceLocation where;
  /// It is a number, and the program only reads it.
  bool is_read_number = false;
  /// It is a pointer to a number that the run-time system of a PLC provides,
  /// see located_direction().
  bool is_located = false;
};

/// How compilers of IEC 61131-3 (MATIEC) name pointers to variables at
/// addresses of the PLC: "__IX0_1" for %IX0.1. 'I' input, 'Q' output, 'M'
/// memory; 0: the name is another one.
[[nodiscard]] char located_direction(std::string_view name);

/// What a program uses and nobody defines.
struct MissingSymbols {
  /// In the order of their first calls. Left out are those that have a meaning
  /// without a body, such as `printf` and `__VERIFIER_nondet_int`, and
  /// functions of the C library with one result for the same arguments.
  std::vector<MissingFunction> functions;
  /// By name. Left out are constants, pointers whose values nobody knows, and
  /// arrays without a size.
  std::vector<MissingVariable> variables;
};

/// The missing symbols of a recipe with harness or main(). Throws InputError
/// where the units do not compile, StoppedError where the budget is spent.
/// Cost: one run of the compiler for each unit.
[[nodiscard]] MissingSymbols missing_symbols(const Recipe& recipe,
                                             const base::Budget& budget);

/// The names of the parameters in the text of a prototype that begins at the
/// name of its function; empty strings for parameters without a name. Nothing
/// where the text is something else, such as a use of a macro.
[[nodiscard]] std::vector<std::string> parameter_names(
    const std::string& prototype);

}  // namespace catenary::program
