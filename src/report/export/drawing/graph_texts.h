// SPDX-License-Identifier: Apache-2.0
/// \file
/// Strings and colours that DOT and PlantUML share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suite/suite.h"

namespace catenary::report {

/// A string in quotes; quotes and backslashes in it are escaped.
[[nodiscard]] std::string quoted_text(std::string_view text);

/// The name of the colour of a verdict; Mermaid knows it as well.
[[nodiscard]] const char* verdict_colour(suite::Verdict verdict);

/// Lines of a label in one string. Both languages have "\n" for a line end.
[[nodiscard]] std::string lines_text(const std::vector<std::string>& lines);

}  // namespace catenary::report
