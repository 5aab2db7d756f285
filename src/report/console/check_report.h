// SPDX-License-Identifier: Apache-2.0
/// \file
/// What `catenary check` says about a model: what is in it, what its runs do
/// and never do, what is wrong with it.
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

/// Where the values of a number are.
struct CheckedRange {
  bool known = false;   ///< else nothing is known of it
  logic::Value lo, hi;  ///< of values that are no NaN
  bool nan = false;     ///< it may be a NaN
  bool proved = false;  ///< no run leaves the range; else it was only seen
};

/// The values of an input or initial choice that were tried.
struct CheckedDomain {
  std::vector<logic::Value> values;
  bool exhaustive = true;  ///< they stand for all
  bool classes = false;    ///< each stands for a class of several
};

struct CheckedNumber {
  std::string name;  ///< e.g. "s.mode"
  std::string type;  ///< e.g. "int32"
  CheckedRange range;
};

/// A part of the state.
struct CheckedField {
  std::string name;
  std::uint64_t bytes = 0;
  bool internal = false;  ///< added by us, to watch a property
  std::vector<CheckedNumber> numbers;
};

/// How far the search went.
struct CheckedSearch {
  std::string engine;
  std::uint64_t states = 0, transitions = 0;
  bool closed = false;  ///< all that is reachable was explored
  std::uint32_t complete_depth = 0;
  std::string stop;  ///< why it ended; empty where closed
  double seconds = 0;
};

/// `suite` has the model, its signature and goals; as tests the runs that
/// witness findings. The lists of domains and ranges are those of the first
/// signals of the signature.
struct CheckReport {
  suite::Suite suite;
  std::vector<CheckedDomain> inputs, initial;
  std::vector<CheckedRange> outputs;
  std::vector<CheckedField> state;
  CheckedSearch search;
};

/// How many goals have which status; properties are counted apart.
struct CheckTally {
  std::uint64_t goals = 0, reached = 0, never = 0, open = 0;
  std::uint64_t properties = 0, hold = 0, violated = 0;
};

[[nodiscard]] CheckTally tally(const suite::Suite& suite);
[[nodiscard]] std::uint64_t state_bytes(const CheckReport& report);

/// What --json prints (docs/schema/check.schema.json).
[[nodiscard]] suite::Json check_document(const CheckReport& report);

/// For people: findings come last, with the last steps of their runs, and then
/// a line that sums up. What findings say of single goals is in the list of
/// goals.
void print_check(std::ostream& out,
                 const CheckReport& report,
                 const ConsoleStyle& style);

}  // namespace catenary::report
