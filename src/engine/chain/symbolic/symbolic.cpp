// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parent's side of symbolic chains: a known suite, a child process that
/// improves it and sends bounds, and the bounds of the result.

#include "engine/chain/symbolic/symbolic.h"

#include <algorithm>
#include <new>
#include <set>
#include <string>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "base/process.h"
#include "base/wire.h"
#include "base/worker.h"
#include "engine/chain/symbolic/chain_solver.h"
#include "model/step/wire.h"

namespace catenary::engine::chain {

namespace {

/// The first field of a message.
enum class Kind : std::uint8_t { suite, refuted, exclusive };

/// The search, in the child. Results are sent as they are found, so that a
/// child that is killed has not worked in vain.
void search(const model::StepSystem& system,
            const reach::Result& reached,
            const std::vector<std::uint32_t>& goals,
            const SymbolicChainOptions& options,
            const RunSuite& known,
            const base::Budget& budget,
            base::ForkedOutput& output) {
  ChainSolver::Listener listener;
  listener.suite = [&](const RunSuite& suite) {
    base::WireWriter to;
    to.put(Kind::suite, suite.uncoverable_to_final);
    for (const model::Trace& chain : suite.chains) write(to, system, chain);
    output.write(to.frame());
  };
  listener.refuted = [&](std::uint64_t length) {
    base::WireWriter to;
    to.put(Kind::refuted, length);
    output.write(to.frame());
  };
  listener.exclusive = [&](std::uint64_t chains, std::uint64_t steps) {
    base::WireWriter to;
    to.put(Kind::exclusive, chains, steps);
    output.write(to.frame());
  };
  try {
    ChainSolver(system, reached, goals, options, known, budget, listener).run();
  } catch (const std::bad_alloc&) {
    return;  // what was found until now stays
  } catch (const base::InputError&) {
    throw;
  } catch (const base::ToolError&) {
    return;  // encoding or solving is beyond a limit: likewise
  }
}

/// The goals that a run hits, if a chain may end as it does; none otherwise.
/// What a step hits that fails or is discarded counts: see reach::Graph.
std::vector<std::uint32_t> hit_by_chain(const model::StepSystem& system,
                                        const model::Trace& trace,
                                        const reach::Replayed& run) {
  std::vector<std::uint32_t> hit;
  const model::Simulation& s = run.simulation;
  if (!run.complete || s.steps.size() != trace.steps.size()) return hit;
  const model::StepOutcome last =
      s.steps.empty() ? s.initial.outcome : s.steps.back().outcome;
  const bool fails = last == model::StepOutcome::crashed ||
                     last == model::StepOutcome::discarded;
  if (!s.ends_final && !(fails && system.any_state_final)) return hit;
  hit = s.initial.hits;
  for (const model::SimulatedStep& step : s.steps) {
    hit.insert(hit.end(), step.hits.begin(), step.hits.end());
  }
  return hit;
}

/// The chains that are known from elsewhere. Without any, the shortest runs to
/// the goals, longest first, if they end in a final state.
RunSuite known_suite(const model::StepSystem& system,
                     const reach::Result& reached,
                     const std::vector<std::uint32_t>& goals,
                     const SymbolicChainOptions& options) {
  std::vector<model::Trace> runs = options.known;
  if (runs.empty()) {
    for (const std::uint32_t g : goals) runs.push_back(*reached.goals[g].trace);
    std::stable_sort(runs.begin(),
                     runs.end(),
                     [](const model::Trace& a, const model::Trace& b) {
                       return a.steps.size() > b.steps.size();
                     });
  }
  // Time of its own: this suite is the result if all other time is over.
  base::Budget budget;
  budget.set_time(std::chrono::minutes(1));
  const std::vector<reach::Replayed> replayed =
      reach::replay(system, runs, options.replay, budget);
  RunSuite suite;
  std::set<std::uint32_t> open(goals.begin(), goals.end());
  // A run that covers nothing new is left out.
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::size_t before = open.size();
    for (const std::uint32_t g : hit_by_chain(system, runs[i], replayed[i])) {
      open.erase(g);
    }
    if (open.size() < before) suite.chains.push_back(std::move(runs[i]));
  }
  suite.uncoverable_to_final.assign(open.begin(), open.end());
  return suite;
}

/// Collects the messages of the child.
class Received {
 public:
  explicit Received(const model::StepSystem& system) : system_(system) {}

  void take(std::string_view bytes) {
    frames_.add(bytes);
    while (const auto message = frames_.next()) take_message(*message);
  }

  RunSuite suite;
  /// No single chain has fewer steps.
  std::uint64_t single_lower = 0;
  /// So many goals need a chain each, of so many steps in all.
  std::uint64_t exclusive = 0, exclusive_steps = 0;

 private:
  void take_message(std::string_view message) {
    base::WireReader from(message);
    switch (from.get_enum(Kind::exclusive)) {
      case Kind::suite:
        suite = {};
        from.get(suite.uncoverable_to_final);
        while (!from.at_end()) read(from, system_, suite.chains.emplace_back());
        return;
      case Kind::refuted:
        single_lower = from.get<std::uint64_t>() + 1;
        return;
      case Kind::exclusive:
        from.get(exclusive, exclusive_steps);
        return;
    }
  }

  const model::StepSystem& system_;
  base::WireFrames frames_;
};

/// A lower bound on the steps of every suite: the steps of the farthest goal,
/// as far as shorter runs were excluded. If no length is complete, not even the
/// initialisation is.
std::uint64_t farthest(const reach::Result& reached,
                       const std::vector<std::uint32_t>& goals,
                       const RunSuite& suite) {
  std::uint64_t most = 0;
  for (const std::uint32_t g : goals) {
    if (std::count(suite.uncoverable_to_final.begin(),
                   suite.uncoverable_to_final.end(),
                   g) != 0) {
      continue;
    }
    const std::uint64_t length = reached.goals[g].trace->steps.size();
    std::uint64_t excluded = length;
    // The run need not be shortest: only the lengths that were examined count.
    if (!reached.closed || !reached.goals[g].shortest) {
      const std::uint64_t complete = reached.complete_depth;
      excluded = complete == 0 ? 0 : complete + 1;
    }
    most = std::max(most, std::min(length, excluded));
  }
  return most;
}

/// The best of the bounds that hold for the suite at hand.
ChainBounds bounds_of(const Received& found,
                      std::uint64_t farthest,
                      const std::optional<std::uint64_t>& reset_cost) {
  ChainBounds bounds;
  const std::uint64_t chains = found.suite.chains.size();
  const std::uint64_t steps = found.suite.steps();
  const std::uint64_t reset = reset_cost.value_or(0);
  bounds.upper = chains == 0 ? 0 : steps + (chains - 1) * reset;
  bounds.by = "distance of the farthest single goal";
  bounds.lower = farthest;
  // Refutations are about single chains. With a reset cost they bound every
  // suite, by the alternative of two chains.
  const bool single = chains == 1 || reset_cost;
  std::uint64_t refuted = found.single_lower;
  // Two chains or more cost a reset, besides the steps to the farthest goal.
  if (reset_cost) refuted = std::min(refuted, reset + farthest);
  if (single && refuted >= bounds.lower && refuted > 0) {
    bounds.lower = refuted;
    bounds.by = "refutation of shorter chains";
  }
  // As many exclusive goals as chains: no suite has fewer chains.
  const bool separate = found.exclusive > 1 && found.exclusive >= chains;
  if (found.exclusive > 1 && (reset_cost || separate)) {
    const std::uint64_t least =
        found.exclusive_steps + (found.exclusive - 1) * reset;
    if (least >= bounds.lower) {
      bounds.lower = least;
      bounds.by = "goals that end their runs";
    }
  }
  bounds.lower = std::min(bounds.lower, bounds.upper);
  bounds.chains_fewest =
      reset_cost ? bounds.lower == bounds.upper : chains <= 1 || separate;
  // That no chain covers these goals is not proved; it was only not found.
  bounds.chains_fewest &= found.suite.uncoverable_to_final.empty();
  bounds.minimal = bounds.lower == bounds.upper && bounds.chains_fewest;
  return bounds;
}

}  // namespace

SymbolicChains find_symbolic_chains(const model::StepSystem& system,
                                    const reach::Result& reached,
                                    const std::vector<std::uint32_t>& goals,
                                    const SymbolicChainOptions& options) {
  SymbolicChains result;
  if (goals.empty()) {
    result.bounds = {0, 0, true, true, "nothing to cover"};
    return result;
  }
  for (const std::uint32_t g : goals) {
    CATENARY_CHECK(g < reached.goals.size() && reached.goals[g].trace,
                   "chains cover what is covered");
  }
  const base::Budget budget = options.budget.share(options.time);
  Received found(system);
  found.suite = known_suite(system, reached, goals, options);
  const RunSuite known = found.suite;
  const auto bounds = [&] {
    return bounds_of(
        found, farthest(reached, goals, found.suite), options.reset_cost);
  };
  base::ForkedTask task;
  task.body = [&](base::ForkedOutput& output) {
    search(system, reached, goals, options, known, budget, output);
  };
  task.on_bytes = [&](std::string_view bytes) { found.take(bytes); };
  if (const std::uint64_t memory = budget.memory_bytes(); memory != 0) {
    task.limits.address_space_bytes = base::address_space() + memory;
  }
  // However the child ends, what it sent before counts.
  const bool done = known.uncoverable_to_final.empty() && bounds().minimal;
  if (!done && budget.poll() == base::StopReason::none) {
    system.factory->prepare();
    (void)base::run_forked(task, budget);
  }

  result.bounds = bounds();
  result.chains = std::move(found.suite.chains);
  result.uncoverable_to_final = std::move(found.suite.uncoverable_to_final);
  return result;
}

}  // namespace catenary::engine::chain
