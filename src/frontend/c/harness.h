// SPDX-License-Identifier: Apache-2.0
/// \file
/// The C text that joins a description to its program. Every piece the user
/// wrote stands at its own line and column of the description, so that
/// Clang's diagnostics point there.
#pragma once

#include <string>

#include "frontend/c/description.h"
#include "program/build/recipe.h"

namespace catenary::frontend::c {

/// A piece of the user's code in the text.
struct HarnessPiece {
  /// First line of the text behind the piece.
  std::size_t line = 0;
  Code code;
  /// What it has to be, e.g. "input"; empty = any expression or statement.
  std::string variable;
};

/// What the text defines, besides the functions of program::Harness.
struct HarnessText {
  std::string text;
  program::Harness harness;
  /// Names of the outputs "ID.holds", appended to the declared outputs: true
  /// unless this step triggered property ID and broke its consequent.
  std::vector<std::string> derived_outputs;
  /// By line.
  std::vector<HarnessPiece> pieces;
};

/// Name of the text itself in the compiler's diagnostics.
inline constexpr const char* kHarnessFile = "<catenary harness>";

/// Something that watches every step, beside what the description asks.
struct Watcher {
  /// C and C++ that defines `static void __cat_watch_reset(void)`, to be called
  /// before the first step, `__cat_watch_begin` before each, when inputs are
  /// set, and `__cat_watch_end` behind it. May call `__cat_watch_hit(K)` for
  /// its goals, and read `long long __cat_watch_in_K(void)` of `inputs` and
  /// `__cat_outi_K(void)` of any outputs.
  std::string text;
  /// With ids that no other goal has.
  std::vector<model::Goal> goals;
  std::vector<std::uint32_t> inputs;
};

struct HarnessOptions {
  /// Give every piece its own position (#line).
  bool positions = true;
  /// Text that brings the program in; empty = includes its first source.
  std::string include;
  std::string hit_declaration = "extern void __cat_hit(int);\n";
  /// Null: nobody.
  const Watcher* watcher = nullptr;
};

/// For a whole program (no step named) the text has no init and step.
[[nodiscard]] HarnessText write_harness(const Description& description,
                                        const HarnessOptions& options = {});

}  // namespace catenary::frontend::c
