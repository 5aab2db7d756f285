// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads a suite written as CSV, by this tool, by people or by a spreadsheet.
/// Errors are reported with their line.
#include <algorithm>
#include <memory>
#include <set>
#include <vector>

#include "base/error.h"
#include "base/text/csv.h"
#include "report/export/csv.h"
#include "report/export/csv_columns.h"
#include "suite/json.h"
#include "suite/read.h"
#include "suite/read_formula.h"

namespace catenary::report {
namespace {

using suite::Json;
using suite::Signal;

/// Undoes encode_name() of the writer. A "%" that begins none of the codes is
/// itself.
std::string decode_name(const std::string& name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    // Only the codes that the writer uses: it writes them in capitals.
    const std::string code = name.substr(i, 3);
    const char c = code == "%25"   ? '%'
                   : code == "%7C" ? '|'
                   : code == "%3A" ? ':'
                   : code == "%3B" ? ';'
                                   : '\0';
    if (c == '\0') {
      out += name[i];
    } else {
      out += c;
      i += 2;
    }
  }
  return out;
}

/// Splits before decoding, since decoded names may hold the separator.
std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> out;
  if (text.empty()) return out;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t end = text.find(at, begin);
    out.push_back(decode_name(text.substr(begin, end - begin)));
    if (end == std::string::npos) return out;
    begin = end + 1;
  }
}

/// A row, with the line it begins in: quoted cells may hold line ends.
struct Row {
  std::uint32_t line = 0;
  std::vector<std::string> cells;
};

/// The rows of a file. Characters behind quotes are taken as they are.
std::vector<Row> parse_rows(std::string_view text, const std::string& file) {
  std::vector<Row> rows;
  for (base::CsvRow& fields : base::csv_rows(text)) {
    Row& row = rows.emplace_back();
    row.line = fields.front().where.line;
    for (base::CsvField& field : fields) {
      if (field.open) {
        throw base::InputError(
            {file, row.line, 0}, "the file ends within a quoted cell", "csv");
      }
      row.cells.push_back(std::move(field.text));
    }
  }
  return rows;
}

/// Builds the suite row by row.
class CsvReader {
 public:
  CsvReader(std::string_view text, const std::string& file)
      : file_(file), rows_(parse_rows(text, file)) {}

  suite::Suite read() {
    read_header();
    for (std::size_t i = 2; i < rows_.size(); ++i) read_row(rows_[i]);
    for (suite::Test& test : suite_.tests) collect_goals(test);
    suite::canonicalise(suite_);
    // Ids and the requirements of tests follow from what was read.
    return std::move(suite_);
  }

 private:
  /// Derived signals are outputs.
  enum class Role { initial, input, output, time };
  struct Column {
    Role role;
    std::uint32_t signal;
  };

  /// Rows have lines but their cells no columns.
  [[noreturn]] void fail(const Row& row, const std::string& message) const {
    throw base::InputError({file_, row.line, 0}, message, "csv");
  }

  void read_header() {
    if (rows_.size() < 2) {
      throw base::InputError(
          {file_, 1, 0}, "expected a row of names and a row of types", "csv");
    }
    const Row& names = rows_[0];
    const Row& types = rows_[1];
    if (names.cells.size() < kFixedColumns ||
        names.cells.size() != types.cells.size()) {
      fail(types, "expected as many types as names");
    }
    for (std::size_t i = 0; i < kFixedColumns; ++i) {
      if (names.cells[i] != kFixedNames[i]) {
        fail(names,
             std::string("expected the column \"") + kFixedNames[i] + "\"");
      }
    }
    std::set<std::string> seen;
    for (std::size_t i = kFixedColumns; i < names.cells.size(); ++i) {
      // Two columns of one name would both set the same signal.
      if (!seen.insert(names.cells[i]).second) {
        fail(names, "the column \"" + names.cells[i] + "\" is there twice");
      }
      add_column(names.cells[i], types.cells[i]);
    }
  }

  void add_column(const std::string& heading, const std::string& type) {
    if (heading == kTimeName) {
      if (type != kTimeType) fail(rows_[1], "expected the type ns of at_ns");
      columns_.push_back({Role::time, 0});
      return;
    }
    const std::size_t colon = heading.find(':');
    const std::string role = heading.substr(0, colon);
    Signal signal;
    if (colon != std::string::npos) signal.name = heading.substr(colon + 1);
    signal.derived = role == "derived";
    signal.type = type;
    // The type has the values of an enumeration, after its name.
    if (type.substr(0, 5) == "enum:") {
      signal.type = "enum";
      const std::size_t next = type.find(':', 5);
      if (next == std::string::npos) {
        fail(rows_[1], "expected enum:NAME:VALUE|VALUE…");
      }
      signal.enumeration = std::make_shared<const logic::Enumeration>(
          logic::Enumeration{decode_name(type.substr(5, next - 5)),
                             split(type.substr(next + 1), '|')});
    }
    try {
      // Whether there is such a type at all.
      (void)signal.sort();
    } catch (const base::InputError& error) {
      fail(rows_[1], error.diagnostics().front().message);
    }
    const bool known =
        role == "init" || role == "in" || role == "out" || role == "derived";
    if (!known || signal.name.empty()) {
      fail(rows_[0],
           "\"" + heading +
               "\" is not a column; expected init:NAME, in:NAME, "
               "out:NAME or derived:NAME");
    }
    const Role r = role == "init" ? Role::initial
                   : role == "in" ? Role::input
                                  : Role::output;
    auto& signals = r == Role::initial ? suite_.signature.initial
                    : r == Role::input ? suite_.signature.inputs
                                       : suite_.signature.outputs;
    columns_.push_back({r, static_cast<std::uint32_t>(signals.size())});
    signals.push_back(std::move(signal));
  }

  /// A cell as the JSON a suite would hold.
  Json json_of(const std::string& cell, const Signal& signal) const {
    // Intervals, sets and formulas are JSON objects.
    if (!cell.empty() && cell[0] == '{') {
      return suite::parse_json(cell, file_);
    }
    if (signal.type == "bool" && (cell == "true" || cell == "false")) {
      return Json::boolean(cell == "true");
    }
    const std::size_t sign = !cell.empty() && cell[0] == '-' ? 1 : 0;
    // All else is a number or a text; value_from_json() knows what the type
    // allows.
    const bool is_number =
        cell.size() > sign && cell[sign] >= '0' && cell[sign] <= '9';
    return is_number ? Json::number_text(cell) : Json::string(cell);
  }

  /// Row 0 of a test begins it; the others are its steps, in order.
  void read_row(const Row& row) {
    if (row.cells.size() != rows_[0].cells.size()) {
      fail(row, "expected " + std::to_string(rows_[0].cells.size()) + " cells");
    }
    // The numbers are redundant, and checked: a spreadsheet may have sorted the
    // rows.
    const std::vector<std::string> goals = split(row.cells[4], ';');
    const bool begins = row.cells[2] == "0";
    if (begins) {
      suite::Test& test = suite_.tests.emplace_back();
      const auto kind = suite::parse_enum(row.cells[1], suite::TestKind::chain);
      if (!kind) {
        fail(row, "expected the kind linear or chain");
      }
      test.kind = *kind;
      test.initial_goals = goals;
    } else if (suite_.tests.empty() ||
               row.cells[2] !=
                   std::to_string(suite_.tests.back().steps.size() + 1)) {
      fail(row, "the steps of a test are not in order");
    } else {
      suite_.tests.back().steps.emplace_back().goals = goals;
    }
    if (row.cells[0] != std::to_string(suite_.tests.size())) {
      fail(row, "the tests are not numbered in order");
    }
    try {
      if (!begins) read_duration(row);
      for (std::size_t i = 0; i < columns_.size(); ++i) {
        read_cell(columns_[i], row.cells[kFixedColumns + i], begins);
      }
      // The places of these errors are within a cell; that of the row helps
      // more.
    } catch (const base::InputError& error) {
      fail(row, error.diagnostics().front().message);
    }
  }

  /// The duration is read like a signal of type real.
  void read_duration(const Row& row) {
    // Who writes tables for systems without a clock may leave it empty.
    if (row.cells[3].empty()) return;
    Signal dt;
    dt.name = "dt";
    dt.type = "real";
    suite_.tests.back().steps.back().dt =
        suite::value_from_json(json_of(row.cells[3], dt), dt, file_).as_real();
  }

  /// An empty cell sets nothing.
  void read_cell(const Column& column, const std::string& cell, bool begins) {
    if (cell.empty()) return;
    suite::Test& test = suite_.tests.back();
    const auto misplaced = [&] {
      throw base::InputError(base::SourceLocation{},
                             "step 0 holds initial choices, other steps "
                             "inputs and outputs");
    };
    // Which cells may be filled depends on whether the row begins a test.
    if (begins != (column.role == Role::initial)) misplaced();
    if (column.role == Role::initial) {
      const Signal& signal = suite_.signature.initial[column.signal];
      test.initial.push_back(
          {column.signal,
           suite::value_from_json(json_of(cell, signal), signal, file_)});
    } else if (column.role == Role::time) {
      mpz_class time;
      if (time.set_str(cell, 10) != 0 || time < 0) {
        throw base::InputError(base::SourceLocation{},
                               "expected nanoseconds, found '" + cell + "'");
      }
      test.steps.back().at_ns = time;
    } else if (column.role == Role::input) {
      const Signal& signal = suite_.signature.inputs[column.signal];
      test.steps.back().inputs.push_back(
          {column.signal,
           suite::value_from_json(json_of(cell, signal), signal, file_)});
    } else {
      const Signal& signal = suite_.signature.outputs[column.signal];
      test.steps.back().expect.push_back(
          {column.signal,
           suite::expectation_from_json(
               json_of(cell, signal), signal, file_, formulas_)});
    }
  }

  /// The goals of a test are those of its steps, and the goals of the suite
  /// those of its tests: CSV lists neither.
  void collect_goals(suite::Test& test) {
    const auto add = [&](const std::vector<std::string>& ids) {
      for (const std::string& id : ids) {
        if (std::find(test.goals.begin(), test.goals.end(), id) ==
            test.goals.end()) {
          test.goals.push_back(id);
        }
        if (suite_.find_goal(id) != nullptr) continue;
        suite::SuiteGoal goal;
        goal.id = id;
        goal.reason = "named in " + file_;
        suite_.goals.push_back(std::move(goal));
      }
    };
    add(test.initial_goals);
    for (const suite::Step& step : test.steps) add(step.goals);
  }

  const std::string& file_;
  std::vector<Row> rows_;
  std::vector<Column> columns_;
  suite::Suite suite_;
  suite::StepFormulas formulas_{suite_.signature};
};

}  // namespace

suite::Suite read_csv(std::string_view text, const std::string& file) {
  return CsvReader(text, file).read();
}

}  // namespace catenary::report
