// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary generate`: model -> reachable goals -> chains -> replay -> suite.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <ostream>
#include <set>
#include <thread>

#include "app/commands.h"
#include "app/conclusions.h"
#include "app/model_file.h"
#include "app/suite_builder.h"
#include "base/check.h"
#include "base/text_file.h"
#include "engine/chain/chain.h"
#include "engine/reach/explicit.h"
#include "report/console.h"
#include "report/documents.h"
#include "suite/write.h"

namespace catenary::app {

namespace {

namespace chain = engine::chain;
namespace reach = engine::reach;

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// One generation, step by step.
class Generation {
 public:
  Generation(const GenerateOptions& options, Context& context)
      : options_(options),
        context_(context),
        started_(Clock::now()),
        system_(load_step_system(
            options.model, {options.cover, options.step_timeout}, context)),
        builder_(system_) {
    stats_.compile_seconds = seconds_since(started_);
  }

  ExitCode run();

 private:
  void explore(std::uint32_t max_steps, std::uint64_t settled_states);
  void chain_through_enough();
  void require_a_step() const;
  void make_chains();
  void plan(chain::ChainResult found);
  void make_single_runs();
  model::Trace trace_of(const chain::Chain& c) const;
  std::optional<std::uint64_t> reset_cost() const;
  void note_stats();
  ExitCode exit_code(const suite::Suite& suite) const;

  const GenerateOptions& options_;
  Context& context_;
  Clock::time_point started_;
  model::StepSystem system_;
  SuiteBuilder builder_;
  reach::Result reached_;
  chain::ChainResult chains_;
  std::vector<PlannedTest> planned_;
  suite::GenerateSummary summary_;
  suite::GenerateStats stats_;
  std::size_t chain_tests_ = 0;
  /// What was found before Ctrl-C or the deadline is still replayed: nothing
  /// goes into a suite that was not.
  base::Budget replay_budget_;
};

/// `max_steps` 0 = no limit; `settled_states` as in reach::Options.
void Generation::explore(std::uint32_t max_steps,
                         std::uint64_t settled_states) {
  reach::Options o;
  o.max_steps = max_steps;
  o.settled_states = settled_states;
  o.jobs = options_.jobs != 0
               ? options_.jobs
               : std::max(1U, std::thread::hardware_concurrency());
  o.step_time_limit = options_.step_timeout;
  o.memory_bytes = context_.budget.memory_bytes();
  o.keep_edges = true;
  o.shortest_ends = true;
  reach::ExplicitEngine engine;
  reached_ = engine.explore(
      system_, o, context_.budget, [this](const reach::Progress& p) {
        const std::string detail = with_thousands(p.states) + " states, " +
                                   with_thousands(p.transitions) +
                                   " steps, depth " + std::to_string(p.depth) +
                                   ", " + std::to_string(p.goals_hit) + " of " +
                                   std::to_string(p.goals) + " goals hit";
        context_.progress.update({"exploring", 0, 0, detail});
      });
  stats_.explore_seconds += reached_.seconds;
  require_a_step();
  context_.progress.update({"replaying", 0, 0, ""});
  replay_budget_.set_time(std::chrono::minutes(1));
  reach::confirm(system_, reached_, {options_.step_timeout}, replay_budget_);
}

/// Where the assumptions forbid every first step, nothing was tested at all.
void Generation::require_a_step() const {
  if (!system_.assume_where.known() || !reached_.closed || !reached_.graph ||
      reached_.transitions != 0 || !reached_.findings.empty()) {
    return;
  }
  for (const reach::Edge& start : reached_.graph->initial) {
    if (start.target == reach::kEnded) return;
  }
  throw base::InputError(system_.assume_where,
                         "no input satisfies the assumptions in the initial "
                         "state: they contradict each other or the ranges",
                         "contradictory-assumptions");
}

std::optional<std::uint64_t> Generation::reset_cost() const {
  if (options_.reset_cost != 0) return options_.reset_cost;
  if (system_.step_ms > 0 && system_.reset_ms > 0) {
    return static_cast<std::uint64_t>(system_.reset_ms / system_.step_ms);
  }
  return std::nullopt;
}

model::Trace Generation::trace_of(const chain::Chain& c) const {
  const reach::Graph& graph = *reached_.graph;
  const model::Alphabet initial(system_.initial);
  const model::Alphabet inputs(system_.inputs);
  model::Trace t;
  t.initial = initial.values(graph.initial[c.initial].letter);
  for (const chain::ChainStep& step : c.steps) {
    t.steps.push_back(inputs.values(graph.edges[step.edge].letter));
  }
  return t;
}

/// Explores as far as the chains need. A search that ended when every goal was
/// hit knows all runs up to some length. A better chain than the one found is
/// no longer than that one, so it is enough to know all runs up to there.
void Generation::chain_through_enough() {
  constexpr std::uint64_t kSettled = 200'000;
  explore(options_.max_steps, options_.max_steps == 0 ? kSettled : 0);
  make_chains();
  const bool fewer_chains = !reset_cost() && chains_.chains.size() > 1;
  if (reached_.stop == reach::Stop::goals &&
      (!chains_.uncoverable_to_final.empty() || fewer_chains)) {
    // The way from one goal to the next, or to a final state, may be long and
    // lead through what is not known; a chain less is worth any of it.
    explore(0, 0);
    make_chains();
    return;
  }
  const std::uint64_t upper = chains_.bounds.upper;
  if (reached_.stop != reach::Stop::goals || chains_.bounds.minimal ||
      upper <= reached_.complete_depth ||
      upper > std::numeric_limits<std::uint32_t>::max()) {
    return;
  }
  reach::Result before = std::move(reached_);
  chain::ChainResult chains_before = std::move(chains_);
  explore(static_cast<std::uint32_t>(upper), 0);
  make_chains();
  const bool worse = chains_.chains.size() > chains_before.chains.size() ||
                     chains_.bounds.upper > chains_before.bounds.upper;
  if (reached_.stop == reach::Stop::steps && !worse) return;
  reached_ = std::move(before);
  plan(std::move(chains_before));
}

void Generation::make_chains() {
  if (!reached_.graph) return;
  std::vector<std::uint32_t> goals;
  for (std::uint32_t g = 0; g < system_.goals.size(); ++g) {
    if (reached_.goals[g].result.status == model::GoalStatus::covered &&
        !system_.goals[g].is_violation()) {
      goals.push_back(g);
    }
  }
  context_.progress.update({"chaining", 0, goals.size(), ""});
  chain::ChainOptions o;
  o.reset_cost = reset_cost();
  o.budget = context_.budget;
  const Clock::time_point begin = Clock::now();
  chain::ChainResult found = chain::find_chains(*reached_.graph, goals, o);
  const std::string fault = chain::verify(*reached_.graph, goals, o, found);
  CATENARY_CHECK(fault.empty(), "chains are what they say: " + fault);
  stats_.chain_seconds += seconds_since(begin);
  plan(std::move(found));
}

/// Takes chains of the graph at hand as the tests to make.
void Generation::plan(chain::ChainResult found) {
  chains_ = std::move(found);
  planned_.clear();
  for (const chain::Chain& c : chains_.chains) {
    PlannedTest t;
    t.trace = trace_of(c);
    t.kind = suite::TestKind::chain;
    planned_.push_back(std::move(t));
  }
  chain_tests_ = planned_.size();
}

/// Runs of their own: to violations and defects, and to goals after which no
/// final state can be reached, so that no chain can have them.
void Generation::make_single_runs() {
  const auto add = [this](const model::Trace& trace, const std::string& note) {
    PlannedTest t;
    t.trace = trace;
    t.kind = suite::TestKind::linear;
    t.note = note;
    planned_.push_back(std::move(t));
  };
  for (std::uint32_t g = 0; g < system_.goals.size(); ++g) {
    if (system_.goals[g].is_violation() && reached_.goals[g].trace) {
      add(*reached_.goals[g].trace, "shortest run to " + system_.goals[g].id);
    }
  }
  for (const std::uint32_t g : chains_.uncoverable_to_final) {
    if (!reached_.goals[g].trace) continue;
    add(*reached_.goals[g].trace,
        "ends in no final state: none is known after " + system_.goals[g].id);
  }
  for (const reach::Finding& f : reached_.findings) {
    if (f.outcome == model::StepOutcome::unsupported) continue;
    add(f.trace,
        std::string(model::to_string(f.outcome)) + ": " + f.event.text);
  }
}

/// A line for people, and the key of the document.
void Generation::note_stats() {
  stats_.states = static_cast<std::int64_t>(reached_.states);
  stats_.transitions = static_cast<std::int64_t>(reached_.transitions);
  stats_.closed = reached_.closed;
  summary_.stats = stats_;
  const double rate = static_cast<double>(reached_.transitions) /
                      std::max(reached_.seconds, 1e-9);
  context_.log.info(
      fmt::format("{} states, {} steps ({} a second){}; compiling {:.3f} s, "
                  "exploring {:.3f} s, chaining {:.3f} s",
                  with_thousands(reached_.states),
                  with_thousands(reached_.transitions),
                  with_thousands(static_cast<std::uint64_t>(rate)),
                  reached_.closed ? ", closed" : "",
                  stats_.compile_seconds,
                  stats_.explore_seconds,
                  stats_.chain_seconds));
}

ExitCode Generation::exit_code(const suite::Suite& suite) const {
  if (context_.budget.interrupted()) return ExitCode::interrupted;
  std::uint64_t wanted = 0;
  std::uint64_t covered = 0;
  bool broken = false;
  for (const suite::SuiteGoal& g : suite.goals) {
    if (g.violation) {
      broken |= g.status == suite::GoalStatus::covered;
      if (g.status != suite::GoalStatus::undecided) continue;
    }
    if (g.status == suite::GoalStatus::unreachable ||
        g.status == suite::GoalStatus::excluded) {
      continue;
    }
    ++wanted;
    if (g.status == suite::GoalStatus::covered) ++covered;
  }
  for (const suite::Finding& f : suite.findings) {
    broken |= f.severity == base::Severity::error;
  }
  if (broken) return ExitCode::findings;
  if (reached_.stop == reach::Stop::died) return ExitCode::tool_error;
  if (reached_.stop == reach::Stop::time ||
      reached_.stop == reach::Stop::memory) {
    return ExitCode::budget_spent;
  }
  const double percent = wanted == 0 ? 100.0
                                     : 100.0 * static_cast<double>(covered) /
                                           static_cast<double>(wanted);
  return percent < options_.min_coverage ? ExitCode::findings
                                         : ExitCode::success;
}

ExitCode Generation::run() {
  if (system_.goals.empty()) {
    throw base::InputError(
        {options_.model, 0, 0},
        "the model has no goals: no properties, labels or annotations, and no "
        "coverage criterion was asked for",
        "no-goals");
  }
  chain_through_enough();
  make_single_runs();

  std::vector<model::Trace> traces;
  for (const PlannedTest& t : planned_) traces.push_back(t.trace);
  const std::vector<reach::Replayed> replayed =
      reach::replay(system_, traces, {options_.step_timeout}, replay_budget_);
  std::vector<model::GoalResult> results;
  for (const reach::GoalReport& g : reached_.goals) results.push_back(g.result);
  builder_.set_goals(results);
  for (std::size_t i = 0; i < planned_.size(); ++i) {
    planned_[i].replayed = replayed[i];
    if (replayed[i].complete) builder_.add_test(planned_[i]);
  }

  suite::Suite& draft = builder_.suite();
  draft.seed = options_.seed;
  draft.options["method"] = "chain";
  draft.options["engine"] = "explicit";
  if (!options_.cover.empty()) {
    std::string list;
    for (const std::string& criterion : options_.cover) {
      list += (list.empty() ? "" : ",") + criterion;
    }
    draft.options["cover"] = list;
  }
  if (options_.max_steps != 0) {
    draft.options["max_steps"] = std::to_string(options_.max_steps);
  }
  if (const auto cost = reset_cost()) {
    draft.options["reset_cost"] = std::to_string(*cost);
  }
  suite::finish(draft);
  note_findings(system_, reached_, chains_, draft);
  certify(reached_, chains_, chain_tests_, draft);
  const suite::Suite suite = builder_.take();

  summary_.method = "chain";
  if (chain_tests_ > 0) {
    summary_.bound.lower = static_cast<std::int64_t>(chains_.bounds.lower);
    summary_.bound.upper = static_cast<std::int64_t>(chains_.bounds.upper);
    summary_.bound.by = chains_.bounds.by;
    summary_.bound.fewest_chains = chains_.bounds.chains_fewest;
    CATENARY_CHECK(summary_.bound.minimal() == chains_.bounds.minimal,
                   "the summary claims what was proved");
  }
  summary_.resets = suite.tests.empty()
                        ? 0
                        : static_cast<std::int64_t>(suite.tests.size()) - 1;
  summary_.seconds = seconds_since(started_);
  if (options_.stats) note_stats();
  if (!options_.output.empty()) {
    base::write_file(
        options_.output,
        suite::write_suite(suite),
        options_.force ? base::Overwrite::yes : base::Overwrite::no);
  }
  context_.progress.finish();
  if (options_.json) {
    context_.out
        << report::generate_document(suite, summary_, options_.output).pretty();
  } else {
    report::ConsoleStyle style = report::console_style(1);
    style.colour = context_.color;
    report::print_generate(context_.out, suite, summary_, style);
  }
  return exit_code(suite);
}

}  // namespace

ExitCode generate(const GenerateOptions& options, Context& context) {
  if (!options.output.empty()) {
    base::check_can_write(
        options.output,
        options.force ? base::Overwrite::yes : base::Overwrite::no);
  }
  return Generation(options, context).run();
}

}  // namespace catenary::app
