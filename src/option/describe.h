// SPDX-License-Identifier: Apache-2.0
/// \file
/// Pieces of text about single rows, shared by all forms of help.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "option/table.h"

namespace catenary::option {

/// "-o, --output FILE", "    --seed N", "MODEL".
[[nodiscard]] std::string describe_names(const Row& row);

/// The help of a row, with where the option applies.
[[nodiscard]] std::string describe_help(const Row& row);

/// What is allowed, the default and the example, e.g. "One of auto, explicit;
/// default auto."; "" where there is nothing to say. `defaults` as
/// CommandTable::defaults() gives it for the row.
[[nodiscard]] std::string describe_values(
    const Row& row, const std::vector<std::string>& defaults);

/// "catenary generate [options] MODEL".
[[nodiscard]] std::string describe_usage(std::string_view program,
                                         const CommandTable& command);

/// Groups in the order of their first row ("Arguments" before all), each with
/// its rows' indices.
[[nodiscard]] std::vector<std::pair<std::string, std::vector<std::size_t>>>
group_rows(const CommandTable& command);

/// Breaks text at blanks into lines of at most `width` columns; blank lines
/// separate paragraphs.
[[nodiscard]] std::vector<std::string> wrap(std::string_view text,
                                            std::size_t width);

}  // namespace catenary::option
