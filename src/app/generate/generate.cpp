// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary generate`: model -> runs of a method -> replay -> suite.
#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <utility>

#include "app/certificate/certify.h"
#include "app/challenge/challenge_claims.h"
#include "app/challenge/load_challenged.h"
#include "app/check/assumption_text.h"
#include "app/check/conclusions.h"
#include "app/check/second_opinion.h"
#include "app/commands.h"
#include "app/contract/generate_contract.h"
#include "app/contract/requirement_watch.h"
#include "app/exploration.h"
#include "app/generate/conclude_generation.h"
#include "app/generate/generate_methods.h"
#include "app/generate/generation_stats.h"
#include "app/generate/given_tests.h"
#include "app/generate/goals/chosen_goals.h"
#include "app/generate/origin.h"
#include "app/generate/suite_builder.h"
#include "app/generate/tidy/tidy_tests.h"
#include "app/generate/tidy/tidy_texts.h"
#include "app/generate/uncovered_runs.h"
#include "app/machine/machine_system.h"
#include "app/machine/machine_timers.h"
#include "app/model_file.h"
#include "app/output_files.h"
#include "app/timed/generate_timed.h"
#include "base/check.h"
#include "engine/reach/replay.h"
#include "frontend/c/assumptions.h"
#include "program/instrument/stub_notes.h"

namespace catenary::app {

namespace {

namespace reach = engine::reach;

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// One generation, step by step.
class Generation {
 public:
  Generation(const GenerateOptions& options, Context& context)
      : options_(options), context_(context), started_(Clock::now()) {
    if (!options.oracle.empty()) watch_.emplace(options, context);
    system_ = load(0);
    compile_seconds_ = seconds_since(started_);
  }

  ExitCode run();

 private:
  /// With that many timers a timing port; see ModelOptions.
  model::StepSystem load(std::uint32_t timers) {
    ModelOptions how = model_options(options_);
    how.timers = timers;
    if (watch_) {
      how.watcher = [this](const model::StepSystem& system) {
        return watch_->watcher(system);
      };
    }
    const std::string path = model_path(options_);
    plain_.reset();
    model::StepSystem system =
        is_challenged(options_) && options_.method != Method::random
            ? load_challenged(
                  path, how, options_.challenge.time, context_, plain_)
            : load_step_system(path, how, context_);
    keep_goals(options_.goals, system, plain_);
    return system;
  }
  /// Whether a second search can find anything that the first did not.
  [[nodiscard]] bool has_time_left() const {
    const base::Budget& budget = context_.budget;
    return budget.poll() == base::StopReason::none &&
           !(budget.is_limited() && reach::ran_out(made_.reached.stop));
  }
  void read_given();
  void replay_planned(const base::Budget& budget);
  void tidy_planned(const base::Budget& budget);
  suite::Suite build_suite(const base::Budget& budget);
  void add_times();
  void put_given_first();
  void challenge_proofs();
  void note_conclusions(suite::Suite& draft);
  [[nodiscard]] base::Budget first_half(const base::Budget& of) const;
  void certify_claims();
  void summarise(const suite::Suite& suite);
  [[nodiscard]] ExitCode exit_code(const suite::Suite& suite) const;

  const GenerateOptions& options_;
  Context& context_;
  const reach::ReplayOptions replay_options_{options_.step_timeout};
  Clock::time_point started_;
  std::optional<RequirementWatch> watch_;
  std::shared_ptr<model::PlainProgram> plain_;  ///< null: nothing is challenged
  model::StepSystem system_;
  GivenTests given_;
  Made made_;
  bool disagreed_ = false;  ///< two engines did; see ask_second_opinion()
  suite::GenerateSummary summary_;
  double compile_seconds_ = 0;
  double challenge_seconds_ = 0;
  std::string challenged_;     ///< what it did, for people; may be empty
  bool contradicted_ = false;  ///< by the native challenge
  /// A certificate was rejected, or the search for one contradicts a claim.
  bool uncertified_ = false;
  suite::Certificate certificate_;  ///< where its claim is not empty
};

ExitCode Generation::exit_code(const suite::Suite& suite) const {
  const reach::Stop stop = made_.reached.stop;
  const bool met_limit = reach::ran_out(stop) || stop == reach::Stop::memory ||
                         stop == reach::Stop::patience;
  context_.partial = context_.partial || met_limit;
  if (contradicted_ || disagreed_ || uncertified_ || made_.reached.refutation) {
    return ExitCode::internal_error;
  }
  if (context_.budget.interrupted()) return ExitCode::interrupted;
  const ExitCode without_coverage = exit_code_of(suite, 0);
  if (without_coverage != ExitCode::success) return without_coverage;
  if (stop == reach::Stop::died || stop == reach::Stop::solver) {
    return ExitCode::tool_error;
  }
  if (met_limit) return ExitCode::budget_spent;
  // The time may also end while runs are replayed or chained.
  const bool is_open =
      std::ranges::any_of(suite.goals, [](const suite::SuiteGoal& g) {
        return g.status == suite::GoalStatus::undecided;
      });
  if (is_open && context_.budget.poll() != base::StopReason::none) {
    return ExitCode::budget_spent;
  }
  return exit_code_of(suite, options_.min_coverage);
}

/// The given tests stay, as they are; what was proved is about the others.
void Generation::put_given_first() {
  if (options_.extend.empty()) return;
  if (!add_given(given_, system_, made_.reached)) made_.optimality = {};
  made_.planned.insert(
      made_.planned.begin(), given_.tests.begin(), given_.tests.end());
  made_.options["extend"] = options_.extend;
  made_.bound = {};
  if (!made_.optimality.claim.empty()) {
    made_.optimality.claim =
        "of the tests that complete the given ones: " + made_.optimality.claim;
  }
}

/// Before anything is printed, runs of the program itself may contradict it.
void Generation::challenge_proofs() {
  ChallengeJob job{options_.challenge.time,
                   options_.step_timeout,
                   seconds_since(started_),
                   {},
                   options_.output};
  for (const PlannedTest& t : made_.planned) job.sequences.push_back(&t.trace);
  const Clock::time_point began = Clock::now();
  const challenge::Outcome outcome =
      challenge_claims(system_, plain_, job, made_.reached, context_);
  challenge_seconds_ = seconds_since(began);
  if (outcome.contradictions.empty() && plain_ != nullptr) {
    challenged_ = challenge::summary(outcome);
  }
  contradicted_ = std::any_of(
      outcome.contradictions.begin(),
      outcome.contradictions.end(),
      [](const challenge::Contradiction& c) { return !c.unstable; });
  if (outcome.contradictions.empty()) return;
  made_.forget_bound();
  for (const challenge::Contradiction& c : outcome.contradictions) {
    if (c.claim.kind != challenge::Claim::Kind::never) continue;
    const reach::GoalReport& report = made_.reached.goals[c.claim.index];
    if (!report.trace) continue;
    PlannedTest t;
    t.trace = *report.trace;
    t.kind = suite::TestKind::linear;
    t.note = violation_note(system_.goals[c.claim.index], report);
    made_.planned.push_back(std::move(t));
  }
}

/// Of the runs as they are in the suite: how long a timer runs may depend on a
/// text.
void Generation::add_times() {
  ModelOptions how = model_options(options_);
  how.cover.clear();
  std::vector<model::Trace> traces;
  for (const PlannedTest& t : made_.planned) traces.push_back(t.trace);
  const std::vector<std::vector<mpz_class>> times =
      virtual_times(system_, traces, how, context_);
  for (std::size_t i = 0; i < times.size(); ++i) {
    made_.planned[i].at_ns = times[i];
  }
}

/// Half of what is left of a limit that the user gave, so that one long
/// run does not take it all; without one, all.
base::Budget Generation::first_half(const base::Budget& of) const {
  return context_.budget.is_limited() ? of.share(of.work_left(), 2) : of;
}

/// Findings and certificates.
void Generation::note_conclusions(suite::Suite& draft) {
  for (const base::Diagnostic& d : system_.warnings) {
    if (d.code != program::kStubCode && !frontend::c::is_assumption(d))
      continue;
    draft.findings.push_back({d.code, d.severity, d.message, d.where, {}, ""});
  }
  note_findings(system_, made_.reached, made_.no_final_after, draft);
  if (!made_.optimality.claim.empty()) {
    draft.certificates.push_back(made_.optimality);
  }
  certify_unreachable(made_.reached, draft);
  if (!certificate_.claim.empty()) draft.certificates.push_back(certificate_);
  for (suite::Certificate& c : draft.certificates) {
    c.by += assumption_text(system_);
  }
  if (!options_.extend.empty()) {
    suite::Certificate c;
    c.kind = "assessment";
    c.claim = assess(given_, system_, draft);
    c.by = "replay";
    context_.log.info(options_.extend + ": " + c.claim);
    draft.certificates.push_back(std::move(c));
  }
}

/// Replays what was planned, and plans what is missing then.
void Generation::replay_planned(const base::Budget& budget) {
  std::vector<model::Trace> traces;
  for (const PlannedTest& t : made_.planned) traces.push_back(t.trace);
  std::vector<reach::Replayed> replayed =
      reach::replay(system_, traces, replay_options_, first_half(budget));
  for (std::size_t i = 0; i < made_.planned.size(); ++i) {
    made_.planned[i].replayed = std::move(replayed[i]);
  }
  const GenerateJob job{options_, system_, context_, given_.hits};
  plan_uncovered(job, first_half(budget), RunOrder::long_first, made_);
  plan_uncovered(job, budget, RunOrder::short_first, made_);
}

/// Gives the tests simpler inputs. What that comes upon besides counts, too.
void Generation::tidy_planned(const base::Budget& budget) {
  tidy_texts(system_, replay_options_, budget, made_.planned);
  if (!options_.tidy || made_.reached.refutation) return;
  context_.progress.update({"tidying", 0, made_.planned.size(), ""});
  GivenTests found = tidy_tests(system_,
                                made_.reached,
                                replay_options_,
                                first_half(budget),
                                given_.tests.size(),
                                made_.planned);
  if (found.tests.empty()) return;
  made_.forget_bound();
  if (!add_given(found, system_, made_.reached, "a run with other inputs")) {
    contradicted_ = true;
    context_.log.error(made_.reached.contradiction);
  }
  std::ranges::move(found.tests, std::back_inserter(made_.planned));
}

/// Makes the suite of the replayed runs.
suite::Suite Generation::build_suite(const base::Budget& budget) {
  std::vector<model::GoalResult> results;
  for (const reach::GoalReport& g : made_.reached.goals) {
    results.push_back(g.result);
  }
  note_bound_of_texts(system_, results);
  SuiteBuilder builder(system_);
  builder.set_goals(results);
  add_times();
  if (watch_) watch_->confirm(system_, made_.planned, budget);
  for (const PlannedTest& t : made_.planned) {
    if (can_be_test(t.replayed)) builder.add_test(t);
  }

  suite::Suite& draft = builder.suite();
  name_messages(draft, context_);
  note_origin(options_, made_.options, draft);
  suite::canonicalise(draft);
  note_conclusions(draft);
  return builder.take();
}

void Generation::summarise(const suite::Suite& suite) {
  summary_.method = to_string(options_.method);
  summary_.bound = made_.bound;
  summary_.resets = suite.tests.empty()
                        ? 0
                        : static_cast<std::int64_t>(suite.tests.size()) - 1;
  summary_.seconds = seconds_since(started_);
  if (!options_.stats) return;
  summary_.stats =
      generation_stats(made_, compile_seconds_, challenge_seconds_);
  report_stats(made_.reached, *summary_.stats, challenged_, context_);
}

void Generation::read_given() {
  if (options_.extend.empty()) return;
  given_ = read_given_tests(
      options_.extend,
      system_,
      options_,
      [this] {
        ModelOptions how = model_options(options_);
        how.record_calls = true;
        return load_step_system(options_.model, how, context_);
      },
      context_.budget);
}

void Generation::certify_claims() {
  if (options_.certificate.empty() || contradicted_ || disagreed_ ||
      made_.reached.refutation) {
    return;
  }
  uncertified_ = !certify(system_,
                          options_,
                          options_.force,
                          least_cost({options_, system_, context_, {}}, made_),
                          made_.reached,
                          made_.bound,
                          certificate_,
                          context_);
  if (uncertified_) made_.forget_bound();
}

ExitCode Generation::run() {
  if (system_.goals.empty()) {
    throw base::InputError(
        {options_.model, 0, 0},
        options_.cover.empty()
            ? "the model has no goals: no properties, labels or annotations, "
              "and no coverage criterion was asked for"
            : "the criteria that were asked for have no goals in this model" +
                  (system_.pair_goals.empty()
                       ? std::string()
                       : "; of MC/DC because " +
                             system_.pair_goals[0].obstacle),
        "no-goals");
  }
  std::vector<std::string> sources;
  for (const model::Goal& g : system_.goals) sources.push_back(g.where.file);
  require_not_input(options_.output, sources);
  require_not_input(options_.certificate, sources);
  read_given();
  made_ = make_runs({options_, system_, context_, given_.hits});
  while (const std::uint32_t timers =
             timers_wanted(system_.path, made_.reached.findings, context_)) {
    if (!has_time_left()) {
      context_.log.warning(
          "some runs need more timers than were provided for, and the search "
          "was stopped; one with more time or work would begin again with " +
          std::to_string(timers) + " for each port");
      break;
    }
    context_.log.info("more timers run at once than were provided for: " +
                      std::to_string(timers) + " for each port now");
    system_ = load(timers);
    read_given();
    made_ = make_runs({options_, system_, context_, given_.hits});
  }
  put_given_first();
  if (options_.second_opinion &&
      !ask_second_opinion(
          system_, options_, options_, made_.reached, context_)) {
    disagreed_ = true;
    made_.forget_bound();
    context_.log.error(made_.reached.contradiction);
  }
  challenge_proofs();
  const base::Budget budget = replay_budget(context_.budget);
  replay_planned(budget);
  tidy_planned(budget);
  say_assumptions(system_, made_.reached);
  certify_claims();
  suite::Suite suite = build_suite(budget);
  summarise(suite);
  conclude_generation(options_, suite, summary_, context_);
  return exit_code(suite);
}

}  // namespace

ExitCode generate(const GenerateOptions& options, Context& context) {
  std::vector<std::string> inputs = options.include;
  inputs.insert(inputs.end(),
                {options.model,
                 options.extend,
                 options.oracle,
                 options.assume,
                 config_file(options.config)});
  require_outputs(outputs_of(options), inputs, options.force);
  require_checker(options);
  if (kind_of(options.model) == ModelKind::contract) {
    return generate_contract(with_component(options), context);
  }
  if (kind_of(options.model) == ModelKind::timed) {
    return generate_timed(options, context);
  }
  return Generation(options, context).run();
}

}  // namespace catenary::app
