// SPDX-License-Identifier: Apache-2.0
#include "app/timed/generate_timed.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "app/challenge/walk_report.h"
#include "app/check/conclusions.h"
#include "app/events/event_log.h"
#include "app/generate/conclude_generation.h"
#include "app/model_file.h"
#include "app/timed/certify_timed.h"
#include "app/timed/timed_names.h"
#include "app/timed/timed_plan.h"
#include "base/error.h"
#include "catenary/version.h"
#include "challenge/walk/timed_walks.h"
#include "engine/symbolic/search/targets.h"
#include "exec/timed/timed_replay.h"
#include "option/text.h"

namespace catenary::app {

namespace {

namespace symbolic = engine::symbolic;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kDefaultUnit{100};

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// One generation, step by step.
class TimedGeneration {
 public:
  TimedGeneration(const GenerateOptions& options, Context& context)
      : options_(options),
        context_(context),
        automaton_(load_timed_automaton(options.model, context)),
        test_case_options_(test_case_options(automaton_, options)),
        execution_(automaton_) {
    stats_.compile_seconds = seconds_since(started_);
  }

  ExitCode run();

 private:
  void describe();
  void make_tests();
  /// Says what is known of the goals.
  void tell_goals() const;
  /// A test case for a path, replayed; false where there is none.
  bool make_test(std::size_t index);
  void note_diagnostics(const symbolic::TestCaseResult& result,
                        const PlannedPath& planned);
  /// What keeps goals of a path from being covered by it.
  void open(const PlannedPath& planned, const std::string& reason);
  void cover(const PlannedPath& planned);
  void challenge();
  void add_findings();
  [[nodiscard]] suite::GenerateSummary summary() const;
  [[nodiscard]] ExitCode exit_code() const;
  void note_stats() const;

  const GenerateOptions& options_;
  Context& context_;
  Clock::time_point started_ = Clock::now();
  model::TimedAutomaton automaton_;
  symbolic::TestCaseOptions test_case_options_;
  symbolic::Execution execution_;
  TimedPlan plan_;
  suite::Suite suite_;
  suite::GenerateStats stats_;
  std::vector<suite::Finding> findings_;
  std::vector<base::Diagnostic> refused_;  ///< of paths the user named
  base::StopReason stop_ = base::StopReason::none;
  bool contradicted_ = false;  ///< by a random run
};

void TimedGeneration::describe() {
  suite_.tool = std::string("catenary ") + CATENARY_VERSION_STRING;
  suite_.model = {
      automaton_.system, "xlia", automaton_.path, automaton_.sha256};
  const auto unit = options_.unit.count() == 0 ? kDefaultUnit : options_.unit;
  suite_.signature = symbolic::signature_of(
      automaton_, test_case_options_.uncontrollable, option::print_text(unit));
  suite_.seed = options_.seed;
  const auto list = [](const std::vector<std::string>& texts, char between) {
    std::string out;
    for (const std::string& t : texts) {
      if (!out.empty()) out += between;
      out += t;
    }
    return out;
  };
  suite_.options["method"] =
      options_.method == Method::chain ? "chain" : "path";
  if (!options_.cover.empty()) {
    suite_.options["cover"] = list(options_.cover, ',');
  }
  if (!options_.path.empty()) suite_.options["path"] = list(options_.path, ';');
  if (!options_.through.empty()) {
    suite_.options["through"] = list(options_.through, ';');
  }
  if (options_.max_steps != 0) {
    suite_.options["max_steps"] = std::to_string(options_.max_steps);
  }
  for (const auto& [key, value] : recorded(options_)) {
    suite_.options[key] = value;
  }
}

void TimedGeneration::open(const PlannedPath& planned,
                           const std::string& reason) {
  for (const std::size_t g : planned.goals) {
    suite::SuiteGoal& goal = plan_.goals[g];
    if (goal.status == suite::GoalStatus::covered) continue;
    goal.status = suite::GoalStatus::undecided;
    goal.trust = suite::Trust::claimed;
    goal.reason = reason;
  }
}

void TimedGeneration::cover(const PlannedPath& planned) {
  for (const std::size_t g : planned.goals) {
    suite::SuiteGoal& goal = plan_.goals[g];
    goal.status = suite::GoalStatus::covered;
    goal.trust = suite::Trust::replayed;
    goal.reason = "a test case that follows it passes on a run of the model";
  }
}

void TimedGeneration::note_diagnostics(const symbolic::TestCaseResult& result,
                                       const PlannedPath& planned) {
  for (const base::Diagnostic& d : result.diagnostics) {
    if (d.severity == base::Severity::error) continue;
    const std::string code = d.code.empty() ? "test-case" : d.code;
    findings_.push_back({code, d.severity, d.message, d.where, {}, ""});
  }
  for (const std::string& text : result.undecided) {
    findings_.push_back(
        {"test-case-undecided",
         base::Severity::warning,
         text,
         planned.path.empty()
             ? base::SourceLocation{automaton_.path, 0, 0}
             : automaton_.transitions[planned.path.back()].where,
         {},
         ""});
  }
}

bool TimedGeneration::make_test(std::size_t index) {
  const PlannedPath& planned = plan_.paths[index];
  const symbolic::TestCaseResult result = symbolic::make_test_case(
      execution_, planned.path, test_case_options_, context_.budget);
  if (result.refusal != symbolic::Refusal::none) {
    std::string why = symbolic::to_string(result.refusal);
    if (!result.diagnostics.empty()) why = result.diagnostics.front().message;
    const bool fault = result.refusal != symbolic::Refusal::undecided;
    if (fault && !planned.named.empty()) {
      for (base::Diagnostic d : result.diagnostics) {
        d.message = planned.named.size() > 80
                        ? d.message
                        : planned.named + ": " + d.message;
        refused_.push_back(std::move(d));
      }
      return false;
    }
    open(planned, "its path makes no test case: " + why);
    return false;
  }
  suite::Test test;
  test.kind = suite::TestKind::tree;
  test.tree = result.tree;
  test.note = "path: " + path_text(automaton_, planned.path);
  for (const std::size_t g : planned.goals) {
    test.goals.push_back(plan_.goals[g].id);
  }
  note_diagnostics(result, planned);
  const std::string against = exec::timed::replay(automaton_,
                                                  planned.path,
                                                  result,
                                                  test_case_options_,
                                                  test,
                                                  suite_.signature,
                                                  context_.budget);
  if (!against.empty()) {
    open(planned, "its test case could not be replayed: " + against);
    return false;
  }
  suite_.tests.push_back(std::move(test));
  cover(planned);
  return true;
}

void TimedGeneration::tell_goals() const {
  if (context_.events == nullptr) return;
  context_.events->goals(plan_.goals);
  for (const suite::SuiteGoal& g : plan_.goals) {
    // Of the others nothing is known before their test case is made.
    if (g.status == suite::GoalStatus::unreachable) {
      context_.events->decided(g);
    }
  }
}

void TimedGeneration::make_tests() {
  tell_goals();
  for (std::size_t i = 0; i < plan_.paths.size(); ++i) {
    stop_ = context_.budget.poll();
    if (stop_ != base::StopReason::none) {
      for (std::size_t k = i; k < plan_.paths.size(); ++k) {
        open(plan_.paths[k],
             std::string("ended by ") + base::to_string(stop_) +
                 " before its test case was made");
      }
      return;
    }
    context_.progress.update(
        {"making test cases",
         i,
         plan_.paths.size(),
         std::to_string(plan_.paths[i].path.size()) + " steps"});
    (void)make_test(i);
    if (context_.events == nullptr) continue;
    for (const std::size_t g : plan_.paths[i].goals) {
      context_.events->decided(plan_.goals[g]);
    }
  }
  stop_ = context_.budget.poll();
  if (stop_ == base::StopReason::none) stop_ = plan_.stop;
}

/// Before anything is printed, random runs of the model may contradict what is
/// called unreachable.
void TimedGeneration::challenge() {
  std::vector<challenge::TimedClaim> claims;
  std::vector<std::size_t> goals;
  for (const symbolic::PathCriterion criterion :
       {symbolic::PathCriterion::transitions,
        symbolic::PathCriterion::pairs,
        symbolic::PathCriterion::states}) {
    for (const symbolic::Target& t :
         symbolic::targets_of(automaton_, criterion)) {
      for (std::size_t g = 0; g < plan_.goals.size(); ++g) {
        const suite::SuiteGoal& goal = plan_.goals[g];
        if (goal.status != suite::GoalStatus::unreachable ||
            goal.kind != kind_of_goal(criterion) || goal.id != t.id) {
          continue;
        }
        claims.push_back(challenge::never(t));
        goals.push_back(g);
      }
    }
  }
  const Clock::time_point begin = Clock::now();
  const base::UncountedWork uncounted;
  auto budget = walk_budget(options_, seconds_since(started_), context_.budget);
  const auto found =
      challenge::walk_automaton(automaton_, claims, options_.seed, budget);
  stats_.challenge_seconds = seconds_since(begin);
  for (const challenge::WalkContradiction& c : found) {
    report_contradiction(claims[c.claim].text, c, options_.output, context_);
    suite::SuiteGoal& goal = plan_.goals[goals[c.claim]];
    goal.status = suite::GoalStatus::undecided;
    goal.trust = suite::Trust::claimed;
    goal.reason = "withdrawn: a random run gets there";
    plan_.bound = {};
    contradicted_ = true;
  }
}

void TimedGeneration::add_findings() {
  for (const std::string& w : plan_.warnings) {
    findings_.push_back({"selection",
                         base::Severity::warning,
                         w,
                         {automaton_.path, 0, 0},
                         {},
                         ""});
  }
  for (suite::Finding& f : findings_) {
    if (std::find(suite_.findings.begin(), suite_.findings.end(), f) ==
        suite_.findings.end()) {
      suite_.findings.push_back(std::move(f));
    }
  }
}

suite::GenerateSummary TimedGeneration::summary() const {
  suite::GenerateSummary out;
  out.method = options_.method == Method::chain ? "chain" : "path";
  out.bound = plan_.bound;
  std::int64_t steps = 0;
  for (const suite::Test& t : suite_.tests) {
    steps += static_cast<std::int64_t>(suite::length_of(t));
  }
  // A bound is one of suites that cover what this one does.
  const bool all = std::all_of(
      suite_.goals.begin(), suite_.goals.end(), [](const suite::SuiteGoal& g) {
        return g.status == suite::GoalStatus::covered ||
               g.status == suite::GoalStatus::unreachable;
      });
  if (!all) {
    out.bound = {};
    out.bound.fewest_chains = false;
  }
  out.bound.upper = all ? steps : -1;
  out.resets = suite_.tests.empty()
                   ? 0
                   : static_cast<std::int64_t>(suite_.tests.size()) - 1;
  out.seconds = seconds_since(started_);
  if (options_.stats) out.stats = stats_;
  return out;
}

void TimedGeneration::note_stats() const {
  context_.log.info(
      with_thousands(static_cast<std::uint64_t>(stats_.states)) +
      " contexts; selecting paths " + std::to_string(stats_.explore_seconds) +
      " s, making test cases " + std::to_string(stats_.chain_seconds) +
      " s, challenging " + std::to_string(stats_.challenge_seconds) + " s");
}

ExitCode TimedGeneration::exit_code() const {
  context_.partial = stop_ != base::StopReason::none;
  if (contradicted_) return ExitCode::internal_error;
  if (context_.budget.interrupted()) return ExitCode::interrupted;
  const ExitCode code = exit_code_of(suite_, options_.min_coverage);
  const bool open = std::any_of(
      suite_.goals.begin(), suite_.goals.end(), [](const suite::SuiteGoal& g) {
        return g.status == suite::GoalStatus::undecided;
      });
  return stop_ != base::StopReason::none && open ? ExitCode::budget_spent
                                                 : code;
}

ExitCode TimedGeneration::run() {
  for (const base::Diagnostic& w : automaton_.warnings) {
    context_.progress.message(w.render());
  }
  describe();
  Clock::time_point begin = Clock::now();
  plan_ = plan_tests(execution_, options_, test_case_options_, context_);
  stats_.states = static_cast<std::int64_t>(plan_.contexts);
  stats_.closed = plan_.exhaustive;
  stats_.explore_seconds = seconds_since(begin);
  begin = Clock::now();
  make_tests();
  stats_.chain_seconds = seconds_since(begin);
  if (!refused_.empty()) throw base::InputError(refused_);
  challenge();
  if (options_.stats) note_stats();
  suite_.goals = std::move(plan_.goals);
  add_findings();
  suite::canonicalise(suite_);
  if (!options_.certificate.empty() && !contradicted_) {
    suite::Bound bound = summary().bound;
    contradicted_ = !certify_timed(
        automaton_, plan_.shortest, options_, suite_, bound, context_);
    plan_.bound = bound;
  }
  add_conclusions("no run of any length hits these goals",
                  plan_.proof,
                  summary().bound,
                  suite_);
  conclude_generation(options_, suite_, summary(), context_);
  return exit_code();
}

}  // namespace

ExitCode generate_timed(const GenerateOptions& options, Context& context) {
  const bool chain = options.method == Method::chain;
  // All paths up to a depth are no chain; nor are two criteria at once.
  const bool other_cover =
      options.cover.size() > 1 ||
      (!options.cover.empty() && options.cover.front().starts_with("depth"));
  if (chain &&
      (!options.path.empty() || !options.through.empty() || other_cover)) {
    throw base::InputError({},
                           "--method chain takes one of --cover transitions, "
                           "pairs or states, and neither --path nor --through",
                           "option-conflict");
  }
  return TimedGeneration(options, context).run();
}

}  // namespace catenary::app
