// SPDX-License-Identifier: Apache-2.0
/// \file
/// The JSON document of a check, and the sums it shares with the console.
#include "report/console/check_report.h"

#include "report/documents.h"
#include "suite/write.h"

namespace catenary::report {
namespace {

using suite::GoalStatus;
using suite::Json;

/// Sets the member "range", if anything is known.
void set_range(Json& out, const CheckedRange& range) {
  if (!range.known) return;
  // There are no ends if the value was always NaN.
  const bool ends = !range.nan || range.lo.kind() != logic::SortKind::boolean;
  Json& json = out.set("range", Json::object());
  json.set("lo", ends ? suite::to_json(range.lo) : Json());
  json.set("hi", ends ? suite::to_json(range.hi) : Json());
  if (range.nan) json.set("nan", Json::boolean(true));
  json.set("proved", Json::boolean(range.proved));
}

/// Name, type and unit, which all kinds of variables have.
Json variable(const suite::Signal& signal) {
  Json out = Json::object();
  out.set("name", Json::string(signal.name));
  out.set("type", Json::string(signal.type));
  if (!signal.unit.empty()) out.set("unit", Json::string(signal.unit));
  return out;
}

Json domains(const std::vector<suite::Signal>& signals,
             const std::vector<CheckedDomain>& of) {
  Json list = Json::array();
  for (std::size_t i = 0; i < of.size(); ++i) {
    Json one = variable(signals[i]);
    // The ends are those of the type or of an annotation, which may be wider
    // than what was explored.
    if (signals[i].lo) one.set("lo", suite::to_json(*signals[i].lo));
    if (signals[i].hi) one.set("hi", suite::to_json(*signals[i].hi));
    if (!signals[i].names.empty()) {
      Json& names = one.set("names", Json::object());
      for (const auto& [name, value] : signals[i].names) {
        names.set(name, suite::to_json(value));
      }
    }
    one.set("values", count_to_json(of[i].values.size()));
    one.set("exhaustive", Json::boolean(of[i].exhaustive));
    one.set("classes", Json::boolean(of[i].classes));
    list.push(std::move(one));
  }
  return list;
}

Json outputs(const CheckReport& report) {
  Json list = Json::array();
  for (std::size_t i = 0; i < report.outputs.size(); ++i) {
    const suite::Signal& signal = report.suite.signature.outputs[i];
    if (signal.derived) continue;
    Json one = variable(signal);
    set_range(one, report.outputs[i]);
    list.push(std::move(one));
  }
  return list;
}

Json state(const CheckReport& report) {
  Json list = Json::array();
  for (const CheckedField& f : report.state) {
    Json& one = list.push(Json::object());
    one.set("name", Json::string(f.name));
    one.set("bytes", count_to_json(f.bytes));
    one.set("internal", Json::boolean(f.internal));
    Json& numbers = one.set("numbers", Json::array());
    for (const CheckedNumber& n : f.numbers) {
      Json& item = numbers.push(Json::object());
      item.set("name", Json::string(n.name));
      item.set("type", Json::string(n.type));
      set_range(item, n.range);
    }
  }
  return list;
}

Json search(const CheckedSearch& s) {
  Json out = Json::object();
  out.set("engine", Json::string(s.engine));
  out.set("states", count_to_json(s.states));
  out.set("transitions", count_to_json(s.transitions));
  out.set("closed", Json::boolean(s.closed));
  out.set("complete_depth", count_to_json(s.complete_depth));
  out.set("stop", s.stop.empty() ? Json() : Json::string(s.stop));
  out.set("seconds", Json::number(s.seconds));
  return out;
}

}  // namespace

std::uint64_t state_bytes(const CheckReport& report) {
  std::uint64_t bytes = 0;
  for (const CheckedField& f : report.state) bytes += f.bytes;
  return bytes;
}

CheckTally tally(const suite::Suite& suite) {
  CheckTally out;
  // A property is good if it cannot be violated: its goal counts the other way
  // round.
  for (const suite::SuiteGoal& goal : suite.goals) {
    const bool covered = goal.status == GoalStatus::covered;
    const bool unreachable = goal.status == GoalStatus::unreachable;
    if (goal.violation) {
      ++out.properties;
      out.hold += unreachable ? 1 : 0;
      out.violated += covered ? 1 : 0;
    } else {
      ++out.goals;
      out.reached += covered ? 1 : 0;
      out.never += unreachable ? 1 : 0;
      out.open += covered || unreachable ? 0 : 1;
    }
  }
  return out;
}

Json check_document(const CheckReport& report) {
  const suite::Suite& suite = report.suite;
  const CheckTally t = tally(suite);
  Json out = Json::object();
  out.set("schema", Json::string("catenary-check-1"));
  out.set("model", model_to_json(suite.model));
  Json& summary = out.set("summary", Json::object());
  summary.set("findings", count_to_json(suite.findings.size()));
  summary.set("inputs", domains(suite.signature.inputs, report.inputs));
  summary.set("initial", domains(suite.signature.initial, report.initial));
  summary.set("outputs", outputs(report));
  summary.set("state_bytes", count_to_json(state_bytes(report)));
  summary.set("state", state(report));
  summary.set("goals", count_to_json(suite.goals.size()));
  summary.set("reached", count_to_json(t.reached));
  summary.set("unreachable", count_to_json(t.never));
  summary.set("undecided", count_to_json(t.open));
  summary.set("properties", count_to_json(t.properties));
  summary.set("hold", count_to_json(t.hold));
  summary.set("violated", count_to_json(t.violated));
  summary.set("search", search(report.search));
  out.set("goals", goals_to_json(report.suite.goals));
  out.set("findings", findings_to_json(suite.findings));
  // Only the tests that findings name: the check keeps no others.
  Json& runs = out.set("runs", Json::array());
  for (const suite::Test& test : suite.tests) {
    runs.push(suite::to_json(test, suite.signature));
  }
  return out;
}

}  // namespace catenary::report
