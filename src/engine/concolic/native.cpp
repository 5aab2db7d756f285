// SPDX-License-Identifier: Apache-2.0
#include "engine/concolic/native.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "base/work_clock.h"

namespace catenary::engine::concolic {

using model::StepOutcome;

namespace {

constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();
/// Native steps after which the parent is told how many there were.
constexpr std::uint64_t kPublishEvery = 50'000;
/// Part of the patience that violations and runs that go wrong are worth.
constexpr std::uint64_t kDefectsOnly = 10;

/// The price of a letter that a run keeps.
base::WorkClock::duration copy_price(const classes::Bytes& letter) {
  constexpr base::WorkClock::rep kCopy = 40;
  return base::WorkClock::duration(
      kCopy + static_cast<base::WorkClock::rep>(letter.size() / 2));
}

/// Who asks which requirements runs violate wants to know.
bool is_wanted(const model::Goal& goal) {
  return !goal.is_violation() || goal.kind == model::GoalKind::requirement;
}

}  // namespace

Native::Native(const model::StepSystem& system,
               const ConcolicOptions& options,
               const base::Budget& budget,
               reach::Board& board)
    : system_(system),
      options_(options),
      budget_(budget),
      board_(board),
      stepper_(system.factory->make()),
      inputs_(system.inputs),
      initials_(system.initial),
      length_(system.goals.size(), kNever),
      open_(static_cast<std::uint32_t>(system.goals.size())) {
  for (const model::Goal& g : system.goals) {
    if (is_wanted(g)) ++wanted_open_;
  }
}

bool Native::covered(std::uint32_t goal) const {
  return length_[goal] != kNever;
}

model::Trace Native::trace() const {
  model::Trace trace;
  trace.initial = model::values_in(system_.initial, run_.initial.data());
  for (const classes::Bytes& letter : run_.letters) {
    trace.steps.push_back(model::values_in(system_.inputs, letter.data()));
  }
  return trace;
}

classes::Bytes Native::random_letter(base::Rng& rng) const {
  classes::Bytes letter(std::max<std::size_t>(system_.letter_bytes(), 1));
  inputs_.draw(rng, letter.data());
  base::WorkClock::charge(inputs_.price());
  return letter;
}

classes::Bytes Native::varied_letter(base::Rng& rng,
                                     std::uint64_t one_in,
                                     const classes::Bytes& previous) const {
  classes::Bytes letter = previous;
  inputs_.vary(rng, one_in, previous.data(), letter.data());
  base::WorkClock::charge(inputs_.price());
  return letter;
}

classes::Bytes Native::random_initial(base::Rng& rng) const {
  classes::Bytes letter(
      std::max<std::size_t>(system_.initial_letter_bytes(), 1));
  initials_.draw(rng, letter.data());
  return letter;
}

std::uint32_t Native::at_most(std::uint64_t wanted) const {
  const std::uint64_t most =
      options_.max_steps != 0 ? options_.max_steps : kNever - 1;
  return static_cast<std::uint32_t>(std::min(wanted, most));
}

StepOutcome Native::start(const classes::Bytes& initial) {
  ++executions_;
  run_.initial = initial;
  run_.letters.clear();
  base::WorkClock::charge(stepper_->step_price());
  const StepOutcome outcome = stepper_->reset(initial.data());
  observe(outcome);
  run_.state.resize(stepper_->state_bytes());
  if (outcome == StepOutcome::running) {
    stepper_->save(run_.state.data());
  } else {
    ++refused_;
  }
  return outcome;
}

void Native::resume(const Run& run) {
  ++executions_;
  if (!run.letters.empty()) {
    base::WorkClock::charge(run.letters.size(),
                            copy_price(run.letters.front()));
  }
  run_ = run;
  stepper_->load(run_.state.data());
}

StepOutcome Native::step(const classes::Bytes& letter) {
  run_.letters.push_back(letter);
  base::WorkClock::charge(stepper_->step_price() + copy_price(letter));
  const StepOutcome outcome = stepper_->step(letter.data());
  base::WorkClock::charge(stepper_->take_loop_price());
  observe(outcome);
  if (outcome == StepOutcome::discarded) {
    run_.letters.pop_back();
    stepper_->load(run_.state.data());
    ++refused_;
    return outcome;
  }
  ++steps_;
  if (outcome == StepOutcome::running) stepper_->save(run_.state.data());
  return outcome;
}

void Native::note_news() {
  news_effort_ = effort();
  if (++news_count_ < options_.patience_news) return;
  news_questions_ = questions_;
  news_count_ = 0;
}

void Native::note_goal(std::uint32_t goal) {
  if (length_[goal] == kNever) {
    news_ = true;
    --open_;
    if (is_wanted(system_.goals[goal])) --wanted_open_;
    note_news();
    publish();
  }
  length_[goal] = static_cast<std::uint32_t>(run_.letters.size());
  reach::GoalKnowledge now;
  now.state = reach::GoalKnowledge::State::hit;
  now.trace = trace();
  board_.set_goal(goal, std::move(now));
}

void Native::observe(StepOutcome outcome) {
  news_ = false;
  const std::uint64_t* hits = stepper_->hits();
  for (std::size_t word = 0; word < system_.hit_words(); ++word) {
    for (std::uint64_t w = hits[word]; w != 0; w &= w - 1) {
      const auto goal =
          static_cast<std::uint32_t>(word * 64 + std::countr_zero(w));
      if (run_.letters.size() < length_[goal]) note_goal(goal);
    }
  }
  if (outcome == StepOutcome::running || outcome == StepOutcome::ended ||
      outcome == StepOutcome::discarded) {
    return;
  }
  note_trouble(outcome);
}

void Native::note_trouble(StepOutcome outcome) {
  if (outcome == StepOutcome::hung) ++hung_;
  const model::Stepper::Event event = stepper_->event();
  for (const reach::Finding& f : board_.findings()) {
    if (f.outcome == outcome && f.event.text == event.text &&
        f.event.where == event.where &&
        f.trace.steps.size() <= run_.letters.size()) {
      return;
    }
  }
  note_news();
  reach::Finding finding;
  finding.outcome = outcome;
  finding.event = event;
  finding.trace = trace();
  board_.add_finding(std::move(finding));
}

void Native::publish() {
  reach::SearchPosition position = board_.position();
  position.native_steps = steps_;
  position.depth = static_cast<std::uint32_t>(executions_);
  published_ = steps_;
  board_.set_position(position);
}

bool Native::spent(std::uint64_t used,
                   std::uint64_t since,
                   std::uint64_t patience) const {
  if (patience == 0) return false;
  if (wanted_open_ == 0) patience /= kDefectsOnly;
  return used - since > patience;
}

// A search must end as well where no step is ever taken.
std::uint64_t Native::effort() const {
  constexpr std::uint64_t kRefusedForAStep = 100;
  return steps_ + refused_ / kRefusedForAStep;
}

bool Native::over() {
  if (steps_ - published_ >= kPublishEvery) publish();
  const base::StopReason reason = budget_.poll();
  if (reason != base::StopReason::none) {
    board_.set_stop(reach::stop_of(reason), "");
  } else if (options_.max_hung != 0 && hung_ >= options_.max_hung) {
    board_.set_stop(reach::Stop::hangs, "");
  } else if (options_.executions != 0 && executions_ >= options_.executions) {
    board_.set_stop(reach::Stop::steps, "the number of executions");
  } else if (spent(effort(), news_effort_, options_.patience_steps) ||
             spent(questions_, news_questions_, options_.patience_questions)) {
    board_.set_stop(
        wanted_open_ == 0 ? reach::Stop::goals : reach::Stop::patience, "");
  } else {
    return false;
  }
  publish();
  return true;
}

}  // namespace catenary::engine::concolic
