// SPDX-License-Identifier: Apache-2.0
/// \file
/// The report of `catenary check` about a program: what is in the model, what
/// its runs do and never do, and its defects.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "logic/value/value.h"
#include "report/console/console.h"
#include "suite/json.h"
#include "suite/suite.h"

namespace catenary::report {

/// The range of the values of a number.
struct CheckedRange {
  /// Otherwise nothing is known.
  bool known = false;
  /// Without NaNs.
  logic::Value lo, hi;
  /// It may be a NaN.
  bool nan = false;
  /// No run leaves the range; otherwise it was only observed.
  bool proved = false;
};

/// The values of an input or initial choice that were tried.
struct CheckedDomain {
  /// In the order in which they were tried.
  std::vector<logic::Value> values;
  /// They represent all values.
  bool exhaustive = true;
  /// Each represents an input equivalence class.
  bool classes = false;
};

/// A number of the state.
struct CheckedNumber {
  /// For example "s.mode".
  std::string name;
  /// For example "int32".
  std::string type;
  /// The values that it takes.
  CheckedRange range;
};

/// A variable of the state.
struct CheckedField {
  /// As in the program.
  std::string name;
  /// Its size.
  std::uint64_t bytes = 0;
  /// Of the harness, e.g. to observe a property.
  bool internal = false;
  /// Those it consists of: one for a scalar, several for a struct.
  std::vector<CheckedNumber> numbers;
};

/// How far the search went.
struct CheckedSearch {
  /// The name of the engine.
  std::string engine;
  /// How many were found. 0 for engines that list none.
  std::uint64_t states = 0, transitions = 0;
  /// All reachable states were explored.
  bool closed = false;
  /// All runs of at most this many steps were explored.
  std::uint32_t complete_depth = 0;
  /// Why it ended; empty if `closed`.
  std::string stop;
  /// Wall-clock time.
  double seconds = 0;
};

/// The whole report. `suite` has the model, its signature and goals, and as
/// tests the runs that are witnesses of findings. The lists of domains and
/// ranges belong to the first signals of the signature.
struct CheckReport {
  /// Model, goals and findings.
  suite::Suite suite;
  /// The values that were tried, by position in the signature.
  std::vector<CheckedDomain> inputs, initial;
  /// The values that were observed, by position in the signature.
  std::vector<CheckedRange> outputs;
  /// The variables that the system keeps from step to step.
  std::vector<CheckedField> state;
  /// How far it went.
  CheckedSearch search;
};

/// How many goals have which status; properties are counted separately.
struct CheckTally {
  /// `never`: proved to be unreachable; `open`: undecided.
  std::uint64_t goals = 0, reached = 0, never = 0, open = 0;
  /// `hold`: cannot be violated; `violated`: some run does.
  std::uint64_t properties = 0, hold = 0, violated = 0;
};

/// Counts the goals of a suite.
[[nodiscard]] CheckTally tally(const suite::Suite& suite);
/// The size of the state.
[[nodiscard]] std::uint64_t state_bytes(const CheckReport& report);

/// The document that --json prints (docs/schema/check.schema.json).
[[nodiscard]] suite::Json check_document(const CheckReport& report);

/// Prints the report for people: findings last, with the last steps of their
/// runs, and then a line that sums up. Findings about single goals are in the
/// list of goals.
void print_check(std::ostream& out,
                 const CheckReport& report,
                 const ConsoleStyle& style);

}  // namespace catenary::report
