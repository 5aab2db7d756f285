// SPDX-License-Identifier: Apache-2.0
/// \file
/// Documents of 'catenary check' for state machines.
#include "report/console/machine_check.h"

#include <algorithm>
#include <ostream>

#include "report/console/paint.h"
#include "report/documents.h"
#include "suite/write.h"

namespace catenary::report {

namespace {

using suite::Json;

/// An object from what was counted to how many there are.
Json counts_json(const std::vector<MachineCount>& counts) {
  Json out = Json::object();
  for (const auto& [what, count] : counts) out.set(what, count_to_json(count));
  return out;
}

Json capsule_json(const CheckedCapsule& c) {
  Json out = Json::object();
  out.set("name", Json::string(c.name));
  out.set("where", suite::to_json(c.where));
  out.set("machine", Json::boolean(c.has_machine));
  out.set("compiled", Json::boolean(c.has_code));
  out.set("counts", counts_json(c.counts));
  Json& vertices = out.set("vertices", Json::array());
  for (const CheckedVertex& v : c.vertices) {
    Json& one = vertices.push(Json::object());
    one.set("name", Json::string(v.name));
    one.set("kind", Json::string(v.kind));
    one.set("where", suite::to_json(v.where));
  }
  Json& transitions = out.set("transitions", Json::array());
  for (const CheckedTransition& t : c.transitions) {
    Json& one = transitions.push(Json::object());
    one.set("name", Json::string(t.name));
    one.set("kind", Json::string(t.kind));
    one.set("from", Json::string(t.from));
    one.set("to", Json::string(t.to));
    one.set("triggers", Json::strings(t.triggers));
    one.set("guarded", Json::boolean(t.guarded));
    one.set("where", suite::to_json(t.where));
  }
  return out;
}

/// "3 states, 1 trigger", without what there is none of.
std::string counts_text(const std::vector<MachineCount>& counts) {
  std::string out;
  for (const auto& [what, count] : counts) {
    if (count == 0) continue;
    std::string name = what;
    std::replace(name.begin(), name.end(), '_', ' ');
    // The counts are named in the plural, with regular ones only.
    if (count == 1) {
      if (name.ends_with("ies")) {
        name.replace(name.size() - 3, 3, "y");
      } else if (name.ends_with("s")) {
        name.pop_back();
      }
    }
    out += (out.empty() ? "" : ", ") + std::to_string(count) + " " + name;
  }
  return out;
}

void print_transition(std::ostream& out, const CheckedTransition& t) {
  out << "    " << printable(t.name);
  // Most transitions are external, which is not worth a word.
  if (t.kind != "external") out << ", " << t.kind;
  out << ": " << printable(t.from) << " -> " << printable(t.to);
  for (std::size_t i = 0; i < t.triggers.size(); ++i) {
    out << (i == 0 ? " on " : ", ") << printable(t.triggers[i]);
  }
  out << (t.guarded ? " [guard]" : "") << "\n";
}

}  // namespace

Json machine_check_document(const MachineCheckReport& report) {
  Json out = Json::object();
  out.set("schema", Json::string("catenary-check-1"));
  out.set("model", model_to_json(report.suite.model));
  Json& summary = out.set("summary", Json::object());
  summary.set("findings", count_to_json(report.suite.findings.size()));
  summary.set("elements", counts_json(report.counts));
  summary.set("ignored", counts_json(report.ignored));
  summary.set("seconds", Json::number(report.seconds));
  Json& capsules = out.set("capsules", Json::array());
  for (const CheckedCapsule& c : report.capsules) {
    capsules.push(capsule_json(c));
  }
  out.set("findings", findings_to_json(report.suite.findings));
  return out;
}

void print_machine_check(std::ostream& out,
                         const MachineCheckReport& report,
                         const ConsoleStyle& style) {
  const suite::Suite& suite = report.suite;
  out << printable(suite.model.name) << " (" << suite.model.kind << ", "
      << printable(suite.model.path) << ")\n";
  for (const CheckedCapsule& c : report.capsules) {
    out << "capsule " << printable(c.name);
    const std::string counts = counts_text(c.counts);
    if (!counts.empty()) out << ": " << counts;
    out << "\n";
    for (const CheckedVertex& v : c.vertices) {
      out << "    " << v.kind << " " << printable(v.name) << "\n";
    }
    for (const CheckedTransition& t : c.transitions) print_transition(out, t);
  }
  if (!suite.findings.empty()) print_findings(out, suite.findings, style);
  // Only what the tool cannot model is summed up: the other findings are above.
  std::uint64_t missing = 0;
  for (const suite::Finding& f : suite.findings) {
    if (f.code == "unsupported") ++missing;
  }
  out << "\n" << counts_text(report.counts) << "; ";
  if (missing == 0) {
    out << "nothing unsupported";
  } else {
    out << missing << " unsupported";
  }
  const std::string ignored = counts_text(report.ignored);
  if (!ignored.empty()) out << "; without effect: " << ignored;
  out << "\n";
}

}  // namespace catenary::report
