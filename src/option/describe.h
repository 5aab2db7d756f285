// SPDX-License-Identifier: Apache-2.0
/// \file
/// Descriptions of single rows, shared by all forms of help: the terminal, the
/// manual in Markdown and troff, and the completion for shells. Each of them
/// adds only its own markup.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "option/table.h"

namespace catenary::option {

/// The names as in a list of options: "-o, --output FILE", "    --seed N",
/// "MODEL".
[[nodiscard]] std::string describe_names(const Row& row);

/// The help text of a row, followed by where the option applies.
[[nodiscard]] std::string describe_help(const Row& row);

/// The allowed values, the default and the example, e.g. "One of auto,
/// explicit; default auto."; empty if there is nothing to state. `defaults` is
/// the row's entry of CommandTable::defaults().
[[nodiscard]] std::string describe_values(
    const Row& row, const std::vector<std::string>& defaults);

/// The usage line: "catenary generate [options] MODEL".
[[nodiscard]] std::string describe_usage(std::string_view program,
                                         const CommandTable& command);

/// The groups in the order of their first rows ("Arguments" first), each with
/// the indices of its rows.
[[nodiscard]] std::vector<std::pair<std::string, std::vector<std::size_t>>>
group_rows(const CommandTable& command);

/// Breaks text at blanks into lines of at most `width` columns; blank lines
/// separate paragraphs.
[[nodiscard]] std::vector<std::string> wrap(std::string_view text,
                                            std::size_t width);

}  // namespace catenary::option
