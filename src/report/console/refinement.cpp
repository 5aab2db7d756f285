// SPDX-License-Identifier: Apache-2.0
/// \file
/// Documents of 'catenary check --refines'.
#include "report/console/refinement.h"

#include <algorithm>
#include <ostream>

#include "report/console/paint.h"
#include "report/documents.h"
#include "suite/write.h"

namespace catenary::report {

namespace {

using suite::Json;

/// Name and file: both specifications may have the same name.
std::string named(const suite::ModelReference& model) {
  return printable(model.name) + " (" + printable(model.path) + ")";
}

}  // namespace

Json refinement_document(const RefinementReport& report) {
  Json out = Json::object();
  out.set("schema", Json::string("catenary-check-1"));
  out.set("model", model_to_json(report.suite.model));
  Json& summary = out.set("summary", Json::object());
  summary.set(
      "findings",
      Json::number(static_cast<std::int64_t>(report.suite.findings.size())));
  summary.set("seconds", Json::number(report.seconds));
  Json& refinement = out.set("refinement", Json::object());
  refinement.set("refined", model_to_json(report.refined));
  refinement.set("verdict", Json::string(report.verdict));
  refinement.set("reason",
                 report.reason.empty() ? Json() : Json::string(report.reason));
  Json& trace = refinement.set("trace", Json::array());
  for (const CheckedStep& s : report.trace) {
    // A step without an answer is the last one, where the refining
    // specification has none.
    Json& step = trace.push(Json::object());
    step.set("inputs", values_to_json(s.inputs));
    step.set("answer", s.answer.empty() ? Json() : values_to_json(s.answer));
  }
  refinement.set("contracts", Json::strings(report.contracts));
  refinement.set("ranges", Json::strings(report.ranges));
  refinement.set("requirements", Json::strings(report.requirements));
  out.set("findings", findings_to_json(report.suite.findings));
  return out;
}

void print_refinement(std::ostream& out,
                      const RefinementReport& report,
                      const ConsoleStyle& style) {
  const std::string who = named(report.suite.model);
  const std::string whom = named(report.refined);
  if (report.verdict == "refines") {
    out << who << " " << paint("refines", Colour::green, style) << " " << whom
        << ": proved\n";
    return;
  }
  if (report.verdict == "undecided") {
    out << "whether " << who << " refines " << whom << " is "
        << paint("undecided", Colour::yellow, style) << ": "
        << printable(report.reason) << "\n";
    return;
  }
  out << who << " " << paint("does not refine", Colour::red, style) << " "
      << whom << "\n";
  for (std::size_t i = 0; i < report.trace.size(); ++i) {
    const CheckedStep& step = report.trace[i];
    out << "  step " << i << ": " << values_text(step.inputs) << " -> "
        << (step.answer.empty() ? "no answer" : values_text(step.answer))
        << "\n";
  }
  // There are two ways to fail: not to answer an input that is allowed, and to
  // give an answer that is not.
  if (report.trace.back().answer.empty()) {
    out << "the last input is allowed by " << printable(report.refined.name)
        << ", and " << printable(report.suite.model.name)
        << " does not answer it\n";
    return;
  }
  out << "the last answer is allowed by " << printable(report.suite.model.name)
      << " and forbidden by " << printable(report.refined.name);
  std::string by;
  for (const std::string& c : report.contracts) {
    by += (by.empty() ? ": " : ", ") + printable(c);
  }
  for (const std::string& v : report.ranges) {
    by += (by.empty() ? ": " : ", ") + std::string("the range of ") +
          printable(v);
  }
  out << by << "\n";
  // The report has the texts of all requirements; the violated ones are shown.
  for (const CheckedRequirement& r : report.texts) {
    if (std::find(report.requirements.begin(),
                  report.requirements.end(),
                  r.id) == report.requirements.end()) {
      continue;
    }
    out << "  " << printable(r.id);
    if (!r.text.empty()) out << ": " << printable(r.text);
    out << "\n";
  }
}

}  // namespace catenary::report
