// SPDX-License-Identifier: Apache-2.0
/// \file
/// The report that the driver (runtime/challenge/driver.c) writes of a job.
/// Internal to program/plain.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/step/plain_program.h"

namespace catenary::program::plain {

/// The driver's report, in its own numbers.
struct Report {
  /// Least and largest value that were seen. Integers in ilo, ihi (bits of
  /// unsigned ones), floats in dlo, dhi; `nan`: a NaN was seen as well.
  struct Span {
    bool seen = false, nan = false;
    std::int64_t ilo = 0, ihi = 0;
    double dlo = 0, dhi = 0;
  };
  /// Goals of the harness to the earliest step that covered them.
  std::map<std::uint32_t, std::int64_t> hits;
  /// Named events, such as "error reach_error", to their earliest step.
  std::map<std::string, std::int64_t> names;
  /// By index of the output or of the watched number.
  std::map<std::uint32_t, Span> outputs, state;
  /// By index of the counter: its value in runs up to their last whole step,
  /// and in steps that ended half-way.
  std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> counts;
  /// Of whole programs: return addresses in the functions that runs were in
  /// when they ended, with the number of runs; and runs of which that is not
  /// known.
  std::map<std::uint64_t, std::int64_t> frames;
  std::int64_t unknown_frames = 0;
  /// Of all runs.
  std::uint64_t steps = 0;
  /// The number of the run that would have come next.
  std::uint64_t next_run = 0;
  /// Processor time, in milliseconds.
  double busy_ms = 0;
  /// A limit of time ended the runs.
  bool cut = false;
  /// The driver came to its end. Without it the report is worthless.
  bool complete = false;
};
/// The types of what a report has numbers of, by index.
struct ReportTypes {
  std::vector<model::ScalarType> outputs, state;
};
/// Adds the report of other runs.
void merge(const Report& from, const ReportTypes& types, Report& to);
/// Unknown keys are ignored.
[[nodiscard]] Report read_report(const std::string& text);
/// Reads what a run was given, from a report of a job with `print`.
[[nodiscard]] std::vector<model::PlainGiven> read_given(
    const std::string& text, const model::StepSystem& system);

/// The least and largest value as values of the type, from what the driver saw.
[[nodiscard]] model::PlainSpan span_of(model::ScalarType type,
                                       const Report::Span& span);

}  // namespace catenary::program::plain
