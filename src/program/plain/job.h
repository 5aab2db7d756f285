// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is written for the driver, and how what it writes is read. Internal to
/// program/plain.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/step/plain_program.h"

namespace catenary::program::plain {

/// A number in the memory of the program.
struct Watched {
  const model::StateScalar* scalar = nullptr;
  std::vector<std::uint64_t> addresses;
};

struct JobText {
  const model::StepSystem& system;
  const model::PlainJob& job;
  /// Those of the harness.
  std::uint32_t inputs = 0, initial = 0;
  const std::vector<Watched>& watched;
  /// Of the sources.
  const std::vector<std::int64_t>& constants;
  /// Steps that abort are not judged.
  bool quiet_ends = false;
  bool print = false;
  /// Byte that is on the stack where nothing is set.
  int fill = 0;
};
[[nodiscard]] std::string write_job(const JobText& text);

/// What the driver reports, in its own numbers.
struct Report {
  struct Span {
    bool seen = false, nan = false;
    std::int64_t ilo = 0, ihi = 0;
    double dlo = 0, dhi = 0;
  };
  /// Goal to earliest step.
  std::map<std::uint32_t, std::int64_t> hits;
  std::map<std::string, std::int64_t> names;
  std::map<std::uint32_t, Span> outputs, state;
  /// Of each counter: in runs up to their last whole step, and in steps that
  /// ended half-way.
  std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> counts;
  std::uint64_t steps = 0, runs = 0, incomplete = 0;
  bool cut = false;
  /// The driver came to its end.
  bool complete = false;
};
[[nodiscard]] Report read_report(const std::string& text);
[[nodiscard]] std::vector<model::PlainGiven> read_given(
    const std::string& text, const model::StepSystem& system);

/// Of that type, from what the driver saw.
[[nodiscard]] model::PlainSpan span_of(model::ScalarType type,
                                       const Report::Span& span);

/// Integer and character literals in the text of a source, and 1 beside them.
void add_constants(const std::string& source, std::vector<std::int64_t>& out);

}  // namespace catenary::program::plain
