// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs the rows of a benchmark table: one warm-up, then some runs, ours and
/// every rival's in turn (A B A B …), so that what else the machine does hits
/// all alike. Every run's answer is checked, the warm-up's too.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "suite/json.h"
#include "tools/bench/bench_table.h"

namespace catenary::tools::bench {

/// What became of a row or a rival.
enum class BenchStatus : std::uint8_t {
  ok,
  skipped,  ///< its input or program is not there
  wrong,    ///< another answer than the one expected
  slow,     ///< right, but slower than the limit of the row
  worse,    ///< the search that has to be best decides fewer goals than another
  stopped   ///< the budget ended before it was measured
};
[[nodiscard]] const char* to_string(BenchStatus status);

/// Seconds of the measured runs, in the order they were made.
struct BenchTimes {
  std::vector<double> seconds;
  [[nodiscard]] double median() const;  ///< 0 where nothing was measured
  [[nodiscard]] double least() const;
  [[nodiscard]] double most() const;
};

struct BenchRivalResult {
  BenchStatus status = BenchStatus::ok;
  std::string message;  ///< why it is not ok
  BenchTimes times;
  suite::Json document;  ///< of the last run, where it is Catenary; else null
  double ratio = 0;      ///< median of ours / median of its; 0 = not known
};

struct BenchRowResult {
  BenchStatus status = BenchStatus::ok;
  std::string message;
  BenchTimes times;
  suite::Json document;  ///< of the last run of ours; null where there is none
  std::vector<BenchRivalResult> rivals;  ///< one for each of the row
};

struct BenchSettings {
  std::string catenary;    ///< the program measured
  std::uint32_t runs = 5;  ///< measured ones
  /// Told before every run: which of how many, and whose.
  std::function<void(std::uint32_t, std::uint32_t, const std::string&)> tell;
};

/// Throws base::ToolError where the program itself cannot be started.
/// Cost: (1 + runs) times that of the row and its rivals.
[[nodiscard]] BenchRowResult run_bench_row(const BenchRow& row,
                                           const BenchSettings& settings,
                                           const base::Budget& budget);

/// Value at a path of member names, e.g. "summary.bound.lower"; nullptr where
/// there is none.
[[nodiscard]] const suite::Json* look_up(const suite::Json& document,
                                         std::string_view path);

}  // namespace catenary::tools::bench
