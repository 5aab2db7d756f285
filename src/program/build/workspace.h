// SPDX-License-Identifier: Apache-2.0
/// \file
/// A program while it is being prepared: its LLVM module and what has been
/// found in it so far. Internal to program/.
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
inline constexpr const char* kStop = "__cat_stop";
inline constexpr const char* kConstructors = "__cat_constructors";

/// Code of a scalar type in the harness's __cat_type_K: the index of
/// model::ScalarType.
[[nodiscard]] model::ScalarType scalar_type(std::uint32_t code);

/// Something that ends a run, as passed to __cat_stop().
struct StopEvent {
  std::string text;
  base::SourceLocation where;
  /// In an expression of the description, which is no part of the program.
  bool in_description = false;
};

/// A goal that is read off counters after a step.
struct CountedGoal {
  std::uint32_t goal = 0;
  /// Hit where it is not zero.
  CounterSum sum;
};

/// A point of the code where an input is read (a nondet call). The value is
/// kept in a variable that is set before the step.
struct InputSite {
  BuiltVariable variable;
  llvm::GlobalVariable* value = nullptr;
  /// Set once it was read in a step.
  llvm::GlobalVariable* used = nullptr;
  /// The how-manieth call of the step it was, from 1; null where that is not
  /// recorded.
  llvm::GlobalVariable* place = nullptr;
  bool in_init = false;
  bool in_step = false;
};

/// Bytes of a variable that may hold an input unchanged, or an output that may
/// show it, as find_classes() finds them.
struct Holder {
  /// Index of the input or initial choice.
  std::uint32_t variable = 0;
  bool is_initial = false;
  /// Empty: an output.
  std::string global;
  /// In the global; the index of the output.
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

/// A variable whose values, and changes of them, are goals.
struct StateVariable {
  std::string name;
  base::SourceLocation where;
  llvm::GlobalVariable* global = nullptr;
  std::uint64_t offset = 0;
  std::uint32_t bits = 0;
  std::vector<std::pair<std::string, std::int64_t>> values;
  /// Goals, one a value; or empty.
  std::vector<std::uint32_t> states;
  /// One for each pair of values, the first one major; or empty.
  std::vector<std::uint32_t> transitions;
};

struct Workspace {
  Workspace();
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  /// Clang's working directory.
  std::string directory;
  std::vector<StopEvent> events;
  std::vector<model::Goal> goals;
  std::vector<model::PairGoal> pair_goals;
  CoverageMap coverage;
  std::vector<Statement> statements;
  std::vector<CountedGoal> counted_goals;
  std::vector<StateVariable> state_variables;
  std::vector<InputSite> sites;
  /// Counts them; see InputSite::place.
  llvm::GlobalVariable* calls = nullptr;
  /// Of variables with exact classes.
  std::vector<Holder> holders;
  /// The user's part; may be null.
  llvm::Function* init = nullptr;
  llvm::Function* step = nullptr;

  /// Index of a new event.
  std::uint32_t add_event(std::string text,
                          base::SourceLocation where,
                          bool in_description = false);
  /// Index of the goal with this id; made where there is none.
  std::uint32_t goal(const std::string& id,
                     model::GoalKind kind,
                     const base::SourceLocation& where,
                     const std::string& text);
  /// `stem`, or with a number "#2", … behind it, so that with any of the
  /// endings it is no goal's id.
  [[nodiscard]] std::string free_id(
      const std::string& stem, const std::vector<std::string>& endings) const;
  /// The same for a new PairGoal.
  [[nodiscard]] std::string free_pair_id(const std::string& stem) const;
  /// Where an instruction comes from; unknown without debug information.
  [[nodiscard]] base::SourceLocation locate(const llvm::Instruction& i) const;
  [[nodiscard]] base::SourceLocation locate(const llvm::Function& f) const;
  [[nodiscard]] base::SourceLocation locate(
      const llvm::GlobalVariable& g) const;

 private:
  std::map<std::string, std::uint32_t> goal_index_;
};

/// Reads bitcode of the units, takes the coverage regions out and links all
/// into one module. Throws InputError where symbols clash.
struct Bitcode;
void load_and_link(Workspace& w, const std::vector<Bitcode>& units);

/// Whether a function of this name, without a body, reads an input:
/// __VERIFIER_nondet_*, nondet_*, __catenary_input.
[[nodiscard]] bool is_input_function(const std::string& name);

/// Makes kConstructors of the constructors of globals (C++, or the attribute),
/// where there are any, and settles the little of the C++ run time that
/// programs without a heap and without exceptions need.
void collect_constructors(Workspace& w);

/// Makes Clang's checks for null look at the pointer that is indexed.
void check_bases_for_null(Workspace& w);

/// Finds the outermost infinite loop of main() and makes w.init of what is
/// before it and w.step of one iteration. Throws InputError where there is no
/// main() or no such loop.
void cut_main(Workspace& w, std::vector<base::Diagnostic>& warnings);

/// Replaces calls that mean something to us (error calls, exit, assume,
/// nondet, assert, traps, __cat_hit, …), labels and annotations by code that
/// records hits, reads inputs or stops the run; and rejects calls of functions
/// nobody defines. Only functions reachable from w.init, w.step and the
/// harness are considered; all others are removed.
void instrument(Workspace& w, const Recipe& recipe);

/// Adds a call of kStop in front of `at`.
void stop_run(Workspace& w,
              llvm::Instruction& at,
              model::StepOutcome outcome,
              const std::string& text);

/// A string literal behind a pointer argument, or "".
[[nodiscard]] std::string constant_text(const llvm::Value* v);

/// Adds code that records a hit: sets bit `goal_index` of the words of `hits`.
void record_hit(llvm::IRBuilderBase& b,
                llvm::GlobalVariable& hits,
                llvm::Value* goal_index);
/// The same for one goal, where `condition` (an i1) holds.
void record_hit_if(llvm::IRBuilderBase& b,
                   llvm::GlobalVariable& hits,
                   std::uint32_t goal,
                   llvm::Value* condition);

/// FILE:LINE:COLUMN without the folder, for ids of goals.
[[nodiscard]] std::string short_place(const base::SourceLocation& where);

/// Adds the goals of conditions that decide, with the test vectors they need,
/// and removes Clang's bitmaps of test vectors from the code.
void add_mcdc_goals(Workspace& w,
                    const Criteria& criteria,
                    llvm::GlobalVariable& hits);

/// Adds the goals of comparisons in functions reachable from w.step.
void add_boundary_goals(Workspace& w, llvm::GlobalVariable& hits);

/// Adds Workspace::state_variables with their goals.
void add_state_goals(Workspace& w, const Criteria& criteria);
/// For entries: loads the variables before a step, null where that is not
/// needed; and records goals after one, or after initialisation (no `before`).
[[nodiscard]] std::vector<llvm::Value*> load_states(Workspace& w,
                                                    llvm::IRBuilderBase& b);
void record_states(Workspace& w,
                   llvm::IRBuilderBase& b,
                   const std::vector<llvm::Value*>& before);

/// Which of CoverageMap::counters belong to functions that a step can reach.
[[nodiscard]] std::vector<bool> counted_in_step(const Workspace& w);

/// Adds the goals of Workspace::statements that are of functions reachable
/// from w.step, and code that records their hits. Called before anything else
/// is changed in the code.
void add_statement_goals(Workspace& w, llvm::GlobalVariable& hits);

/// Adds the goals of branches, conditions and decisions of all functions
/// reachable from w.step, as `criteria` ask for, and code that records their
/// hits. What is left in w.counted_goals still needs counters.
void add_branch_goals(Workspace& w,
                      const Criteria& criteria,
                      llvm::GlobalVariable& hits);

/// Adds kRunInit, kRunStep and kCollect; called last before optimising.
void add_entries(Workspace& w,
                 const Recipe& recipe,
                 std::vector<BuiltVariable>& inputs,
                 std::vector<BuiltVariable>& initial);

/// Fills cuts and classes_exact of inputs: which values no step can tell
/// apart; and Workspace::holders. Requires: memory promoted to registers, but
/// no further optimisation.
void find_classes(Workspace& w,
                  const Recipe& recipe,
                  std::vector<BuiltVariable>& inputs,
                  std::vector<BuiltVariable>& initial);

/// Between the parts of the preparation: throws StoppedError where there is no
/// time for the next.
void check_time(const base::Budget& budget);

/// Inlines the functions marked to be inlined always.
void inline_always(Workspace& w);
/// Promotes local variables to registers, nothing else.
void promote_locals(Workspace& w);
/// The well-defined part of -O2. Only a part of that once the budget is spent:
/// the caller must not go on then.
void optimise(Workspace& w, const base::Budget& budget);

/// Bytes of a global that belong to the state.
struct StateRange {
  llvm::GlobalVariable* global = nullptr;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::vector<bool> may_hold_address;  ///< of each byte
};
struct StateLayout {
  std::vector<StateRange> ranges;
  bool holds_addresses = false;
  std::uint64_t total_bytes = 0;
};
/// The bytes that a step, goal, output or final expression may read before
/// they are written and that a step may write. Requires: optimise() was
/// called. Sound: what cannot be resolved counts as read and not written.
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

/// Every variable of the program whole: its image.
[[nodiscard]] StateLayout whole_image(Workspace& w);

/// Adds functions `void f(char*)` that copy the ranges out of and into memory.
/// Adds kStepFrom: load, step and, where the run goes on, save. In it and in
/// kRunInit, stops of the entry itself become returns. Called last: to the
/// analysis of the state a stop is no return.
void add_step_from(Workspace& w);

void add_save_and_load(Workspace& w,
                       const StateLayout& layout,
                       const char* save_name,
                       const char* load_name);

/// Whether a function of the harness holds an expression of the description:
/// a predicate, an output, the place of an input.
[[nodiscard]] bool is_expression(const llvm::Function& f);

/// Throws InputError for expressions of the description that assign to the
/// program's variables. Requires: memory promoted to registers.
void reject_side_effects(Workspace& w);

/// Makes a write to a constant a crash. Requires: as reject_side_effects.
void stop_at_constant_writes(Workspace& w);

/// Throws InputError for functions and variables that nobody defines.
void reject_undefined(Workspace& w);

/// Stops runs, as unsupported, where a branch, a result or what is stored
/// depends on the number of an address: on where the linker and the loader put
/// an object. Comparisons and differences of addresses are none of these.
/// Requires: optimised, so that what depends on no number is gone. Returns the
/// indices of outputs that show such a number: outputs are read after the step,
/// so that no run can stop there.
[[nodiscard]] std::vector<std::uint32_t> stop_at_address_numbers(Workspace& w);

/// Machine code of the module as an object file in memory. Throws StoppedError
/// where the budget ends first, ToolError where LLVM fails. Made in a forked
/// process; requires: no other thread uses LLVM.
[[nodiscard]] std::string emit_object(Workspace& w, const base::Budget& budget);

/// Functions reachable from `roots` through calls and taken addresses, in
/// module order.
[[nodiscard]] std::vector<llvm::Function*> reachable_functions(
    const Workspace& w, const std::vector<llvm::Function*>& roots);

}  // namespace catenary::program
