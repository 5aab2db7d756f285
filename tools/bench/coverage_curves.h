// SPDX-License-Identifier: Apache-2.0
/// \file
/// How many goals each search covers when: the rows `[[coverage]]` of benchmark
/// files. The comparison is that of Ahmadi, Dingel,
/// "Concolic testing for models of state-based systems", ESEC/FSE 2019,
/// doi 10.1145/3338906.3338908, figure 9.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/commands.h"
#include "engine/concolic/concolic.h"
#include "tools/bench/bench_run.h"
#include "tools/bench/bench_table.h"

namespace catenary::tools::bench {

/// One strategy on one model.
struct CoverageCurve {
  std::string strategy;  ///< "sc", …
  /// One for each goal that was covered, in the order in which that was.
  std::vector<engine::concolic::CoveragePoint> points;
  double seconds = 0;  ///< that it took, or was allowed
  /// Whether it ended by itself: nothing was left to try.
  bool ended = false;
  std::uint32_t covered = 0;
  std::uint32_t unreachable = 0;  ///< goals that it proved to be

  /// Goals covered in so many seconds.
  [[nodiscard]] std::uint32_t after(double elapsed) const;
};

struct CoverageResult {
  BenchStatus status = BenchStatus::ok;
  std::string message;  ///< why it is not ok
  std::uint32_t goals = 0;
  std::vector<CoverageCurve> curves;  ///< one for each strategy of the row
};

/// Runs every strategy once, each in its time; an engine that the model does
/// not suit is left out. `wrong` where one covers what another proved to be
/// unreachable; `worse` where CoverageRow::best is not as good as all others.
///
/// Throws base::InputError for a model that cannot be run, base::ToolError
/// where a tool fails.
[[nodiscard]] CoverageResult measure_coverage(
    const CoverageRow& row,
    const std::function<void(const std::string&)>& tell,
    app::Context& context);

/// A table: goals covered at the times of the row, and at the end.
[[nodiscard]] std::string coverage_markdown(const CoverageRow& row,
                                            const CoverageResult& result);

/// A line for each point: row, strategy, seconds, steps, covered, goals.
[[nodiscard]] std::string coverage_csv(
    const std::vector<CoverageRow>& rows,
    const std::vector<CoverageResult>& results);

/// A plot with axes and a legend; time is logarithmic, from a hundredth of a
/// second.
[[nodiscard]] std::string coverage_svg(const CoverageRow& row,
                                       const CoverageResult& result);

[[nodiscard]] suite::Json coverage_json(const CoverageRow& row,
                                        const CoverageResult& result);

}  // namespace catenary::tools::bench
