// SPDX-License-Identifier: Apache-2.0
/// \file
/// Debug information of variables that stand for registers. Internal to
/// program/.
#pragma once

#include <string>

#include "program/instrument/registers/regions.h"

namespace llvm {
class GlobalVariable;
}  // namespace llvm

namespace catenary::program {

/// Describes the variable as if the source declared it under this name where it
/// is accessed first, so that reports and warnings know it: an unsigned number,
/// or an array of bytes. Does nothing where only the harness accesses it.
void describe_register(llvm::GlobalVariable& g,
                       const Region& region,
                       const std::string& name);

}  // namespace catenary::program
