// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functions outside the sources: which can be run as they are, which end a
/// run, which only produce output and may be left out.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace catenary::program {

/// What the call of an undefined-behaviour trap is about.
struct Trap {
  /// For ids, e.g. "division".
  const char* kind;
  /// For people, e.g. "division by zero".
  const char* text;
  /// The program goes on with a defined result.
  bool runs_on;
};
/// Nothing for any other function.
[[nodiscard]] std::optional<Trap> trap_of(const std::string& function);
/// exit, abort, _Exit, …
[[nodiscard]] bool ends_run(const std::string& function);
/// printf and its like: no effect on the program's state.
[[nodiscard]] bool is_output_only(const std::string& function);
/// Pure or memory functions of the C library that run natively.
[[nodiscard]] bool is_native_function(const std::string& function);

/// Address of a native function in this process.
struct NativeFunction {
  const char* name;
  void* address;
};
[[nodiscard]] const std::vector<NativeFunction>& native_functions();

}  // namespace catenary::program
