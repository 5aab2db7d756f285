// SPDX-License-Identifier: Apache-2.0
/// \file
/// Documents of 'catenary check' for timed models, and for suites of trees.
#include "report/console/timed_check.h"

#include <map>
#include <ostream>

#include "report/console/paint.h"
#include "report/documents.h"
#include "suite/write.h"

namespace catenary::report {
namespace {

using suite::GoalStatus;
using suite::Json;

/// How many goals of one kind there are, and what is known of them.
struct Tally {
  std::uint64_t all = 0, reached = 0, never = 0, open = 0;
};

/// Counts the goals of a kind, or all of them where `kind` is empty.
Tally tally(const suite::Suite& suite, const std::string& kind) {
  Tally out;
  for (const suite::SuiteGoal& g : suite.goals) {
    if (!kind.empty() && g.kind != kind) continue;
    ++out.all;
    if (g.status == GoalStatus::covered) {
      ++out.reached;
    } else if (g.status == GoalStatus::unreachable) {
      ++out.never;
    } else {
      ++out.open;
    }
  }
  return out;
}

Json channels(const suite::Signature& signature) {
  // Parameters of a channel need not have names, only types.
  Json out = Json::array();
  for (const suite::Channel& c : signature.channels) {
    Json& one = out.push(Json::object());
    one.set("name", Json::string(c.name));
    one.set("direction", Json::string(suite::to_string(c.direction)));
    one.set("controllable", Json::boolean(c.controllable));
    Json& parameters = one.set("parameters", Json::array());
    for (const suite::Signal& p : c.parameters) {
      Json& parameter = parameters.push(Json::object());
      parameter.set("name", Json::string(p.name));
      parameter.set("type", Json::string(p.type));
    }
  }
  return out;
}

Json variables(const TimedCheckReport& report) {
  Json out = Json::array();
  for (const CheckedTimedVariable& v : report.variables) {
    Json& one = out.push(Json::object());
    one.set("name", Json::string(v.name));
    one.set("type", Json::string(v.type));
    one.set("role", Json::string(v.role));
    one.set("initialised", Json::boolean(v.initialised));
  }
  return out;
}

Json counts(const Tally& t) {
  Json out = Json::object();
  out.set("all", count_to_json(t.all));
  out.set("reached", count_to_json(t.reached));
  out.set("unreachable", count_to_json(t.never));
  out.set("undecided", count_to_json(t.open));
  return out;
}

/// "In(int)", with the names of parameters that have any.
std::string channel_text(const suite::Channel& channel) {
  std::string out = printable(channel.name);
  for (std::size_t i = 0; i < channel.parameters.size(); ++i) {
    const suite::Signal& p = channel.parameters[i];
    out += (i == 0 ? "(" : ", ") + p.type;
    // A parameter without a name was given its number.
    const bool numbered =
        p.name.find_first_not_of("0123456789") == std::string::npos;
    if (!numbered) out += " " + printable(p.name);
  }
  return out + (channel.parameters.empty() ? "" : ")");
}

/// The channels of one direction, below a title unless there are none.
void print_channels(std::ostream& out,
                    const suite::Signature& signature,
                    suite::Direction direction,
                    const char* title) {
  bool first = true;
  for (const suite::Channel& c : signature.channels) {
    if (c.direction != direction) continue;
    if (first) out << title << "\n";
    first = false;
    out << "  " << channel_text(c) << (c.controllable ? "" : ", uncontrollable")
        << "\n";
  }
}

const char* word(GoalStatus status) {
  switch (status) {
    case GoalStatus::covered:
      return "reached";
    case GoalStatus::unreachable:
      return "never";
    default:
      return "undecided";
  }
}

/// The states, or the transitions, each with what is known of it.
void print_parts(std::ostream& out,
                 const suite::Suite& suite,
                 const std::string& kind,
                 const ConsoleStyle& style) {
  out << kind << "s, " << tally(suite, kind).all << "\n";
  for (const suite::SuiteGoal& goal : suite.goals) {
    if (goal.kind != kind) continue;
    std::string status = word(goal.status);
    status.resize(11, ' ');
    out << "  " << paint(status, colour_of(goal), style) << printable(goal.id);
    if (!goal.reason.empty()) out << ": " << printable(goal.reason);
    out << "\n";
  }
}

/// The numbers of findings, by how bad they are.
void print_end(std::ostream& out, const std::vector<suite::Finding>& findings) {
  std::map<base::Severity, std::uint64_t> of;
  for (const suite::Finding& f : findings) ++of[f.severity];
  const auto also = [&](base::Severity severity, const char* what) {
    if (of[severity] > 0) out << ", " << plural(of[severity], what);
  };
  also(base::Severity::error, "error");
  also(base::Severity::warning, "warning");
  also(base::Severity::note, "note");
}

}  // namespace

Json timed_check_document(const TimedCheckReport& report) {
  const suite::Suite& suite = report.suite;
  const Tally all = tally(suite, "");
  Json out = Json::object();
  out.set("schema", Json::string("catenary-check-1"));
  out.set("model", model_to_json(suite.model));
  Json& summary = out.set("summary", Json::object());
  summary.set("findings", count_to_json(suite.findings.size()));
  summary.set("channels", channels(suite.signature));
  summary.set("variables", variables(report));
  summary.set("goals", count_to_json(all.all));
  summary.set("reached", count_to_json(all.reached));
  summary.set("unreachable", count_to_json(all.never));
  summary.set("undecided", count_to_json(all.open));
  summary.set("states", counts(tally(suite, "state")));
  summary.set("transitions", counts(tally(suite, "transition")));
  summary.set("exhaustive", Json::boolean(report.exhaustive));
  summary.set("stop", text_or_null(report.stop));
  summary.set("seconds", Json::number(report.seconds));
  out.set("goals", goals_to_json(suite.goals));
  out.set("findings", findings_to_json(suite.findings));
  return out;
}

void print_timed_check(std::ostream& out,
                       const TimedCheckReport& report,
                       const ConsoleStyle& style) {
  const suite::Suite& suite = report.suite;
  out << printable(suite.model.name) << " (" << suite.model.kind << ", "
      << printable(suite.model.path) << ")\n";
  print_channels(out, suite.signature, suite::Direction::input, "inputs");
  print_channels(out, suite.signature, suite::Direction::output, "outputs");
  if (!report.variables.empty()) out << "variables\n";
  for (const CheckedTimedVariable& v : report.variables) {
    out << "  " << printable(v.name) << ": "
        << (v.role == "variable" ? "" : v.role + ", ") << v.type
        << (v.initialised ? "" : ", not initialised") << "\n";
  }
  print_parts(out, suite, "state", style);
  print_parts(out, suite, "transition", style);
  if (!suite.findings.empty()) print_findings(out, suite.findings, style);
  const Tally states = tally(suite, "state");
  const Tally transitions = tally(suite, "transition");
  const auto part = [&out](const Tally& t, const char* what) {
    out << t.reached << " of " << plural(t.all, what) << " reached";
    if (t.never > 0) out << ", " << t.never << " never";
    if (t.open > 0) out << ", " << t.open << " undecided";
  };
  out << "\n";
  part(states, "state");
  out << "; ";
  part(transitions, "transition");
  print_end(out, suite.findings);
  // A closed search decides everything, so "never" above is a proof.
  out << (report.exhaustive     ? "; everything reachable was explored\n"
          : report.stop.empty() ? "; not everything was explored\n"
                                : "; stopped by " + report.stop + "\n");
}

Json suite_check_document(const SuiteCheckReport& report) {
  const suite::Suite& suite = report.suite;
  Json out = Json::object();
  out.set("schema", Json::string("catenary-check-1"));
  out.set("model", model_to_json(suite.model));
  Json& summary = out.set("summary", Json::object());
  summary.set("findings", count_to_json(suite.findings.size()));
  summary.set("tests", count_to_json(suite.tests.size()));
  summary.set("trees", count_to_json(report.trees));
  summary.set("faulty", count_to_json(report.faulty));
  summary.set("undecided", count_to_json(report.undecided));
  summary.set("stop", text_or_null(report.stop));
  summary.set("seconds", Json::number(report.seconds));
  out.set("findings", findings_to_json(suite.findings));
  return out;
}

void print_suite_check(std::ostream& out,
                       const SuiteCheckReport& report,
                       const ConsoleStyle& style) {
  const suite::Suite& suite = report.suite;
  out << "suite of " << printable(suite.model.name) << " (" << suite.model.kind
      << ", " << printable(suite.model.path) << ")\n";
  if (!suite.findings.empty()) print_findings(out, suite.findings, style);
  // A tree that is neither was not decided in time.
  out << "\n"
      << report.trees - report.faulty - report.undecided << " of "
      << plural(report.trees, "tree") << " disjoint and complete";
  if (report.faulty > 0) out << ", " << report.faulty << " faulty";
  if (report.undecided > 0) out << ", " << report.undecided << " undecided";
  if (report.others > 0) {
    out << "; " << plural(report.others, "test")
        << " of other kinds: nothing to check";
  }
  if (!report.stop.empty()) out << "; stopped by " << report.stop;
  out << "\n";
}

}  // namespace catenary::report
