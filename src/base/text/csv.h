// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tables as text (RFC 4180), written by tools, by people or by a spreadsheet:
/// line ends may be those of any platform, and fields quoted without need.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/problems.h"

namespace catenary::base {

/// A field. What is wrong with its quotes is for the reader of the table to
/// report or to tolerate.
struct CsvField {
  /// Without the quotes around it; two quotes within them are one. What follows
  /// the closing quote is appended. Carriage returns outside of quotes can only
  /// be part of a line end, and are left out.
  std::string text;
  /// The place of its first character, which may be a quote.
  Place where;
  /// Whether the closing quote is missing: the field goes up to the end.
  bool open = false;
  /// The place of the first character behind the closing quote that belongs
  /// neither to the end of the line nor to the next field.
  std::optional<Place> stray;
};

/// The fields of a row, at least one.
using CsvRow = std::vector<CsvField>;

/// All rows of a text. An empty line is a row with one empty field. A byte
/// order mark is passed. Cost: linear.
[[nodiscard]] std::vector<CsvRow> csv_rows(std::string_view text,
                                           char separator = ',');

}  // namespace catenary::base
