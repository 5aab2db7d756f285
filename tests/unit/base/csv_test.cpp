// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tables: fields with their places, quotes, and faults of quotes.
#include "base/text/csv.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace catenary::base {
namespace {

/// "line:column text|" of each field, a line for each row; "?" in front of a
/// field without a closing quote, and "!line:column" behind one with characters
/// behind it.
std::string read(std::string_view text, char separator = ',') {
  const auto shown = [](const Place& p) {
    return std::to_string(p.line) + ":" + std::to_string(p.column);
  };
  std::string out;
  for (const CsvRow& row : csv_rows(text, separator)) {
    for (const CsvField& f : row) {
      out += (f.open ? "?" : "") + shown(f.where) + " " + f.text;
      if (f.stray) out += " !" + shown(*f.stray);
      out += "|";
    }
    out += "\n";
  }
  return out;
}

TEST(Csv, ReadsRowsOfFields) {
  EXPECT_EQ(read(""), "");
  EXPECT_EQ(read("a,b\r\n\n,c"), "1:1 a|1:3 b|\n2:1 |\n3:1 |3:2 c|\n");
  EXPECT_EQ(read("a,\n"), "1:1 a|1:3 |\n");
  EXPECT_EQ(read("\xEF\xBB\xBF"
                 "a;b,c",
                 ';'),
            "1:1 a|1:3 b,c|\n");
}

TEST(Csv, ReadsQuotedFields) {
  EXPECT_EQ(read("\"a,\"\"\nb\",c\n\"\"\r\nd"),
            "1:1 a,\"\nb|2:4 c|\n3:1 |\n4:1 d|\n");
  // Elsewhere a quote is a character.
  EXPECT_EQ(read("a\"b\",c"), "1:1 a\"b\"|1:6 c|\n");
  EXPECT_EQ(read("\"a\r\nb\""), "1:1 a\r\nb|\n");
}

TEST(Csv, ShowsFaultsOfQuotes) {
  EXPECT_EQ(read("a,\"b\n,c"), "1:1 a|?1:3 b\n,c|\n");
  EXPECT_EQ(read("\"a\" b,c"), "1:1 a b !1:4|1:7 c|\n");
  EXPECT_EQ(read("\"a\"\rb"), "1:1 ab !1:5|\n");
  EXPECT_EQ(read("\"a\"\r"), "1:1 a|\n");
}

RC_GTEST_PROP(Csv,
              QuotedFieldsAreReadBack,
              (const std::vector<std::vector<std::string>>& table)) {
  std::string text;
  std::vector<std::vector<std::string>> rows;
  for (const auto& row : table) {
    if (row.empty()) continue;
    rows.push_back(row);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) text += ',';
      text += '"';
      for (const char c : row[i]) text += c == '"' ? "\"\"" : std::string(1, c);
      text += '"';
    }
    text += '\n';
  }
  std::vector<std::vector<std::string>> read;
  for (const CsvRow& row : csv_rows(text)) {
    auto& cells = read.emplace_back();
    for (const CsvField& f : row) {
      RC_ASSERT(!f.open);
      RC_ASSERT(!f.stray.has_value());
      cells.push_back(f.text);
    }
  }
  RC_ASSERT(read == rows);
}

}  // namespace
}  // namespace catenary::base
