// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which calls a step may make more than once. Internal to program/.
#pragma once

#include <map>
#include <set>
#include <utility>

#include "program/build/workspace.h"

namespace llvm {
class CallInst;
class Function;
class Instruction;
}  // namespace llvm

namespace catenary::program {

/// Answers from the call graph and the loops of each function; the module may
/// grow meanwhile, but no call may be added.
class RepeatedCalls {
 public:
  /// Must outlive the object.
  explicit RepeatedCalls(Workspace& w) : w_(w) {}

  /// Whether a step, or the initialisation, may make the call several times:
  /// it is in a loop, or in a function that may be called several times. False
  /// only where that is certain.
  [[nodiscard]] bool may_repeat(const llvm::CallInst& call);

 private:
  bool may_repeat(const llvm::Function& f);
  bool is_in_loop(const llvm::Instruction& i);

  Workspace& w_;
  std::map<const llvm::Function*, bool> functions_;
  /// Instructions in loops, of the functions looked at. Not their blocks: a
  /// read of an input splits its block, and the rest of it is as much in the
  /// loop.
  std::map<const llvm::Function*, std::set<const llvm::Instruction*>> looping_;
};

}  // namespace catenary::program
