// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes a suite as CSV (RFC 4180); docs/suite-format.md describes the
/// columns.
#include "report/export/csv.h"

#include <algorithm>
#include <vector>

#include "report/export/csv_columns.h"
#include "suite/json.h"
#include "suite/write.h"

namespace catenary::report {
namespace {

using suite::Json;
using suite::Signal;

/// The text of a value, or of a JSON object.
std::string cell_of(const Json& json) {
  if (json.is(Json::Kind::number) || json.is(Json::Kind::string)) {
    return json.text();
  }
  return json.compact();
}

/// A cell, in quotes where it holds what ends a cell or a row.
std::string quote(const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string out = "\"";
  for (const char c : cell) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

/// A name without the characters that separate names in a cell. They are
/// written as in URLs, "%" itself too, so that decoding is unique.
std::string encode_name(const std::string& name) {
  // Other characters, even those of UTF-8, stay as they are: people read the
  // file.
  std::string out;
  for (const char c : name) {
    switch (c) {
      case '%':
        out += "%25";
        break;
      case '|':
        out += "%7C";
        break;
      case ':':
        out += "%3A";
        break;
      case ';':
        out += "%3B";
        break;
      default:
        out += c;
    }
  }
  return out;
}

/// Encoded names with a separator between them.
std::string join(const std::vector<std::string>& names, char with) {
  std::string out;
  for (const std::string& name : names) {
    if (!out.empty()) out += with;
    out += encode_name(name);
  }
  return out;
}

/// The type as the reader needs it: an enumeration with all its values.
std::string type_cell(const Signal& signal) {
  if (signal.type != "enum") return signal.type;
  return "enum:" + encode_name(signal.enumeration->name) + ":" +
         join(signal.enumeration->values, '|');
}

/// Rows end as RFC 4180 says, on every platform.
void write_row(const std::vector<std::string>& cells, std::string& out) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) out += ',';
    out += quote(cells[i]);
  }
  out += "\r\n";
}

}  // namespace

std::string write_csv(const suite::Suite& suite) {
  const suite::Signature& sig = suite.signature;
  std::vector<std::string> names(kFixedNames.begin(), kFixedNames.end());
  std::vector<std::string> types(kFixedColumns);
  const auto add = [&](const char* role, const std::vector<Signal>& signals) {
    for (const Signal& signal : signals) {
      // Derived signals are not outputs of the system.
      names.push_back((signal.derived ? "derived:" : role) + signal.name);
      types.push_back(type_cell(signal));
    }
  };
  add("init:", sig.initial);
  add("in:", sig.inputs);
  add("out:", sig.outputs);
  // Without a time in any step the column is left out.
  const bool timed = std::ranges::any_of(suite.tests, [](const auto& test) {
    return std::ranges::any_of(
        test.steps, [](const auto& step) { return step.at_ns.has_value(); });
  });
  if (timed) {
    names.emplace_back(kTimeName);
    types.emplace_back(kTimeType);
  }
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
    // Row 0 has the initial choices and the goals that they reach.
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
      for (const suite::ExpectedOutput& e : step.expect) {
        row[outputs + e.signal] = cell_of(suite::to_json(e.expectation));
      }
      if (step.at_ns) row.back() = step.at_ns->get_str();
      write_row(row, out);
    }
  }
  return out;
}

}  // namespace catenary::report
