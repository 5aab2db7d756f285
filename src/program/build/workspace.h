// SPDX-License-Identifier: Apache-2.0
/// \file
/// A program while it is being prepared: its LLVM module and the facts found in
/// it so far, and the passes over it. Internal to program/.
///
/// The order of the passes is in build.cpp; most have preconditions that depend
/// on it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "model/step/step_system.h"
#include "program/build/recipe.h"
#include "program/syntax/coverage_map.h"
#include "program/syntax/statements.h"

namespace llvm {
class BasicBlock;
class DILocation;
class DebugLoc;
class Function;
class GlobalVariable;
class IRBuilderBase;
class Instruction;
class LLVMContext;
class Module;
class Value;
}  // namespace llvm

namespace catenary::program {

/// Names of the functions and variables that the preparation adds.
inline constexpr const char* kRunInit = "__cat_run_init";
inline constexpr const char* kRunStep = "__cat_run_step";
inline constexpr const char* kStepFrom = "__cat_step_from";
inline constexpr const char* kCollect = "__cat_collect";
inline constexpr const char* kSave = "__cat_save";
inline constexpr const char* kLoad = "__cat_load";
inline constexpr const char* kSaveImage = "__cat_save_image";
inline constexpr const char* kLoadImage = "__cat_load_image";
inline constexpr const char* kHits = "__cat_hits";
inline constexpr const char* kLoopsLeft = "__cat_loops_left";
inline constexpr const char* kStop = "__cat_stop";
inline constexpr const char* kConstructors = "__cat_constructors";

/// The scalar type of a code in the harness's __cat_type_K, which is the number
/// of the enumerator.
[[nodiscard]] model::ScalarType scalar_type(std::uint32_t code);

/// A reason to end a run; its index is the argument of __cat_stop().
struct StopEvent {
  std::string text;
  base::SourceLocation where;
  /// It is in an expression of the description, which is not part of the
  /// program: a fault of the description.
  bool in_description = false;
};

/// A goal that is read off Clang's counters after a step.
struct CountedGoal {
  std::uint32_t goal = 0;
  /// The goal is covered if the sum is not zero.
  CounterSum sum;
};

/// A read of an input at a point of the code (a nondet call). The value is in
/// a variable that is set before the step.
struct InputSite {
  /// Name, type and place; becomes an input, an initial choice, or both.
  BuiltVariable variable;
  /// Set from the letter.
  llvm::GlobalVariable* value = nullptr;
  /// How often the call was made in this step. It has a site for each of its
  /// first `most` reads; more are not supported.
  llvm::GlobalVariable* used = nullptr;
  std::uint8_t most = 1;
  /// Number of the call within the step, from 1; 0 = not called. Null where
  /// calls are not recorded.
  llvm::GlobalVariable* place = nullptr;
  /// Whether the initialisation, and a step, can reach it.
  bool in_init = false;
  bool in_step = false;
};

/// Bytes of a variable that may hold an input unchanged, or an output that may
/// show it, as found by find_classes().
struct Holder {
  /// Index of the input or initial choice.
  std::uint32_t variable = 0;
  bool is_initial = false;
  /// Symbol of the variable; empty for an output.
  std::string global;
  /// In bytes from the start of the variable; for an output its index.
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

/// A variable of an enumeration type whose values, and changes of them, are
/// goals.
struct StateVariable {
  std::string name;
  base::SourceLocation where;
  llvm::GlobalVariable* global = nullptr;
  std::uint64_t offset = 0;
  std::uint32_t bits = 0;
  std::vector<std::pair<std::string, std::int64_t>> values;
  /// Goals, one for each value; empty where they are not asked for.
  std::vector<std::uint32_t> states;
  /// Goals, one for each pair of values, ordered by the value before; empty
  /// where they are not asked for.
  std::vector<std::uint32_t> transitions;
};

/// All that is known of the program. Pointers into the module are valid until a
/// pass removes the object; passes keep them up to date.
struct Workspace {
  Workspace();
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  /// Working directory of clang, to which paths in debug information refer.
  std::string directory;
  /// Whether macros have other values than in the sources.
  bool redefined = false;
  // Results, in the order in which goals and events are numbered.
  std::vector<StopEvent> events;
  std::vector<model::Goal> goals;
  std::vector<model::PairGoal> pair_goals;
  /// About goals that the program does not get.
  std::vector<base::Diagnostic> warnings;
  CoverageMap coverage;
  std::vector<Statement> statements;
  std::vector<CountedGoal> counted_goals;
  std::vector<StateVariable> state_variables;
  std::vector<InputSite> sites;
  std::vector<PlacedRegister> registers;
  /// Number of calls in this step; null where they are not recorded. See
  /// InputSite::place.
  llvm::GlobalVariable* calls = nullptr;
  /// Holders of variables with exact classes.
  std::vector<Holder> holders;
  /// The user's initialisation and step. `init` may be null.
  llvm::Function* init = nullptr;
  llvm::Function* step = nullptr;

  /// Adds an event and returns its index.
  std::uint32_t add_event(std::string text,
                          base::SourceLocation where,
                          bool in_description = false);
  /// Index of the goal with this id; added where there is none.
  std::uint32_t goal(const std::string& id,
                     model::GoalKind kind,
                     const base::SourceLocation& where,
                     const std::string& text);
  /// `stem`, or `stem` with "#2", "#3", … behind it: the first for which no
  /// goal has the id with any of the endings.
  [[nodiscard]] std::string free_id(
      const std::string& stem, const std::vector<std::string>& endings) const;
  /// The same for a new PairGoal.
  [[nodiscard]] std::string free_pair_id(const std::string& stem) const;
  /// Place of an instruction in the sources; unknown without debug information.
  [[nodiscard]] base::SourceLocation locate(const llvm::Instruction& i) const;
  [[nodiscard]] base::SourceLocation locate(const llvm::DILocation& at) const;
  [[nodiscard]] base::SourceLocation locate(const llvm::Function& f) const;
  [[nodiscard]] base::SourceLocation locate(
      const llvm::GlobalVariable& g) const;

 private:
  /// Index in `goals` by id.
  std::map<std::string, std::uint32_t> goal_index_;
};

struct Bitcode;
/// Reads the bitcode of the units, extracts their coverage regions and links
/// all into one module. Throws InputError where symbols clash or a name is
/// reserved, ToolError where LLVM cannot read the bitcode.
void load_and_link(Workspace& w, const std::vector<Bitcode>& units);

/// Whether a function of this name, without a body, reads an input:
/// __VERIFIER_nondet_*, nondet_*, __catenary_input.
[[nodiscard]] bool is_input_function(const std::string& name);

/// Defines kConstructors, which calls the constructors of globals (C++, or the
/// attribute), where there are any; and handles the small part of the C++
/// run-time that programs without a heap and without exceptions need.
void collect_constructors(Workspace& w);

/// Moves Clang's null checks from elements to the pointer that is indexed.
void check_bases_for_null(Workspace& w);

/// The name of the step that cut_main() makes of the loop of main().
inline constexpr const char* kMainStep = "__cat_main_step";

/// Finds the outermost infinite loop of main(), makes w.init of the code before
/// it and w.step of one iteration. Throws InputError where there is no main()
/// or no such loop.
void cut_main(Workspace& w, std::vector<base::Diagnostic>& warnings);

/// Replaces calls that have a meaning of ours (error calls, exit, assume,
/// nondet, assert, traps, __cat_hit, …), labels and annotations by code that
/// records covered goals, reads inputs or stops the run; rejects calls of
/// functions that nobody defines (InputError, all of them at once). Only
/// functions reachable from w.init, w.step and the harness are considered; the
/// others are removed.
void instrument(Workspace& w, const Recipe& recipe);

/// Adds a call of kStop in front of `at`. The code behind it stays, and is not
/// run.
void stop_run(Workspace& w,
              llvm::Instruction& at,
              model::StepOutcome outcome,
              const std::string& text);

/// The string literal that a pointer argument points to, or "".
[[nodiscard]] std::string constant_text(const llvm::Value* v);

/// Adds code that marks a goal as covered: sets bit `goal_index` of `hits`.
void record_hit(llvm::IRBuilderBase& b,
                llvm::GlobalVariable& hits,
                llvm::Value* goal_index);
/// The same for one goal, where `condition` (an i1) holds.
void record_hit_if(llvm::IRBuilderBase& b,
                   llvm::GlobalVariable& hits,
                   std::uint32_t goal,
                   llvm::Value* condition);

/// FILE:LINE:COLUMN without the directory, for ids of goals.
[[nodiscard]] std::string short_place(const base::SourceLocation& where);

/// They add code to the functions of add_entries(). load_states() loads the
/// values of Workspace::state_variables before a step, null for those without
/// goals for transitions. record_states() marks the goals of these variables
/// after a step, or after the initialisation, where `before` is empty.
[[nodiscard]] std::vector<llvm::Value*> load_states(Workspace& w,
                                                    llvm::IRBuilderBase& b);
void record_states(Workspace& w,
                   llvm::IRBuilderBase& b,
                   const std::vector<llvm::Value*>& before);

/// Whether each of CoverageMap::counters belongs to a function that a step can
/// reach.
[[nodiscard]] std::vector<bool> counted_in_step(const Workspace& w);

/// Adds kRunInit, kRunStep and kCollect, and kJudgeEnd where it is called. Must
/// be the last change before optimising. Sets the types of inputs and initial
/// choices, and appends those found in the code.
void add_entries(Workspace& w,
                 const Recipe& recipe,
                 std::vector<BuiltVariable>& inputs,
                 std::vector<BuiltVariable>& initial);

/// Finds input equivalence classes: sets cuts, classes_exact and compared_with
/// of inputs, and Workspace::holders. Requires: memory promoted to registers,
/// but no further optimisation.
void find_classes(Workspace& w,
                  const Recipe& recipe,
                  std::vector<BuiltVariable>& inputs,
                  std::vector<BuiltVariable>& initial);

/// Between passes: throws StoppedError where the budget is spent.
void check_time(const base::Budget& budget);

/// What Clang does at -O0 with the code that it generated: the counters of
/// coverage become code, functions with the attribute always_inline are
/// inlined. Unlike Clang it keeps the branches of those functions whose
/// conditions are known where they are called: they are goals.
void run_passes_of_clang(llvm::Module& module);
/// Inlines the functions with the attribute always_inline.
void inline_always(Workspace& w);
/// Promotes scalar local variables to registers, nothing else, and removes
/// functions that nothing refers to.
void promote_scalars(Workspace& w);
/// The same for the members of all local variables (SROA).
void promote_locals(Workspace& w);
/// Inlines functions as -O2 does, without its other passes, and forbids that
/// calls are inlined later which may lead to a local variable of the caller: it
/// is passed, or its address is kept. If there are no such calls, it does
/// nothing and returns false.
[[nodiscard]] bool inline_users_of_locals(Workspace& w);
/// The well-defined part of -O2. If the budget is spent meanwhile, the
/// remaining passes do nothing: the caller must call check_time() then.
void optimise(Workspace& w, const base::Budget& budget);

/// Bytes of a global that belong to the state.
struct StateRange {
  llvm::GlobalVariable* global = nullptr;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::vector<bool> may_hold_address;  ///< of each byte
};
/// The state: ranges in the order of the module, packed one behind the other.
struct StateLayout {
  std::vector<StateRange> ranges;
  /// States may contain addresses, in any form; then they mean something only
  /// to the copy of the program that they were taken from.
  bool holds_addresses = false;
  std::uint64_t total_bytes = 0;
};
/// The bytes that a step, goal, output or final expression may read before they
/// are written, and that a step may write. Requires: optimise() was called.
/// Sound: an access that cannot be resolved counts as a read and not as a
/// write. Throws InputError for programs with more than 16 MiB of variables.
[[nodiscard]] StateLayout find_state(Workspace& w, bool has_initial_choices);

/// Stops runs, as unsupported, where the address of a local variable is stored
/// in the state.
void stop_at_kept_locals(Workspace& w, const StateLayout& state);

/// The state for people: its ranges by name, with the numbers that debug
/// information says are in them. Left out are bits that `kept` has not, see
/// kept_bits(), and what may hold an address, whose number is not the same in
/// every run.
[[nodiscard]] std::vector<model::StateField> describe_state(
    const Workspace& w,
    const StateLayout& layout,
    const std::vector<std::uint8_t>& kept);

/// All variables of the program, each as a whole.
[[nodiscard]] StateLayout whole_image(Workspace& w);

/// Adds kStepFrom: load, step and, where the run goes on, save. In it and in
/// kRunInit, stops of the entry itself become returns, which are faster. Must
/// be called last: find_state() must still see the stops as calls.
void add_step_from(Workspace& w);

/// Adds the variable kLoopsLeft, from which each iteration of a loop takes one,
/// and stops a run as discarded where it falls below 0. Returns false, and adds
/// nothing, where no loop may be long. Requires: find_state() was called.
[[nodiscard]] bool limit_loops(Workspace& w);

/// Adds functions `void f(char*)` that copy the ranges into packed memory and
/// out of it.
void add_save_and_load(Workspace& w,
                       const StateLayout& layout,
                       const char* save_name,
                       const char* load_name);

/// Whether a function of the harness contains an expression of the description:
/// a predicate, an output, the place of an input.
[[nodiscard]] bool is_expression(const llvm::Function& f);

/// Throws InputError for expressions of the description that assign to
/// variables of the program. Requires: memory promoted to registers.
void reject_side_effects(Workspace& w);

/// Makes a write to a constant a crash. Requires: the same as
/// reject_side_effects().
void stop_at_constant_writes(Workspace& w);

/// Throws InputError for functions and variables that are used and nobody
/// defines, all at once.
void reject_undefined(Workspace& w);

/// Stops runs, as unsupported, where a branch, a result or a stored value
/// depends on the number of an address: on where linker and loader put an
/// object. Comparisons and differences of addresses do not. Requires:
/// optimised, so that unused numbers are gone. Returns the indices of outputs
/// that show such a number: they are read after the step, where no run can
/// stop.
[[nodiscard]] std::vector<std::uint32_t> stop_at_address_numbers(Workspace& w);

/// Machine code of the module as an object file in memory. Throws StoppedError
/// where the budget is spent, ToolError where LLVM fails, InputError where the
/// code needs a function that is not available. Made in a forked process;
/// requires: no other thread uses LLVM. Removes debug information.
[[nodiscard]] std::string emit_object(Workspace& w, const base::Budget& budget);

/// Functions that are reachable from `roots` through calls and taken addresses,
/// also through initialisers of variables; in module order. Where one calls
/// through a pointer, all whose address the initialisation, the constructors or
/// the step take are reachable. Null roots are ignored.
[[nodiscard]] std::vector<llvm::Function*> reachable_functions(
    const Workspace& w, const std::vector<llvm::Function*>& roots);
/// The same from some blocks of a function, which itself counts only where they
/// lead to it.
[[nodiscard]] std::vector<llvm::Function*> functions_reachable_from(
    const Workspace& w, const std::vector<llvm::BasicBlock*>& blocks);

}  // namespace catenary::program
