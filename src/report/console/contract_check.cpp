// SPDX-License-Identifier: Apache-2.0
/// \file
/// Documents of 'catenary check' for a set of contracts.
#include "report/console/contract_check.h"

#include <algorithm>
#include <ostream>

#include "report/console/paint.h"
#include "report/documents.h"
#include "suite/write.h"

namespace catenary::report {
namespace {

using suite::Json;

/// A trace or a list longer than this is cut for people.
constexpr std::size_t kShown = 20;

/// Sets of contracts that no answer satisfies, each with the run that leads to
/// where this shows.
Json culprits_to_json(const std::vector<CheckedCulprits>& culprits) {
  Json out = Json::array();
  for (const CheckedCulprits& c : culprits) {
    Json& one = out.push(Json::object());
    one.set("contracts", Json::strings(c.contracts));
    one.set("requirements", Json::strings(c.requirements));
    one.set("ranges", Json::strings(c.ranges));
    Json& trace = one.set("trace", Json::array());
    for (std::size_t i = 0; i < c.trace.size(); ++i) {
      Json& step = trace.push(Json::object());
      step.set("inputs", values_to_json(c.trace[i].inputs));
      // The last input is the one that nothing may answer.
      const bool last = i + 1 == c.trace.size();
      step.set("answer", last ? Json() : values_to_json(c.trace[i].answer));
    }
    one.set("inputs_suffice", Json::boolean(c.inputs_suffice));
  }
  return out;
}

/// One notion of consistency. `strategy` tells which: conflicts with
/// corrections, or cores of dead ends. The views need no `details`.
Json notion_to_json(const CheckedNotion& n, bool strategy, bool details) {
  Json out = Json::object();
  out.set("verdict", Json::string(n.verdict));
  out.set("k",
          n.for_ever ? Json::string("forever")
          : n.k      ? count_to_json(*n.k)
                     : Json());
  out.set("reason", text_or_null(n.reason));
  if (n.verdict != "undecided") {
    out.set("trust", Json::string(n.certified ? "certified" : "proved"));
  }
  if (!details) return out;
  out.set(strategy ? "conflicts" : "cores", culprits_to_json(n.culprits));
  out.set("complete", Json::boolean(n.all_culprits));
  if (strategy) {
    Json& corrections = out.set("corrections", Json::array());
    for (const std::vector<std::string>& c : n.corrections) {
      corrections.push(Json::strings(c));
    }
    out.set("corrections_complete", Json::boolean(n.all_corrections));
  }
  out.set("incomplete", text_or_null(n.incomplete));
  return out;
}

/// Names with commas between them.
std::string list(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& n : names) {
    out += (out.empty() ? "" : ", ") + printable(n);
  }
  return out;
}

/// The verdict with the step up to which it was proved.
std::string verdict_text(const CheckedNotion& n,
                         std::uint64_t left_out,
                         const ConsoleStyle& style) {
  std::string out = paint(n.verdict,
                          n.verdict == "consistent"     ? Colour::green
                          : n.verdict == "inconsistent" ? Colour::red
                                                        : Colour::yellow,
                          style);
  if (n.verdict == "consistent") {
    return out +
           (n.for_ever ? " for ever" : " up to step " + std::to_string(*n.k)) +
           (n.certified ? " (certified)" : "") +
           (left_out == 0 ? "" : ", without what is left out");
  }
  if (n.verdict == "inconsistent") {
    return out + " at step " + std::to_string(*n.k) +
           (n.certified ? " (certified)" : "");
  }
  out += ": " + n.reason;
  // The bound that was proved before the limit is still useful.
  if (n.k) out += "; consistent up to step " + std::to_string(*n.k);
  return out;
}

void print_culprits(std::ostream& out,
                    const ContractCheckReport& report,
                    const CheckedCulprits& c,
                    const char* what) {
  out << "  " << what << ": " << list(c.contracts);
  if (!c.ranges.empty()) out << "; with the range of " << list(c.ranges);
  out << "\n";
  for (const std::string& id : c.requirements) {
    const auto at = std::find_if(report.requirements.begin(),
                                 report.requirements.end(),
                                 [&](auto& r) { return r.id == id; });
    out << "    " << printable(id);
    if (at != report.requirements.end() && !at->text.empty()) {
      out << ": " << printable(at->text);
    }
    out << "\n";
  }
  for (std::size_t i = 0; i < c.trace.size(); ++i) {
    const bool last = i + 1 == c.trace.size();
    // The beginning shows how it comes about, the last step where it ends.
    if (i + 1 >= kShown && !last) continue;
    out << "    step " << i << ": " << values_text(c.trace[i].inputs) << " -> "
        << (last ? "no answer" : values_text(c.trace[i].answer)) << "\n";
    if (i + 2 == kShown && !last && c.trace.size() > kShown) {
      out << "    … (all of it with --json)\n";
    }
  }
}

/// The result for one notion of consistency, with its reasons, up to as many as
/// people read.
void print_notion(std::ostream& out,
                  const ContractCheckReport& report,
                  const CheckedNotion& n,
                  bool strategy,
                  const ConsoleStyle& style) {
  out << (strategy ? "strategy: " : "no dead end: ")
      << verdict_text(n, report.left_out, style) << "\n";
  std::size_t shown = 0;
  for (const CheckedCulprits& c : n.culprits) {
    if (shown++ == kShown) {
      out << "  … " << n.culprits.size() - kShown << " more, with --json\n";
      break;
    }
    print_culprits(out, report, c, strategy ? "conflict" : "dead-end core");
    if (strategy && !c.inputs_suffice) {
      out << "    to other answers there are other inputs that leave none\n";
    }
  }
  shown = 0;
  for (const std::vector<std::string>& c : n.corrections) {
    if (shown++ == kShown) {
      out << "  … " << n.corrections.size() - kShown
          << " more corrections, with --json\n";
      break;
    }
    out << "  correction: without " << list(c) << "\n";
  }
  if (!n.incomplete.empty()) {
    out << "  not all may be listed: " << printable(n.incomplete) << "\n";
  }
}

}  // namespace

Json values_to_json(const NamedValues& values) {
  Json out = Json::object();
  for (const auto& [name, value] : values) out.set(name, Json::string(value));
  return out;
}

std::string values_text(const NamedValues& values) {
  std::string out;
  for (const auto& [name, value] : values) {
    out +=
        (out.empty() ? "" : ", ") + printable(name) + " = " + printable(value);
  }
  return out.empty() ? "anything" : out;
}

Json contract_check_document(const ContractCheckReport& report) {
  const suite::Suite& suite = report.suite;
  Json out = Json::object();
  out.set("schema", Json::string("catenary-check-1"));
  out.set("model", model_to_json(suite.model));
  Json& summary = out.set("summary", Json::object());
  summary.set("findings", count_to_json(suite.findings.size()));
  summary.set("input_variables", count_to_json(report.inputs));
  summary.set("output_variables", count_to_json(report.outputs));
  summary.set("hidden_variables", count_to_json(report.hidden));
  summary.set("requirements", count_to_json(report.requirements.size()));
  summary.set("left_out", count_to_json(report.left_out));
  summary.set("contracts", count_to_json(report.contracts));
  summary.set("method", Json::string(report.method));
  summary.set("stop", text_or_null(report.stop));
  summary.set("seconds", Json::number(report.seconds));
  Json& consistency = out.set("consistency", Json::object());
  if (report.strategy) {
    consistency.set("strategy", notion_to_json(*report.strategy, true, true));
  }
  if (report.no_dead_end) {
    consistency.set("no_dead_end",
                    notion_to_json(*report.no_dead_end, false, true));
  }
  Json& views = consistency.set("views", Json::array());
  for (const CheckedViews& v : report.views) {
    Json& one = views.push(Json::object());
    one.set("views", Json::strings(v.views));
    if (v.strategy) {
      one.set("strategy", notion_to_json(*v.strategy, true, true));
    }
    if (v.no_dead_end) {
      one.set("no_dead_end", notion_to_json(*v.no_dead_end, false, true));
    }
  }
  out.set("findings", findings_to_json(suite.findings));
  return out;
}

Json components_check_document(
    const suite::ModelReference& model,
    const std::vector<CheckedComponent>& components) {
  std::vector<suite::Finding> findings;
  std::uint64_t requirements = 0;
  std::uint64_t left_out = 0;
  std::uint64_t contracts = 0;
  double seconds = 0;
  for (const CheckedComponent& c : components) {
    const std::vector<suite::Finding>& found =
        c.report ? c.report->suite.findings : c.faults;
    findings.insert(findings.end(), found.begin(), found.end());
    if (!c.report) continue;
    requirements += c.report->requirements.size();
    left_out += c.report->left_out;
    contracts += c.report->contracts;
    seconds += c.report->seconds;
  }
  Json out = Json::object();
  out.set("schema", Json::string("catenary-check-1"));
  out.set("model", model_to_json(model));
  Json& summary = out.set("summary", Json::object());
  summary.set("findings", count_to_json(findings.size()));
  summary.set("components", count_to_json(components.size()));
  summary.set("requirements", count_to_json(requirements));
  summary.set("left_out", count_to_json(left_out));
  summary.set("contracts", count_to_json(contracts));
  summary.set("seconds", Json::number(seconds));
  Json& all = out.set("components", Json::array());
  for (const CheckedComponent& c : components) {
    Json& one = all.push(Json::object());
    one.set("component", Json::string(c.name));
    one.set("check", c.report ? contract_check_document(*c.report) : Json());
    one.set("faults", findings_to_json(c.faults));
  }
  out.set("findings", findings_to_json(findings));
  return out;
}

void print_contract_check(std::ostream& out,
                          const ContractCheckReport& report,
                          const ConsoleStyle& style) {
  const suite::Suite& suite = report.suite;
  out << printable(suite.model.name) << " (" << suite.model.kind << ", "
      << printable(suite.model.path)
      << "): " << plural(report.requirements.size(), "requirement") << ", "
      << plural(report.contracts, "contract")
      << (report.left_out == 0
              ? ""
              : ", " + std::to_string(report.left_out) + " left out")
      << "; " << plural(report.inputs, "input") << ", "
      << plural(report.outputs, "output");
  if (report.hidden > 0) {
    out << ", " << plural(report.hidden, "hidden variable");
  }
  out << "\n\n";
  if (report.strategy) {
    print_notion(out, report, *report.strategy, true, style);
  }
  if (report.no_dead_end) {
    print_notion(out, report, *report.no_dead_end, false, style);
  }
  if (!report.views.empty()) out << "\nviews\n";
  for (const CheckedViews& v : report.views) {
    out << "  " << list(v.views) << ": ";
    if (v.strategy)
      out << verdict_text(*v.strategy, report.left_out, style) << " (strategy)";
    if (v.strategy && v.no_dead_end) out << ", ";
    if (v.no_dead_end) {
      out << verdict_text(*v.no_dead_end, report.left_out, style)
          << " (no dead end)";
    }
    out << "\n";
  }
  if (!suite.findings.empty()) {
    out << "\n";
    print_findings(out, suite.findings, style);
  }
  if (!report.stop.empty()) out << "\nstopped by " << report.stop << "\n";
}

}  // namespace catenary::report
