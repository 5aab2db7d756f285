// SPDX-License-Identifier: Apache-2.0
/// \file
/// Suites and results as Markdown (GitHub's), for pull requests and the summary
/// of a step in a workflow.
#pragma once

#include <cstddef>
#include <string>

#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::report {

/// GitHub shows at most 1 MiB of the summary of a step.
inline constexpr std::size_t kMostSummaryBytes = std::size_t{1} << 20;

/// Tables: how many goals have which status, verdicts of `results` (may be
/// null), goals that are open, with the reason, issues (see issues_of()). A
/// name is shown as it is, whatever it contains. At most `most_bytes`, if these
/// are 20,000 or more: rows are left out then, and a line tells how many.
[[nodiscard]] std::string write_markdown(
    const suite::Suite& suite,
    const suite::RunResults* results,
    std::size_t most_bytes = kMostSummaryBytes);

/// Text in which nothing is markup, a link, a mention or the end of a table's
/// cell. In one line.
[[nodiscard]] std::string markdown_text(const std::string& text);

/// The same for a cell whose text must be whole: links and mentions stay.
[[nodiscard]] std::string markdown_cell(const std::string& text);

}  // namespace catenary::report
