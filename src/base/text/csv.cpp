// SPDX-License-Identifier: Apache-2.0
/// \file
/// The reader of tables: rows of fields, from left to right.
#include "base/text/csv.h"

#include "base/text/scanner.h"

namespace catenary::base {

namespace {

class CsvReader : Scanner {
 public:
  CsvReader(std::string_view text, char separator)
      : Scanner(text), separator_(separator) {}

  std::vector<CsvRow> run() {
    std::vector<CsvRow> rows;
    skip_mark();
    while (!at_end()) {
      CsvRow& row = rows.emplace_back();
      do {
        row.push_back(field());
      } while (accept({&separator_, 1}));
      accept("\n");
    }
    return rows;
  }

 private:
  CsvField field() {
    CsvField out;
    out.where = place();
    if (accept("\"")) quoted(out);
    const auto is_inside = [this](char c) {
      return c != separator_ && c != '\n';
    };
    for (const char c : take_while(is_inside)) {
      if (c != '\r') out.text += c;
    }
    return out;
  }

  /// A field in quotes, which may contain separators, line ends and "".
  void quoted(CsvField& out) {
    do {
      const std::size_t begin = at_;
      if (!skip_past("\"")) {
        out.open = true;
        out.text += take(text_.size() - at_);
        return;
      }
      // A quote that follows the first one is part of the field.
      out.text += text_.substr(begin, at_ - begin - (look() == '"' ? 0 : 1));
    } while (accept("\""));
    const std::size_t behind = look() == '\r' ? 1 : 0;
    const bool ends = at_ + behind == text_.size() || look(behind) == '\n';
    if (!ends && look() != separator_) out.stray = place(at_ + behind);
  }

  char separator_;
};

}  // namespace

std::vector<CsvRow> csv_rows(std::string_view text, char separator) {
  return CsvReader(text, separator).run();
}

}  // namespace catenary::base
