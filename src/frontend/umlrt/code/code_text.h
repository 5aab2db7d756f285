// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lexical questions about pieces of C++ that are answered without compiling
/// them. Internal to frontend/umlrt.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace catenary::frontend::umlrt {

/// Whether the run time that replaces Papyrus-RT's defines what the header
/// declares, e.g. "iostream" or "umlrttimerid.hh".
[[nodiscard]] bool is_replaced(std::string_view header);

/// The header that the line includes, with its delimiters: "<name>" or
/// "\"name\""; empty for any other line.
[[nodiscard]] std::string included(std::string_view line);

/// The code with each comment and literal replaced by a blank.
[[nodiscard]] std::string bare(const std::string& code);

/// Whether the code has the keyword `return` outside comments and literals.
[[nodiscard]] bool has_return(const std::string& code);

/// Whether the text has the identifier `word`, in comments and literals too: an
/// over-approximation of its use.
[[nodiscard]] bool has_word(std::string_view text, std::string_view word);
/// The text as it stands in a C++ string literal of one line, without quotes.
[[nodiscard]] std::string escaped(std::string_view text);

/// How often the text has the identifier, counted like has_word().
[[nodiscard]] std::size_t count_word(std::string_view text,
                                     std::string_view word);

}  // namespace catenary::frontend::umlrt
