// SPDX-License-Identifier: Apache-2.0
/// \file
/// Registers of the hardware: memory at addresses that the program writes as
/// numbers, `*(volatile uint32_t *)0x40010808`. Internal to program/.
#pragma once

#include "program/build/workspace.h"

namespace catenary::program {

/// Attribute of an input function: the name of the input, instead of that of
/// the variable that it is assigned to.
inline constexpr const char* kInputName = "catenary-input-name";

/// Attribute of the variables.
inline constexpr const char* kRegister = "catenary-register";

/// Replaces accesses at constant addresses, for this machine has nothing there.
///
/// A register that neither the program nor the harness writes is an input: each
/// read has a value of its own. So is one for which a loop waits, which the
/// hardware must change; what the program writes to it is an output. Any other
/// is a variable that begins as 0, like all that may be reached through a
/// constant address that is passed on (1 KiB from there, as far as the program
/// does not say more). Records them in Workspace::registers. Must be called
/// before input functions are replaced.
///
/// Adds a warning (kRegisterKept) for each variable whose value decides
/// something: hardware changes registers, which is not modelled then. Throws
/// InputError where an expression of the description names an input.
void place_registers(Workspace& w, std::vector<base::Diagnostic>& warnings);

}  // namespace catenary::program
