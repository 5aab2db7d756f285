// SPDX-License-Identifier: Apache-2.0
/// \file
/// Queries of IC3 by assumptions, in one incremental solver that knows a single
/// step. Literals select the frame, the cube and the target of a query: the
/// clauses of level i are active if `active_[i]` is assumed, and frame i
/// assumes the levels i and above.

#include "engine/reach/symbolic/clause_frames.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace catenary::engine::reach {

using logic::smt::Answer;
using logic::smt::Literal;
using logic::smt::SatSolver;

namespace {

/// Queries after which the solver is made anew: the variables and clauses that
/// they left behind only slow it down.
constexpr std::uint32_t kMostUsed = 3000;

/// The bits of a state in one list: bit b of a Cube is element b.
std::vector<Literal> flat(const std::vector<Bits>& state) {
  std::vector<Literal> out;
  for (const Bits& bits : state)
    out.insert(out.end(), bits.begin(), bits.end());
  return out;
}

/// The solver's literals for those of a cube.
Literal in(const std::vector<Literal>& bits, std::int32_t literal) {
  const Literal bit = bits[static_cast<std::size_t>(std::abs(literal)) - 1];
  return literal > 0 ? bit : -bit;
}

std::vector<Literal> in(const std::vector<Literal>& bits, const Cube& cube) {
  std::vector<Literal> out;
  out.reserve(cube.size());
  for (const std::int32_t literal : cube) out.push_back(in(bits, literal));
  return out;
}

/// Adds a clause that excludes the cube, if `active` is assumed (0: always).
void forbid(SatSolver& solver,
            const std::vector<Literal>& bits,
            const Cube& cube,
            Literal active) {
  std::vector<Literal> clause;
  if (active != 0) clause.push_back(-active);
  for (const Literal literal : in(bits, cube)) clause.push_back(-literal);
  solver.add_clause(std::span<const Literal>(clause));
}

/// The order of literals in a cube.
bool by_bit(std::int32_t a, std::int32_t b) {
  return std::abs(a) != std::abs(b) ? std::abs(a) < std::abs(b) : a < b;
}

/// Whether every state of `smaller` is one of `larger`: fewer literals, more
/// states.
bool covers(const Cube& larger, const Cube& smaller) {
  return larger.size() <= smaller.size() && std::includes(smaller.begin(),
                                                          smaller.end(),
                                                          larger.begin(),
                                                          larger.end(),
                                                          by_bit);
}

}  // namespace

ClauseFrames::ClauseFrames(const Relation& relation,
                           Invariants invariants,
                           std::vector<std::uint32_t> excluded,
                           MakeSolver make_solver)
    : relation_(relation),
      invariants_(std::move(invariants)),
      excluded_(std::move(excluded)),
      make_solver_(std::move(make_solver)),
      levels_(1),
      start_solver_(make_solver_()),
      start_(std::make_unique<Unrolling>(
          relation, *start_solver_, Unrolling::Start::initial)),
      start_bits_(flat(start_->state(0))) {
  // Only initialisations that run on have a state.
  start_solver_->add_clause({start_->initial().running});
  renew();
}

void ClauseFrames::renew() {
  step_.reset();
  initial_.reset();
  solver_ = make_solver_();
  used_ = 0;
  initial_ = std::make_unique<Unrolling>(
      relation_, *solver_, Unrolling::Start::initial);
  step_ =
      std::make_unique<Unrolling>(relation_, *solver_, Unrolling::Start::any);
  step_->add_step();
  before_ = flat(step_->state(0));
  after_ = flat(step_->state(1));
  invariants_.demand(*solver_, step_->state(0));
  const std::vector<Literal> initial = flat(initial_->state(0));
  // If `starts_` is assumed, the state before the step is the state after the
  // initialisation, bit by bit.
  starts_ = solver_->new_variable();
  solver_->add_clause({-starts_, initial_->initial().running});
  for (std::size_t b = 0; b < before_.size(); ++b) {
    solver_->add_clause({-starts_, -before_[b], initial[b]});
    solver_->add_clause({-starts_, before_[b], -initial[b]});
  }
  for (const std::uint32_t t : excluded_) {
    solver_->add_clause({-step_->step(0).targets[t]});
  }
  for (const Cube& cube : always_) forbid(*solver_, before_, cube, 0);
  active_.clear();
  // Each level has its own literal. Frame i assumes those of levels i and
  // above, since a cube blocked in a later frame is blocked in all earlier
  // ones.
  for (const std::vector<Cube>& level : levels_) {
    active_.push_back(solver_->new_variable());
    for (const Cube& cube : level) {
      forbid(*solver_, before_, cube, active_.back());
    }
  }
}

Answer ClauseFrames::ask(std::span<const Literal> assumptions,
                         const base::Budget& budget) {
  if (left_ == 0) return Answer::unknown;
  --left_;
  return solver_->solve(assumptions, budget);
}

std::vector<Literal> ClauseFrames::states_of(std::uint32_t frame) const {
  if (frame == 0) return {starts_};
  std::vector<Literal> out;
  for (std::size_t i = frame; i < active_.size(); ++i) {
    out.push_back(active_[i]);
  }
  return out;
}

// Generalises the predecessor in the model to a cube: all states that agree on
// the bits which are needed for "with these inputs, the step does `way`". The
// query "these inputs, this state, but not `way`" is unsatisfiable, because a
// step is a function of state and inputs; its core has the bits. `way`:
// literals of the step that have to be true.
void ClauseFrames::read_step(std::span<const Literal> way,
                             Cube& before,
                             const base::Budget& budget) {
  std::vector<Literal> given;
  before.clear();
  for (std::size_t b = 0; b < before_.size(); ++b) {
    const bool one = solver_->value(before_[b]);
    const auto literal = static_cast<std::int32_t>(b + 1);
    before.push_back(one ? literal : -literal);
    given.push_back(one ? before_[b] : -before_[b]);
  }
  std::vector<Literal> assumptions = given;
  for (const Literal bit : flat(step_->step(0).inputs)) {
    assumptions.push_back(solver_->value(bit) ? bit : -bit);
  }
  const Literal otherwise = solver_->new_variable();
  std::vector<Literal> clause{-otherwise};
  for (const Literal literal : way) clause.push_back(-literal);
  solver_->add_clause(std::span<const Literal>(clause));
  assumptions.push_back(otherwise);
  // If the solver does not answer, the full state stays: a valid cube of one
  // state.
  if (solver_->solve(assumptions, budget) == Answer::unsat) {
    Cube needed;
    for (std::size_t b = 0; b < given.size(); ++b) {
      if (solver_->failed(given[b])) needed.push_back(before[b]);
    }
    before = std::move(needed);
  }
  // The clause has done its work: the solver may drop it.
  solver_->add_clause({-otherwise});
  ++used_;
}

Answer ClauseFrames::hit(std::uint32_t frame,
                         std::uint32_t target,
                         Cube& before,
                         const base::Budget& budget) {
  if (used_ > kMostUsed) renew();
  const Literal way[] = {step_->step(0).targets[target]};
  std::vector<Literal> assumptions = states_of(frame);
  assumptions.push_back(way[0]);
  const Answer answer = ask(assumptions, budget);
  if (answer == Answer::sat) read_step(way, before, budget);
  return answer;
}

Answer ClauseFrames::enter(std::uint32_t frame,
                           const Cube& cube,
                           Cube& before,
                           Cube& core,
                           const base::Budget& budget) {
  if (used_ > kMostUsed) renew();
  // Relative induction: the state before is assumed to be outside of the cube.
  // This is sound, since a run enters the cube a first time from outside.
  const Literal outside = solver_->new_variable();
  forbid(*solver_, before_, cube, outside);
  ++used_;
  std::vector<Literal> way = in(after_, cube);
  std::vector<Literal> assumptions = states_of(frame);
  assumptions.push_back(outside);
  assumptions.push_back(step_->step(0).running);
  assumptions.insert(assumptions.end(), way.begin(), way.end());
  const Answer answer = ask(assumptions, budget);
  if (answer == Answer::sat) {
    way.push_back(step_->step(0).running);
    read_step(way, before, budget);
  } else if (answer == Answer::unsat) {
    // The bits after the step that the refutation needed: no step enters the
    // cube of these bits either.
    core.clear();
    for (std::size_t i = 0; i < cube.size(); ++i) {
      if (solver_->failed(way[i])) core.push_back(cube[i]);
    }
    // IC3 requires that blocked cubes contain no initial state, which dropping
    // literals may have changed.
    keep_out_of_start(core, cube, budget);
  }
  solver_->add_clause({-outside});
  return answer;
}

// Gives literals of `whole` back to `part` until no initial state is in it.
// Ends with `whole` at the latest, which contains none.
void ClauseFrames::keep_out_of_start(Cube& part,
                                     const Cube& whole,
                                     const base::Budget& budget) {
  for (const std::int32_t literal : whole) {
    const std::optional<bool> starts = starts_in(part, budget);
    if (starts && !*starts) return;
    const auto at = std::lower_bound(part.begin(), part.end(), literal, by_bit);
    if (at == part.end() || *at != literal) part.insert(at, literal);
  }
}

std::optional<bool> ClauseFrames::starts_in(const Cube& cube,
                                            const base::Budget& budget) {
  // Without choices there is one initial state: its bits answer all further
  // questions.
  const bool single = relation_.encoding().initial.empty();
  if (single && only_start_) {
    return std::all_of(cube.begin(), cube.end(), [&](std::int32_t literal) {
      const auto bit = static_cast<std::size_t>(std::abs(literal)) - 1;
      return (*only_start_)[bit] == (literal > 0);
    });
  }
  // No initialisation runs on, so no step is ever taken.
  if (starts_nowhere_) return false;
  const std::vector<Literal> assumptions =
      single ? std::vector<Literal>{} : in(start_bits_, cube);
  const Answer answer = start_solver_->solve(assumptions, budget);
  if (answer == Answer::unknown) return std::nullopt;
  if (!single) {
    return answer == Answer::sat;
  }
  starts_nowhere_ = answer == Answer::unsat;
  if (starts_nowhere_) return false;
  only_start_.emplace();
  for (const Literal bit : start_bits_) {
    only_start_->push_back(start_solver_->value(bit));
  }
  return starts_in(cube, budget);
}

void ClauseFrames::block(const Cube& cube, std::uint32_t frame) {
  // Cubes that the new one contains are subsumed in these frames.
  for (std::uint32_t i = 1; i <= frame; ++i) {
    std::erase_if(levels_[i],
                  [&](const Cube& other) { return covers(cube, other); });
  }
  levels_[frame].push_back(cube);
  forbid(*solver_, before_, cube, active_[frame]);
}

void ClauseFrames::exclude(std::uint32_t target) {
  excluded_.push_back(target);
  solver_->add_clause({-step_->step(0).targets[target]});
}

// What was blocked with the old invariants stays blocked: it is unreachable.
// The new ones must contain the old, since always() is inductive relative to
// them.
void ClauseFrames::strengthen(const Invariants& invariants) {
  const auto is_known = [&](logic::Term t) {
    return std::find(invariants.terms().begin(), invariants.terms().end(), t) !=
           invariants.terms().end();
  };
  if (invariants.size() <= invariants_.size() ||
      !std::all_of(
          invariants_.terms().begin(), invariants_.terms().end(), is_known)) {
    return;
  }
  invariants_ = invariants;
  renew();
}

bool ClauseFrames::propagate(const base::Budget& budget) {
  // The new frame is empty at first: it excludes nothing.
  levels_.emplace_back();
  renew();
  // From the first level on: a cube that no step from frame i enters holds in
  // frame i + 1 as well.
  for (std::uint32_t i = 1; i + 1 < levels_.size(); ++i) {
    std::vector<Cube> stay;
    const std::vector<Cube> cubes = std::move(levels_[i]);
    levels_[i] = {};
    bool spent = false;
    for (const Cube& cube : cubes) {
      std::vector<Literal> assumptions = states_of(i);
      assumptions.push_back(step_->step(0).running);
      const std::vector<Literal> into = in(after_, cube);
      assumptions.insert(assumptions.end(), into.begin(), into.end());
      // After the first query without an answer the others are not asked.
      const Answer answer = spent ? Answer::unknown : ask(assumptions, budget);
      spent = answer == Answer::unknown;
      if (answer == Answer::unsat) {
        levels_[i + 1].push_back(cube);
        forbid(*solver_, before_, cube, active_[i + 1]);
      } else {
        stay.push_back(cube);
      }
    }
    levels_[i] = std::move(stay);
    // Frames stay as they were: the new one is dropped, and what moved to it
    // goes back one level, where it holds as well.
    if (spent) {
      levels_[levels_.size() - 2].insert(levels_[levels_.size() - 2].end(),
                                         levels_.back().begin(),
                                         levels_.back().end());
      levels_.pop_back();
      renew();
      return false;
    }
    // Level i is empty, so frames i and i + 1 are equal: what they exclude is
    // preserved by every step, for ever.
    if (!levels_[i].empty()) continue;
    for (std::size_t later = i + 1; later < levels_.size(); ++later) {
      always_.insert(
          always_.end(), levels_[later].begin(), levels_[later].end());
      levels_[later].clear();
    }
    renew();
    break;
  }
  return true;
}

bool ClauseFrames::certified(std::uint32_t target,
                             const base::Budget& budget) const {
  // Initially: no initial state is in one of the cubes. All cubes in one query,
  // one literal each.
  {
    const auto solver = make_solver_();
    const Unrolling start(relation_, *solver, Unrolling::Start::initial);
    const std::vector<Literal> bits = flat(start.state(0));
    std::vector<Literal> ways;
    for (const Cube& cube : always_) {
      ways.push_back(solver->all_of(in(bits, cube)));
    }
    const Literal assumptions[] = {start.initial().running,
                                   solver->any_of(ways)};
    if (solver->solve(assumptions, budget) != Answer::unsat) return false;
  }
  // Preserved: no step from outside of all cubes enters one. Then the target:
  // no such step hits it.
  const auto solver = make_solver_();
  Unrolling step(relation_, *solver, Unrolling::Start::any);
  step.add_step();
  invariants_.demand(*solver, step.state(0));
  for (const std::uint32_t t : excluded_) {
    solver->add_clause({-step.step(0).targets[t]});
  }
  const std::vector<Literal> before = flat(step.state(0));
  const std::vector<Literal> after = flat(step.state(1));
  std::vector<Literal> ways;
  for (const Cube& cube : always_) {
    forbid(*solver, before, cube, 0);
    ways.push_back(solver->all_of(in(after, cube)));
  }
  const Literal leaves[] = {step.step(0).running, solver->any_of(ways)};
  if (solver->solve(leaves, budget) != Answer::unsat) return false;
  const Literal hits[] = {step.step(0).targets[target]};
  return solver->solve(hits, budget) == Answer::unsat;
}

}  // namespace catenary::engine::reach
