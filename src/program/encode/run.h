// SPDX-License-Identifier: Apache-2.0
/// \file
/// Symbolic execution of LLVM functions, all paths at once: blocks in
/// topological order, paths merged where they meet, loops unwound until no path
/// is left in them or a limit is reached, calls executed in place.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "program/build/workspace.h"
#include "program/encode/access.h"
#include "program/encode/loops/plan.h"
#include "program/encode/machine.h"
#include "program/encode/term/values.h"

namespace llvm {
class BasicBlock;
class CallBase;
class Module;
}  // namespace llvm

namespace catenary::program {

/// Executes functions on the machine's current path. One for an encoding; keeps
/// plans of functions and tables of switches.
class Executor {
 public:
  /// `w` has the module, prepared by make_loops_regular(), and the events. Both
  /// must outlive it.
  Executor(Machine& m, Workspace& w);

  /// Calls a function on the current path and returns its result; the machine
  /// is not alive if no path returns. Where `by_outcome` (entries), a result
  /// other than 0 is an outcome that ends the run. Recursion beyond the limit
  /// is unsupported.
  RegisterValue call(llvm::Function& f,
                     std::vector<RegisterValue> arguments,
                     bool by_outcome = false);

  /// Begins a run with a limit of blocks of its own.
  void start() { blocks_ = 0; }

  /// Operators and constants on the path of the machine.
  [[nodiscard]] Values& values() { return values_; }
  /// Memory accesses on that path.
  [[nodiscard]] Access& access() { return access_; }

 private:
  /// A path on its way to a block, with the values for the block's phis, which
  /// must be read at the source of the edge.
  struct Edge {
    /// The path that takes the edge.
    PathState path;
    std::vector<RegisterValue> phis;
  };
  /// One call of a function in progress.
  struct Frame {
    /// The function that is called.
    llvm::Function* function = nullptr;
    /// Values by their instruction or argument. In a loop the last iteration's.
    std::unordered_map<const llvm::Value*, RegisterValue> registers;
    /// Paths that wait for a block.
    std::map<const llvm::BasicBlock*, std::vector<Edge>> pending;
    /// Paths that returned; the result is in place of the phis.
    std::vector<Edge> returns;
    /// Memory of its allocas, to be dropped at the return.
    std::vector<std::size_t> locals;
    /// Loops being executed, outermost first.
    std::vector<const Region*> loops;
    /// The exits of a loop in its current iteration: whether some exit stayed
    /// undecided, and whether some was decided. See run_loop().
    struct Iteration {
      bool exits = false;
      bool decided = false;
    };
    /// One for each of `loops`.
    std::vector<Iteration> iterations;
    /// Whether its result is the outcome of the run.
    bool by_outcome = false;
  };

  /// Executes the items of a region in order, as far as paths wait for them.
  void run_region(Frame& f, const Region& region);
  /// Executes a loop until no path waits for its header.
  void run_loop(Frame& f, const Region& loop);
  /// Executes a block on all paths that wait for it, merged.
  void run_block(Frame& f, const llvm::BasicBlock& block);
  /// Merges the paths that have come to a block, and its phis.
  void arrive(Frame& f, const llvm::BasicBlock& block, std::vector<Edge> edges);
  /// Executes a terminator: sends the path on, or ends it.
  void leave(Frame& f, const llvm::Instruction& terminator);
  /// All ways of a switch that are possible.
  void leave_switch(Frame& f, const llvm::Instruction& jump);
  /// Where a switch leads; made once for each switch. Several labels may lead
  /// to one block.
  struct SwitchWays {
    /// Where values without a label lead.
    const llvm::BasicBlock* otherwise = nullptr;
    std::vector<std::pair<logic::Term, const llvm::BasicBlock*>> labels;
    /// For a selector that is a constant.
    std::unordered_map<std::uint64_t, const llvm::BasicBlock*> by_value;
    std::unordered_map<const llvm::BasicBlock*, std::vector<logic::Term>>
        by_target;
  };
  /// The table of a switch, from the cache.
  [[nodiscard]] const SwitchWays& ways_of(const llvm::Instruction& jump);
  /// Condition that the selector leads to `to`.
  [[nodiscard]] logic::Term literal_of(const SwitchWays& table,
                                       const llvm::BasicBlock* to,
                                       logic::Term selector);
  /// Sends the path on by a switch whose selector is known. False where it is
  /// not known.
  bool leave_by_label(Frame& f,
                      const llvm::Instruction& jump,
                      logic::Term selector);
  /// Puts a path into the list of those that wait for `to`.
  void send(Frame& f,
            const llvm::BasicBlock& from,
            const llvm::BasicBlock& to,
            PathState path);
  /// Whether the jump at the end of `from` may leave the loop.
  [[nodiscard]] bool may_leave(const llvm::BasicBlock& from,
                               const Region& loop);
  /// Notes for all current loops that a jump may leave whether it was decided.
  void note_exit(Frame& f, const llvm::BasicBlock& from, bool decided);
  /// Executes an instruction that is not a terminator and keeps its result.
  void execute(Frame& f, const llvm::Instruction& i);
  /// Its result; an empty one where it is not defined.
  [[nodiscard]] RegisterValue compute(Frame& f, const llvm::Instruction& i);
  // Kinds of instructions that compute() handles.
  [[nodiscard]] RegisterValue binary(Frame& f, const llvm::BinaryOperator& o);
  [[nodiscard]] RegisterValue cast(Frame& f, const llvm::CastInst& c);
  [[nodiscard]] RegisterValue compare(Frame& f, const llvm::CmpInst& c);
  /// A float, or each lane of a vector, with the other sign (fneg).
  [[nodiscard]] RegisterValue negated(const RegisterValue& x);
  /// Reads or replaces a member of a structure or array in a register
  /// (extractvalue, insertvalue).
  [[nodiscard]] RegisterValue aggregate(Frame& f, const llvm::Instruction& i);
  /// Value of an operand: a constant, a register, or an undefined value.
  [[nodiscard]] RegisterValue value(Frame& f, const llvm::Value& v);
  /// The same, but a constant that is a converted address is marked as an
  /// address.
  [[nodiscard]] RegisterValue number(Frame& f, const llvm::Value& v);
  /// The value of a scalar operand.
  [[nodiscard]] logic::Term term(Frame& f, const llvm::Value& v) {
    return value(f, v).term;
  }

  // Memory: see instruction.cpp.
  /// A new object for an alloca; it is dropped when the function returns.
  [[nodiscard]] RegisterValue allocate(Frame& f, const llvm::Instruction& i);
  /// Address computation (getelementptr).
  [[nodiscard]] RegisterValue address(Frame& f, const llvm::Instruction& i);
  /// Reads a value of any type, by parts.
  [[nodiscard]] RegisterValue load(const llvm::Type& type,
                                   logic::Term pointer,
                                   const llvm::Instruction& i);
  /// Writes a value of any type, by parts.
  void store(const llvm::Type& type,
             logic::Term pointer,
             const RegisterValue& v);
  /// Reorders the lanes of vectors (shufflevector).
  [[nodiscard]] RegisterValue shuffle(Frame& f, const llvm::Instruction& i);
  /// Reads or replaces one lane of a vector; an index that is not
  /// constant is unsupported.
  [[nodiscard]] RegisterValue element(Frame& f, const llvm::Instruction& i);

  // Calls: see call.cpp and term/intrinsic.cpp.
  /// A call: an intrinsic, a function of the module, or one of the library.
  [[nodiscard]] RegisterValue call_instruction(Frame& f,
                                               const llvm::CallBase& c);
  /// Splits the path by the functions that the pointer may mean.
  [[nodiscard]] RegisterValue call_by_pointer(
      Frame& f, const llvm::CallBase& c, std::vector<RegisterValue> arguments);
  /// A call of a known function: its body, kStop, or a library function.
  [[nodiscard]] RegisterValue call_named(Frame& f,
                                         const llvm::CallBase& c,
                                         llvm::Function& callee,
                                         std::vector<RegisterValue> arguments);
  /// A call of kStop(outcome, event).
  void stop(const std::vector<RegisterValue>& arguments);
  /// An LLVM intrinsic; those without an encoding are unsupported.
  [[nodiscard]] RegisterValue intrinsic(
      const llvm::CallBase& c,
      unsigned id,
      const std::vector<RegisterValue>& arguments);
  /// Applies an intrinsic to each lane of vectors, or to scalars.
  [[nodiscard]] RegisterValue lanes(
      const llvm::CallBase& c,
      unsigned id,
      const std::vector<RegisterValue>& arguments);
  /// An intrinsic on scalars.
  [[nodiscard]] RegisterValue lane(const llvm::CallBase& c,
                                   unsigned id,
                                   const std::vector<RegisterValue>& arguments);
  /// The result of an intrinsic on floats; nothing for others.
  [[nodiscard]] std::optional<logic::Term> float_intrinsic(
      const llvm::CallBase& c,
      unsigned id,
      const std::vector<RegisterValue>& arguments);
  /// llvm.minnum and llvm.maxnum.
  [[nodiscard]] logic::Term smaller_or_larger(logic::Term x,
                                              logic::Term y,
                                              bool smaller);
  /// llvm.copysign.
  [[nodiscard]] logic::Term with_sign(logic::Term x, logic::Term sign);
  /// llvm.is.fpclass: whether x is in one of the classes of the mask.
  [[nodiscard]] logic::Term float_class(logic::Term x, logic::Term mask);
  /// llvm.fptosi.sat and llvm.fptoui.sat.
  [[nodiscard]] logic::Term saturated_integer(logic::Term x,
                                              std::uint32_t width,
                                              bool is_signed);
  /// A native library function; those without an encoding are unsupported.
  [[nodiscard]] RegisterValue library(
      const llvm::CallBase& c,
      const std::string& name,
      const std::vector<RegisterValue>& arguments);

  /// Plan of a function, made once.
  [[nodiscard]] const Region& plan(llvm::Function& f);

  Machine& m_;
  TermBuilder& b_;
  Workspace& w_;
  Values values_;
  Access access_;
  /// Plans of functions that were called, made at the first call.
  std::map<const llvm::Function*, std::unique_ptr<Region>> plans_;
  /// Calls in progress of each function, for the limit of recursion.
  std::map<const llvm::Function*, std::uint32_t> depth_;
  /// Tables of switches, by the switch.
  std::unordered_map<const llvm::Instruction*, SwitchWays> switches_;
  /// By the block that a switch leads to and its selector; see
  /// leave_by_label(). Building a disjunction of thousands of labels is slow.
  std::map<std::pair<const llvm::BasicBlock*, logic::Term>, logic::Term>
      switch_literals_;
  /// By block and loop: the results of may_leave().
  std::map<std::pair<const llvm::BasicBlock*, const Region*>, bool> may_leave_;
  /// By two blocks: index of the first among the incoming blocks of the
  /// second's phis.
  std::map<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>,
           unsigned>
      incoming_;
  /// Current instruction, for places in messages.
  const llvm::Instruction* at_ = nullptr;
  /// Blocks executed in this run.
  std::uint64_t blocks_ = 0;
};

}  // namespace catenary::program
