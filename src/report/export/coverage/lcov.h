// SPDX-License-Identifier: Apache-2.0
/// \file
/// LCOV tracefiles (geninfo(1)), which genhtml, editors and build servers read.
#pragma once

#include <string>
#include <string_view>

#include "report/export/coverage/coverage.h"

namespace catenary::report {

/// One record for each source: its functions, branches, lines, and their sums.
/// Line breaks in names become blanks.
[[nodiscard]] std::string write_lcov(const Coverage& coverage);

/// Reads what llvm-cov writes. Records of other kinds are skipped, files
/// without lines left out. Throws base::ToolError on a record that cannot be
/// read.
[[nodiscard]] Coverage read_lcov(std::string_view text);

}  // namespace catenary::report
