// SPDX-License-Identifier: Apache-2.0
/// \file
/// Documents of 'catenary check' for a program and its requirements.
#include "report/console/conformance.h"

#include <ostream>

#include "report/console/paint.h"
#include "report/documents.h"

namespace catenary::report {
namespace {

using suite::Json;

Json file(const std::string& path, const std::string& sha256) {
  Json out = Json::object();
  out.set("path", Json::string(path));
  out.set("sha256", Json::string(sha256));
  return out;
}

void print_values(std::ostream& out, const NamedValues& of) {
  bool first = true;
  for (const auto& [name, value] : of) {
    out << (first ? "" : ", ") << printable(name) << " = " << printable(value);
    first = false;
  }
}

}  // namespace

Json conformance_document(const ConformanceReport& report) {
  Json out = Json::object();
  out.set("schema", Json::string("catenary-conformance-1"));
  out.set("program", file(report.program, report.program_sha256));
  out.set("requirements",
          file(report.requirements, report.requirements_sha256));
  out.set("verdict", Json::string(report.verdict));
  out.set("reason", Json::string(report.reason));
  out.set("left_out", text_or_null(report.left_out));
  out.set("states", count_to_json(report.states));
  out.set("inputs", count_to_json(report.letters));
  Json& trace = out.set("trace", Json::array());
  for (const CheckedStep& s : report.trace) {
    // An empty answer means that there was none: the program ended or failed
    // there.
    Json& step = trace.push(Json::object());
    step.set("inputs", values_to_json(s.inputs));
    step.set("outputs", s.answer.empty() ? Json() : values_to_json(s.answer));
  }
  out.set("contracts", Json::strings(report.contracts));
  Json& violated = out.set("violated", Json::array());
  for (const CheckedRequirement& r : report.violated) {
    Json& one = violated.push(Json::object());
    one.set("id", Json::string(r.id));
    one.set("text", Json::string(r.text));
  }
  out.set("seconds", Json::number(report.seconds));
  return out;
}

void print_conformance(std::ostream& out,
                       const ConformanceReport& report,
                       const ConsoleStyle& style) {
  const Colour colour = report.verdict == "conforms"    ? Colour::green
                        : report.verdict == "undecided" ? Colour::yellow
                                                        : Colour::red;
  out << printable(report.program) << " and " << printable(report.requirements)
      << ": " << paint(report.verdict, colour, style) << "\n  "
      << printable(report.reason) << "\n";
  if (!report.left_out.empty()) {
    out << "  left out: " << printable(report.left_out) << "\n";
  }
  if (!report.trace.empty()) {
    out << "\na shortest run, " << report.trace.size()
        << (report.trace.size() == 1 ? " step\n" : " steps\n");
  }
  for (std::size_t s = 0; s < report.trace.size(); ++s) {
    out << "  " << s + 1 << "  ";
    print_values(out, report.trace[s].inputs);
    out << "\n     -> ";
    print_values(out, report.trace[s].answer);
    out << (report.trace[s].answer.empty() ? "nothing\n" : "\n");
  }
  if (report.contracts.empty()) return;
  out << "\nviolated:";
  for (const std::string& c : report.contracts) out << " " << printable(c);
  out << "\n";
  for (const CheckedRequirement& r : report.violated) {
    out << "  " << printable(r.id) << "  " << printable(r.text) << "\n";
  }
}

}  // namespace catenary::report
