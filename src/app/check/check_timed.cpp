// SPDX-License-Identifier: Apache-2.0
#include "app/check/check_timed.h"

#include <algorithm>
#include <chrono>
#include <ostream>
#include <utility>

#include "app/challenge/walk_report.h"
#include "app/check/check_time.h"
#include "app/model_file.h"
#include "app/report/publish.h"
#include "app/timed/timed_names.h"
#include "app/timed/timed_plan.h"
#include "challenge/walk/timed_walks.h"
#include "engine/symbolic/search/select.h"
#include "report/console/timed_check.h"
#include "suite/adaptive.h"
#include "suite/read.h"

namespace catenary::app {

namespace {

namespace symbolic = engine::symbolic;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

void add_goals(const std::vector<symbolic::Target>& targets,
               const std::string& kind,
               suite::Suite& suite) {
  for (const symbolic::Target& t : targets) {
    suite::SuiteGoal g = goal_of(t, kind);
    if (t.reachability == symbolic::Reachability::reached) {
      g.status = suite::GoalStatus::covered;
      g.trust = suite::Trust::claimed;
      g.depth = static_cast<std::int64_t>(t.path.size());
    }
    suite.goals.push_back(std::move(g));
  }
}

std::vector<report::CheckedTimedVariable> variables_of(
    const model::TimedAutomaton& automaton) {
  const std::vector<std::uint32_t> open = automaton.uninitialised();
  std::vector<report::CheckedTimedVariable> out;
  for (std::uint32_t i = 0; i < automaton.variables.size(); ++i) {
    const model::TimedVariable& v = automaton.variables[i];
    const bool guess = std::find(open.begin(), open.end(), i) != open.end();
    out.push_back({v.name,
                   v.type.to_string(),
                   v.clock ? "clock" : (v.parameter ? "parameter" : "variable"),
                   v.parameter || !guess});
  }
  return out;
}

ExitCode exit_code(const suite::Suite& suite,
                   base::StopReason stop,
                   Context& context) {
  context.partial = stop != base::StopReason::none;
  if (context.budget.interrupted()) return ExitCode::interrupted;
  for (const suite::Finding& f : suite.findings) {
    if (f.severity == base::Severity::error) return ExitCode::findings;
  }
  return stop == base::StopReason::none ? ExitCode::success
                                        : ExitCode::budget_spent;
}

/// Random runs against what is called unreachable; true where one of them
/// gets there: then that is not said any more.
bool challenge(const model::TimedAutomaton& automaton,
               const CheckOptions& options,
               double proof_seconds,
               symbolic::Analysis& analysis,
               Context& context) {
  std::vector<symbolic::Target*> targets;
  std::vector<challenge::TimedClaim> claims;
  for (auto* list : {&analysis.states, &analysis.transitions}) {
    for (symbolic::Target& t : *list) {
      if (t.reachability != symbolic::Reachability::unreachable) continue;
      targets.push_back(&t);
      claims.push_back(challenge::never(t));
    }
  }
  const base::UncountedWork uncounted;
  auto budget = walk_budget(options, proof_seconds, context.budget);
  const auto found = challenge::walk_automaton(automaton, claims, 1, budget);
  for (const challenge::WalkContradiction& c : found) {
    report_contradiction(claims[c.claim].text, c, "", context);
    targets[c.claim]->reachability = symbolic::Reachability::undecided;
    targets[c.claim]->reason = "withdrawn: a random run gets there";
  }
  return !found.empty();
}

std::string text_of(base::StopReason stop) {
  return stop == base::StopReason::none ? "" : base::to_string(stop);
}

}  // namespace

ExitCode check_timed(const CheckOptions& options, Context& context) {
  refuse_options(
      options.model, ModelKind::timed, {{"--cover", !options.cover.empty()}});
  const auto started = Clock::now();
  const model::TimedAutomaton automaton =
      load_timed_automaton(options.model, context);
  symbolic::SelectOptions select;
  select.test_case = test_case_options(automaton, options);
  select.max_steps = options.max_steps;
  symbolic::Execution execution(automaton);
  context.progress.update({"exploring", 0, 0, ""});
  const base::Budget budget = context.budget.is_limited()
                                  ? context.budget
                                  : context.budget.share(kCheckTime);
  symbolic::Analysis analysis = symbolic::analyse(execution, select, budget);
  const base::StopReason stop = budget.poll();
  const bool contradicted =
      challenge(automaton, options, seconds_since(started), analysis, context);

  report::TimedCheckReport report;
  suite::Suite& suite = report.suite;
  suite.model = {automaton.system, "xlia", automaton.path, automaton.sha256};
  suite.signature = symbolic::signature_of(
      automaton, select.test_case.uncontrollable, "unit");
  add_goals(analysis.states, "state", suite);
  add_goals(analysis.transitions, "transition", suite);
  for (const base::Diagnostic& w : automaton.warnings) {
    suite.findings.push_back({w.code, w.severity, w.message, w.where, {}, ""});
  }
  for (const suite::Finding& f : analysis.findings) {
    suite.findings.push_back(f);
  }
  for (const std::string& text : analysis.undecided) {
    suite.findings.push_back({"check-undecided",
                              base::Severity::warning,
                              text,
                              {automaton.path, 0, 0},
                              {},
                              ""});
  }
  report.variables = variables_of(automaton);
  report.exhaustive = analysis.exhaustive;
  report.stop = text_of(stop);
  report.seconds = seconds_since(started);
  show_check(report,
             options,
             &report::timed_check_document,
             &report::print_timed_check,
             context);
  if (contradicted) return ExitCode::internal_error;
  return exit_code(
      suite, analysis.exhaustive ? base::StopReason::none : stop, context);
}

ExitCode check_suite(const CheckOptions& options, Context& context) {
  refuse_options(options, ModelKind::none);
  const auto started = Clock::now();
  report::SuiteCheckReport report;
  report.suite = suite::read_suite_file(options.model);
  report.suite.findings.clear();
  base::StopReason stop = base::StopReason::none;
  const std::size_t count = report.suite.tests.size();
  for (std::size_t i = 0; i < count; ++i) {
    const suite::Test& test = report.suite.tests[i];
    if (!suite::is_automaton(test)) {
      ++report.others;
      continue;
    }
    stop = context.budget.poll();
    if (stop != base::StopReason::none) break;
    context.progress.update({"checking", i, count, "trees"});
    const symbolic::TreeCheck found = symbolic::check_tree(
        test.tree, report.suite.signature, {}, context.budget);
    ++report.trees;
    if (!found.violations.empty()) {
      ++report.faulty;
    } else if (!found.undecided.empty()) {
      ++report.undecided;
    }
    const auto add = [&](const std::vector<std::string>& lines,
                         const char* code,
                         base::Severity severity) {
      for (const std::string& line : lines) {
        report.suite.findings.push_back(
            {code, severity, line, {options.model, 0, 0}, {}, test.id});
      }
    };
    add(found.violations, "tree-violation", base::Severity::error);
    add(found.undecided, "tree-undecided", base::Severity::warning);
  }
  stop = context.budget.poll();
  report.stop = text_of(stop);
  report.seconds = seconds_since(started);
  show_check(report,
             options,
             &report::suite_check_document,
             &report::print_suite_check,
             context);
  return exit_code(report.suite, stop, context);
}

}  // namespace catenary::app
