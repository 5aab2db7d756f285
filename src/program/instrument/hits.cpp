// SPDX-License-Identifier: Apache-2.0
/// \file
/// Code that records covered goals or stops a run, and the ids of goals.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <filesystem>

#include "program/build/workspace.h"
#include "program/instrument/run_end.h"

namespace catenary::program {

void stop_run(Workspace& w,
              llvm::Instruction& at,
              model::StepOutcome outcome,
              const std::string& text) {
  const std::uint32_t event =
      w.add_event(text, w.locate(at), is_expression(*at.getFunction()));
  llvm::IRBuilder<> b(&at);
  llvm::Type* number = b.getInt32Ty();
  b.CreateCall(
      w.module->getOrInsertFunction(
          kStop,
          llvm::FunctionType::get(b.getVoidTy(), {number, number}, false)),
      {b.getInt32(static_cast<std::uint32_t>(outcome)), b.getInt32(event)});
}

void end_run(Workspace& w, llvm::Instruction& at, const std::string& text) {
  llvm::LLVMContext& c = *w.context;
  llvm::IRBuilder<> b(&at);
  // An expression of the description is evaluated while a step is judged.
  if (!is_expression(*at.getFunction())) {
    b.CreateCall(w.module->getOrInsertFunction(
        kJudgeEnd, llvm::FunctionType::get(llvm::Type::getVoidTy(c), false)));
  }
  stop_run(w, at, model::StepOutcome::ended, text);
}

void record_hit(llvm::IRBuilderBase& b,
                llvm::GlobalVariable& hits,
                llvm::Value* goal_index) {
  llvm::Value* index = b.CreateZExtOrTrunc(goal_index, b.getInt64Ty());
  llvm::Value* word = b.CreateLShr(index, 6);
  // Word index / 64, bit index % 64.
  llvm::Value* shift = b.CreateAnd(index, 63);
  llvm::Value* bit = b.CreateShl(b.getInt64(1), shift);
  llvm::Value* at = b.CreateGEP(b.getInt64Ty(), &hits, word);
  llvm::Value* before = b.CreateLoad(b.getInt64Ty(), at);
  b.CreateStore(b.CreateOr(before, bit), at);
}

void record_hit_if(llvm::IRBuilderBase& b,
                   llvm::GlobalVariable& hits,
                   std::uint32_t goal,
                   llvm::Value* condition) {
  llvm::Value* at = b.CreateGEP(b.getInt64Ty(), &hits, b.getInt64(goal / 64));
  llvm::Value* bit =
      b.CreateShl(b.CreateZExt(condition, b.getInt64Ty()), goal % 64);
  b.CreateStore(b.CreateOr(b.CreateLoad(b.getInt64Ty(), at), bit), at);
}

std::string short_place(const base::SourceLocation& where) {
  return std::filesystem::path(where.file).filename().string() + ":" +
         std::to_string(where.line) + ":" + std::to_string(where.column);
}

std::string Workspace::free_id(const std::string& stem,
                               const std::vector<std::string>& endings) const {
  std::string id = stem;
  const auto is_taken = [&](const std::string& ending) {
    return goal_index_.count(id + ending) != 0;
  };
  for (int n = 2; std::any_of(endings.begin(), endings.end(), is_taken); ++n) {
    id = stem + "#" + std::to_string(n);
  }
  return id;
}

std::string Workspace::free_pair_id(const std::string& stem) const {
  std::string id = stem;
  const auto is_taken = [&id](const model::PairGoal& g) {
    return g.goal.id == id;
  };
  for (int n = 2; std::any_of(pair_goals.begin(), pair_goals.end(), is_taken);
       ++n) {
    id = stem + "#" + std::to_string(n);
  }
  return id;
}

}  // namespace catenary::program
