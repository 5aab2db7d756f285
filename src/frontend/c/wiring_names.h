// SPDX-License-Identifier: Apache-2.0
/// \file
/// The names that people and code generators give to the functions and
/// variables of a step program, from which the wiring is guessed.
#pragma once

#include <cstdint>
#include <string>

#include "program/syntax/inventory.h"

namespace catenary::frontend::c {

/// Whether people and generators give this name to a function that does `what`:
/// "step", "X_step", "X$step$Y".
[[nodiscard]] bool is_called(const std::string& function,
                             const std::string& what);

/// Names that Simulink's code generator gives to the structure of inputs.
[[nodiscard]] bool is_input_structure(const std::string& name);
/// The same for the structure of outputs.
[[nodiscard]] bool is_output_structure(const std::string& name);

/// Whether a parameter or type with this name is for outputs, e.g. "state_out".
[[nodiscard]] bool is_output_name(const std::string& name);

/// Whether the step reads what it is given as an output, before it writes it:
/// others may have changed it. Those that generators name (Simulink, Heptagon,
/// Vélus) are only the program's to write, and the paths that seem to read them
/// first, a `default` without statements, are never taken. Of bit-fields it is
/// not known: to write one is to read its neighbours.
[[nodiscard]] bool is_read_output(const program::Inventory::Parameter& p);

/// What the name of a number behind a pointer says of the memory there.
enum class LengthName : std::uint8_t {
  none,      ///< it is no length
  elements,  ///< how many elements it has: "count", "n"
  bytes,     ///< how many bytes: "bytes"
  either     ///< "size", "len": of wider elements, nobody knows
};
[[nodiscard]] LengthName length_name(const std::string& name);

}  // namespace catenary::frontend::c
