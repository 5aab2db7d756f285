// SPDX-License-Identifier: Apache-2.0
/// \file
/// The C text that joins a description to its program. Every piece the user
/// wrote stands at its own line and column of the description, so that
/// Clang's diagnostics point there.
#pragma once

#include <string>

#include "frontend/c/description.h"
#include "program/recipe.h"

namespace catenary::frontend::c {

/// A piece of the user's code in the text.
struct HarnessPiece {
  std::size_t line = 0;  ///< first line of the text behind the piece
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
  std::vector<HarnessPiece> pieces;  ///< by line
};

/// Name of the text itself in the compiler's diagnostics.
inline constexpr const char* kHarnessFile = "<catenary harness>";

struct HarnessOptions {
  /// Give every piece its own position (#line).
  bool positions = true;
  /// Text that brings the program in; empty = includes its first source.
  std::string include;
  std::string hit_declaration = "extern void __cat_hit(int);\n";
};

/// For a whole program (no step named) the text has no init and step.
[[nodiscard]] HarnessText write_harness(const Description& description,
                                        const HarnessOptions& options = {});

}  // namespace catenary::frontend::c
