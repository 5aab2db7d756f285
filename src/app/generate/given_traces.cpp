// SPDX-License-Identifier: Apache-2.0
/// \file
/// Suites, tables of them, and tables of inputs.
#include "app/generate/given_traces.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "app/suite_file.h"
#include "base/error.h"
#include "base/text/csv.h"
#include "base/text_file.h"
#include "logic/value/as_sort.h"
#include "suite/adaptive.h"
#include "suite/read.h"
#include "suite/value_names.h"

namespace catenary::app {

namespace {

using logic::Value;
using model::Trace;
using model::Variable;

constexpr const char* kInitial = "init:";

/// The cells of a row without blanks around them. Spreadsheets may write quotes
/// behind a blank.
std::vector<std::string> cells_of(const base::CsvRow& row) {
  std::vector<std::string> out;
  for (const base::CsvField& field : row) {
    const std::size_t first = field.text.find_first_not_of(" \t\"");
    const std::size_t last = field.text.find_last_not_of(" \t\"");
    out.push_back(first == std::string::npos
                      ? std::string()
                      : field.text.substr(first, last - first + 1));
  }
  return out;
}

bool is_empty(const std::vector<std::string>& cells) {
  return std::ranges::all_of(cells, &std::string::empty);
}

}  // namespace

bool is_of(const Variable& v, const Value& value) {
  switch (v.type) {
    case model::ScalarType::boolean:
      return true;
    case model::ScalarType::float32:
    case model::ScalarType::float64:
      // Nothing was said of the range: infinities and NaN are inputs, too.
      if (!v.has_range) return true;
      return v.lo.as_double() <= value.as_double() &&
             value.as_double() <= v.hi.as_double();
    default:
      return v.lo.as_integer() <= value.as_integer() &&
             value.as_integer() <= v.hi.as_integer();
  }
}

Value fitted(const Variable& v,
             const std::optional<Value>& value,
             const std::string& shown,
             const base::SourceLocation& where) {
  if (value && is_of(v, *value)) return *value;
  throw base::InputError(where,
                         "'" + shown + "' is not a value of '" + v.name +
                             "'; expected " + v.lo.to_string() + " to " +
                             v.hi.to_string(),
                         "given-tests");
}

namespace {

class Reader {
 public:
  Reader(const std::string& path, const model::StepSystem& system)
      : path_(path), system_(system) {}

  std::vector<Trace> read() const {
    const std::string text = suite::read_suite_text(path_);
    const bool of_inputs = std::filesystem::path(path_).extension() == ".csv" &&
                           !text.starts_with("test,kind,step,");
    return of_inputs ? of_table(text) : of_suite(parse_suite(text, path_));
  }
  [[nodiscard]] std::vector<Trace> of_suite(const suite::Suite& suite) const;

 private:
  [[noreturn]] void fail(std::uint32_t line, const std::string& what) const {
    throw base::InputError({path_, line, 0}, what, "given-tests");
  }

  [[nodiscard]] static std::optional<std::size_t> find(
      const std::vector<Variable>& variables, const std::string& name) {
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (variables[i].name == name) return i;
    }
    return std::nullopt;
  }

  [[nodiscard]] Value parse(const Variable& v,
                            const std::string& cell,
                            std::uint32_t line) const {
    for (const model::NamedValue& n : v.names) {
      if (n.name == cell) return n.value;
    }
    std::optional<Value> value;
    try {
      value = logic::parse_value(v.lo.sort(), cell);
    } catch (const base::InputError&) {
      value.reset();  // said below, with its place
    }
    return fitted(v, value, cell, {path_, line, 0});
  }

  [[nodiscard]] std::vector<base::CsvRow> rows_of(
      const std::string& text) const {
    auto rows = base::csv_rows(text);
    // A cell without an end goes up to that of the file: it is the last one.
    if (!rows.empty() && rows.back().back().open) {
      fail(rows.back().back().where.line, "the file ends within a quoted cell");
    }
    return rows;
  }

  [[nodiscard]] std::vector<Trace> of_table(const std::string& text) const;
  /// Where the values of a signal of the suite go.
  struct Target {
    const suite::Signal* signal = nullptr;
    const Variable* variable = nullptr;  ///< of the model; null if it has none
    std::size_t index = 0;               ///< of that variable
    /// Another version of the model may number its messages differently.
    suite::ValueNames names{{}, {}};
  };
  /// One for each signal.
  [[nodiscard]] static std::vector<Target> targets(
      const std::vector<suite::Signal>& signals,
      const std::vector<Variable>& variables);
  void set(std::vector<Value>& values,
           const std::vector<Target>& targets,
           const std::vector<suite::Assignment>& assignments) const;
  [[nodiscard]] static std::vector<Value> lowest(
      const std::vector<Variable>& variables) {
    std::vector<Value> out;
    for (const Variable& v : variables) out.push_back(v.domain.front());
    return out;
  }

  const std::string& path_;
  const model::StepSystem& system_;
};

std::vector<Trace> Reader::of_table(const std::string& text) const {
  const std::vector<base::CsvRow> rows = rows_of(text);
  struct Column {
    bool is_initial = false;
    std::size_t variable = 0;
  };
  std::vector<Column> columns;
  std::set<std::string> seen;
  if (rows.empty() || is_empty(cells_of(rows[0]))) {
    fail(1, "expected the names of the inputs");
  }
  for (const std::string& name : cells_of(rows[0])) {
    const bool is_initial = name.starts_with(kInitial);
    const auto& variables = is_initial ? system_.initial : system_.inputs;
    const auto at =
        find(variables,
             is_initial ? name.substr(std::string(kInitial).size()) : name);
    if (!at) fail(1, "the model has no input '" + name + "'");
    if (!seen.insert(name).second) {
      fail(1, "the input '" + name + "' is there twice");
    }
    columns.push_back({is_initial, *at});
  }
  for (const Variable& v : system_.inputs) {
    if (seen.count(v.name) == 0)
      fail(1, "no column for input '" + v.name + "'");
  }
  std::vector<Trace> out;
  bool begins = true;
  for (std::size_t r = 1; r < rows.size(); ++r) {
    const std::uint32_t line = rows[r].front().where.line;
    const std::vector<std::string> cells = cells_of(rows[r]);
    if (is_empty(cells)) {
      begins = true;
      continue;
    }
    if (cells.size() != columns.size()) {
      fail(line, "expected " + std::to_string(columns.size()) + " values");
    }
    if (begins) out.push_back({lowest(system_.initial), {}});
    std::vector<Value> step = lowest(system_.inputs);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const Column& column = columns[c];
      if (!column.is_initial) {
        step[column.variable] =
            parse(system_.inputs[column.variable], cells[c], line);
      } else if (begins) {
        out.back().initial[column.variable] =
            parse(system_.initial[column.variable], cells[c], line);
      }
    }
    out.back().steps.push_back(std::move(step));
    begins = false;
  }
  return out;
}

std::vector<Reader::Target> Reader::targets(
    const std::vector<suite::Signal>& signals,
    const std::vector<Variable>& variables) {
  std::vector<Target> out;
  for (const suite::Signal& signal : signals) {
    Target& target = out.emplace_back();
    target.signal = &signal;
    const auto at = find(variables, signal.name);
    if (!at) continue;
    target.variable = &variables[*at];
    target.index = *at;
    target.names = suite::ValueNames(suite::named_values(signal),
                                     suite::named_values(variables[*at]));
  }
  return out;
}

void Reader::set(std::vector<Value>& values,
                 const std::vector<Target>& targets,
                 const std::vector<suite::Assignment>& assignments) const {
  for (const suite::Assignment& a : assignments) {
    const Target& target = targets.at(a.signal);
    if (target.variable == nullptr) {
      fail(0, "the model has no input '" + target.signal->name + "'");
    }
    const Variable& v = *target.variable;
    const std::optional<Value> value = target.names.translate(a.value);
    values[target.index] =
        fitted(v,
               value ? logic::as_sort(*value, v.lo.sort()) : std::nullopt,
               a.value.to_string(),
               {path_, 0, 0});
  }
}

std::vector<Trace> Reader::of_suite(const suite::Suite& suite) const {
  const suite::Signature& from = suite.signature;
  const auto initial = targets(from.initial, system_.initial);
  const auto inputs = targets(from.inputs, system_.inputs);
  std::vector<Trace> out;
  for (const suite::Test& test : suite.tests) {
    if (suite::is_adaptive(test)) {
      fail(0, "adaptive tests have no inputs of their own to begin with");
    }
    if (test.kind == suite::TestKind::tree) {
      fail(0, "tests of timed models do not fit a step program");
    }
    Trace t{lowest(system_.initial), {}};
    set(t.initial, initial, test.initial);
    for (const suite::Step& step : test.steps) {
      t.steps.push_back(lowest(system_.inputs));
      set(t.steps.back(), inputs, step.inputs);
    }
    out.push_back(std::move(t));
  }
  return out;
}

}  // namespace

std::vector<Trace> read_given_traces(const std::string& path,
                                     const model::StepSystem& system) {
  return Reader(path, system).read();
}

std::vector<Trace> traces_of_suite(const suite::Suite& suite,
                                   const std::string& path,
                                   const model::StepSystem& system) {
  return Reader(path, system).of_suite(suite);
}

}  // namespace catenary::app
