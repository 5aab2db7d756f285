// SPDX-License-Identifier: Apache-2.0
/// \file
/// The harness: C text that connects a description to its program. Each piece
/// that the user wrote stands at its own line and column of the description
/// (#line), so that Clang's diagnostics point there.
#pragma once

#include <string>

#include "frontend/c/description.h"
#include "program/build/recipe.h"

namespace catenary::frontend::c {

/// A piece of the user's code in the text.
struct HarnessPiece {
  /// First line of the text after the piece.
  std::size_t line = 0;
  Code code;
  /// What the piece must be, e.g. "input"; empty = any expression or statement.
  std::string variable;
  /// What reports call the variable.
  std::string name;
};

/// The text, and what it defines besides the functions of program::Harness.
struct HarnessText {
  /// C or C++, to be compiled in place of the first source.
  std::string text;
  program::Harness harness;
  /// Names of the outputs "ID.holds", which follow the declared outputs: true
  /// unless this step met the antecedent of property ID and violated its
  /// consequent.
  std::vector<std::string> derived_outputs;
  /// Sorted by line.
  std::vector<HarnessPiece> pieces;
};

/// Name of the text itself in the compiler's diagnostics.
inline constexpr const char* kHarnessFile = "<catenary harness>";

/// Code that observes every step, beside what the description asks, e.g. a
/// monitor of requirements.
struct Watcher {
  /// C and C++ text that defines `static void __cat_watch_reset(void)`, which
  /// is called before the first step, `__cat_watch_begin` (before each step,
  /// when inputs are set) and `__cat_watch_end` (after it). It may call
  /// `__cat_watch_hit(K)` for its goals, and read `long long
  /// __cat_watch_in_K(void)` of `inputs` and `__cat_outi_K(void)` of any
  /// outputs.
  std::string text;
  /// Its goals; no other goal may have these ids.
  std::vector<model::Goal> goals;
  /// Indices of inputs of the description that the text reads.
  std::vector<std::uint32_t> inputs;
};

/// Variants of the text: for compilation here, or within an adapter.
struct HarnessOptions {
  /// Give every piece its own position (#line).
  bool positions = true;
  /// Text that includes the program; empty = includes its first source.
  std::string include;
  /// Declares __cat_hit() before everything else.
  std::string hit_declaration = "extern void __cat_hit(int);\n";
  /// Must outlive the call; null: none.
  const Watcher* watcher = nullptr;
};

/// Writes the text. For a whole program (no step named) it has no init and
/// step. Deterministic.
[[nodiscard]] HarnessText write_harness(const Description& description,
                                        const HarnessOptions& options = {});

}  // namespace catenary::frontend::c
