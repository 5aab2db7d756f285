// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loops that read inputs a known number of times. Internal to program/build.
#pragma once

#include <memory>
#include <vector>

#include "program/build/workspace.h"

namespace llvm {
class BasicBlock;
class Function;
class Loop;
}  // namespace llvm

namespace catenary::program {

/// Metadata of the terminator of a head whose loop was unrolled: no run takes
/// its back edges.
inline constexpr const char* kUnrolled = "catenary.unrolled";

/// Whether these blocks, or what they call, can read an input.
[[nodiscard]] bool reads_input(Workspace& w,
                               const std::vector<llvm::BasicBlock*>& blocks);
[[nodiscard]] bool reads_input(Workspace& w, const llvm::Loop& loop);

/// A set of heads of loops. A block that is deleted leaves the set.
class LoopHeads {
 public:
  LoopHeads();
  ~LoopHeads();
  LoopHeads(LoopHeads&&) noexcept;
  LoopHeads& operator=(LoopHeads&&) = delete;

  [[nodiscard]] bool contains(const llvm::BasicBlock* head) const;
  /// Returns false if it is one already.
  bool insert(llvm::BasicBlock* head);

 private:
  struct Handles;
  std::unique_ptr<Handles> handles_;
};

/// Unrolls the loops of `f` that read inputs and have at most 64 iterations,
/// whatever the inputs are, so that each iteration has inputs of its own.
/// Returns the heads of these loops, and of those with one iteration, and marks
/// them (kUnrolled). They test
/// their conditions as before: how many iterations there are decides only how
/// often their bodies are copied.
/// Cost: a copy of the function for each, linear in its size.
LoopHeads unroll_reading_loops(Workspace& w, llvm::Function& f);

}  // namespace catenary::program
