// SPDX-License-Identifier: Apache-2.0
/// \file
/// The interface between front ends and the C machinery. A recipe says which
/// sources to compile, how the reactive part is wired and which goals to look
/// for; the result is a step system that runs natively.
///
/// A *harness* is C text of the front end, compiled in the user's own context,
/// that defines functions with fixed names (see Harness). A *whole program* has
/// a main() whose outermost infinite loop is one step an iteration.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/error.h"
#include "model/step/step_system.h"
#include "program/goals/criteria.h"

namespace catenary::program {

/// One translation unit.
struct Unit {
  /// Path of the file, relative to Recipe::directory; for a generated text the
  /// name to show.
  std::string path;
  /// Generated text, which is compiled instead of the file where set.
  std::optional<std::string> text;
  /// The generated text is C++.
  bool cpp = false;
  /// Flags of this unit, after Recipe::flags.
  std::vector<std::string> flags = {};
};

/// Whether a file of this name is C++: .cpp, .cc, .cxx or .C.
[[nodiscard]] bool is_cpp(const std::string& path);

/// The functions and constants that a harness defines; front ends write them.
/// K counts from 0.
///
///     const int __cat_type_K           type code of input K, see scalar_type()
///     void __cat_seti_K(long long)     sets input K
///     void __cat_setd_K(double)        sets input K
///     void __cat_setf_K(float)         sets input K
///     __cat_ini_type_K, __cat_ini_seti_K, __cat_ini_setd_K, __cat_ini_setf_K
///                                      the same for initial choice K
///     const int __cat_otype_K          type code of output K
///     long long __cat_outi_K(void)     value of output K
///     double __cat_outd_K(void)        value of output K
///     void __cat_init(void)            the user's initialisation
///     void __cat_after_init(void)      called after the initialisation
///     int __cat_assume(void)           whether the inputs may be given
///     void __cat_pre(void)             called before a step
///     void __cat_step(void)            the user's step
///     void __cat_post(void)            called after a step
///     int __cat_final(void)            whether a chain may end here
///
/// It calls `__cat_hit(int goal)` where a goal of the harness is hit. Functions
/// of inputs, initial choices and outputs are needed for each variable, the
/// others only where they do something.
struct Harness {
  /// How many variables of each kind it defines functions for.
  std::uint32_t inputs = 0;
  std::uint32_t initial = 0;
  std::uint32_t outputs = 0;
  /// Goals of the harness, numbered from 0 as __cat_hit() names them.
  std::vector<model::Goal> goals;
};

/// Code of the fault that main() of a whole program has no infinite loop.
inline constexpr const char* kNoStepLoop = "no-step-loop";

/// A program to build. A value; build() does not change it.
struct Recipe {
  /// For people.
  std::string name;
  /// File that the user named, as the place of faults of the whole program.
  std::string path;
  /// Compiled and linked in this order; the harness is the first.
  std::vector<Unit> units;
  /// The user's flags for all units, e.g. "-Iinclude".
  std::vector<std::string> flags;
  /// Directory in which clang runs; relative paths and flags refer to it.
  /// Empty: our own.
  std::string directory;
  /// Object-like macros to redefine: name -> replacement of its #define inside
  /// the sources.
  std::map<std::string, std::string> redefine;
  /// Place in the description, for the message "no such #define".
  base::SourceLocation redefine_where;
  Harness harness;
  /// Cut main() at its infinite loop, instead of a harness with __cat_step.
  bool whole_program = false;
  /// Criteria of the goals that are made from the code.
  Criteria criteria;
  /// Instead of `criteria` where these give no goal, and the harness none after
  /// its first `uncounted_goals`. Empty: no others.
  Criteria criteria_without_goals;
  std::size_t uncounted_goals = 0;
  /// The most iterations of a loop without a known bound, in the symbolic
  /// encoding only.
  std::uint32_t unroll = 64;
  /// Record in which order inputs are called for (Stepper::called()).
  bool record_calls = false;
  /// Wall-clock; a step that takes longer is `hung`.
  std::chrono::milliseconds step_time_limit{2000};
};

/// An input, initial choice or output as the compiled program has it.
struct BuiltVariable {
  /// Name of an input found in the code; empty for those of the harness, which
  /// the front end names.
  std::string name;
  base::SourceLocation where;
  model::ScalarType type = model::ScalarType::int32;
  /// For integers: values at which behaviour may change, ascending; all values
  /// between two neighbours (the first included) behave alike. Valid if
  /// `classes_exact`.
  std::vector<std::int64_t> cuts;
  bool classes_exact = false;
  /// The program may divide it by a number that divides this one, and go on
  /// with the remainder: so many neighbours between two cuts stand for all. 1 =
  /// it does not.
  std::int64_t divisor = 1;
  /// This input and those that it is compared with in the same step; empty
  /// where there are none. All have the same cuts. Where n inputs are compared
  /// with each other, n values between two cuts stand for all.
  std::vector<std::uint32_t> compared_with;
  /// The first use that prevents exact classes, for people; empty if exact.
  std::string why_not_exact;
  /// False where its type has no values of ours.
  bool is_scalar = true;
  /// Outputs: whether it shows the number of an address.
  bool shows_address = false;
  /// Outputs, see model::Variable::holds.
  model::Holds holds;
};

/// Memory at an address that the program writes as a number, see
/// instrument/registers/registers.h.
struct PlacedRegister {
  /// C text of the place, as the source has it or as `lvalue`.
  std::string name;
  /// A cast, which means the place in every file; of a number.
  std::string lvalue;
  base::SourceLocation where;
  /// In bytes.
  std::uint64_t size = 0;
  /// All accesses are of the whole; then `size` is 1, 2, 4 or 8.
  bool is_number = false;
  /// The program writes it, besides the harness.
  bool written = false;
};

/// A program that is ready to run. Independent of the recipe.
struct Built {
  std::shared_ptr<const model::StepperFactory> factory;
  /// The same step as terms.
  std::shared_ptr<const model::Encoder> encoder;
  /// The harness's variables first, in order, then those found in the code.
  std::vector<BuiltVariable> inputs, initial, outputs;
  /// The harness's goals first, in order, then those found in the code.
  std::vector<model::Goal> goals;
  std::vector<model::PairGoal> pair_goals;
  std::vector<model::StateField> state;
  std::vector<PlacedRegister> registers;
  /// See model::StepSystem.
  bool portable_states = true;
  bool any_state_final = true;
  /// Of the object file: the same sources, flags and versions give the same.
  std::string sha256;
  std::vector<base::Diagnostic> warnings;
};

/// Compiles, links, instruments and prepares a program. Throws InputError for
/// faults of the sources and for constructs that cannot be run faithfully,
/// StoppedError where the budget is spent, ToolError where clang is missing or
/// fails. Cost: that of clang -O2. Deterministic.
[[nodiscard]] Built build(const Recipe& recipe, const base::Budget& budget);

/// Whether verification tools give this function its meaning, so that programs
/// call it without defining it: inputs (nondet_…), assumptions, error calls.
[[nodiscard]] bool is_verifier_function(const std::string& name);

/// Version of the LLVM linked in.
[[nodiscard]] std::string llvm_version();

}  // namespace catenary::program
