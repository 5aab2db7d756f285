// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functions that give inputs, and are declared not to return.
#pragma once

namespace catenary::program {

struct Workspace;

/// Throws base::InputError at calls of functions that give inputs and are
/// declared noreturn: the compiler leaves out what follows them, and a proof
/// would be about a program that nobody meant.
void refuse_noreturn_inputs(const Workspace& w);

}  // namespace catenary::program
