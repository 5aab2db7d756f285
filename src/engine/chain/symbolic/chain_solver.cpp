// SPDX-License-Identifier: Apache-2.0
/// \file
/// Chains by a solver: a nearest-goal construction from concrete states, and
/// refutation of single chains of rising length. Every run that the solver
/// finds is executed natively before it counts.

#include "engine/chain/symbolic/chain_solver.h"

#include <algorithm>
#include <utility>

#include "engine/chain/symbolic/exclusive.h"

namespace catenary::engine::chain {

using logic::smt::Answer;
using logic::smt::Literal;
using logic::smt::SatSolver;
using model::StepOutcome;
using reach::Frame;
using reach::Unrolling;

/// Resets cost nothing here: see better_than().
std::uint64_t RunSuite::steps() const {
  std::uint64_t n = 0;
  for (const model::Trace& chain : chains) n += chain.steps.size();
  return n;
}

bool RunSuite::better_than(
    const RunSuite& other,
    const std::optional<std::uint64_t>& reset_cost) const {
  if (uncoverable_to_final.size() != other.uncoverable_to_final.size()) {
    return uncoverable_to_final.size() < other.uncoverable_to_final.size();
  }
  if (reset_cost) {
    return steps() + *reset_cost * chains.size() <
           other.steps() + *reset_cost * other.chains.size();
  }
  if (chains.size() != other.chains.size()) {
    return chains.size() < other.chains.size();
  }
  return steps() < other.steps();
}

ChainSolver::ChainSolver(const model::StepSystem& system,
                         const reach::Result& reached,
                         const std::vector<std::uint32_t>& goals,
                         const SymbolicChainOptions& options,
                         RunSuite known,
                         const base::Budget& budget,
                         const Listener& listener)
    : system_(system),
      reached_(reached),
      goals_(goals.begin(), goals.end()),
      options_(options),
      budget_(budget),
      listener_(listener),
      make_solver_(reach::solver_maker(options.symbolic)),
      stepper_(system.factory->make()),
      best_(std::move(known)) {
  // A guess of how far a goal may be from the next.
  for (const std::uint32_t g : goals_) {
    longest_leg_ = std::max(longest_leg_, reached.goals[g].trace->steps.size());
  }
  // From a goal to the next one may be farther than from the start.
  longest_leg_ = 2 * longest_leg_ + 16;
}

void ChainSolver::run() {
  encode();
  const base::Budget all = budget_;
  if (all.is_limited()) budget_ = all.share(all.work_left(), 2);
  // A single chain that comes from a graph is unlikely to be improved by the
  // nearest-goal strategy.
  const bool single = !options_.known.empty() && best_.chains.size() == 1 &&
                      best_.uncoverable_to_final.empty();
  if (!single) make_suite();
  budget_ = all;
  // If two goals need a chain each, no single chain covers all goals.
  if (best_.chains.size() > 1 && separate() > 1) return;
  refute();
}

std::size_t ChainSolver::separate() {
  if (!reached_.closed) return 0;  // runs may leave the encoding
  std::vector<std::uint32_t> far(goals_.begin(), goals_.end());
  // A run that may not be a shortest one bounds nothing: an invariant may have
  // closed the search without all depths being complete.
  const auto length = [&](std::uint32_t g) {
    const reach::GoalReport& goal = reached_.goals[g];
    return goal.shortest ? goal.trace->steps.size() : 0;
  };
  // Far goals first: the bound is the sum of their lengths.
  std::stable_sort(
      far.begin(), far.end(), [&](std::uint32_t a, std::uint32_t b) {
        return length(a) > length(b);
      });
  std::erase_if(far, [&](std::uint32_t g) {
    return std::count(best_.uncoverable_to_final.begin(),
                      best_.uncoverable_to_final.end(),
                      g) != 0;
  });
  const std::vector<std::uint32_t> exclusive =
      exclusive_goals(*relation_, far, make_solver_, budget_);
  std::uint64_t steps = 0;
  for (const std::uint32_t g : exclusive) steps += length(g);
  if (exclusive.size() > 1) listener_.exclusive(exclusive.size(), steps);
  return exclusive.size();
}

void ChainSolver::encode() {
  encoding_ =
      system_.encoder->encode(terms_, options_.symbolic.encode, budget_);
  relation_ =
      std::make_unique<reach::Relation>(system_, encoding_, terms_, budget_);
}

// Executes the run natively. Returns nothing if it ends before its last step.
std::optional<ChainSolver::Prefix> ChainSolver::observe(
    const model::Trace& trace) {
  const model::Simulation run = model::simulate(system_, *stepper_, trace);
  if (run.steps.size() != trace.steps.size()) return std::nullopt;
  Prefix prefix;
  prefix.trace = trace;
  prefix.begun = true;
  prefix.final = run.ends_final;
  const auto take = [&](const model::SimulatedStep& step) {
    for (const std::uint32_t g : step.hits) {
      if (goals_.contains(g)) prefix.hit.insert(g);
    }
    prefix.over = step.outcome != StepOutcome::running;
    // What a step hits that fails or is discarded counts, if a chain may end
    // there: see reach::Graph.
    if (step.outcome == StepOutcome::crashed ||
        step.outcome == StepOutcome::discarded) {
      prefix.final = system_.any_state_final;
    }
  };
  take(run.initial);
  for (const model::SimulatedStep& step : run.steps) take(step);
  return prefix;
}

/// Keeps and reports a suite only if it is better.
void ChainSolver::offer(RunSuite suite) {
  if (!suite.better_than(best_, options_.reset_cost)) return;
  best_ = std::move(suite);
  listener_.suite(best_);
}

// The shortest continuation of `from` with the given purpose, executed
// natively. Returns nothing if there is none of at most longest_leg_ steps.
std::optional<ChainSolver::Prefix> ChainSolver::leg(const Prefix& from,
                                                    const Goals& open,
                                                    To to) {
  const auto solver = make_solver_();
  Unrolling unrolling =
      from.begun ? Unrolling(*relation_, *solver, from.state)
                 : Unrolling(*relation_, *solver, Unrolling::Start::initial);
  for (std::size_t length = from.begun ? 1 : 0; length <= longest_leg_;
       ++length) {
    if (length > 0) {
      // The steps before the last must run on; the state of `from` does by
      // itself.
      if (length > 1 || !from.begun) {
        solver->add_clause({unrolling.at_depth(length - 1).running});
      }
      unrolling.add_step();
    }
    const Frame& last = unrolling.at_depth(length);
    // "The last step does what is asked", by an assumption of this length.
    const Literal there = solver->new_variable();
    std::vector<Literal> clause{-there};
    if (to == To::final_state) {
      clause.push_back(last.final);
    } else {
      for (const std::uint32_t g : open) clause.push_back(last.targets[g]);
    }
    solver->add_clause(std::span<const Literal>(clause));
    std::vector<Literal> assumptions{there};
    // A run that shall go on must not end with the goal.
    if (to != To::goal_at_end) assumptions.push_back(last.running);
    const Answer answer = solver->solve(assumptions, budget_);
    if (answer == Answer::unknown) return std::nullopt;
    if (answer == Answer::unsat) continue;
    const model::Trace more = unrolling.trace(length);
    std::vector<logic::Value> state = unrolling.state_values(length);
    // The solver knows only the continuation; the run is executed from its
    // start.
    model::Trace trace = from.begun ? from.trace : more;
    if (from.begun) {
      trace.steps.insert(
          trace.steps.end(), more.steps.begin(), more.steps.end());
    }
    std::optional<Prefix> prefix = observe(trace);
    if (!prefix) return std::nullopt;
    prefix->state = std::move(state);
    const bool arrived =
        to == To::final_state
            ? prefix->final
            : std::any_of(open.begin(), open.end(), [&](std::uint32_t g) {
                return prefix->hit.contains(g);
              });
    if (!arrived) return std::nullopt;  // the solver's model does not replay
    return prefix;
  }
  return std::nullopt;
}

// The run, continued to a final state if it does not end in one.
std::optional<ChainSolver::Prefix> ChainSolver::finished(const Prefix& prefix) {
  if (prefix.final) return prefix;
  if (prefix.over) return std::nullopt;
  return leg(prefix, {}, To::final_state);
}

// One chain that covers what it can of the open goals, always by the nearest
// next one. It ends in a final state, or it has covered nothing.
ChainSolver::Prefix ChainSolver::longest_chain(Goals open) {
  Prefix chain;  // can be finished
  Prefix at;
  Goals left = open;
  while (!left.empty() && budget_.poll() == base::StopReason::none) {
    std::optional<Prefix> next = leg(at, left, To::goal);
    if (!next) break;
    const std::optional<Prefix> whole = finished(*next);
    if (!whole) {
      // After this goal no final state was found, at least not here: it is not
      // aimed at again in this chain.
      for (const std::uint32_t g : next->hit) left.erase(g);
      continue;
    }
    chain = *whole;
    at = std::move(*next);
    for (const std::uint32_t g : whole->hit) left.erase(g);
  }
  for (const std::uint32_t g : chain.hit) open.erase(g);
  // The last step may be one that ends the run: it covers one more goal.
  if (!open.empty() && system_.any_state_final && !at.over &&
      budget_.poll() == base::StopReason::none) {
    const std::optional<Prefix> last = leg(at, open, To::goal_at_end);
    if (last && last->final) chain = *last;
  }
  return chain;
}

/// First chains by nearest goals. Goals that are left are tried one by one, by
/// whole chains, since the nearest way to them may be a dead end.
void ChainSolver::make_suite() {
  RunSuite suite;
  Goals open = goals_;
  const auto take = [&](const Prefix& chain) {
    const std::size_t before = open.size();
    for (const std::uint32_t g : chain.hit) open.erase(g);
    if (open.size() == before) return false;
    suite.chains.push_back(chain.trace);
    return true;
  };
  while (!open.empty() && take(longest_chain(open))) {
  }
  while (!open.empty()) {
    const std::uint32_t g = *open.begin();
    const std::optional<Prefix> whole =
        whole_chain({g}, 2 * longest_leg_, nullptr);
    if (whole && take(*whole)) continue;
    suite.uncoverable_to_final.push_back(g);
    open.erase(g);
  }
  offer(std::move(suite));
}

// Whether a chain of exactly `length` steps covers all goals. `covered[i]` is a
// literal for "goal i was hit before"; the last step is added to it.
Answer ChainSolver::try_length(std::uint64_t length,
                               const Goals& goals,
                               Unrolling& unrolling,
                               SatSolver& solver,
                               std::vector<Literal>& covered) {
  const Frame& last = unrolling.at_depth(length);
  // A run that leaves the encoding may hit anything: without this check the
  // refutation would not count.
  const Literal unfaithful[] = {last.targets[relation_->unfaithful()]};
  if (solver.solve(unfaithful, budget_) != Answer::unsat) {
    return Answer::unknown;
  }
  std::size_t i = 0;
  for (const std::uint32_t g : goals) {
    const Literal either[] = {covered[i], last.targets[g]};
    covered[i++] = length == 0 ? last.targets[g] : solver.any_of(either);
  }
  std::vector<Literal> assumptions = covered;
  // If only some states are final, the chain must be able to go on in one.
  if (!system_.any_state_final) {
    assumptions.push_back(last.running);
    assumptions.push_back(last.final);
  }
  return solver.solve(assumptions, budget_);
}

// A shortest chain that covers these goals, if it has at most `most` steps.
// Lengths are refuted one by one, so a chain that is found is shortest.
std::optional<ChainSolver::Prefix> ChainSolver::whole_chain(
    const Goals& goals,
    std::uint64_t most,
    const std::function<void(std::uint64_t)>& refuted) {
  const auto solver = make_solver_();
  Unrolling unrolling(*relation_, *solver, Unrolling::Start::initial);
  std::vector<Literal> covered(goals.size());
  for (std::uint64_t length = 0; length <= most; ++length) {
    if (length > 0) {
      // Chains of this length were refuted or do not count: the runs go on.
      solver->add_clause({unrolling.at_depth(length - 1).running});
      unrolling.add_step();
    }
    const Answer answer =
        try_length(length, goals, unrolling, *solver, covered);
    if (answer == Answer::unknown) return std::nullopt;
    if (answer == Answer::unsat) {
      if (refuted) refuted(length);
      continue;
    }
    std::optional<Prefix> chain = observe(unrolling.trace(length));
    const bool holds =
        chain && chain->final &&
        std::includes(
            chain->hit.begin(), chain->hit.end(), goals.begin(), goals.end());
    if (!holds) return std::nullopt;  // the solver's model does not replay
    return chain;
  }
  return std::nullopt;
}

void ChainSolver::refute() {
  Goals goals = goals_;
  for (const std::uint32_t g : best_.uncoverable_to_final) goals.erase(g);
  if (goals.empty()) return;
  // A single chain is preferred even if it is longer than several; but the
  // search must end.
  const std::uint64_t steps = best_.steps();
  const std::uint64_t most = best_.chains.size() == 1
                                 ? std::max<std::uint64_t>(steps, 1) - 1
                                 : 2 * steps + 2;
  const std::optional<Prefix> chain =
      whole_chain(goals, most, listener_.refuted);
  if (chain) offer({{chain->trace}, best_.uncoverable_to_final});
}

}  // namespace catenary::engine::chain
