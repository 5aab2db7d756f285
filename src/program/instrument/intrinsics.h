// SPDX-License-Identifier: Apache-2.0
/// \file
/// LLVM's intrinsic functions that a program may call: those whose result is
/// determined by their operands and the memory of the program. Time, random
/// numbers, registers, addresses of frames and the floating-point environment
/// are not: a replay would see other values. Internal to program/.
#pragma once

namespace llvm {
class CallBase;
}  // namespace llvm

namespace catenary::program {

/// Whether a call of an intrinsic can be run and replayed. An explicit list: an
/// intrinsic that is not in it is not repeatable.
[[nodiscard]] bool is_repeatable(const llvm::CallBase& call);

}  // namespace catenary::program
