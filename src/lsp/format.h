// SPDX-License-Identifier: Apache-2.0
/// \file
/// Formatting: the canonical layout of a language that keeps comments, else a
/// careful one that changes blanks at the ends of lines only.
#pragma once

#include <string>

#include "base/text/json.h"
#include "lsp/document.h"

namespace catenary::lsp {

/// How lines are indented where braces say how deep.
struct Indent {
  std::size_t width = 2;
  bool tabs = false;
};

/// The edits that lay out the document; none where it is laid out, and none
/// where the result would be read differently.
[[nodiscard]] base::Json format(const Document& document, Indent indent);

/// The text without blanks at the ends of its lines, and with a line end at its
/// end. With `braces` lines behind "{", "}" and ";" are indented by their
/// depth. Strings and comments of several lines are not touched.
[[nodiscard]] std::string tidied(const std::string& text,
                                 bool braces,
                                 Indent indent);

}  // namespace catenary::lsp
