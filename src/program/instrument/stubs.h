// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functions that no source defines as inputs of the test. Internal to
/// program/.
#pragma once

#include <vector>

#include "base/error.h"
#include "program/build/workspace.h"

namespace catenary::program {

/// A program that defines a variable of this name asks for stubs.
inline constexpr const char* kStubsWanted = "__catenary_stubs";
/// What an input function of a stub begins with, see is_input_function().
inline constexpr const char* kStubInput = "nondet_stub_";
/// And one that is a character of a text: then the name of the text, '_' and
/// the index follow.
inline constexpr const char* kStubText = "nondet_stub_text_";

/// Replaces calls of functions that are declared only, and mean nothing to us,
/// by inputs; a note for each. Calls that may write to memory of the program
/// end a run as `unsupported`. Only where the program asks for it.
void add_stubs(Workspace& w, std::vector<base::Diagnostic>& notes);

}  // namespace catenary::program
