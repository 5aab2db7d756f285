// SPDX-License-Identifier: Apache-2.0
/// \file
/// The statements of a unit, from Clang's syntax tree.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace catenary::program {

/// A statement that does something: no block, label or empty statement, no
/// declaration without an initialiser that is run. What a macro becomes is in
/// the place of its use.
struct Statement {
  /// As debug information has it.
  base::SourceLocation where;
  /// (line, column), inclusive.
  std::pair<std::uint32_t, std::uint32_t> end;
  /// Where the name of its function is.
  base::SourceLocation function;
  /// Code is emitted for it wherever it can be run at all: an assignment, a
  /// call, a return of a value.
  bool has_code = false;
};

/// From what `-ast-dump=json` prints; statements in the text of `skip` itself
/// are left out. `directory` is that of the compiler. Statements in the same
/// place are one; in the order of their places.
/// Throws base::ToolError where the text is no syntax tree.
[[nodiscard]] std::vector<Statement> read_statements(
    const std::string& json,
    const std::string& skip,
    const std::string& directory);

}  // namespace catenary::program
