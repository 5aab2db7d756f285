// SPDX-License-Identifier: Apache-2.0
/// \file
/// The values of a signal over the steps of many tests, as short texts: a
/// dictionary of all values that the signal has, and for each test a column of
/// numbers in it, with runs of equal ones counted.
///
/// A number is written in digits of a 64-letter alphabet, least significant
/// first: five bits each, and a sixth where more digits follow. '*' and a
/// number n repeat the number before n more times. 0 means no value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "suite/json.h"
#include "suite/suite.h"

namespace catenary::report {

/// A column of numbers as text; empty if all are 0.
[[nodiscard]] std::string write_column(
    const std::vector<std::uint32_t>& numbers);

/// The dictionary of a signal. Values are counted first and numbered then, the
/// most frequent ones from 1, so that they have the shortest numbers.
class ValueDictionary {
 public:
  /// Counts a value of a step, and numbers() it later.
  void count(const suite::Expectation& value);
  /// Ends the counting. Cost: sorts the different values.
  void close();
  /// The number of a value. Requires: it was counted, and close().
  [[nodiscard]] std::uint32_t number_of(const suite::Expectation& value) const;
  /// The values by number, the first one null: a value as suites contain it,
  /// {"i": [from, to, from is excluded, to is excluded]}, {"s": [values]} or
  /// {"f": "formula"}. Requires: close().
  [[nodiscard]] suite::Json to_json() const;

 private:
  struct Entry {
    suite::Expectation value;
    std::uint64_t times = 0;
  };
  /// The entry of a text that is different for different values.
  std::unordered_map<std::string, std::uint32_t> entry_of_;
  /// By first appearance.
  std::vector<Entry> entries_;
  /// Entries by number, from 1, and numbers by entry.
  std::vector<std::uint32_t> order_, number_;
};

}  // namespace catenary::report
