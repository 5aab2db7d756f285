// SPDX-License-Identifier: Apache-2.0
/// \file
/// Measured benchmark tables as Markdown, CSV (RFC 4180) and JSON.
#pragma once

#include <string>
#include <vector>

#include "suite/json.h"
#include "tools/bench/bench_run.h"
#include "tools/bench/bench_table.h"
#include "tools/bench/coverage_curves.h"

namespace catenary::tools::bench {

struct MeasuredTable {
  BenchTable table;
  std::vector<BenchRowResult> rows;      ///< one for each row of the table
  std::vector<CoverageResult> coverage;  ///< one for each such row
};

/// The table for people, the comparisons with rivals, and what is not ok.
[[nodiscard]] std::string bench_markdown(const MeasuredTable& measured);

/// A line for each row, and one for each rival of a row, with a heading.
[[nodiscard]] std::string bench_csv(const MeasuredTable& measured);

/// What --json prints (docs/schema/bench.schema.json).
[[nodiscard]] suite::Json bench_document(
    const std::vector<MeasuredTable>& tables);

}  // namespace catenary::tools::bench
