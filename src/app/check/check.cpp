// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary check`: what is in a model, what its runs do and never do, and
/// what is wrong with it.
#include <algorithm>
#include <ostream>
#include <utility>

#include "app/certificate/certify.h"
#include "app/challenge/challenge_claims.h"
#include "app/challenge/load_challenged.h"
#include "app/check/assumption_text.h"
#include "app/check/check_components.h"
#include "app/check/check_conformance.h"
#include "app/check/check_machine.h"
#include "app/check/check_timed.h"
#include "app/check/conclusions.h"
#include "app/check/second_opinion.h"
#include "app/commands.h"
#include "app/exploration.h"
#include "app/generate/generate_methods.h"
#include "app/generate/suite_builder.h"
#include "app/model_file.h"
#include "app/output_files.h"
#include "app/report/publish.h"
#include "engine/reach/replay.h"
#include "report/console/check_report.h"

namespace catenary::app {

namespace {

namespace reach = engine::reach;

report::CheckedDomain checked(const model::Variable& v) {
  return {v.domain, v.exhaustive, !v.class_starts.empty()};
}

report::CheckedRange checked(const std::vector<reach::ValueRange>& ranges,
                             std::size_t index) {
  if (index >= ranges.size()) return {};
  const reach::ValueRange& r = ranges[index];
  return {r.known, r.lo, r.hi, r.nan, r.proved};
}

/// What the harness added to the program, to watch properties and count steps.
bool is_internal(const model::StateField& field) {
  return field.name.starts_with("__cat_");
}

std::vector<report::CheckedField> checked_state(const model::StepSystem& system,
                                                const reach::Result& reached) {
  std::vector<report::CheckedField> out;
  std::size_t at = 0;
  for (const model::StateField& f : system.state) {
    report::CheckedField field{f.name, f.bytes, is_internal(f), {}};
    for (const model::StateScalar& s : f.scalars) {
      field.numbers.push_back({s.name,
                               model::to_string(s.type),
                               checked(reached.state_ranges, at++)});
    }
    out.push_back(std::move(field));
  }
  return out;
}

/// Inputs that were not tried exhaustively, and what the front end warned of.
void note_model(const model::StepSystem& system,
                const reach::Result& reached,
                suite::Suite& suite) {
  const bool by_solver = reached.engine != "explicit";
  const bool by_classes = reached.engine == "explicit over classes of inputs";
  const auto add = [&suite](const std::string& code,
                            base::Severity severity,
                            const std::string& message,
                            const base::SourceLocation& where) {
    suite.findings.push_back({code, severity, message, where, {}, ""});
  };
  for (const auto* variables : {&system.inputs, &system.initial}) {
    for (const model::Variable& v : *variables) {
      if (v.exhaustive) continue;
      add("input-not-enumerable",
          base::Severity::warning,
          v.why_not_exhaustive +
              (by_classes ? ": one of each class that steps tell apart is tried"
               : by_solver ? ": exploration tries only some, the solver all"
                           : ": what is not reached stays undecided") +
              (v.has_range || by_solver ? "" : "; give it a range"),
          v.where);
    }
  }
  for (const base::Diagnostic& d : system.warnings) {
    if (d.severity == base::Severity::note) continue;  // said on the way
    add(d.code, d.severity, d.message, d.where);
  }
  if (system.goals.empty()) {
    add("no-goals",
        base::Severity::warning,
        "the model has no goals: no properties, labels or annotations, and no "
        "coverage criterion",
        {system.path, 0, 0});
  }
}

/// What became of the goals, where it is not what one hopes for.
void note_goals(suite::Suite& suite) {
  for (const suite::SuiteGoal& g : suite.goals) {
    suite::Finding f;
    f.severity = base::Severity::warning;
    f.where = g.where;
    f.requirements = g.requirements;
    const bool open = g.status == suite::GoalStatus::undecided ||
                      g.status == suite::GoalStatus::not_within_bound;
    if (open) {
      f.code = g.violation ? "property-undecided" : "goal-undecided";
      f.message = g.id + ": " + g.reason;
    } else if (g.status == suite::GoalStatus::unreachable && !g.violation) {
      const bool property = g.kind == to_string(model::GoalKind::property);
      f.code = property ? "property-vacuous" : "goal-unreachable";
      if (!property) f.severity = base::Severity::note;
      f.message = g.id + (property ? " never applies: " : " never happens: ") +
                  g.reason;
    } else {
      continue;
    }
    suite.findings.push_back(std::move(f));
  }
}

void note_end(const reach::Result& reached, suite::Suite& suite) {
  if (reached.stop == reach::Stop::none || reached.stop == reach::Stop::goals) {
    return;
  }
  suite.findings.push_back(
      {"search-incomplete",
       base::Severity::warning,
       "the search was ended by " +
           std::string(reach::to_string(reached.stop)) +
           (reached.stop_text.empty() ? "" : " (" + reached.stop_text + ")") +
           " after " + with_thousands(reached.states) + " states",
       {suite.model.path, 0, 0},
       {},
       ""});
}

/// The model with its goals; as tests the runs that witness findings.
suite::Suite conclude(const model::StepSystem& system,
                      reach::Result reached,
                      const CheckOptions& options,
                      const base::Budget& budget) {
  Made made;
  made.reached = std::move(reached);
  plan_witnesses(system, made);
  std::vector<model::Trace> traces;
  for (const PlannedTest& t : made.planned) traces.push_back(t.trace);
  const std::vector<reach::Replayed> replayed = reach::replay(
      system, traces, {options.step_timeout}, replay_budget(budget));
  std::vector<model::GoalResult> results;
  for (const reach::GoalReport& g : made.reached.goals) {
    results.push_back(g.result);
  }
  SuiteBuilder builder(system);
  builder.set_goals(results);
  for (std::size_t i = 0; i < made.planned.size(); ++i) {
    made.planned[i].replayed = replayed[i];
    if (can_be_test(replayed[i])) builder.add_test(made.planned[i]);
  }
  suite::canonicalise(builder.suite());
  note_findings(system, made.reached, {}, builder.suite());
  note_end(made.reached, builder.suite());
  note_goals(builder.suite());
  note_model(system, made.reached, builder.suite());
  return builder.take();
}

/// The document: findings, what the search showed of each value, and how far
/// it came.
report::CheckReport report_of(const model::StepSystem& system,
                              const reach::Result& reached,
                              const CheckOptions& options,
                              const base::Budget& budget) {
  report::CheckReport report;
  report.suite = conclude(system, reached, options, budget);
  for (const model::Variable& v : system.inputs) {
    report.inputs.push_back(checked(v));
  }
  for (const model::Variable& v : system.initial) {
    report.initial.push_back(checked(v));
  }
  for (std::size_t i = 0; i < system.outputs.size(); ++i) {
    report.outputs.push_back(checked(reached.output_ranges, i));
  }
  report.state = checked_state(system, reached);
  const bool ended = reached.stop == reach::Stop::none;
  report.search = {reached.engine,
                   reached.states,
                   reached.transitions,
                   reached.closed,
                   reached.complete_depth,
                   ended ? "" : reach::to_string(reached.stop),
                   reached.seconds};
  return report;
}

ExitCode exit_code(const suite::Suite& suite,
                   const reach::Result& reached,
                   Context& context) {
  context.partial = reach::ran_out(reached.stop) ||
                    reached.stop == reach::Stop::memory ||
                    reached.stop == reach::Stop::patience;
  if (reached.refutation) return ExitCode::internal_error;
  if (context.budget.interrupted()) return ExitCode::interrupted;
  for (const suite::Finding& f : suite.findings) {
    if (f.severity == base::Severity::error) return ExitCode::findings;
  }
  switch (reached.stop) {
    case reach::Stop::died:
    case reach::Stop::solver:
      return ExitCode::tool_error;
    case reach::Stop::time:
    case reach::Stop::work:
    case reach::Stop::memory:
    case reach::Stop::patience:
      return ExitCode::budget_spent;
    default:
      return ExitCode::success;
  }
}

void require_writable(const CheckOptions& options) {
  std::vector<std::string> inputs = options.include;
  inputs.insert(inputs.end(),
                {options.model,
                 options.requirements,
                 options.assume,
                 options.refines,
                 config_file(options.config)});
  require_outputs(outputs_of(options), inputs, options.force);
  require_checker(options);
}

}  // namespace

ExitCode check(const CheckOptions& options, Context& context) {
  require_writable(options);
  const ModelKind kind = kind_of(options.model);
  if (kind == ModelKind::machine || !options.requirements.empty()) {
    refuse_options(
        options.model, kind, {{"--second-opinion", options.second_opinion}});
  }
  if (kind == ModelKind::machine) {
    return options.requirements.empty()
               ? check_machine(options, context)
               : check_program_conformance(options, context);
  }
  if (kind == ModelKind::timed) return check_timed(options, context);
  if (kind == ModelKind::contract) {
    return check_components(with_component(options), context);
  }
  if (kind == ModelKind::none && options.model.ends_with(".json")) {
    return check_suite(options, context);
  }
  if (!options.requirements.empty()) {
    return check_program_conformance(options, context);
  }
  // A system with more states than this, all of whose goals were hit, is not
  // explored to its end for its ranges alone.
  constexpr std::uint64_t kSettled = 2'000'000;
  const ModelOptions how = model_options(options);
  std::shared_ptr<model::PlainProgram> plain;
  const model::StepSystem system =
      is_challenged(options)
          ? load_challenged(
                options.model, how, options.challenge.time, context, plain)
          : load_step_system(options.model, how, context);
  reach::Options o = reach_options(options, options, context);
  o.ranges = true;
  o.settled_states = kSettled;
  reach::Result reached =
      explore(system, options.engine, o, context.budget, context);
  const bool agreed =
      !options.second_opinion ||
      ask_second_opinion(system, options, options, reached, context);
  if (!agreed) context.log.error(reached.contradiction);
  const challenge::Outcome challenged = challenge_claims(
      system,
      plain,
      {options.challenge.time, options.step_timeout, reached.seconds},
      reached,
      context);
  say_assumptions(system, reached);

  const report::CheckReport report =
      report_of(system, reached, options, context.budget);
  show_check(
      report, options, &report::check_document, &report::print_check, context);
  const bool contradicted = std::any_of(
      challenged.contradictions.begin(),
      challenged.contradictions.end(),
      [](const challenge::Contradiction& c) { return !c.unstable; });
  return contradicted || !agreed ? ExitCode::internal_error
                                 : exit_code(report.suite, reached, context);
}

}  // namespace catenary::app
