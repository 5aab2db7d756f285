// SPDX-License-Identifier: Apache-2.0
/// \file
/// `generate --method chain`: reachable goals -> graph, or solver -> chains.
#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include "app/events/event_log.h"
#include "app/exploration.h"
#include "app/generate/generate_methods.h"
#include "app/generate/goals/goal_search.h"
#include "app/model_file.h"
#include "base/check.h"
#include "engine/chain/chain.h"
#include "engine/chain/recorded_chains.h"
#include "engine/chain/symbolic/symbolic.h"
#include "engine/reach/combine.h"

namespace catenary::app {

namespace chain = engine::chain;
namespace reach = engine::reach;

namespace {

using Clock = std::chrono::steady_clock;

suite::Bound bound_of(const chain::ChainBounds& bounds) {
  suite::Bound out;
  out.lower = static_cast<std::int64_t>(bounds.lower);
  out.upper = static_cast<std::int64_t>(bounds.upper);
  out.by = bounds.by;
  out.fewest_chains = bounds.chains_fewest;
  return out;
}

class Chaining {
 public:
  explicit Chaining(const GenerateJob& job) : job_(job) {}

  Made make();

 private:
  void explore_to(std::uint32_t max_steps, std::uint64_t settled_states);
  void explore_enough();
  /// Compares the chains of a search with those of the one before.
  using IsAsGood = std::function<bool(const chain::ChainResult& now,
                                      const chain::ChainResult& before)>;
  void explore_again(std::uint32_t max_steps, const IsAsGood& is_as_good);
  void find_chains();
  void allow_for_choices(const std::vector<std::uint32_t>& needed,
                         const chain::ChainOptions& options);
  [[nodiscard]] bool solver_may_help() const;
  void ask_solver();
  void certify();
  void tell_best(std::size_t chains) const;

  const GenerateJob& job_;
  GoalSearch search_{job_};
  Made made_;
  chain::ChainResult chains_;
  std::vector<model::Trace> runs_;  ///< the chains, wherever they come from
};

/// `max_steps` 0 = no limit; `settled_states` as in reach::Options.
void Chaining::explore_to(std::uint32_t max_steps,
                          std::uint64_t settled_states) {
  reach::Options o = reach_options(job_.options, job_.options, job_.context);
  o.max_steps = max_steps;
  o.settled_states = settled_states;
  o.keep_edges = true;
  o.shortest_ends = true;
  // Making chains of a large graph takes time as well, and a solver may look
  // for the rest of a few goals to the very end.
  const base::Budget& all = job_.context.budget;
  const base::Budget budget =
      all.is_limited() ? all.share(all.work_left() / 4 * 3) : all;
  take_reached(search_.run(o, budget), made_);
}

/// Explores as far as the chains need. A search that ended when every goal was
/// hit knows all runs up to some length. A better chain than the one found is
/// no longer than that one, so it is enough to know all runs up to there.
void Chaining::explore_enough() {
  constexpr std::uint64_t kSettled = 200'000;
  const std::uint32_t bound = job_.options.max_steps;
  explore_to(bound, bound == 0 ? kSettled : 0);
  find_chains();
  const bool fewer_chains = !reset_cost(job_) && chains_.chains.size() > 1;
  if (made_.reached.stop == reach::Stop::goals &&
      (!chains_.uncoverable_to_final.empty() || fewer_chains)) {
    // The way from one goal to the next, or to a final state, may be long and
    // lead through what is not known; a chain less is worth any of it.
    explore_again(
        0, [](const chain::ChainResult& now, const chain::ChainResult& before) {
          const std::size_t open = now.uncoverable_to_final.size();
          const std::size_t was_open = before.uncoverable_to_final.size();
          return open < was_open || (open == was_open &&
                                     now.chains.size() <= before.chains.size());
        });
    return;
  }
  const std::uint64_t upper = chains_.bounds.upper;
  if (made_.reached.stop != reach::Stop::goals || chains_.bounds.minimal ||
      upper <= made_.reached.complete_depth ||
      upper > std::numeric_limits<std::uint32_t>::max()) {
    return;
  }
  explore_again(
      static_cast<std::uint32_t>(upper),
      [this](const chain::ChainResult& now, const chain::ChainResult& before) {
        return made_.reached.stop == reach::Stop::steps &&
               now.chains.size() <= before.chains.size() &&
               now.bounds.upper <= before.bounds.upper;
      });
}

/// Explores further. Keeps the new result unless it is worse than the one
/// before: a search that was cut short by time may know less.
void Chaining::explore_again(std::uint32_t max_steps,
                             const IsAsGood& is_as_good) {
  reach::Result before = std::move(made_.reached);
  chain::ChainResult chains_before = std::move(chains_);
  explore_to(max_steps, 0);
  find_chains();
  const bool hits_less =
      reach::open_goals(made_.reached) > reach::open_goals(before) ||
      chains_.not_hit.size() > chains_before.not_hit.size() ||
      (chains_.chains.empty() && !chains_before.chains.empty());
  if (!hits_less && is_as_good(chains_, chains_before)) return;
  made_.reached = std::move(before);
  chains_ = std::move(chains_before);
}

void Chaining::find_chains() {
  chains_ = {};
  if (!made_.reached.graph) return;
  const WantedGoals wanted = goals_to_cover(job_, made_.reached);
  const std::vector<std::uint32_t>& goals = wanted.goals;
  job_.context.progress.update({"chaining", 0, goals.size(), ""});
  chain::ChainOptions o;
  o.reset_cost = reset_cost(job_);
  if (job_.options.optimiser == Optimiser::clingo) {
    o.optimiser = logic::Optimiser::clingo;
  }
  o.budget = job_.context.budget;
  if (!made_.reached.graph->closed && asks_solver(job_.options.engine)) {
    // Only for a first suite: the solver sees more than this graph.
    constexpr std::chrono::milliseconds kFirst{5'000};
    o.budget = o.budget.share(kFirst, o.budget.is_limited() ? 4 : 1);
  }
  const Clock::time_point begin = Clock::now();
  try {
    chains_ = chain::find_chains_recorded(*made_.reached.graph, goals, o);
    const std::string fault =
        chain::verify(*made_.reached.graph, goals, o, chains_);
    CATENARY_CHECK(fault.empty(), "chains are what they say: " + fault);
    if (wanted.needed != goals) allow_for_choices(wanted.needed, o);
  } catch (const base::StoppedError&) {
    // The runs that were found become tests as they are.
    chains_ = {};
    chains_.not_hit = goals;
  }
  tell_best(chains_.chains.size());
  made_.make_seconds +=
      std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Of test vectors others may do as well: what was proved holds for suites that
/// have the same. What any suite needs bounds all.
void Chaining::allow_for_choices(const std::vector<std::uint32_t>& needed,
                                 const chain::ChainOptions& options) {
  chain::ChainBounds& bounds = chains_.bounds;
  bounds.minimal = bounds.chains_fewest = false;
  bounds.lower = 0;
  if (needed.empty()) return;
  const chain::ChainResult any =
      chain::find_chains_recorded(*made_.reached.graph, needed, options);
  if (any.chains.size() != chains_.chains.size()) return;
  bounds.lower = std::min(any.bounds.lower, bounds.upper);
  bounds.by = any.bounds.by + ", for the test vectors that any suite needs";
  bounds.chains_fewest = any.bounds.chains_fewest;
  bounds.minimal = bounds.lower == bounds.upper && bounds.chains_fewest;
}

/// Where not every state is known, runs outside of the graph may be better, or
/// the only ones.
bool Chaining::solver_may_help() const {
  const auto& graph = made_.reached.graph;
  return asks_solver(job_.options.engine) && job_.system.encoder != nullptr &&
         !(graph && graph->closed) &&
         (chains_.bounds.by.empty() || !chains_.bounds.minimal ||
          !chains_.not_hit.empty());
}

void Chaining::ask_solver() {
  chain::SymbolicChainOptions o;
  o.reset_cost = reset_cost(job_);
  o.budget = job_.context.budget;
  o.replay.step_time_limit = job_.options.step_timeout;
  // Its long way is the counting of rounds, which a better order saves little
  // of.
  constexpr std::chrono::seconds kForMachine{8};
  if (kind_of(job_.system.path) == ModelKind::machine) o.time = kForMachine;
  if (chains_.not_hit.empty()) o.known = runs_;
  const WantedGoals wanted = goals_to_cover(job_, made_.reached);
  const Clock::time_point begin = Clock::now();
  chain::SymbolicChains found =
      chain::find_symbolic_chains(job_.system, made_.reached, wanted.goals, o);
  if (wanted.needed != wanted.goals) {
    found.bounds.lower = 0;
    found.bounds.minimal = found.bounds.chains_fewest = false;
  }
  made_.make_seconds +=
      std::chrono::duration<double>(Clock::now() - begin).count();
  runs_ = std::move(found.chains);
  // What is said of a graph that is not closed allows for what is not in it.
  chain::ChainBounds& before = chains_.bounds;
  const bool lower_before =
      !o.known.empty() && before.lower > found.bounds.lower;
  if (lower_before && before.lower <= found.bounds.upper) {
    found.bounds.lower = before.lower;
    found.bounds.by = before.by;
    found.bounds.minimal =
        found.bounds.lower == found.bounds.upper && found.bounds.chains_fewest;
  }
  before = found.bounds;
  chains_.uncoverable_to_final = std::move(found.uncoverable_to_final);
  tell_best(runs_.size());
}

/// For who watches.
void Chaining::tell_best(std::size_t chains) const {
  if (job_.context.events == nullptr || chains == 0) return;
  job_.context.events->best(chains, bound_of(chains_.bounds));
}

/// What is known about the cost of the best suite.
void Chaining::certify() {
  const chain::ChainBounds& bounds = chains_.bounds;
  const std::size_t count = runs_.size();
  if (count == 0) return;
  made_.bound = bound_of(bounds);
  CATENARY_CHECK(made_.bound.minimal() == bounds.minimal,
                 "the summary claims what was proved");
  if (bounds.lower == 0) return;
  suite::Certificate& c = made_.optimality;
  c.kind = "optimality";
  c.by = bounds.by;
  c.claim = "every suite of chains costs at least " +
            std::to_string(bounds.lower) + " steps";
  if (bounds.minimal) {
    const WantedGoals wanted = goals_to_cover(job_, made_.reached);
    std::ranges::set_difference(wanted.needed,
                                chains_.uncoverable_to_final,
                                std::back_inserter(made_.bounded_goals));
    c.claim = "no suite of " + std::to_string(count) +
              (count == 1 ? " chain" : " chains") + " costs less than " +
              std::to_string(bounds.lower) + " steps";
  }
}

Made Chaining::make() {
  (void)reset_cost(job_);  // faults of the options before any work
  explore_enough();
  for (const chain::Chain& c : chains_.chains) {
    runs_.push_back(trace_of(job_.system, *made_.reached.graph, c));
  }
  if (solver_may_help() && !goals_to_cover(job_, made_.reached).goals.empty()) {
    ask_solver();
  }
  for (model::Trace& run : runs_) {
    PlannedTest t;
    t.trace = std::move(run);
    t.kind = suite::TestKind::chain;
    made_.planned.push_back(std::move(t));
  }
  made_.no_final_after = chains_.uncoverable_to_final;
  made_.options["engine"] = made_.reached.engine;
  search_.note_options(made_.options);
  if (job_.options.optimiser == Optimiser::clingo) {
    made_.options["optimiser"] = "clingo";
  }
  if (job_.options.objective == Objective::steps) {
    made_.options["objective"] = "steps";
  } else if (const auto cost = reset_cost(job_)) {
    made_.options["reset_cost"] = std::to_string(*cost);
  }
  certify();
  plan_witnesses(job_.system, made_);
  return std::move(made_);
}

}  // namespace

chain::SuiteBound least_cost(const GenerateJob& job, const Made& made) {
  chain::SuiteBound out;
  const auto chains = std::ranges::count(
      made.planned, suite::TestKind::chain, &PlannedTest::kind);
  if (!made.bound.minimal() || chains == 0) return out;
  const std::uint64_t weight = reset_cost(job).value_or(0);
  const auto resets = static_cast<std::uint64_t>(chains - 1);
  const std::uint64_t steps =
      static_cast<std::uint64_t>(made.bound.lower) - resets * weight;
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (resets > kMost || steps > kMost || weight > kMost) return out;
  out.goals = made.bounded_goals;
  out.resets = static_cast<std::uint32_t>(resets);
  out.steps = static_cast<std::uint32_t>(steps);
  if (reset_cost(job)) out.weight = static_cast<std::uint32_t>(weight);
  return out;
}

Made make_chains(const GenerateJob& job) {
  return Chaining(job).make();
}

}  // namespace catenary::app
