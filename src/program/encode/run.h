// SPDX-License-Identifier: Apache-2.0
/// \file
/// Symbolic execution of LLVM functions, all paths at once: blocks in
/// topological order, paths merged where they meet, loops unwound until no
/// path is left in them, calls executed in place.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "program/build/workspace.h"
#include "program/encode/access.h"
#include "program/encode/machine.h"
#include "program/encode/plan.h"
#include "program/encode/term/values.h"

namespace llvm {
class BasicBlock;
class CallBase;
class Module;
}  // namespace llvm

namespace catenary::program {

class Executor {
 public:
  /// `w` holds the module, prepared by make_loops_regular(), and the events.
  Executor(Machine& m, Workspace& w);

  /// Calls a function on the current path; its result. Where `by_outcome`, a
  /// result other than 0 is an outcome that ends the run.
  RegisterValue call(llvm::Function& f,
                     std::vector<RegisterValue> arguments,
                     bool by_outcome = false);

  /// Begins a run with a limit of its own.
  void start() { blocks_ = 0; }

  [[nodiscard]] Values& values() { return values_; }
  [[nodiscard]] Access& access() { return access_; }

 private:
  /// A path on its way to a block, with the values for the block's phis.
  struct Edge {
    PathState path;
    std::vector<RegisterValue> phis;
  };
  struct Frame {
    llvm::Function* function = nullptr;
    std::unordered_map<const llvm::Value*, RegisterValue> registers;
    std::map<const llvm::BasicBlock*, std::vector<Edge>> pending;
    /// The value in place of phis.
    std::vector<Edge> returns;
    /// Memory of allocas.
    std::vector<std::size_t> locals;
    /// Being executed, outermost first.
    std::vector<const Region*> loops;
    /// For each of these: some exit was, all exits were, left open.
    struct Iteration {
      bool exits = false;
      bool decided = false;
    };
    std::vector<Iteration> iterations;
    bool by_outcome = false;
  };

  void run_region(Frame& f, const Region& region);
  void run_loop(Frame& f, const Region& loop);
  void run_block(Frame& f, const llvm::BasicBlock& block);
  void arrive(Frame& f, const llvm::BasicBlock& block, std::vector<Edge> edges);
  void leave(Frame& f, const llvm::Instruction& terminator);
  void leave_switch(Frame& f, const llvm::Instruction& jump);
  /// Where a switch leads.
  struct SwitchWays {
    const llvm::BasicBlock* otherwise = nullptr;
    std::vector<std::pair<logic::Term, const llvm::BasicBlock*>> labels;
    std::unordered_map<std::uint64_t, const llvm::BasicBlock*> by_value;
    std::unordered_map<const llvm::BasicBlock*, std::vector<logic::Term>>
        by_target;
  };
  [[nodiscard]] const SwitchWays& ways_of(const llvm::Instruction& jump);
  [[nodiscard]] logic::Term literal_of(const SwitchWays& table,
                                       const llvm::BasicBlock* to,
                                       logic::Term selector);
  bool leave_by_label(Frame& f,
                      const llvm::Instruction& jump,
                      logic::Term selector);
  void send(Frame& f,
            const llvm::BasicBlock& from,
            const llvm::BasicBlock& to,
            PathState path);
  [[nodiscard]] bool may_leave(const llvm::BasicBlock& from,
                               const Region& loop);
  void note_exit(Frame& f, const llvm::BasicBlock& from, bool decided);
  void execute(Frame& f, const llvm::Instruction& i);
  [[nodiscard]] RegisterValue compute(Frame& f, const llvm::Instruction& i);
  [[nodiscard]] RegisterValue value(Frame& f, const llvm::Value& v);
  [[nodiscard]] RegisterValue number(Frame& f, const llvm::Value& v);
  [[nodiscard]] logic::Term term(Frame& f, const llvm::Value& v) {
    return value(f, v).term;
  }

  // Memory.
  [[nodiscard]] RegisterValue allocate(Frame& f, const llvm::Instruction& i);
  [[nodiscard]] RegisterValue address(Frame& f, const llvm::Instruction& i);
  [[nodiscard]] RegisterValue load(const llvm::Type& type,
                                   logic::Term pointer,
                                   const llvm::Instruction& i);
  void store(const llvm::Type& type,
             logic::Term pointer,
             const RegisterValue& v);
  [[nodiscard]] RegisterValue shuffle(Frame& f, const llvm::Instruction& i);
  [[nodiscard]] RegisterValue element(Frame& f, const llvm::Instruction& i);

  // Calls.
  [[nodiscard]] RegisterValue call_instruction(Frame& f,
                                               const llvm::CallBase& c);
  [[nodiscard]] RegisterValue call_by_pointer(
      Frame& f, const llvm::CallBase& c, std::vector<RegisterValue> arguments);
  [[nodiscard]] RegisterValue call_named(Frame& f,
                                         const llvm::CallBase& c,
                                         llvm::Function& callee,
                                         std::vector<RegisterValue> arguments);
  void stop(const std::vector<RegisterValue>& arguments);
  [[nodiscard]] RegisterValue intrinsic(
      const llvm::CallBase& c,
      unsigned id,
      const std::vector<RegisterValue>& arguments);
  [[nodiscard]] RegisterValue lanes(
      const llvm::CallBase& c,
      unsigned id,
      const std::vector<RegisterValue>& arguments);
  [[nodiscard]] RegisterValue lane(const llvm::CallBase& c,
                                   unsigned id,
                                   const std::vector<RegisterValue>& arguments);
  [[nodiscard]] logic::Term float_class(logic::Term x, logic::Term mask);
  [[nodiscard]] logic::Term saturated_integer(logic::Term x,
                                              std::uint32_t width,
                                              bool is_signed);
  [[nodiscard]] RegisterValue library(
      const llvm::CallBase& c,
      const std::string& name,
      const std::vector<RegisterValue>& arguments);

  [[nodiscard]] const Region& plan(llvm::Function& f);

  Machine& m_;
  TermBuilder& b_;
  Workspace& w_;
  Values values_;
  Access access_;
  std::map<const llvm::Function*, std::unique_ptr<Region>> plans_;
  std::map<const llvm::Function*, std::uint32_t> depth_;
  std::unordered_map<const llvm::Instruction*, SwitchWays> switches_;
  /// By the block that a switch leads to, and its selector: see
  /// leave_by_label().
  std::map<std::pair<const llvm::BasicBlock*, logic::Term>, logic::Term>
      switch_literals_;
  std::map<std::pair<const llvm::BasicBlock*, const Region*>, bool> may_leave_;
  /// By two blocks: which of the edges into the second is from the first.
  std::map<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>,
           unsigned>
      incoming_;
  const llvm::Instruction* at_ = nullptr;
  std::uint64_t blocks_ = 0;
};

}  // namespace catenary::program
