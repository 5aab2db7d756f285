// SPDX-License-Identifier: Apache-2.0
/// \file
/// `generate --method single`: what bounded model checking gives without
/// chaining, one shortest test for each goal.
#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <utility>

#include "app/exploration.h"
#include "app/generate/generate_methods.h"
#include "app/generate/goals/goal_search.h"
#include "engine/chain/chain.h"
#include "engine/chain/symbolic/symbolic.h"
#include "engine/reach/combine.h"

namespace catenary::app {

namespace chain = engine::chain;
namespace reach = engine::reach;

namespace {

using Clock = std::chrono::steady_clock;

/// For one goal, to find a way on to a final state and to prove it shortest.
constexpr std::chrono::milliseconds kSolverTime{5'000};

/// A run to a goal, and on to a final state.
struct GoalRun {
  std::uint32_t goal = 0;
  model::Trace trace;
  bool shortest = false;            ///< proved
  std::vector<std::uint32_t> also;  ///< goals whose runs are its beginnings
};

/// Leaves out what is the same as another run, or the beginning of one: the
/// other hits its goal as well. Of equal ones the first stays.
std::vector<GoalRun> without_beginnings(std::vector<GoalRun> runs) {
  std::vector<GoalRun> kept;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto stands_for = [&](const GoalRun& other, std::size_t j) {
      return j != i && reach::begins(other.trace, runs[i].trace) &&
             (other.trace.steps.size() > runs[i].trace.steps.size() || j < i);
    };
    bool needed = true;
    for (std::size_t j = 0; j < runs.size() && needed; ++j) {
      needed = !stands_for(runs[j], j);
    }
    if (needed) kept.push_back(runs[i]);
  }
  for (const GoalRun& run : runs) {
    for (GoalRun& other : kept) {
      if (other.goal != run.goal && reach::begins(other.trace, run.trace)) {
        other.also.push_back(run.goal);
        break;
      }
    }
  }
  return kept;
}

class Singles {
 public:
  explicit Singles(const GenerateJob& job) : job_(job) {}

  Made make();

 private:
  void explore_to(std::uint32_t max_steps, std::uint64_t settled_states);
  void explore_enough();
  void find_runs();
  [[nodiscard]] std::optional<GoalRun> run_to(std::uint32_t goal);
  [[nodiscard]] std::optional<GoalRun> run_by_graph(std::uint32_t goal);
  [[nodiscard]] std::optional<GoalRun> run_by_solver(std::uint32_t goal);
  [[nodiscard]] bool all_shorter_were_examined(const model::Trace& run) const;
  [[nodiscard]] std::uint64_t longest() const;
  [[nodiscard]] std::string note(const GoalRun& run) const;

  const GenerateJob& job_;
  GoalSearch search_{job_};
  Made made_;
  std::vector<GoalRun> runs_;
};

/// Without final states, shortest runs to goals are all that is needed; with
/// them, the graph.
void Singles::explore_to(std::uint32_t max_steps,
                         std::uint64_t settled_states) {
  reach::Options o = reach_options(job_.options, job_.options, job_.context);
  o.max_steps = max_steps;
  o.settled_states = settled_states;
  o.keep_edges = !job_.system.any_state_final;
  take_reached(search_.run(o, job_.context.budget), made_);
}

/// As for chains: a search that ended when every goal was hit goes on where a
/// shorter way on to a final state may lead through what is not known.
void Singles::explore_enough() {
  constexpr std::uint64_t kSettled = 200'000;
  const std::uint32_t bound = job_.options.max_steps;
  explore_to(bound, bound == 0 ? kSettled : 0);
  find_runs();
  if (made_.reached.stop != reach::Stop::goals || !made_.reached.graph) return;
  if (!made_.no_final_after.empty()) {
    explore_to(0, 0);
  } else if (longest() > made_.reached.complete_depth &&
             longest() <= std::numeric_limits<std::uint32_t>::max()) {
    explore_to(static_cast<std::uint32_t>(longest()), 0);
  } else {
    return;
  }
  find_runs();
}

std::uint64_t Singles::longest() const {
  std::size_t most = 0;
  for (const GoalRun& r : runs_) most = std::max(most, r.trace.steps.size());
  return most;
}

bool Singles::all_shorter_were_examined(const model::Trace& run) const {
  const reach::Result& r = made_.reached;
  return (r.graph && r.graph->closed) ||
         run.steps.size() <= std::uint64_t{r.complete_depth} + 1;
}

/// The shortest chain that has this one goal.
std::optional<GoalRun> Singles::run_by_graph(std::uint32_t goal) {
  if (!made_.reached.graph) return std::nullopt;
  chain::ChainOptions o;
  o.budget = job_.context.budget;
  chain::ChainResult found;
  try {
    found = chain::find_chains(*made_.reached.graph, {goal}, o);
  } catch (const base::StoppedError&) {
    return std::nullopt;
  }
  if (found.chains.empty()) return std::nullopt;
  GoalRun run;
  run.goal = goal;
  run.trace = trace_of(job_.system, *made_.reached.graph, found.chains.front());
  run.shortest = found.bounds.minimal && all_shorter_were_examined(run.trace);
  return run;
}

std::optional<GoalRun> Singles::run_by_solver(std::uint32_t goal) {
  if (!asks_solver(job_.options.engine) || job_.system.encoder == nullptr) {
    return std::nullopt;
  }
  chain::SymbolicChainOptions o;
  o.budget = job_.context.budget;
  o.replay.step_time_limit = job_.options.step_timeout;
  o.time = kSolverTime;
  const chain::SymbolicChains found =
      chain::find_symbolic_chains(job_.system, made_.reached, {goal}, o);
  if (found.chains.empty()) return std::nullopt;
  return GoalRun{goal, found.chains.front(), found.bounds.minimal, {}};
}

std::optional<GoalRun> Singles::run_to(std::uint32_t goal) {
  const reach::Result& r = made_.reached;
  if (job_.system.any_state_final) {
    const model::SharedTrace& trace = r.goals[goal].trace;
    if (!trace) return std::nullopt;
    // A graph is not kept then; a closed explicit search is as good.
    const bool shortest =
        all_shorter_were_examined(*trace) || r.goals[goal].shortest;
    return GoalRun{goal, *trace, shortest, {}};
  }
  std::optional<GoalRun> run = run_by_graph(goal);
  const bool known = r.graph && r.graph->closed;
  if (known || (run && run->shortest)) return run;
  std::optional<GoalRun> other = run_by_solver(goal);
  const bool better =
      other && (!run || other->shortest ||
                other->trace.steps.size() < run->trace.steps.size());
  return better ? other : run;
}

void Singles::find_runs() {
  const Clock::time_point begin = Clock::now();
  runs_.clear();
  made_.no_final_after.clear();
  const std::vector<std::uint32_t> goals =
      goals_to_cover(job_, made_.reached).goals;
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const std::uint32_t g = goals[i];
    job_.context.progress.update({"ending", i, goals.size(), ""});
    if (std::optional<GoalRun> run = run_to(g)) {
      runs_.push_back(std::move(*run));
    } else {
      made_.no_final_after.push_back(g);
    }
  }
  made_.make_seconds +=
      std::chrono::duration<double>(Clock::now() - begin).count();
}

std::string Singles::note(const GoalRun& run) const {
  std::string text = (run.shortest ? "shortest run for " : "run for ") +
                     job_.system.goals[run.goal].id;
  if (run.also.empty()) return text;
  text += ", begins with those for";
  const char* before = " ";
  for (const std::uint32_t g : run.also) {
    text += before + job_.system.goals[g].id;
    before = ", ";
  }
  return text;
}

Made Singles::make() {
  explore_enough();
  made_.options["engine"] = made_.reached.engine;
  search_.note_options(made_.options);
  std::int64_t steps = 0;
  for (GoalRun& run : without_beginnings(std::move(runs_))) {
    PlannedTest t;
    t.kind = suite::TestKind::linear;
    t.note = note(run);
    steps += static_cast<std::int64_t>(run.trace.steps.size());
    t.trace = std::move(run.trace);
    made_.planned.push_back(std::move(t));
  }
  made_.bound.upper = steps;
  plan_witnesses(job_.system, made_);
  return std::move(made_);
}

}  // namespace

Made make_single_runs(const GenerateJob& job) {
  return Singles(job).make();
}

}  // namespace catenary::app
