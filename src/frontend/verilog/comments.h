// SPDX-License-Identifier: Apache-2.0
/// \file
/// What Yosys says in the comments of its BTOR2 text. Only for this folder.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/error.h"

namespace catenary::frontend::verilog {

/// A line of the text that is not a comment.
struct LineComment {
  /// Its number in BTOR2, which other lines refer to.
  std::int64_t id = 0;
  /// The two values that the line chooses from; 0 = it does something else.
  std::int64_t then = 0, otherwise = 0;
  /// The signal that has this value, e.g. "fifo.head", or "past:48" for
  /// what `$past` in line 48 remembers; "" = no signal of the user.
  std::string signal;
  /// Whether a symbol follows.
  bool named = false;
  /// The place in the design; unknown where the line has none.
  base::SourceLocation where;
  /// The cell that ends after it, e.g. "$cover$light.v:27$41"; "" = none does.
  std::string cell;
};

/// The lines that declare, check or choose something, by their number in the
/// text, which counts from 1. Cost: linear.
[[nodiscard]] std::map<std::uint32_t, LineComment> read_comments(
    std::string_view btor2);

/// The place that the attribute `src` of a cell says, e.g.
/// "top.v:31.7-31.55|fifo.v:2.9-2.12": the last one, since those before it are
/// of the instances around. Unknown where it has another form.
[[nodiscard]] base::SourceLocation source_place(std::string_view src);

/// The first place at or after `where` that is not blank, a semicolon or a
/// comment: Yosys says where the token before a statement ends. `text` is the
/// file. `where` itself where there is none. Cost: linear in the text.
[[nodiscard]] base::SourceLocation statement_place(std::string_view text,
                                                   base::SourceLocation where);

}  // namespace catenary::frontend::verilog
