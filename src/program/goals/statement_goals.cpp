// SPDX-License-Identifier: Apache-2.0
/// \file
/// Goals of statements: hit where the code of a statement begins to run. The
/// places of instructions in debug information say to which statement they
/// belong.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "program/build/paths.h"
#include "program/build/workspace.h"
#include "program/goals/criteria.h"

namespace catenary::program {

namespace {

using LineAndColumn = std::pair<std::uint32_t, std::uint32_t>;

/// Finds the statement of an instruction: the innermost around its place.
class StatementIndex {
 public:
  explicit StatementIndex(const Workspace& w) : w_(w) {
    for (std::size_t s = 0; s < w.statements.size(); ++s) {
      const Statement& one = w.statements[s];
      std::map<LineAndColumn, std::size_t>& of_file = files_[one.where.file];
      of_file.emplace(LineAndColumn{one.where.line, one.where.column}, s);
    }
  }

  /// Index in Workspace::statements, -1 where it belongs to none.
  std::int64_t find(const llvm::Instruction& i) {
    const base::SourceLocation where = w_.locate(i);
    if (where.line == 0) return -1;
    const auto of_file = files_.find(where.file);
    if (of_file == files_.end()) return -1;
    const LineAndColumn at{where.line, where.column};
    const auto [known, is_new] =
        known_.try_emplace(std::make_pair(&of_file->second, at), -1);
    if (!is_new) return known->second;
    // Statements are nested in each other or apart: of those that begin at or
    // before the place, the last one that does not end before it is the
    // innermost.
    auto candidate = of_file->second.upper_bound(at);
    while (candidate != of_file->second.begin()) {
      --candidate;
      if (at <= w_.statements[candidate->second].end) {
        known->second = static_cast<std::int64_t>(candidate->second);
        break;
      }
    }
    return known->second;
  }

 private:
  const Workspace& w_;
  std::map<std::string, std::map<LineAndColumn, std::size_t>> files_;
  std::map<std::pair<const void*, LineAndColumn>, std::int64_t> known_;
};

using FunctionPlace = std::pair<std::string, std::uint32_t>;

/// Where the function of an instruction, inlined or not, has its name.
FunctionPlace function_of(const Workspace& w, const llvm::Instruction& i) {
  const llvm::DILocation* at = i.getDebugLoc().get();
  if (at == nullptr) return {};
  const llvm::DISubprogram* function = at->getScope()->getSubprogram();
  if (function == nullptr) return {};
  return {display_path(function->getFilename().str(), w.directory),
          function->getLine()};
}

}  // namespace

/// For the statements in functions that the step can reach. Must be called
/// before the code is changed: places of instructions must be those of the
/// source.
void add_statement_goals(Workspace& w,
                         const Criteria& /*criteria*/,
                         llvm::GlobalVariable& hits) {
  StatementIndex index(w);
  std::set<std::int64_t> anywhere;
  for (const llvm::Function& f : *w.module) {
    for (const llvm::Instruction& i : llvm::instructions(f)) {
      anywhere.insert(index.find(i));
    }
  }
  // A statement is entered where its code follows that of another statement in
  // a block, or begins the block. Later entries of the same run are redundant
  // hits, which cost time but do no harm.
  std::vector<std::pair<llvm::Instruction*, std::size_t>> begins;
  std::set<FunctionPlace> in_step;
  std::vector<bool> wanted(w.statements.size(), false);
  for (llvm::Function* f : reachable_functions(w, {w.step})) {
    for (llvm::BasicBlock& block : *f) {
      std::int64_t last = -1;
      for (llvm::Instruction& i : block) {
        if (llvm::isa<llvm::PHINode>(i) || llvm::isa<llvm::AllocaInst>(i)) {
          continue;
        }
        in_step.insert(function_of(w, i));
        const std::int64_t at = index.find(i);
        if (at < 0 || at == last) continue;
        last = at;
        wanted[static_cast<std::size_t>(at)] = true;
        begins.emplace_back(&i, static_cast<std::size_t>(at));
      }
    }
  }
  std::vector<std::uint32_t> goals(w.statements.size());
  for (std::size_t s = 0; s < w.statements.size(); ++s) {
    const Statement& one = w.statements[s];
    // What the compiler left out can never run.
    const bool left_out =
        one.has_code && anywhere.count(static_cast<std::int64_t>(s)) == 0 &&
        in_step.count({one.function.file, one.function.line}) != 0;
    if (!wanted[s] && !left_out) continue;
    goals[s] = w.goal(
        "statement@" + short_place(one.where),
        model::GoalKind::statement,
        one.where,
        left_out ? "statement, which the compiler left out" : "statement");
  }
  for (const auto& [instruction, s] : begins) {
    llvm::IRBuilder<> b(instruction);
    record_hit(b, hits, b.getInt32(goals[s]));
  }
}

}  // namespace catenary::program
