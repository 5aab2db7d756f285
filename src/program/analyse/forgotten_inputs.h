// SPDX-License-Identifier: Apache-2.0
/// \file
/// Variables that a program reads and never changes. A test that does not set
/// them sees one value of each, and so does every proof.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/error.h"

namespace catenary::program {

struct Workspace;

inline constexpr const char* kForgottenInput = "input-forgotten";

/// Functions that no step and no initialisation reaches, by the names of the
/// variables that they write: setters, handlers of interrupts. Requires: w.init
/// and w.step are known, and nothing was removed yet.
[[nodiscard]] std::map<std::string, std::string> written_outside(
    const Workspace& w);

/// Variables that hold zeros, or are volatile, or have a writer of
/// written_outside(), where the program reads them and every value that it
/// stores there is the one they begin with. Requires: memory promoted to
/// registers, and only what the program uses is left. A variable whose address
/// is kept somewhere is not among them.
///
/// One warning each with code kForgottenInput; it begins with the quoted name
/// of the variable. Its notes are the C text of the numbers in it that are
/// read, e.g. "in[2]"; none where no description can name the variable.
[[nodiscard]] std::vector<base::Diagnostic> find_forgotten_inputs(
    const Workspace& w, const std::map<std::string, std::string>& outside);

}  // namespace catenary::program
