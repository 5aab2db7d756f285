// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a front end asks of the C machinery: which sources to compile, how the
/// reactive part is wired, which goals to look for; and what comes back: a
/// natively runnable step system.
///
/// A *harness* is C text of the front end, compiled in the user's own context,
/// that defines functions with fixed names (see Harness). A *whole program*
/// has a main() whose outermost infinite loop is one step an iteration.
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
  /// File; for a generated text the name to show.
  std::string path;
  /// Generated text; compiled instead of the file where set.
  std::optional<std::string> text;
  /// The generated text is C++.
  bool cpp = false;
  /// Of this unit, besides Recipe::flags.
  std::vector<std::string> flags = {};
};

/// Whether a file of this name is C++.
[[nodiscard]] bool is_cpp(const std::string& path);

/// Names a harness defines, where K counts from 0:
///
///     int   __cat_type_K          _Generic code of input K, see kTypeCodes
///     void  __cat_seti_K(long long), __cat_setd_K(double)   sets input K
///     int   __cat_ini_type_K; __cat_ini_seti_K, __cat_ini_setd_K   initial
///     choice int   __cat_otype_K; long long __cat_outi_K(void); double
///     __cat_outd_K(void) void  __cat_init(void), __cat_step(void)       the
///     user's statements int   __cat_assume(void)     before a step, inputs
///     set: is it allowed void  __cat_pre(void), __cat_post(void),
///     __cat_after_init(void) int   __cat_final(void)      may a chain end here
///
/// and calls `__cat_hit(int goal)` where a goal of the harness is hit. Input,
/// output and initial functions are needed for each variable, the others only
/// where they do something.
struct Harness {
  std::uint32_t inputs = 0;
  std::uint32_t initial = 0;
  std::uint32_t outputs = 0;
  /// Numbered from 0 in __cat_hit.
  std::vector<model::Goal> goals;
};

struct Recipe {
  std::string name;
  /// That the user named, for faults of the whole.
  std::string path;
  /// Linked in this order.
  std::vector<Unit> units;
  /// Of the user, e.g. "-Iinclude".
  std::vector<std::string> flags;
  /// Where clang runs: flags are relative.
  std::string directory;
  /// Macro name -> replacement of its #define inside the sources.
  std::map<std::string, std::string> redefine;
  /// For "no such #define".
  base::SourceLocation redefine_where;
  Harness harness;
  /// Cut main() at its infinite loop.
  bool whole_program = false;
  /// Of the goals to make from the code.
  Criteria criteria;
  /// Iterations of a loop whose end is not known, in the encoding.
  std::uint32_t unroll = 64;
  /// Remember in which order inputs are called for (Stepper::called()).
  bool record_calls = false;
  /// A step that takes longer is `hung`.
  std::chrono::milliseconds step_time_limit{2000};
};

/// An input, initial choice or output as the compiled program has it.
struct BuiltVariable {
  /// Set for inputs found in the code, else empty.
  std::string name;
  base::SourceLocation where;
  model::ScalarType type = model::ScalarType::int32;
  /// For integers: values at which behaviour may change, ascending; every
  /// value between two neighbours (the first included) behaves alike. Valid
  /// where `classes_exact`.
  std::vector<std::int64_t> cuts;
  bool classes_exact = false;
  /// This input and those that it is compared with, in the same step; empty
  /// where there are none. All have the same cuts. Between two cuts, n values
  /// stand for all where n inputs are compared with each other.
  std::vector<std::uint32_t> compared_with;
  /// The use that defeats classes.
  std::string why_not_exact;
  /// False where its type has no values of ours.
  bool is_scalar = true;
  /// Outputs: whether it shows the number of an address.
  bool shows_address = false;
  /// Outputs, see model::Variable::holds.
  model::Holds holds;
};

/// A program ready to run.
struct Built {
  std::shared_ptr<const model::StepperFactory> factory;
  /// The same as terms.
  std::shared_ptr<const model::Encoder> encoder;
  /// The harness's variables first, in order, then those found in the code.
  std::vector<BuiltVariable> inputs, initial, outputs;
  /// The harness's goals first, in order, then those found in the code.
  std::vector<model::Goal> goals;
  std::vector<model::PairGoal> pair_goals;
  std::vector<model::StateField> state;
  bool portable_states = true;
  bool any_state_final = true;
  /// Of the compiled program.
  std::string sha256;
  std::vector<base::Diagnostic> warnings;
};

/// Compiles, links, instruments and prepares a program. Throws InputError for
/// faults of the sources and for constructs that cannot be run faithfully,
/// ToolError where clang is missing. Cost: that of clang -O2.
[[nodiscard]] Built build(const Recipe& recipe, const base::Budget& budget);

/// Whether verification tools give this function its meaning, so that programs
/// call it without defining it: inputs (nondet_…), assumptions, error calls.
[[nodiscard]] bool is_verifier_function(const std::string& name);

/// "clang version …", or nothing where it is not installed.
[[nodiscard]] std::string clang_version();
/// Version of the LLVM linked in.
[[nodiscard]] std::string llvm_version();

}  // namespace catenary::program
