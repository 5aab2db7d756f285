// SPDX-License-Identifier: Apache-2.0
/// \file
/// The statements of a unit, from Clang's syntax tree, for statement coverage.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace catenary::program {

/// A statement that does something: not a block, a label or an empty statement,
/// nor a declaration without an initialiser that is run. The text that a macro
/// expands to is in the place of its use.
struct Statement {
  /// Place of its first character, as debug information has it: with `#line`
  /// applied.
  base::SourceLocation where;
  /// Place of its last character: (line, column), inclusive.
  std::pair<std::uint32_t, std::uint32_t> end;
  /// Place of the name of the function that contains it; identifies the
  /// function.
  base::SourceLocation function;
  /// The compiler emits code for it wherever the code around it can run: an
  /// assignment, a call, a return of a value. So a missing instruction means
  /// that it cannot run.
  bool has_code = false;
};

/// Reads the output of `-ast-dump=json`. Leaves out statements in the text of
/// `skip` itself (the harness). `directory` is that of the compiler. Statements
/// that begin in the same place are one, the outermost; sorted by place. Throws
/// base::ToolError where the text is not a syntax tree. Cost: linear in the
/// text, which may have hundreds of megabytes.
[[nodiscard]] std::vector<Statement> read_statements(
    const std::string& json,
    const std::string& skip,
    const std::string& directory);

}  // namespace catenary::program
