// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary generate`: model -> runs of a method -> replay -> suite.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <ostream>
#include <set>

#include "app/challenge/challenge_claims.h"
#include "app/challenge/load_challenged.h"
#include "app/check/assumption_text.h"
#include "app/check/conclusions.h"
#include "app/check/second_opinion.h"
#include "app/commands.h"
#include "app/contract/generate_contract.h"
#include "app/contract/requirement_watch.h"
#include "app/exploration.h"
#include "app/generate/generate_methods.h"
#include "app/generate/given_tests.h"
#include "app/generate/suite_builder.h"
#include "app/generate/tidy_texts.h"
#include "app/machine/machine_system.h"
#include "app/machine/machine_timers.h"
#include "app/model_file.h"
#include "app/output_files.h"
#include "app/timed/generate_timed.h"
#include "base/check.h"
#include "base/text_file.h"
#include "engine/reach/replay.h"
#include "frontend/c/assumptions.h"
#include "program/instrument/stub_notes.h"
#include "report/console/console.h"
#include "report/documents.h"
#include "suite/write.h"

namespace catenary::app {

namespace {

namespace reach = engine::reach;

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

const char* to_string(Method method) {
  switch (method) {
    case Method::chain:
      return "chain";
    case Method::single:
      return "single";
    case Method::random:
      return "random";
    case Method::concolic:
      return "concolic";
    case Method::path:
      return "path";
    case Method::automatic:
      break;
  }
  return "chain";
}

Made make(const GenerateJob& job) {
  switch (job.options.method) {
    case Method::automatic:
    case Method::chain:
    case Method::path:
      break;
    case Method::single:
      return make_single_runs(job);
    case Method::random:
      return make_random_runs(job);
    case Method::concolic:
      return make_concolic_runs(job);
  }
  return make_chains(job);
}

/// One generation, step by step.
class Generation {
 public:
  Generation(const GenerateOptions& options, Context& context)
      : options_(options), context_(context), started_(Clock::now()) {
    if (!options.oracle.empty()) watch_.emplace(options, context);
    system_ = load(0);
    stats_.compile_seconds = seconds_since(started_);
  }

  ExitCode run();

 private:
  /// With that many timers a timing port; see ModelOptions.
  model::StepSystem load(std::uint32_t timers) {
    ModelOptions how{options_.cover, options_.step_timeout};
    how.include = options_.include;
    how.timers = timers;
    if (watch_) {
      how.watcher = [this](const model::StepSystem& system) {
        return watch_->watcher(system);
      };
    }
    const std::string path = options_.capsule.empty()
                                 ? options_.model
                                 : options_.model + "#" + options_.capsule;
    plain_.reset();
    return is_challenged(options_) && options_.method != Method::random
               ? load_challenged(path, how, context_, plain_)
               : load_step_system(path, how, context_);
  }
  void read_given();
  suite::Suite build_suite();
  void add_times();
  void put_given_first();
  void challenge_proofs();
  /// Long runs hit goals of others on their way; short ones are soon replayed.
  enum class Order : std::uint8_t { long_first, short_first };
  void plan_uncovered(const base::Budget& budget, Order order);
  [[nodiscard]] base::Budget first_half(const base::Budget& of) const;
  void summarise(const suite::Suite& suite);
  void note_stats();
  [[nodiscard]] ExitCode exit_code(const suite::Suite& suite) const;

  const GenerateOptions& options_;
  Context& context_;
  Clock::time_point started_;
  std::optional<RequirementWatch> watch_;
  std::shared_ptr<model::PlainProgram> plain_;  ///< null: nothing is challenged
  model::StepSystem system_;
  GivenTests given_;
  Made made_;
  bool disagreed_ = false;  ///< two engines did; see ask_second_opinion()
  suite::GenerateSummary summary_;
  suite::GenerateStats stats_;
  std::string challenged_;     ///< what it did, for people; may be empty
  bool contradicted_ = false;  ///< by the native challenge
};

/// A line for people, and the key of the document.
void Generation::note_stats() {
  const reach::Result& reached = made_.reached;
  stats_.states = static_cast<std::int64_t>(reached.states);
  stats_.transitions = static_cast<std::int64_t>(reached.transitions);
  stats_.closed = reached.closed;
  stats_.encoded_instructions =
      static_cast<std::int64_t>(reached.encoded.instructions);
  stats_.encoded_terms = static_cast<std::int64_t>(reached.encoded.terms);
  stats_.encoded_variables =
      static_cast<std::int64_t>(reached.encoded.variables);
  stats_.encoded_clauses = static_cast<std::int64_t>(reached.encoded.clauses);
  stats_.explore_seconds = made_.explore_seconds;
  stats_.chain_seconds = made_.make_seconds;
  summary_.stats = stats_;
  const double rate = static_cast<double>(reached.transitions) /
                      std::max(reached.seconds, 1e-9);
  context_.log.info(
      fmt::format("{} states, {} steps ({} a second){}; compiling {:.3f} s, "
                  "exploring {:.3f} s, chaining {:.3f} s",
                  with_thousands(reached.states),
                  with_thousands(reached.transitions),
                  with_thousands(static_cast<std::uint64_t>(rate)),
                  reached.closed ? ", closed" : "",
                  stats_.compile_seconds,
                  stats_.explore_seconds,
                  stats_.chain_seconds));
  if (!challenged_.empty()) context_.log.info(challenged_);
  if (reached.encoded.terms == 0) return;
  context_.log.info(fmt::format(
      "a step as a formula: {} instructions, {} terms, {} variables, {} "
      "clauses",
      with_thousands(reached.encoded.instructions),
      with_thousands(reached.encoded.terms),
      with_thousands(reached.encoded.variables),
      with_thousands(reached.encoded.clauses)));
}

ExitCode Generation::exit_code(const suite::Suite& suite) const {
  if (contradicted_ || disagreed_ || made_.reached.refutation) {
    return ExitCode::internal_error;
  }
  if (context_.budget.interrupted()) return ExitCode::interrupted;
  const ExitCode without_coverage = exit_code_of(suite, 0);
  if (without_coverage != ExitCode::success) return without_coverage;
  const reach::Stop stop = made_.reached.stop;
  if (stop == reach::Stop::died || stop == reach::Stop::solver) {
    return ExitCode::tool_error;
  }
  if (stop == reach::Stop::time || stop == reach::Stop::memory ||
      stop == reach::Stop::patience) {
    return ExitCode::budget_spent;
  }
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
  for (const PlannedTest& t : made_.planned) job.sequences.push_back(t.trace);
  const challenge::Outcome outcome =
      challenge_claims(system_, plain_, job, made_.reached, context_);
  if (outcome.contradictions.empty() && plain_ != nullptr) {
    challenged_ = challenge::summary(outcome);
  }
  contradicted_ = std::any_of(
      outcome.contradictions.begin(),
      outcome.contradictions.end(),
      [](const challenge::Contradiction& c) { return !c.unstable; });
  if (outcome.contradictions.empty()) return;
  made_.optimality = {};
  made_.bound = {};
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
  ModelOptions how;
  how.step_timeout = options_.step_timeout;
  how.include = options_.include;
  std::vector<model::Trace> traces;
  for (const PlannedTest& t : made_.planned) traces.push_back(t.trace);
  const std::vector<std::vector<mpz_class>> times =
      virtual_times(system_, traces, how, context_);
  for (std::size_t i = 0; i < times.size(); ++i) {
    made_.planned[i].at_ns = times[i];
  }
}

/// Half of what is left of a time limit that the user gave, so that one long
/// run does not take it all; without one, all.
base::Budget Generation::first_half(const base::Budget& of) const {
  base::Budget budget = of;
  if (context_.budget.has_deadline()) budget.set_time(of.time_left() / 2);
  return budget;
}

/// Where no plan was made for a goal, for want of memory or time, the run that
/// was found for it becomes a test of its own. What was found is kept.
void Generation::plan_uncovered(const base::Budget& budget, Order order) {
  std::set<std::uint32_t> hit;
  const auto note_hits = [&hit](const reach::Replayed& run) {
    if (!can_be_test(run)) return;
    const model::Simulation& seen = run.simulation;
    hit.insert(seen.initial.hits.begin(), seen.initial.hits.end());
    for (const model::SimulatedStep& step : seen.steps) {
      hit.insert(step.hits.begin(), step.hits.end());
    }
  };
  for (const PlannedTest& t : made_.planned) note_hits(t.replayed);
  const reach::ReplayOptions how{options_.step_timeout};
  std::vector<std::uint32_t> goals =
      goals_to_cover({options_, system_, context_, given_.hits}, made_.reached)
          .goals;
  const auto length = [this](std::uint32_t g) {
    const auto& trace = made_.reached.goals[g].trace;
    return trace ? trace->steps.size() : 0;
  };
  std::stable_sort(
      goals.begin(), goals.end(), [&](std::uint32_t a, std::uint32_t b) {
        return order == Order::long_first ? length(a) > length(b)
                                          : length(a) < length(b);
      });
  // A replay starts a process, which takes long where there is much memory.
  // So the runs are replayed in blocks, small ones first.
  constexpr std::size_t kLargestBlock = 1024;
  std::size_t next = 0;
  for (std::size_t size = 1; next < goals.size();
       size = std::min(2 * size, kLargestBlock)) {
    std::vector<std::uint32_t> block;
    std::vector<model::Trace> traces;
    for (; next < goals.size() && block.size() < size; ++next) {
      const std::optional<model::Trace>& trace =
          made_.reached.goals[goals[next]].trace;
      if (hit.contains(goals[next]) || !trace) continue;
      block.push_back(goals[next]);
      traces.push_back(*trace);
    }
    if (block.empty() || budget.poll() != base::StopReason::none) break;
    std::vector<reach::Replayed> runs =
        reach::replay(system_, traces, how, budget);
    for (std::size_t i = 0; i < block.size(); ++i) {
      const std::uint32_t g = block[i];
      if (hit.contains(g) || !can_be_test(runs[i]) || !runs[i].hits(g)) {
        continue;
      }
      PlannedTest t;
      t.trace = std::move(traces[i]);
      t.kind = suite::TestKind::linear;
      t.note = "run for " + system_.goals[g].id;
      t.replayed = std::move(runs[i]);
      note_hits(t.replayed);
      made_.planned.push_back(std::move(t));
      // Bounds are of the tests without these.
      made_.bound = {};
      made_.optimality = {};
    }
  }
}

/// Replays what was planned and makes the suite of it.
suite::Suite Generation::build_suite() {
  std::vector<model::Trace> traces;
  for (const PlannedTest& t : made_.planned) traces.push_back(t.trace);
  const reach::ReplayOptions replay_options{options_.step_timeout};
  const base::Budget budget = replay_budget(context_.budget);
  std::vector<reach::Replayed> replayed =
      reach::replay(system_, traces, replay_options, first_half(budget));
  std::vector<model::GoalResult> results;
  for (const reach::GoalReport& g : made_.reached.goals) {
    results.push_back(g.result);
  }
  note_bound_of_texts(system_, results);
  SuiteBuilder builder(system_);
  builder.set_goals(results);
  for (std::size_t i = 0; i < made_.planned.size(); ++i) {
    made_.planned[i].replayed = std::move(replayed[i]);
  }
  plan_uncovered(first_half(budget), Order::long_first);
  plan_uncovered(budget, Order::short_first);
  tidy_texts(system_, replay_options, budget, made_.planned);
  add_times();
  if (watch_) watch_->confirm(system_, made_.planned, budget);
  for (const PlannedTest& t : made_.planned) {
    if (can_be_test(t.replayed)) builder.add_test(t);
  }

  suite::Suite& draft = builder.suite();
  name_messages(draft, context_);
  draft.seed = options_.seed;
  draft.options = made_.options;
  draft.options["method"] = to_string(options_.method);
  if (!options_.cover.empty()) {
    std::string list;
    for (const std::string& criterion : options_.cover) {
      list += (list.empty() ? "" : ",") + criterion;
    }
    draft.options["cover"] = list;
  }
  if (!options_.include.empty()) {
    draft.options[kIncludeOption] = join_includes(options_.include);
  }
  if (options_.max_steps != 0) {
    draft.options["max_steps"] = std::to_string(options_.max_steps);
  }
  if (!options_.oracle.empty()) draft.options["oracle"] = options_.oracle;
  suite::finish(draft);
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
  return builder.take();
}

void Generation::summarise(const suite::Suite& suite) {
  summary_.method = to_string(options_.method);
  summary_.bound = made_.bound;
  summary_.resets = suite.tests.empty()
                        ? 0
                        : static_cast<std::int64_t>(suite.tests.size()) - 1;
  summary_.seconds = seconds_since(started_);
  if (options_.stats) note_stats();
}

void Generation::read_given() {
  if (options_.extend.empty()) return;
  given_ = read_given_tests(
      options_.extend,
      system_,
      options_,
      [this] {
        return load_step_system(
            options_.model,
            {options_.cover, options_.step_timeout, true, options_.include},
            context_);
      },
      context_.budget);
}

ExitCode Generation::run() {
  if (system_.goals.empty()) {
    throw base::InputError(
        {options_.model, 0, 0},
        "the model has no goals: no properties, labels or annotations, and no "
        "coverage criterion was asked for",
        "no-goals");
  }
  std::vector<std::string> sources;
  for (const model::Goal& g : system_.goals) sources.push_back(g.where.file);
  require_not_input(options_.output, sources);
  read_given();
  made_ = make({options_, system_, context_, given_.hits});
  while (const std::uint32_t timers =
             timers_wanted(system_.path, made_.reached.findings, context_)) {
    context_.log.info("more timers run at once than were provided for: " +
                      std::to_string(timers) + " for each port now");
    system_ = load(timers);
    read_given();
    made_ = make({options_, system_, context_, given_.hits});
  }
  put_given_first();
  if (options_.second_opinion &&
      !ask_second_opinion(
          system_, options_, options_, made_.reached, context_)) {
    disagreed_ = true;
    made_.optimality = {};
    made_.bound = {};
    context_.log.error(made_.reached.contradiction);
  }
  challenge_proofs();
  say_assumptions(system_, made_.reached);
  suite::Suite suite = build_suite();
  summarise(suite);
  conclude_generation(options_, suite, summary_, context_);
  return exit_code(suite);
}

}  // namespace

void conclude_generation(const GenerateOptions& options,
                         suite::Suite& suite,
                         const suite::GenerateSummary& summary,
                         Context& context) {
  suite::settle_coverage(suite);
  if (!options.output.empty()) {
    base::write_file(
        options.output,
        suite::write_suite(suite),
        options.force ? base::Overwrite::yes : base::Overwrite::no);
  }
  context.progress.finish();
  if (options.json) {
    context.out
        << report::generate_document(suite, summary, options.output).pretty();
    return;
  }
  report::ConsoleStyle style = report::console_style(1);
  style.colour = context.color;
  report::print_generate(context.out, suite, summary, style);
}

ExitCode exit_code_of(const suite::Suite& suite, double min_coverage) {
  std::uint64_t wanted = 0;
  std::uint64_t covered = 0;
  for (const suite::SuiteGoal& g : suite.goals) {
    const bool is_covered = g.status == suite::GoalStatus::covered;
    if (g.violation && is_covered) return ExitCode::findings;
    if (g.status == suite::GoalStatus::unreachable ||
        g.status == suite::GoalStatus::excluded) {
      continue;
    }
    ++wanted;
    if (is_covered) ++covered;
  }
  for (const suite::Finding& f : suite.findings) {
    if (f.severity == base::Severity::error) return ExitCode::findings;
  }
  const double percent = wanted == 0 ? 100.0
                                     : 100.0 * static_cast<double>(covered) /
                                           static_cast<double>(wanted);
  return percent < min_coverage ? ExitCode::findings : ExitCode::success;
}

ExitCode generate(const GenerateOptions& options, Context& context) {
  std::vector<std::string> inputs = options.include;
  inputs.insert(inputs.end(),
                {options.model,
                 options.extend,
                 options.oracle,
                 config_file(options.config)});
  require_outputs({options.output}, inputs, options.force);
  if (kind_of(options.model) == ModelKind::contract) {
    return generate_contract(options, context);
  }
  if (kind_of(options.model) == ModelKind::timed) {
    return generate_timed(options, context);
  }
  return Generation(options, context).run();
}

}  // namespace catenary::app
