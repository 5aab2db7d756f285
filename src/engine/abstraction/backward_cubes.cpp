// SPDX-License-Identifier: Apache-2.0
#include "engine/abstraction/backward_cubes.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "base/check.h"
#include "logic/term/evaluate/evaluate.h"
#include "logic/term/traverse.h"

namespace catenary::engine::abstraction {

using logic::Term;
using logic::smt::Answer;
using model::StepOutcome;
using State = reach::GoalKnowledge::State;

namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};
/// Known states of a cube from which a run is tried.
constexpr std::size_t kTries = 8;
/// Cubes of a location; goals that need more are left alone.
constexpr std::size_t kMostCubes = 64;

}  // namespace

/// What a step may do that leads to goals.
struct BackwardCubes::Bad {
  struct Way {
    Term condition;
    const Goals* goals = nullptr;  ///< null: the goal itself
    std::uint32_t goal = 0;
  };
  std::vector<Way> ways;
  Term any;
};

BackwardCubes::BackwardCubes(const Exploring& on,
                             LocationSteps& steps,
                             InductiveInvariant& sets,
                             SampledStates& sample,
                             std::vector<bool> cubic)
    : on_(on),
      steps_(steps),
      sets_(sets),
      sample_(sample),
      terms_(on.paths.terms()),
      slots_(steps.slots()),
      cubic_(std::move(cubic)),
      stepper_(on.system().factory->make()) {
  for (const model::StateSlot& slot : slots_) {
    variables_.push_back(slot.variable);
  }
  for (std::uint32_t g = 0; g < on_.board.goal_count(); ++g) {
    if (on_.wanted(g)) alive_.insert(g);
  }
  const std::vector<std::uint64_t> all = sets_.locations();
  for (const std::uint64_t location : all) {
    places_.try_emplace(location);
    const LocationStep& step = steps_.of(location);
    const std::set<std::uint64_t> everywhere(all.begin(), all.end());
    for (const std::uint64_t to : step.targets ? *step.targets : everywhere) {
      places_[to].sources.insert(location);
    }
    if (std::any_of(step.hits.begin(), step.hits.end(), [&](const auto& hit) {
          return alive_.contains(hit.first);
        })) {
      wait(location);
    }
  }
  for (std::size_t s = 0; s < sample_.size(); ++s) add_sample(s);
}

void BackwardCubes::wait(std::uint64_t location) {
  Place& place = places_[location];
  if (place.waits) return;
  place.waits = true;
  queue_.push_back(location);
}

void BackwardCubes::add_sample(std::size_t s) {
  Place& place = places_[steps_.location_of(sample_.state(s))];
  std::vector<std::uint64_t> values;
  for (std::uint32_t k = 0; k < slots_.size(); ++k) {
    if (cubic_[k]) values.push_back(bits_in(slots_[k], sample_.state(s)));
  }
  if (place.known.insert(std::move(values)).second) place.sample.push_back(s);
}

bool BackwardCubes::contains(const Cube& cube, const std::byte* state) const {
  return std::all_of(
      cube.values.begin(), cube.values.end(), [&](const auto& one) {
        return bits_in(slots_[one.first], state) == one.second;
      });
}

Term BackwardCubes::is_in(const Cube& cube, const std::vector<Term>& slots) {
  std::vector<Term> all;
  for (const auto& [k, value] : cube.values) {
    all.push_back(steps_.is(k, slots[k], value));
  }
  return terms_.logical_and(all);
}

/// Cubes with lower numbers only.
BackwardCubes::Bad BackwardCubes::bad(const LocationStep& step,
                                      std::uint64_t below) {
  Bad out;
  for (const auto& [goal, hit] : step.hits) {
    if (alive_.contains(goal)) out.ways.push_back({hit, nullptr, goal});
  }
  const auto add = [&](std::uint64_t location, const Place& place) {
    for (const Cube& cube : place.cubes) {
      if (cube.number >= below) continue;
      out.ways.push_back({terms_.logical_and(steps_.leads_to(step, location),
                                             is_in(cube, step.part.next)),
                          &cube.goals,
                          0});
    }
  };
  for (const auto& [location, place] : places_) {
    if (step.targets && !step.targets->contains(location)) continue;
    add(location, place);
  }
  std::vector<Term> any;
  for (const Bad::Way& way : out.ways) any.push_back(way.condition);
  out.any = on_.paths.simplifier().simplify(terms_.logical_or(any));
  return out;
}

/// All states from which the same inputs do the same harm: of their location
/// those that agree with the model in what matters to that.
BackwardCubes::Cube BackwardCubes::lift(const Bad& bad,
                                        const logic::Assignment& model,
                                        logic::smt::Solver& solver) {
  Cube cube;
  logic::Evaluator evaluator(model);
  std::vector<Term> others{terms_.logical_not(bad.any)};
  for (const Term v : logic::free_variables(bad.any)) {
    const auto slot = std::find(variables_.begin(), variables_.end(), v);
    const auto k = static_cast<std::uint32_t>(slot - variables_.begin());
    const logic::Value value = *evaluator.evaluate(v);
    if (slot != variables_.end() && cubic_[k]) {
      cube.values[k] = bits_of(value);
    } else {
      others.push_back(terms_.equal(v, terms_.constant(value)));
    }
  }
  const std::map<std::uint32_t, std::uint64_t> all = cube.values;
  for (const auto& [dropped, value] : all) {
    std::vector<Term> assumed = others;
    for (const auto& [k, v] : cube.values) {
      if (k != dropped) assumed.push_back(steps_.is(k, variables_[k], v));
    }
    if (solver.check(assumed, on_.budget) == Answer::unsat) {
      cube.values.erase(dropped);
    }
  }
  return cube;
}

Term BackwardCubes::value_of(std::uint32_t slot, std::size_t s) {
  return terms_.equal(
      variables_[slot],
      terms_.constant(model::slot_value(slots_[slot], sample_.state(s))));
}

/// Some slots for which the solver found no step from a known state.
void BackwardCubes::blame(std::size_t s, logic::smt::Solver& solver) {
  std::vector<Term> needed = solver.failed();
  for (std::uint32_t k = 0; k < slots_.size(); ++k) {
    if (cubic_[k] || slots_[k].address) continue;
    const Term one = value_of(k, s);
    if (std::find(needed.begin(), needed.end(), one) == needed.end()) continue;
    std::vector<Term> others = needed;
    std::erase(others, one);
    if (solver.check(others, on_.budget) == Answer::unsat) {
      needed = std::move(others);
    } else {
      blamed_.insert(k);
    }
  }
}

/// Continues the run to a known state until it hits goals: each step leads to
/// cubes with lower numbers. What it hit, on the board, too.
BackwardCubes::Goals BackwardCubes::chase(std::size_t from,
                                          std::uint64_t below) {
  std::vector<std::byte> next(
      std::max<std::size_t>(stepper_->state_bytes(), 1));
  for (std::size_t s = from;;) {
    const std::uint64_t location = steps_.location_of(sample_.state(s));
    const LocationStep& step = steps_.of(location);
    const Bad harm = bad(step, below);
    logic::smt::Solver& solver = sets_.solver_in(location);
    std::vector<Term> state{harm.any};
    for (std::uint32_t k = 0; k < slots_.size(); ++k) {
      if (!slots_[k].address) state.push_back(value_of(k, s));
    }
    const Answer answer = solver.check(state, on_.budget);
    if (answer == Answer::unsat) blame(s, solver);
    if (answer != Answer::sat) return {};
    const classes::Bytes letter =
        classes::letter_of(solver,
                           on_.system().inputs,
                           on_.paths.follower().inputs(),
                           on_.system().letter_bytes());
    base::WorkClock::charge(stepper_->step_price() +
                            stepper_->take_loop_price());
    const StepOutcome outcome =
        stepper_->step_from(sample_.state(s), letter.data(), next.data());
    Goals hit;
    for (const std::uint32_t g : alive_) {
      if (((stepper_->hits()[g / 64] >> (g % 64)) & 1U) == 0) continue;
      reach::GoalKnowledge now;
      now.state = State::hit;
      model::Trace run = sample_.run_to(s);
      run.steps.push_back(model::values_in(on_.system().inputs, letter.data()));
      now.trace = std::move(run);
      on_.board.set_goal(g, std::move(now));
      hit.insert(g);
    }
    if (!hit.empty() || outcome != StepOutcome::running) return hit;
    if (!sets_.contain(next.data())) {
      contradict(on_);
      return {};
    }
    std::uint64_t lower = 0;
    for (const Cube& cube : places_[steps_.location_of(next.data())].cubes) {
      if (cube.number < below && contains(cube, next.data())) {
        lower = cube.number;
      }
    }
    s = sample_.add(next.data(), s, letter);
    add_sample(s);
    drop_cubes_with(s);
    if (lower == 0) return {};
    below = lower;
  }
}

/// Known states are no part of what is said to be unreachable.
void BackwardCubes::drop_cubes_with(std::size_t s) {
  const std::uint64_t location = steps_.location_of(sample_.state(s));
  std::vector<Cube>& cubes = places_[location].cubes;
  if (std::erase_if(cubes, [&](const Cube& cube) {
        return contains(cube, sample_.state(s));
      }) > 0) {
    wait(location);
  }
}

void BackwardCubes::want(const Cube& cube) {
  for (const auto& [k, value] : cube.values) {
    if (!sets_.is_local(k)) wanted_.emplace(k, value);
  }
}

/// Nothing is said of these goals: they are hit, or it is not known.
void BackwardCubes::drop(const Goals& goals, bool hit) {
  for (const std::uint32_t g : goals) alive_.erase(g);
  for (auto& [location, place] : places_) {
    for (Cube& cube : place.cubes) {
      for (const std::uint32_t g : goals) cube.goals.erase(g);
    }
    const auto is_for_none = [this, hit](const Cube& cube) {
      if (!cube.goals.empty()) return false;
      if (!hit) want(cube);
      return true;
    };
    if (std::erase_if(place.cubes, is_for_none) > 0) wait(location);
  }
}

/// Whether a known state is in the cube. Then runs are tried, and of goals that
/// they do not hit nothing is said.
bool BackwardCubes::touch(const Cube& cube, std::uint64_t location) {
  std::vector<std::size_t> known;
  for (const std::size_t s : places_[location].sample) {
    if (contains(cube, sample_.state(s))) known.push_back(s);
  }
  if (known.empty()) return false;
  Goals hit;
  const std::size_t every = (known.size() + kTries - 1) / kTries;
  for (std::size_t i = 0; i < known.size() && hit.empty(); i += every) {
    hit = chase(known[i], cube.number);
  }
  if (hit.empty()) want(cube);
  drop(hit.empty() ? cube.goals : hit, !hit.empty());
  wait(location);
  return true;
}

/// Adds cubes of states in a location from which a step leads to goals; false
/// where that is not known.
bool BackwardCubes::visit(std::uint64_t location) {
  Place& place = places_[location];
  place.waits = false;
  const LocationStep& step = steps_.of(location);
  for (;;) {
    const Bad harm = bad(step, kAll);
    logic::smt::Solver& solver = sets_.solver_in(location);
    std::vector<Term> asked{harm.any};
    for (const Cube& cube : place.cubes) {
      asked.push_back(terms_.logical_not(is_in(cube, variables_)));
    }
    const Answer answer = solver.check(asked, on_.budget);
    if (answer == Answer::unsat) return true;
    if (answer == Answer::unknown) return false;
    // Of more than what is asked, which may be simpler.
    std::vector<Term> ways;
    for (const Bad::Way& way : harm.ways) ways.push_back(way.condition);
    const logic::Assignment model = solver.model(logic::free_variables(ways));
    logic::Evaluator evaluator(model);
    Cube cube = lift(harm, model, solver);
    cube.number = ++numbered_;
    for (const Bad::Way& way : harm.ways) {
      if (!evaluator.evaluate(way.condition)->as_bool()) continue;
      if (way.goals == nullptr)
        cube.goals.insert(way.goal);
      else
        cube.goals.insert(way.goals->begin(), way.goals->end());
    }
    CATENARY_CHECK(!cube.goals.empty(), "what leads nowhere is in no cube");
    if (touch(cube, location)) return true;
    if (place.cubes.size() == kMostCubes) {
      want(cube);
      drop(cube.goals, false);
      wait(location);
      return true;
    }
    place.cubes.push_back(std::move(cube));
    for (const std::uint64_t from : place.sources) {
      if (from != location) wait(from);
    }
  }
}

void BackwardCubes::run() {
  while (!queue_.empty()) {
    if (on_.budget.poll() != base::StopReason::none) return;
    const std::uint64_t next = queue_.front();
    queue_.pop_front();
    if (!visit(next)) return;
  }
  std::size_t cubes = 0;
  for (const auto& [location, place] : places_) cubes += place.cubes.size();
  for (const std::uint32_t g : alive_) {
    reach::GoalKnowledge proved;
    proved.state = State::unreachable;
    proved.reason =
        "no step hits it from any state within the values that each variable "
        "may have in " +
        std::to_string(sets_.size()) +
        " control locations, which no step leaves, but from " +
        std::to_string(cubes) +
        " sets of these, to which only steps from each other lead";
    on_.board.set_goal(g, std::move(proved));
  }
}

}  // namespace catenary::engine::abstraction
