// SPDX-License-Identifier: Apache-2.0
#include "app/check/check_refinement.h"
#include "app/check/left_out.h"

#include <chrono>
#include <ostream>
#include <utility>

#include "app/model_file.h"
#include "app/report/publish.h"
#include "engine/contract/monitor/diagnose.h"
#include "engine/contract/refinement/refinement.h"
#include "report/console/refinement.h"

namespace catenary::app {

namespace {

namespace contract = engine::contract;
using Clock = std::chrono::steady_clock;
using contract::Conformity;

/// Names and values of all variables, derived ones too.
report::NamedValues all_named(const model::Interface& interface,
                              const contract::Valuation& values) {
  report::NamedValues out;
  for (const auto& [v, value] : values) {
    out.emplace_back(interface.variables[v].name, value.to_string());
  }
  return out;
}

/// The contracts of `refined` that forbid the last answer: those of the first
/// explanation, since its hidden variables may allow several.
void blame(const model::Interface& refined,
           const std::vector<contract::TraceStep>& trace,
           const base::Budget& budget,
           report::RefinementReport& report) {
  std::vector<contract::Snapshot> observed;
  for (const contract::TraceStep& step : trace) {
    observed.emplace_back();
    for (std::uint32_t v = 0; v < refined.variables.size(); ++v) {
      const logic::Sort& sort = refined.variables[v].sort();
      logic::Value value = logic::default_value(sort);
      for (const contract::Valuation* of : {&step.inputs, &step.answer}) {
        if (const auto at = of->find(v); at != of->end()) value = at->second;
      }
      // The trace has enumerations of its own, of the same names.
      if (value.kind() == logic::SortKind::enumeration) {
        value = logic::Value::enumerator(sort.enumeration_decl(),
                                         value.as_enumerator());
      }
      observed.back().push_back(std::move(value));
    }
  }
  const contract::Semantics semantics(refined);
  const contract::Diagnoses found =
      contract::diagnose(semantics, observed, {}, budget);
  if (found.found.empty()) return;
  contract::Indices contracts;
  for (const std::size_t r : found.found[0].rules) {
    const contract::Rule& rule = semantics.rules()[r];
    if (rule.kind == contract::Rule::Kind::range) {
      report.ranges.push_back(refined.variables[rule.index].name);
    } else {
      contracts.push_back(rule.index);
      report.contracts.push_back(refined.contracts[rule.index].id);
    }
  }
  report.requirements = contract::requirement_ids(refined, contracts);
}

ExitCode note(const contract::Refinement& found,
              const Context& context,
              report::RefinementReport& report) {
  const base::SourceLocation file{report.suite.model.path, 0, 0};
  switch (found.outcome) {
    case Conformity::conforms:
      report.verdict = "refines";
      return ExitCode::success;
    case Conformity::fails:
      report.verdict = "fails";
      report.suite.findings.push_back(
          {"refinement-fails",
           base::Severity::error,
           (found.trace.back().answer.empty()
                ? "an input that is allowed is not answered at step "
                : "an answer is forbidden by what is to be refined at step ") +
               std::to_string(found.trace.size() - 1),
           file,
           report.requirements,
           ""});
      return ExitCode::findings;
    case Conformity::undecided:
      break;
  }
  report.verdict = "undecided";
  report.suite.findings.push_back({"refinement-undecided",
                                   base::Severity::warning,
                                   found.reason,
                                   file,
                                   {},
                                   ""});
  return context.budget.interrupted() ? ExitCode::interrupted
                                      : ExitCode::budget_spent;
}

}  // namespace

ExitCode check_refinement(const CheckOptions& options, Context& context) {
  const auto started = Clock::now();
  const model::Interface refining = load_interface(options.model, context);
  const model::Interface refined = load_interface(options.refines, context);
  context.progress.update({"checking", 0, 0, "refinement"});
  contract::Refinement found =
      contract::check_refinement(refining, refined, context.budget);
  doubt_refinement(refining, refined, found);

  report::RefinementReport report;
  report.suite.model = {refining.name, "req", refining.path, refining.sha256};
  report.refined = {refined.name, "req", refined.path, refined.sha256};
  report.reason = found.reason;
  for (const contract::TraceStep& step : found.trace) {
    report.trace.push_back(
        {all_named(refined, step.inputs), all_named(refined, step.answer)});
  }
  for (const model::Requirement& r : refined.requirements) {
    report.texts.push_back({r.id, r.text});
  }
  if (found.outcome == Conformity::fails &&
      !found.trace.back().answer.empty()) {
    blame(refined, found.trace, context.budget, report);
  }
  const ExitCode code = note(found, context, report);
  report.seconds =
      std::chrono::duration<double>(Clock::now() - started).count();
  show_check(report,
             options,
             &report::refinement_document,
             &report::print_refinement,
             context);
  return code;
}

}  // namespace catenary::app
