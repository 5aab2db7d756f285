// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is done to a module before any pass sees it, so that C without a
/// meaning has the same one everywhere. Internal to program/.
#pragma once

#include <string>

namespace llvm {
class Module;
}  // namespace llvm

namespace catenary::program {

struct Workspace;

/// Throws InputError where the module of a unit is for another machine.
void reject_other_machines(const llvm::Module& m, const std::string& unit);

/// Removes the promises of the source that a pass could exploit, and gives
/// every byte that can be read a value. Called first.
void define_undefined(Workspace& w);

}  // namespace catenary::program
