// SPDX-License-Identifier: Apache-2.0
#include "app/check/check_conformance.h"
#include "app/check/left_out.h"

#include <chrono>
#include <ostream>

#include "app/model_file.h"
#include "app/report/publish.h"
#include "app/show.h"
#include "engine/contract/monitor/value_tables.h"
#include "engine/contract/refinement/conformance.h"
#include "exec/adapter/model.h"
#include "report/console/conformance.h"

namespace catenary::app {

namespace {

namespace contract = engine::contract;
using contract::Conformity;

std::vector<report::CheckedStep> trace_of(
    const model::Interface& interface,
    const contract::ConformanceResult& found) {
  std::vector<report::CheckedStep> out;
  for (const auto& step : found.observed) {
    report::CheckedStep& to = out.emplace_back();
    const bool dead = &step == &found.observed.back() && !found.death.empty();
    for (std::size_t v = 0; v < step.size(); ++v) {
      const model::InterfaceVariable& variable = interface.variables[v];
      if (variable.role == model::Role::hidden) continue;
      const bool is_input = variable.role == model::Role::input;
      if (!step[v] && (is_input || dead)) continue;
      (is_input ? to.inputs : to.answer)
          .emplace_back(variable.name,
                        step[v] ? step[v]->to_string() : "beyond its type");
    }
  }
  return out;
}

/// The document, all but the time it took; of a violation also whom to blame.
report::ConformanceReport report_of(const CheckOptions& options,
                                    const model::StepSystem& system,
                                    const model::Interface& interface,
                                    const contract::ConformanceResult& found,
                                    const base::Budget& budget) {
  report::ConformanceReport report;
  report.program = options.model;
  report.program_sha256 = system.sha256;
  report.requirements = options.requirements;
  report.requirements_sha256 = interface.sha256;
  report.verdict = contract::to_string(found.outcome);
  report.reason = found.reason;
  report.left_out = found.left_out;
  report.states = found.states;
  report.letters = found.letters;
  report.trace = trace_of(interface, found);
  if (found.outcome == Conformity::fails && found.death.empty()) {
    const contract::Blame blame =
        contract::blame(interface, found.observed, budget);
    report.contracts = blame.contracts;
    for (const std::string& id : blame.requirements) {
      for (const model::Requirement& r : interface.requirements) {
        if (r.id == id) report.violated.push_back({r.id, r.text});
      }
    }
  }
  return report;
}

/// The verdict as a finding, for code hosts.
suite::Suite findings_of(const report::ConformanceReport& report,
                         const model::StepSystem& system) {
  suite::Suite out;
  out.model = {system.name, "c", report.program, report.program_sha256};
  suite::Finding f;
  f.where = {report.program, 0, 0};
  if (!report.trace.empty()) {
    f.code = "requirement-violated";
    f.message = "the program does not conform to " + report.requirements +
                ": a run of " + std::to_string(report.trace.size()) +
                (report.trace.size() == 1 ? " step" : " steps") + " violates " +
                report::join(report.contracts);
    for (const report::CheckedRequirement& r : report.violated) {
      f.requirements.push_back(r.id);
    }
  } else if (!report.reason.empty()) {
    f.code = "conformance-undecided";
    f.severity = base::Severity::warning;
    f.message = "it is undecided whether the program conforms to " +
                report.requirements + ": " + report.reason;
  } else {
    return out;
  }
  out.findings.push_back(std::move(f));
  return out;
}

ExitCode exit_code(Conformity outcome) {
  switch (outcome) {
    case Conformity::conforms:
      return ExitCode::success;
    case Conformity::fails:
      return ExitCode::findings;
    case Conformity::undecided:
      break;
  }
  return ExitCode::budget_spent;
}

}  // namespace

ExitCode check_program_conformance(const CheckOptions& options,
                                   Context& context) {
  refuse_options(options.model,
                 kind_of(options.model),
                 {{"--cover", !options.cover.empty()},
                  {"--max-steps", options.max_steps != 0},
                  {"--include", !options.include.empty()}});
  const auto started = std::chrono::steady_clock::now();
  const model::Interface interface =
      load_interface(options.requirements, context);
  for (const base::Diagnostic& w : interface.warnings) {
    context.progress.message(w.render());
  }
  ModelOptions how = model_options(options);
  how.cover = {"property"};
  how.judged = true;
  const model::StepSystem system =
      load_step_system(model_path(options), how, context);
  const contract::Binding binding =
      contract::bind_values(interface,
                            exec::signature_of(system),
                            {options.map, options.map_value, system.path});
  context.progress.update({"searching for a fault", 0, 0, system.name});
  contract::ConformanceResult found = contract::check_conformance(
      system, interface, binding, {}, context.budget);
  doubt_conformance(interface, found);

  report::ConformanceReport report =
      report_of(options, system, interface, found, context.budget);
  report.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started)
          .count();
  publish_check(options, findings_of(report, system), context);
  show(report,
       options.json,
       &report::conformance_document,
       &report::print_conformance,
       context);
  if (context.budget.interrupted()) return ExitCode::interrupted;
  return exit_code(found.outcome);
}

}  // namespace catenary::app
