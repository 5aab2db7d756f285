// SPDX-License-Identifier: Apache-2.0
/// \file
/// Inlining without losing branches. LLVM's inliner computes what it can while
/// it copies a function: a branch whose condition it knows disappears, with the
/// counters behind it, which would be goals of their own (both ways would be
/// reported unreachable). Internal to program/.
#pragma once

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace catenary::program {

/// Hides what the inliner must not compute in `f`: the conditions of branches
/// and switches, conditions that are added to counters, and the first bits of
/// decisions in Clang's bitmaps. They are passed through calls of functions
/// without a body, which show_conditions() removes again. Cost: linear in the
/// size of `f`.
void hide_conditions(llvm::Function& f);

/// Undoes hide_conditions() in all functions of the module, inlined copies
/// included.
void show_conditions(llvm::Module& m);

}  // namespace catenary::program
