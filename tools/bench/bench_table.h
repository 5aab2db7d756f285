// SPDX-License-Identifier: Apache-2.0
/// \file
/// Benchmark files: one table each, whose rows name an input, how tests are
/// made from it, what must come out, and what it is compared with. Format:
/// docs/benchmarks.md.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace catenary::tools::bench {

/// Names in files, written ${NAME}, and what they stand for.
using BenchVariables = std::vector<std::pair<std::string, std::string>>;

/// In BenchRow::run: the path of the model of the row, known when it is run.
inline constexpr const char* kBenchModel = "${model}";

/// A number or truth value that a run must report.
struct BenchExpectation {
  std::string key;    ///< e.g. "steps"
  std::string value;  ///< as JSON has it, e.g. "9", "true"
};

/// What is compared with a row, run in turn with it: another program that does
/// the same, or Catenary on the same model with other options.
struct BenchRival {
  std::string name;
  std::vector<std::string> command;  ///< empty: Catenary
  std::vector<std::string> options;  ///< of the row's command, if it is ours
  std::vector<BenchExpectation> expect;
  std::uint32_t exit_code = 0;
  /// What its output must contain; empty = anything.
  std::string output;
  /// Text of its output behind which its time in seconds stands; empty =
  /// wall-clock time of the process.
  std::string seconds;
  double at_most = 0;  ///< allowed ratio ours / its; 0 = any
};

struct BenchRow {
  std::string name;
  base::SourceLocation where;
  std::string model;  ///< path
  std::string text;   ///< the description itself, where `model` is empty
  /// Prints requirements, where both are empty.
  std::vector<std::string> made_by;
  std::string machine;  ///< sizes of a random one, where all are empty
  bool check = false;   ///< `catenary check` is measured, not generate
  std::vector<std::string> needs;    ///< files without which it is skipped
  std::vector<std::string> options;  ///< of generate, or check
  /// Options of `catenary run` for the suite that was made; not empty where
  /// that run is what is measured.
  std::vector<std::string> run;
  bool size = false;  ///< note the bytes of the suite as "bytes"
  /// What is timed: "wall", "seconds" of the summary, or a time of the stats;
  /// "run" where `run` is given.
  std::string measure = "seconds";
  std::vector<BenchExpectation> expect;
  std::uint32_t exit_code = 0;
  std::string published;       ///< for people; empty = nothing
  bool like_for_like = false;  ///< the published figure is of the same task
  std::vector<BenchRival> rivals;
};

/// A model on which searches are compared: the strategies of concolic search,
/// random testing, and reachability engines.
struct CoverageRow {
  std::string name;
  base::SourceLocation where;
  std::string model;    ///< path, with a capsule behind '#'
  std::string machine;  ///< sizes of a random one, where `model` is empty
  /// Prints a description of a program, where both are empty.
  std::vector<std::string> made_by;
  std::vector<std::string> needs;  ///< files without which it is skipped
  bool stub_missing = false;       ///< of programs: see app::ModelOptions
  std::vector<std::string> cover;  ///< criteria; empty = what the model says
  std::vector<std::string> strategies = {"sc", "rc", "se", "rt", "directed"};
  double seconds = 10;                  ///< that each of them has
  std::uint64_t seed = 1;               ///< of each of them
  std::vector<double> at = {1, 3, 10};  ///< seconds, of the table
  /// The strategy that has to decide as many goals as each other one, up to
  /// 2 %; empty = none has to.
  std::string best;
};

struct BenchTable {
  std::string name;  ///< of the file, without directory and ending
  std::string title;
  std::string text;  ///< Markdown under the table
  std::vector<BenchRow> rows;
  std::vector<CoverageRow> coverage;
};

/// Throws base::InputError with position for anything unknown or missing.
[[nodiscard]] BenchTable parse_bench_table(const std::string& text,
                                           const std::string& path,
                                           const BenchVariables& variables);

/// Where the result of a run has an expectation's value, e.g.
/// "summary.total_steps" for "steps"; "" for an unknown key.
[[nodiscard]] std::string bench_result_path(const std::string& key);

}  // namespace catenary::tools::bench
