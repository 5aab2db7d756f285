// SPDX-License-Identifier: Apache-2.0
#include "report/csv.h"

#include <algorithm>
#include <set>
#include <vector>

#include "base/error.h"
#include "suite/json.h"
#include "suite/read.h"
#include "suite/write.h"

namespace catenary::report {
namespace {

using suite::Json;
using suite::Signal;

constexpr std::size_t kFixedColumns = 5;
const char* const kFixedNames[kFixedColumns] = {
    "test", "kind", "step", "dt", "goals"};

/// The text of a value, or of a JSON object.
std::string cell_of(const Json& json) {
  if (json.is(Json::Kind::number) || json.is(Json::Kind::string)) {
    return json.text();
  }
  return json.compact();
}

std::string quote(const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string out = "\"";
  for (const char c : cell) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

std::string encode_name(const std::string& name) {
  std::string out;
  for (const char c : name) {
    switch (c) {
      case '%': out += "%25"; break;
      case '|': out += "%7C"; break;
      case ':': out += "%3A"; break;
      case ';': out += "%3B"; break;
      default: out += c;
    }
  }
  return out;
}

std::string decode_name(const std::string& name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
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

std::string join(const std::vector<std::string>& names, char with) {
  std::string out;
  for (const std::string& name : names) {
    if (!out.empty()) out += with;
    out += encode_name(name);
  }
  return out;
}

std::string type_cell(const Signal& signal) {
  if (signal.type != "enum") return signal.type;
  return "enum:" + encode_name(signal.enumeration->name) + ":" +
         join(signal.enumeration->values, '|');
}

void write_row(const std::vector<std::string>& cells, std::string& out) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) out += ',';
    out += quote(cells[i]);
  }
  out += "\r\n";
}

struct Row {
  std::uint32_t line = 0;
  std::vector<std::string> cells;
};

std::vector<Row> parse_rows(std::string_view text, const std::string& file) {
  std::vector<Row> rows;
  std::uint32_t line = 1;
  std::size_t i = 0;
  while (i < text.size()) {
    Row& row = rows.emplace_back();
    row.line = line;
    for (bool more = true; more;) {
      std::string cell;
      if (i < text.size() && text[i] == '"') {
        for (++i;; ++i) {
          if (i >= text.size()) {
            throw base::InputError({file, row.line, 0},
                                   "the file ends within a quoted cell",
                                   "csv");
          }
          if (text[i] == '\n') ++line;
          if (text[i] != '"') {
            cell += text[i];
          } else if (i + 1 < text.size() && text[i + 1] == '"') {
            cell += text[i++];
          } else {
            ++i;
            break;
          }
        }
      }
      while (i < text.size() && text[i] != ',' && text[i] != '\n') {
        if (text[i] != '\r') cell += text[i];
        ++i;
      }
      more = i < text.size() && text[i] == ',';
      if (i < text.size()) ++i;
      row.cells.push_back(std::move(cell));
    }
    ++line;
  }
  return rows;
}

class CsvReader {
 public:
  CsvReader(std::string_view text, const std::string& file)
      : file_(file), rows_(parse_rows(text, file)) {}

  suite::Suite read() {
    read_header();
    for (std::size_t i = 2; i < rows_.size(); ++i) read_row(rows_[i]);
    for (suite::Test& test : suite_.tests) collect_goals(test);
    suite::finish(suite_);
    return std::move(suite_);
  }

 private:
  enum class Role { initial, input, output };
  struct Column {
    Role role;
    std::uint32_t signal;
  };

  [[noreturn]] void fail(const Row& row, const std::string& message) const {
    throw base::InputError({file_, row.line, 0}, message, "csv");
  }

  void read_header() {
    if (rows_.size() < 2) {
      throw base::InputError({file_, 1, 0},
                             "expected a row of names and a row of types",
                             "csv");
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
      if (!seen.insert(names.cells[i]).second) {
        fail(names, "the column \"" + names.cells[i] + "\" is there twice");
      }
      add_column(names.cells[i], types.cells[i]);
    }
  }

  void add_column(const std::string& heading, const std::string& type) {
    const std::size_t colon = heading.find(':');
    const std::string role = heading.substr(0, colon);
    Signal signal;
    if (colon != std::string::npos) signal.name = heading.substr(colon + 1);
    signal.derived = role == "derived";
    signal.type = type;
    if (type.substr(0, 5) == "enum:") {
      signal.type = "enum";
      const std::size_t next = type.find(':', 5);
      if (next == std::string::npos) {
        fail(rows_[1], "expected enum:NAME:VALUE|VALUE…");
      }
      signal.enumeration =
          std::make_shared<const logic::Enumeration>(logic::Enumeration{
              decode_name(type.substr(5, next - 5)),
              split(type.substr(next + 1), '|')});
    }
    try {
      (void)signal.sort();
    } catch (const base::InputError& error) {
      fail(rows_[1], error.diagnostics().front().message);
    }
    const bool known = role == "init" || role == "in" || role == "out" ||
                       role == "derived";
    if (!known || signal.name.empty()) {
      fail(rows_[0],
           "\"" + heading + "\" is no column; expected init:NAME, in:NAME, "
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
    if (!cell.empty() && cell[0] == '{') {
      return suite::parse_json(cell, file_);
    }
    if (signal.type == "bool" && (cell == "true" || cell == "false")) {
      return Json::boolean(cell == "true");
    }
    const std::size_t sign = !cell.empty() && cell[0] == '-' ? 1 : 0;
    const bool is_number =
        cell.size() > sign && cell[sign] >= '0' && cell[sign] <= '9';
    return is_number ? Json::number_text(cell) : Json::string(cell);
  }

  void read_row(const Row& row) {
    if (row.cells.size() != rows_[0].cells.size()) {
      fail(row,
           "expected " + std::to_string(rows_[0].cells.size()) + " cells");
    }
    const std::vector<std::string> goals = split(row.cells[4], ';');
    const bool begins = row.cells[2] == "0";
    if (begins) {
      suite::Test& test = suite_.tests.emplace_back();
      const auto kind = suite::parse_test_kind(row.cells[1]);
      if (!kind || *kind == suite::TestKind::tree) {
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
    } catch (const base::InputError& error) {
      fail(row, error.diagnostics().front().message);
    }
  }

  void read_duration(const Row& row) {
    Signal dt;
    dt.name = "dt";
    dt.type = "real";
    suite_.tests.back().steps.back().dt =
        suite::value_from_json(json_of(row.cells[3], dt), dt, file_).as_real();
  }

  void read_cell(const Column& column, const std::string& cell, bool begins) {
    if (cell.empty()) return;
    suite::Test& test = suite_.tests.back();
    const auto misplaced = [&] {
      throw base::InputError(base::SourceLocation{},
                             "step 0 holds initial choices, other steps "
                             "inputs and outputs");
    };
    if (begins != (column.role == Role::initial)) misplaced();
    if (column.role == Role::initial) {
      const Signal& signal = suite_.signature.initial[column.signal];
      test.initial.push_back(
          {column.signal,
           suite::value_from_json(json_of(cell, signal), signal, file_)});
    } else if (column.role == Role::input) {
      const Signal& signal = suite_.signature.inputs[column.signal];
      test.steps.back().inputs.push_back(
          {column.signal,
           suite::value_from_json(json_of(cell, signal), signal, file_)});
    } else {
      const Signal& signal = suite_.signature.outputs[column.signal];
      test.steps.back().expect.push_back(
          {column.signal,
           suite::expectation_from_json(json_of(cell, signal), signal, file_)});
    }
  }

  /// The goals of a test, and of the suite, are those of its steps.
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
};

}  // namespace

std::string write_csv(const suite::Suite& suite) {
  const suite::Signature& sig = suite.signature;
  std::vector<std::string> names(kFixedNames, kFixedNames + kFixedColumns);
  std::vector<std::string> types(kFixedColumns);
  const auto add = [&](const char* role, const std::vector<Signal>& signals) {
    for (const Signal& signal : signals) {
      names.push_back((signal.derived ? "derived:" : role) + signal.name);
      types.push_back(type_cell(signal));
    }
  };
  add("init:", sig.initial);
  add("in:", sig.inputs);
  add("out:", sig.outputs);
  std::string out;
  write_row(names, out);
  write_row(types, out);
  const std::size_t inputs = kFixedColumns + sig.initial.size();
  const std::size_t outputs = inputs + sig.inputs.size();
  std::size_t number = 0;
  for (const suite::Test& test : suite.tests) {
    if (test.kind == suite::TestKind::tree) continue;
    const std::string name = std::to_string(++number);
    std::vector<std::string> row(names.size());
    row[0] = name;
    row[1] = suite::to_string(test.kind);
    row[2] = "0";
    row[4] = join(test.initial_goals, ';');
    for (const suite::Assignment& a : test.initial) {
      row[kFixedColumns + a.signal] = cell_of(suite::to_json(a.value));
    }
    write_row(row, out);
    for (std::size_t i = 0; i < test.steps.size(); ++i) {
      const suite::Step& step = test.steps[i];
      std::fill(row.begin() + 2, row.end(), "");
      row[2] = std::to_string(i + 1);
      row[3] = cell_of(suite::to_json(step.dt));
      row[4] = join(step.goals, ';');
      for (const suite::Assignment& a : step.inputs) {
        row[inputs + a.signal] = cell_of(suite::to_json(a.value));
      }
      for (const suite::Expected& e : step.expect) {
        row[outputs + e.signal] = cell_of(suite::to_json(e.expectation));
      }
      write_row(row, out);
    }
  }
  return out;
}

suite::Suite read_csv(std::string_view text, const std::string& file) {
  return CsvReader(text, file).read();
}

}  // namespace catenary::report
