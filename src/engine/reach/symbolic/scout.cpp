// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random simulation with memory: it goes on from states in which goals were
/// hit, uses constants of the program as inputs, and keeps an input for several
/// steps with a probability that it draws for each run, since many programs
/// need an input to be held.

#include "engine/reach/symbolic/scout.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "engine/reach/random/random_runs.h"
#include "logic/term/traverse.h"
#include "model/step/letter.h"

namespace catenary::engine::reach {

using logic::SortKind;
using logic::Value;
using model::ScalarType;
using model::StepOutcome;

namespace {

/// Bounds on what is kept.
constexpr std::size_t kMostConstants = 500;
constexpr std::size_t kMostCheckpoints = 500;
constexpr std::size_t kMostStarts = 200;
constexpr std::size_t kMostMoves = 4'000;

bool is_float(ScalarType type) {
  return type == ScalarType::float32 || type == ScalarType::float64;
}

/// Whether a value is in the range of the variable. False for NaN.
bool within(const model::Variable& v, const Value& value) {
  if (is_float(v.type)) {
    return v.lo.as_double() <= value.as_double() &&
           value.as_double() <= v.hi.as_double();
  }
  return v.lo.as_integer() <= value.as_integer() &&
         value.as_integer() <= v.hi.as_integer();
}

}  // namespace

Scout::Scout(const model::StepSystem& system,
             const Options& options,
             Board& board)
    : system_(system),
      options_(options),
      board_(board),
      stepper_(system.factory->make()) {}

/// The constant and its neighbours, since comparisons may be strict or not.
void Scout::learn(const Value& constant) {
  if (constant.kind() == SortKind::floating) {
    const logic::Sort& sort = constant.sort();
    const bool known =
        sort == logic::Sort::float32() || sort == logic::Sort::float64();
    if (!known || floats_.size() >= kMostConstants) return;
    const double x = constant.as_double();
    for (const double near : {x, x - 1, x + 1}) {
      floats_.push_back(Value::float64(near));
    }
  } else if (constant.kind() == SortKind::bitvec &&
             constant.sort().bits() <= 64 &&
             integers_.size() < kMostConstants) {
    const mpz_class n = constant.as_signed();
    for (const mpz_class& near :
         {n, mpz_class(n - 1), mpz_class(n + 1), constant.as_bits()}) {
      integers_.push_back(Value::integer(near));
    }
  }
}

void Scout::learn_constants(const std::vector<logic::Term>& roots) {
  for (const logic::Term t : logic::subterms(roots)) {
    if (t.is_constant()) learn(t.value());
  }
}

/// Mostly values of the domain, then constants of the program, else uniform.
Value Scout::random_value(const model::Variable& v) {
  const std::uint64_t way = rng_.below(10);
  if (way < 6 && !v.domain.empty()) {
    return v.domain[rng_.below(v.domain.size())];
  }
  if (v.type == ScalarType::boolean) return Value::boolean(rng_.chance(1, 2));
  const std::vector<Value>& known = is_float(v.type) ? floats_ : integers_;
  if (way < 8 && !known.empty()) {
    Value chosen = known[rng_.below(known.size())];
    if (within(v, chosen)) {
      if (v.type != ScalarType::float32) return chosen;
      chosen = Value::float32(static_cast<float>(chosen.as_double()));
      if (within(v, chosen)) return chosen;
    }
  }
  if (is_float(v.type)) {
    // Halves, because the difference of the largest values is not finite.
    const double lo = v.lo.as_double() / 2;
    const double x = 2 * (lo + (v.hi.as_double() / 2 - lo) * rng_.unit());
    const Value value = v.type == ScalarType::float32
                            ? Value::float32(static_cast<float>(x))
                            : Value::float64(x);
    return within(v, value) ? value : v.lo;
  }
  const mpz_class span = v.hi.as_integer() - v.lo.as_integer() + 1;
  const mpz_class drawn(static_cast<unsigned long>(rng_.next()));
  return Value::integer(mpz_class(v.lo.as_integer() + drawn % span));
}

Scout::Letter Scout::random_letter(
    const std::vector<model::Variable>& variables, std::size_t bytes) {
  constexpr base::WorkClock::duration kValue{150};
  base::WorkClock::charge(variables.size(), kValue);
  Letter letter(std::max<std::size_t>(bytes, 1));
  for (const model::Variable& v : variables) {
    model::encode_scalar(v.type, random_value(v), letter.data() + v.offset);
  }
  return letter;
}

model::Trace Scout::trace_of(const Trail& trail) const {
  model::Trace trace;
  trace.initial = model::values_in(system_.initial, trail.initial.data());
  for (const Letter& letter : trail.letters) {
    trace.steps.push_back(model::values_in(system_.inputs, letter.data()));
  }
  return trace;
}

bool Scout::is_news(std::uint32_t goal, std::size_t steps) const {
  const GoalKnowledge& known = board_.goal(goal);
  return known.state != GoalKnowledge::State::hit || steps < known.length();
}

/// A shorter run than one that was called shortest, or a run to an excluded
/// goal, shows that the solver is wrong: the run was executed.
void Scout::note_goal(std::uint32_t goal, model::Trace trace) {
  const GoalKnowledge& known = board_.goal(goal);
  GoalKnowledge now;
  now.state = GoalKnowledge::State::hit;
  now.trace = std::move(trace);
  const bool shorter =
      known.state == GoalKnowledge::State::hit && now.length() < known.length();
  const SearchPosition& at = board_.position();
  const bool excluded = known.state == GoalKnowledge::State::unreachable ||
                        (shorter && known.shortest) ||
                        (known.state == GoalKnowledge::State::open &&
                         at.started && now.length() <= at.complete_depth);
  if (excluded) {
    board_.set_contradiction("a run of " + steps_text(now.length()) + " hits " +
                             system_.goals[goal].id +
                             ", which the solver excluded");
  }
  if (known.state == GoalKnowledge::State::hit && !shorter) return;
  board_.set_goal(goal, std::move(now));
  hit_something_ = true;
}

/// Reports an error unless a run that is no longer is known for it.
void Scout::note_trouble(StepOutcome outcome,
                         model::Stepper::Event event,
                         model::Trace trace) {
  for (const Finding& f : board_.findings()) {
    if (f.outcome == outcome && f.event.text == event.text &&
        f.event.where == event.where &&
        f.trace.steps.size() <= trace.steps.size()) {
      return;
    }
  }
  Finding finding;
  finding.outcome = outcome;
  finding.event = std::move(event);
  finding.trace = std::move(trace);
  board_.add_finding(std::move(finding));
}

model::Simulation Scout::replay(const model::Trace& trace) {
  // A step, and its values, which are converted twice.
  constexpr base::WorkClock::duration kValue{200};
  base::WorkClock::charge(
      trace.steps.size() + 1,
      stepper_->step_price() + kValue * system_.inputs.size());
  model::Simulation run = model::simulate(system_, *stepper_, trace);
  base::WorkClock::charge(stepper_->take_loop_price());
  // Each prefix of the run is a run of its own.
  const auto take = [&](const model::SimulatedStep& step, std::size_t length) {
    const auto prefix = [&] {
      const auto end =
          trace.steps.begin() + static_cast<std::ptrdiff_t>(length);
      return model::Trace{trace.initial, {trace.steps.begin(), end}};
    };
    for (const std::uint32_t goal : step.hits) {
      if (is_news(goal, length)) note_goal(goal, prefix());
    }
    if (step.outcome != StepOutcome::running &&
        step.outcome != StepOutcome::ended &&
        step.outcome != StepOutcome::discarded) {
      note_trouble(step.outcome, step.event, prefix());
    }
  };
  take(run.initial, 0);
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    take(run.steps[i], i + 1);
  }
  for (const model::SimulatedStep& step : run.steps) {
    if (step.outcome != StepOutcome::discarded) ++steps_;
  }
  initial_ended_ |= run.initial.outcome == StepOutcome::ended;
  // Random simulation goes on from the end of this run.
  const bool runs_on =
      (run.steps.empty() ? run.initial : run.steps.back()).outcome ==
      StepOutcome::running;
  if (runs_on && checkpoints_.size() < kMostCheckpoints) {
    Trail trail;
    trail.initial = model::letter_with(
        system_.initial, trace.initial, system_.initial_letter_bytes());
    for (const auto& step : trace.steps) {
      trail.letters.push_back(
          model::letter_with(system_.inputs, step, system_.letter_bytes()));
    }
    sample(trail);
    checkpoints_.push_back(std::move(trail));
  }
  return run;
}

/// The state after the last call, as the end of the run and as a sample.
void Scout::sample(Trail& trail) {
  longest_ = std::max(longest_, trail.letters.size());
  trail.state.resize(stepper_->state_bytes());
  stepper_->save(reinterpret_cast<std::byte*>(trail.state.data()));
  if (samples_.size() >= kMostSamples || !seen_.insert(trail.state).second) {
    return;
  }
  samples_.push_back(trail.state);
}

/// Hits are compared with what is known before a trace is made: most are old.
void Scout::observe(const Trail& trail, StepOutcome outcome) {
  const std::uint64_t* hits = stepper_->hits();
  hit_something_ = false;
  for (std::size_t word = 0; word < system_.hit_words(); ++word) {
    for (std::uint64_t w = hits[word]; w != 0; w &= w - 1) {
      const auto goal =
          static_cast<std::uint32_t>(word * 64 + std::countr_zero(w));
      if (is_news(goal, trail.letters.size())) {
        note_goal(goal, trace_of(trail));
      }
    }
  }
  if (outcome == StepOutcome::hung) ++hung_;
  if (outcome == StepOutcome::running || outcome == StepOutcome::ended ||
      outcome == StepOutcome::discarded) {
    return;
  }
  note_trouble(outcome, stepper_->event(), trace_of(trail));
}

bool Scout::start(Trail& trail) {
  trail.letters.clear();
  trail.initial =
      random_letter(system_.initial, system_.initial_letter_bytes());
  const StepOutcome outcome = stepper_->reset(trail.initial.data());
  observe(trail, outcome);
  initial_ended_ |= outcome == StepOutcome::ended;
  if (outcome != StepOutcome::running) return false;
  sample(trail);
  if (starts_.size() < kMostStarts) starts_.push_back(trail.state);
  return true;
}

bool Scout::extend(Trail& trail, std::uint32_t stickiness) {
  /// Attempts, if an assumption refuses the input.
  constexpr int kTries = 8;
  for (int i = 0; i < kTries; ++i) {
    // The same input again, at the first attempt only: it may have been
    // refused.
    const bool again =
        i == 0 && !trail.letters.empty() && rng_.chance(stickiness, 100);
    trail.letters.push_back(
        again ? trail.letters.back()
              : random_letter(system_.inputs, system_.letter_bytes()));
    ++tries_;
    // With copies of the input and of the state.
    constexpr base::WorkClock::duration kCopies{2'000};
    base::WorkClock::charge(stepper_->step_price() + kCopies);
    const StepOutcome outcome = stepper_->step(trail.letters.back().data());
    base::WorkClock::charge(stepper_->take_loop_price());
    if (outcome != StepOutcome::discarded) ++steps_;
    observe(trail, outcome);
    if (outcome == StepOutcome::running) {
      std::string before = trail.state;
      sample(trail);
      // At first every step, then every 16th: early steps are seen in full,
      // later ones spread over the search.
      const std::uint64_t stride = moves_.size() < kMostMoves / 2 ? 1 : 16;
      if (moves_.size() < kMostMoves && steps_ % stride == 0) {
        moves_.emplace_back(std::move(before), trail.state);
      }
      if (hit_something_ && checkpoints_.size() < kMostCheckpoints) {
        checkpoints_.push_back(trail);
      }
      return true;
    }
    if (outcome != StepOutcome::discarded) return false;
    // Discarded: back to the state before.
    trail.letters.pop_back();
    stepper_->load(reinterpret_cast<const std::byte*>(trail.state.data()));
  }
  return false;
}

void Scout::random_walk(std::uint64_t steps,
                        std::uint32_t longest,
                        const base::Budget& budget) {
  // Of wide programs less is tried, and shorter runs: each value costs.
  constexpr std::uint64_t kMostValues = 2'000'000;
  constexpr std::uint64_t kMostOfARun = 32'768;
  constexpr std::uint64_t kLeastLength = 20, kMostLength = 1'000;
  const std::uint64_t width = std::max<std::uint64_t>(system_.inputs.size(), 1);
  const std::uint64_t end = tries_ + std::min(steps, kMostValues / width);
  const std::uint64_t bound =
      longest == 0 ? std::clamp(kMostOfARun / width, kLeastLength, kMostLength)
                   : longest;
  constexpr std::uint32_t kStickiness[] = {0, 50, 90, 97};
  constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
  // Bounds the runs as well: runs that end before their first step take no
  // steps.
  for (std::uint64_t runs = 0; tries_ < end && runs <= steps; ++runs) {
    if (budget.poll() != base::StopReason::none) return;
    if (options_.max_hung != 0 && hung_ >= options_.max_hung) return;
    Trail trail;
    // From a checkpoint in two of three cases; else from the initialisation.
    if (!checkpoints_.empty() && rng_.chance(2, 3)) {
      trail = checkpoints_[rng_.below(checkpoints_.size())];
      stepper_->load(reinterpret_cast<const std::byte*>(trail.state.data()));
    } else if (!start(trail)) {
      continue;
    }
    // A new probability for each run: some need constant inputs, some changing
    // ones.
    const std::uint32_t stickiness = kStickiness[rng_.below(4)];
    const std::uint64_t length = 10 + rng_.below(400);
    stepper_->limit_loops(random_step_loops(++walks_));
    for (std::uint64_t i = 0; i < length && tries_ < end; ++i) {
      if (trail.letters.size() >= bound || !extend(trail, stickiness)) break;
    }
    stepper_->limit_loops(kNoLimit);
  }
}

}  // namespace catenary::engine::reach
