// SPDX-License-Identifier: Apache-2.0
/// \file
/// The canonical text of suites: a function of the suite alone, so that equal
/// suites have equal bytes.
#pragma once

#include <string>
#include <string_view>

#include "suite/json.h"
#include "suite/suite.h"

namespace catenary::suite {

/// The whole document, with a newline at the end. Steps with which several
/// tests begin are written once, in the table "prefixes".
[[nodiscard]] std::string write_suite(const Suite& suite);

/// The JSON forms of parts, as the document contains them.
[[nodiscard]] Json to_json(const Signal& signal);
[[nodiscard]] Json to_json(const Channel& channel);
[[nodiscard]] Json to_json(const Expectation& expectation);
[[nodiscard]] Json to_json(const Step& step, const Signature& signature);
/// With all its steps, and without its id if that is empty.
[[nodiscard]] Json to_json(const Test& test, const Signature& signature);
/// to_json(test).compact(), made step by step, so that a long test takes no
/// more memory than its text.
[[nodiscard]] std::string compact_text(const Test& test,
                                       const Signature& signature);
[[nodiscard]] Json to_json(const base::SourceLocation& where);

/// Writes `text` to `path` through a temporary file beside it, so that a reader
/// never sees a part of it. Throws ToolError on failure.
void write_file(const std::string& path, std::string_view text);

}  // namespace catenary::suite
