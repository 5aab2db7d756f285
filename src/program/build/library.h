// SPDX-License-Identifier: Apache-2.0
/// \file
/// Library functions outside the sources: those that run natively, those that
/// end a run, and those that only produce output and are left out.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace catenary::program {

/// The kind of undefined behaviour that a trap reports.
struct Trap {
  /// For ids, e.g. "division".
  const char* kind;
  /// For people, e.g. "division by zero".
  const char* text;
  /// The program goes on with a defined result after it.
  bool runs_on;
};
/// The trap behind a name of Clang's minimal run-time, e.g.
/// "__ubsan_handle_divrem_overflow_minimal_abort". Nothing for any other
/// function.
[[nodiscard]] std::optional<Trap> trap_of(const std::string& function);
/// Whether it ends the program: exit, abort, _Exit, …
[[nodiscard]] bool ends_run(const std::string& function);
/// Whether it is printf or its like: without effect on the program's state.
[[nodiscard]] bool is_output_only(const std::string& function);
/// Whether it is a pure function or a memory function of the C library that
/// runs natively. None of them calls back.
[[nodiscard]] bool is_native_function(const std::string& function);

/// A native function and its address in this process.
struct NativeFunction {
  const char* name;
  void* address;
};
/// All of them; static storage.
[[nodiscard]] const std::vector<NativeFunction>& native_functions();

}  // namespace catenary::program
