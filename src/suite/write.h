// SPDX-License-Identifier: Apache-2.0
/// \file
/// The canonical text of suites. A function of the suite alone: same suite,
/// same bytes.
#pragma once

#include <string>
#include <string_view>

#include "suite/json.h"
#include "suite/suite.h"

namespace catenary::suite {

/// The whole document, with a newline at the end. Steps that several tests
/// begin with are written once, in the table "prefixes".
[[nodiscard]] std::string write_suite(const Suite& suite);

/// The JSON forms of parts, as they stand in the document.
[[nodiscard]] Json to_json(const Signal& signal);
[[nodiscard]] Json to_json(const Channel& channel);
[[nodiscard]] Json to_json(const Expectation& expectation);
[[nodiscard]] Json to_json(const Step& step, const Signature& signature);
/// With all its steps, and without its id where that is empty.
[[nodiscard]] Json to_json(const Test& test, const Signature& signature);
/// Its compact(), made step by step: a long test takes no more memory than its
/// text.
[[nodiscard]] std::string compact_text(const Test& test,
                                       const Signature& signature);
[[nodiscard]] Json to_json(const base::SourceLocation& where);

/// Writes `text` to `path` through a temporary file beside it, so that a
/// reader never sees half of it; ToolError where that fails.
void write_file(const std::string& path, std::string_view text);

}  // namespace catenary::suite
