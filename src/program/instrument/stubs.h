// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functions that no source defines, as inputs of the test. Internal to
/// program/.
#pragma once

#include <vector>

#include "base/error.h"
#include "program/build/workspace.h"

namespace llvm {
class Function;
}  // namespace llvm

namespace catenary::program {

/// A program that defines a variable of this name asks for stubs.
inline constexpr const char* kStubsWanted = "__catenary_stubs";
/// Attributes of an input function for a character of a text: the name of the
/// text, and the index of the character. The variable of the input has the
/// first one.
inline constexpr const char* kStubText = "catenary-text";
inline constexpr const char* kStubIndex = "catenary-index";

/// Whether a stub may stand for the function: it is declared only, and neither
/// has a meaning of ours nor is of the C library with one result for the same
/// arguments.
[[nodiscard]] bool may_be_stubbed(const llvm::Function& f);

/// Replaces calls of functions that are declared only, and have no meaning of
/// ours, by inputs; adds a note for each function. Calls that may write to
/// memory of the program end a run as `unsupported`, so nothing is proved about
/// them. Does nothing where the program does not ask for it.
void add_stubs(Workspace& w, std::vector<base::Diagnostic>& notes);

/// Gives stubs in C, whose names begin with kStubPrefix, null instead of the
/// address of a constant: they write to what they are given, other than the
/// functions that they stand for. Cost: a points-to analysis of the module,
/// where such a stub is called with an address.
void spare_constants(Workspace& w);

}  // namespace catenary::program
