// SPDX-License-Identifier: Apache-2.0
/// \file
/// The description file of a C step program (TOML) as a value. Keys and their
/// meaning: docs/description.md.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/text/source_map.h"

namespace catenary::frontend::c {

/// C text with its place: `where` is the first character of the text.
struct Code {
  std::string text;
  base::SourceLocation where;
};

/// A bound of a range.
struct Number {
  /// Decimal integer, or float as strtod reads it.
  std::string text;
  bool is_integer = true;
};

/// A row of [inputs], [outputs], [parameters] or [initial].
struct VariableDescription {
  /// C lvalue, or an expression for outputs, e.g. "s.mode".
  Code lvalue;
  /// The name in reports; empty = the lvalue. Descriptions in TOML have none.
  std::string name;
  /// Both or none.
  std::optional<Number> lo, hi;
  base::SourceLocation range_where;
  /// Names of values, sorted by value; each value at most once.
  std::vector<std::pair<std::string, std::int64_t>> names;
  /// For people, e.g. "km/h".
  std::string unit;

  /// What reports call it.
  [[nodiscard]] const std::string& shown() const {
    return name.empty() ? lvalue.text : name;
  }
};

/// A row of [[invariant]]: it must hold after the initialisation and after each
/// step.
struct InvariantDescription {
  Code when;
  /// The id and the text of the goal that it is violated; empty = one made of
  /// its number and of `when`. Descriptions in TOML have none.
  std::string id, text;
};

/// A row of [[property]]: when the antecedent held, so must the consequent.
struct PropertyDescription {
  std::string id;
  std::string text;
  std::vector<std::string> requirements;
  base::SourceLocation where;
  /// The antecedent: one condition for each consecutive step; never empty.
  std::vector<Code> when;
  /// The consequent, evaluated after the step; nothing: the antecedent alone is
  /// a goal.
  std::optional<Code> then;
};

/// A row of [interrupts]: a handler that the environment may call before a
/// step.
struct InterruptDescription {
  /// The call, e.g. "TIM2_IRQHandler()".
  Code call;
  /// The Boolean input: the text of the call up to "(".
  std::string name;
  /// It can happen only where this holds; nothing: before every step.
  std::optional<Code> assume;
};

/// A row of [tasks]: a call that runs in the steps `offset + k * period`,
/// counted from 0 since the last reset.
struct TaskDescription {
  Code call;
  std::uint32_t period = 1;  ///< in steps, at least 1
  std::uint32_t offset = 0;  ///< below `period`
};

/// A description: the sections of a file, or what a front end says of a program
/// that it wrote.
struct Description {
  std::string path;
  /// Directory of the file, in which clang runs; "" = the working directory.
  std::string directory;
  /// Not from a file: the sources were generated, and what the description
  /// leaves out it leaves out on purpose.
  bool generated = false;
  /// The source map of generated sources (program::BuildWatch::source_map).
  base::SourceMap places;
  std::vector<Code> sources;
  std::vector<std::string> flags;
  /// Path of a compilation database; see take_compile_commands().
  std::optional<Code> compile_commands;
  /// Flags of each source besides `flags`; empty where all have the same.
  std::vector<std::vector<std::string>> source_flags;
  /// Macro name to its new replacement.
  std::map<std::string, std::string> redefine;
  base::SourceLocation redefine_where;
  /// The program has a main() that is not the step loop: it gets another name.
  bool rename_main = false;
  /// Functions that no source defines get stubs, see environment/stubs.h.
  bool stub_missing = false;
  /// The stubs in C, behind `declare`, and what runs before each step for them.
  /// Never in a file.
  std::string stubs, before_step;
  /// C text; without `step` it is a whole program. With tasks there is a step,
  /// which may be empty.
  std::optional<Code> declare, init, step, final_state;
  base::SourceLocation program_where;
  /// Conditions on inputs and state before a step.
  std::vector<Code> assume;
  std::vector<VariableDescription> inputs, outputs, parameters, initial;
  /// In the order of their calls. wire_schedule() adds to `inputs` and `assume`
  /// what they stand for.
  std::vector<InterruptDescription> interrupts;
  std::vector<TaskDescription> tasks;
  base::SourceLocation interrupts_where, tasks_where;
  std::vector<InvariantDescription> invariants;
  std::vector<PropertyDescription> properties;
  /// Names of coverage criteria; used if `has_coverage`.
  std::vector<std::string> criteria;
  bool has_coverage = false;
  base::SourceLocation coverage_where;
  /// See program::Recipe::unroll.
  std::uint32_t unroll = 64;
  /// Duration of a step and a reset on the target, in milliseconds; 0 = not
  /// known. For reports.
  double step_ms = 0, reset_ms = 0;

  /// Whether the expressions are C++, which they are if the first source is.
  [[nodiscard]] bool is_cpp() const;
};

/// Reads a description. Throws InputError with positions: syntax, unknown keys
/// (with the nearest known one), wrong types, duplicate ids; of each section
/// the first error. Sources are not read.
[[nodiscard]] Description read_description(const std::string& path);
/// The same from a text; `path` is for positions and the directory.
[[nodiscard]] Description parse_description(const std::string& text,
                                            const std::string& path);
/// The same; what was read before an error stays in `out`.
void parse_description(const std::string& text,
                       const std::string& path,
                       Description& out);

}  // namespace catenary::frontend::c
