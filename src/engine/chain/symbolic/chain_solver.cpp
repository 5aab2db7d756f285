// SPDX-License-Identifier: Apache-2.0
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
  for (const std::uint32_t g : goals_) {
    longest_leg_ = std::max(longest_leg_, reached.goals[g].trace->steps.size());
  }
  // From a goal to the next it may be farther than from the start.
  longest_leg_ = 2 * longest_leg_ + 16;
}

void ChainSolver::run() {
  encode();
  const base::Budget all = budget_;
  if (all.has_deadline()) budget_.set_time(all.time_left() / 2);
  // A single chain from a graph has nothing to fear from the nearest next goal.
  const bool single = !options_.known.empty() && best_.chains.size() == 1 &&
                      best_.uncoverable_to_final.empty();
  if (!single) make_suite();
  budget_ = all;
  // Where two goals need a chain each, no single one has all.
  if (best_.chains.size() > 1 && separate() > 1) return;
  refute();
}

std::size_t ChainSolver::separate() {
  if (!reached_.closed) return 0;  // runs may leave the encoding
  std::vector<std::uint32_t> far(goals_.begin(), goals_.end());
  const auto length = [&](std::uint32_t g) {
    return reached_.goals[g].trace->steps.size();
  };
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

// What the run does natively; nothing where it does not get to its end.
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
    // What is hit by a step that fails or is refused counts (see Graph).
    if (step.outcome == StepOutcome::crashed ||
        step.outcome == StepOutcome::discarded) {
      prefix.final = system_.any_state_final;
    }
  };
  take(run.initial);
  for (const model::SimulatedStep& step : run.steps) take(step);
  return prefix;
}

void ChainSolver::offer(RunSuite suite) {
  if (!suite.better_than(best_, options_.reset_cost)) return;
  best_ = std::move(suite);
  listener_.suite(best_);
}

// The shortest continuation that gets there, replayed; nothing where none of
// at most longest_leg_ steps is found.
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
      if (length > 1 || !from.begun) {
        solver->add_clause({unrolling.at_depth(length - 1).running});
      }
      unrolling.add_step();
    }
    const Frame& last = unrolling.at_depth(length);
    const Literal there = solver->new_variable();
    std::vector<Literal> clause{-there};
    if (to == To::final_state) {
      clause.push_back(last.final);
    } else {
      for (const std::uint32_t g : open) clause.push_back(last.targets[g]);
    }
    solver->add_clause(std::span<const Literal>(clause));
    std::vector<Literal> assumptions{there};
    if (to != To::goal_at_end) assumptions.push_back(last.running);
    const Answer answer = solver->solve(assumptions, budget_);
    if (answer == Answer::unknown) return std::nullopt;
    if (answer == Answer::unsat) continue;
    const model::Trace more = unrolling.trace(length);
    std::vector<logic::Value> state = unrolling.state_values(length);
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

// The run, continued to a final state.
std::optional<ChainSolver::Prefix> ChainSolver::finished(const Prefix& prefix) {
  if (prefix.final) return prefix;
  if (prefix.over) return std::nullopt;
  return leg(prefix, {}, To::final_state);
}

// One chain that covers what it can of the open goals, always by the nearest
// next; it ends in a final state, or has covered nothing.
ChainSolver::Prefix ChainSolver::longest_chain(Goals open) {
  Prefix chain;  // can be finished
  Prefix at;
  Goals left = open;
  while (!left.empty() && budget_.poll() == base::StopReason::none) {
    std::optional<Prefix> next = leg(at, left, To::goal);
    if (!next) break;
    const std::optional<Prefix> whole = finished(*next);
    if (!whole) {
      // What it hits leads away from every final state, at least here.
      for (const std::uint32_t g : next->hit) left.erase(g);
      continue;
    }
    chain = *whole;
    at = std::move(*next);
    for (const std::uint32_t g : whole->hit) left.erase(g);
  }
  for (const std::uint32_t g : chain.hit) open.erase(g);
  if (!open.empty() && system_.any_state_final && !at.over &&
      budget_.poll() == base::StopReason::none) {
    const std::optional<Prefix> last = leg(at, open, To::goal_at_end);
    if (last && last->final) chain = *last;
  }
  return chain;
}

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

// Whether a chain of `length` steps hits all that `covered` stands for before
// and in its last step.
Answer ChainSolver::try_length(std::uint64_t length,
                               const Goals& goals,
                               Unrolling& unrolling,
                               SatSolver& solver,
                               std::vector<Literal>& covered) {
  const Frame& last = unrolling.at_depth(length);
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
  if (!system_.any_state_final) {
    assumptions.push_back(last.running);
    assumptions.push_back(last.final);
  }
  return solver.solve(assumptions, budget_);
}

// A shortest chain that hits these goals, if it has at most so many steps.
std::optional<ChainSolver::Prefix> ChainSolver::whole_chain(
    const Goals& goals,
    std::uint64_t most,
    const std::function<void(std::uint64_t)>& refuted) {
  const auto solver = make_solver_();
  Unrolling unrolling(*relation_, *solver, Unrolling::Start::initial);
  std::vector<Literal> covered(goals.size());
  for (std::uint64_t length = 0; length <= most; ++length) {
    if (length > 0) {
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
  // A single chain is wanted even where it is longer than several; but not for
  // ever.
  const std::uint64_t steps = best_.steps();
  const std::uint64_t most = best_.chains.size() == 1
                                 ? std::max<std::uint64_t>(steps, 1) - 1
                                 : 2 * steps + 2;
  const std::optional<Prefix> chain =
      whole_chain(goals, most, listener_.refuted);
  if (chain) offer({{chain->trace}, best_.uncoverable_to_final});
}

}  // namespace catenary::engine::chain
