// SPDX-License-Identifier: Apache-2.0
/// \file
/// Marks in functions that stay with the code when it is copied. They tell
/// where a function was inlined, which counts as a call and an entry of it, and
/// which copies are one call of the source. Internal to program/.
#pragma once

#include <cstdint>
#include <vector>

namespace llvm {
class CallBase;
class CallInst;
class Function;
class Module;
}  // namespace llvm

namespace catenary::program {

/// Marks where the functions of the source begin, except for those with the
/// attribute noprofile, and numbers calls that have the same place, such as
/// two calls in one macro. A mark is a call of a function without a body; its
/// place in the source is that of the function. Must come before anything is
/// inlined or unrolled. Cost: linear in the size of the module.
void mark_code(llvm::Module& m);

/// The marks in a function: its own, and those of what was inlined, in the
/// order of the code.
[[nodiscard]] std::vector<llvm::CallInst*> entry_marks(llvm::Function& f);

/// The number of the call, from 0, among those of its function that have its
/// place and its callee.
[[nodiscard]] std::uint64_t number_of(const llvm::CallBase& call);

/// Removes all marks of entries. The declaration of their function stays.
void remove_entry_marks(llvm::Module& m);

}  // namespace catenary::program
