// SPDX-License-Identifier: Apache-2.0
/// \file
/// The description file of a C step program (TOML), as written by the user.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace catenary::frontend::c {

/// A piece of C text and where it stands: `where` is its first character.
struct Code {
  std::string text;
  base::SourceLocation where;
};

/// A number of a TOML file, kept exactly.
struct Number {
  /// Decimal integer, or float as strtod reads it.
  std::string text;
  bool is_integer = true;
};

struct VariableDescription {
  Code lvalue;
  std::optional<Number> lo, hi;
  base::SourceLocation range_where;
  /// By value.
  std::vector<std::pair<std::string, std::int64_t>> names;
  std::string unit;
};

struct PropertyDescription {
  std::string id;
  std::string text;
  std::vector<std::string> requirements;
  base::SourceLocation where;
  /// One for each consecutive step; never empty.
  std::vector<Code> when;
  std::optional<Code> then;
};

struct Description {
  std::string path;
  /// Of the file; "" = the working directory.
  std::string directory;
  std::vector<Code> sources;
  std::vector<std::string> flags;
  /// A compilation database, see take_compile_commands().
  std::optional<Code> compile_commands;
  /// Of each source besides `flags`, or empty.
  std::vector<std::vector<std::string>> source_flags;
  std::map<std::string, std::string> redefine;
  base::SourceLocation redefine_where;
  bool rename_main = false;
  std::optional<Code> declare, init, step, final_state;
  base::SourceLocation program_where;
  std::vector<Code> assume;
  std::vector<VariableDescription> inputs, outputs, parameters, initial;
  std::vector<Code> invariants;
  std::vector<PropertyDescription> properties;
  std::vector<std::string> criteria;
  bool has_coverage = false;
  base::SourceLocation coverage_where;
  std::uint32_t unroll = 64;
  double step_ms = 0, reset_ms = 0;

  /// The expressions are C++: those of a first source that is.
  [[nodiscard]] bool is_cpp() const;
};

/// Reads a description. Throws InputError with positions: syntax, unknown keys
/// (with the nearest known one), wrong types, duplicate ids.
[[nodiscard]] Description read_description(const std::string& path);
[[nodiscard]] Description parse_description(const std::string& text,
                                            const std::string& path);

}  // namespace catenary::frontend::c
