// SPDX-License-Identifier: Apache-2.0
/// \file
/// The pass behind instrument(): calls that mean something are in
/// instrument_calls.cpp, all else is in instrument.cpp. Internal to these.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "program/build/workspace.h"
#include "program/instrument/inputs/input_calls.h"

namespace llvm {
class BasicBlock;
class BinaryOperator;
class CallInst;
}  // namespace llvm

namespace catenary::program {

/// One pass over the reachable functions.
class Instrumenter {
 public:
  Instrumenter(Workspace& w, const Recipe& recipe);

  void run();

 private:
  void labels(llvm::Function& f);
  void call(llvm::CallInst& c, llvm::Function& callee);
  void stop_here(llvm::Instruction& at,
                 model::StepOutcome outcome,
                 const std::string& text) {
    stop_run(w_, at, outcome, text);
  }
  void refuse(llvm::Instruction& at, const std::string& text, const char* code);
  void find_called(const std::vector<llvm::Function*>& roots);
  void stop_in_uncallable(const std::vector<llvm::Function*>& reachable);
  void undefined(llvm::Instruction& at, const char* kind, const char* text);
  void stop_unless(llvm::CallInst& at, llvm::Value* condition);
  void stop_at_overflow(llvm::BinaryOperator& division);
  void hit(llvm::IRBuilderBase& b, llvm::Value* goal_index) {
    record_hit(b, *hits_, goal_index);
  }
  void assume_call(llvm::CallInst& c, const std::string& name);
  void goal_call(llvm::CallInst& c);
  void error_call(llvm::CallInst& c, const std::string& name);
  void failed_assertion(llvm::CallInst& c);
  void output_call(llvm::CallInst& c, const std::string& name);
  std::string place(const base::SourceLocation& where);
  void finish_hits();

  Workspace& w_;
  const Recipe& recipe_;
  llvm::Module& m_;
  llvm::GlobalVariable* hits_ = nullptr;
  std::vector<base::Diagnostic> errors_;
  std::set<const llvm::BasicBlock*> labelled_;  ///< by an error label
  /// Functions that direct calls lead to. Others are reached through addresses
  /// alone, if at all.
  std::set<const llvm::Function*> called_;
  InputCalls inputs_;
};

}  // namespace catenary::program
