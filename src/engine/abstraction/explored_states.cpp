// SPDX-License-Identifier: Apache-2.0
#include "engine/abstraction/explored_states.h"

#include <algorithm>
#include <bit>

namespace catenary::engine::abstraction {

using model::StepOutcome;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::chrono::milliseconds kTellEvery{100};

}  // namespace

ExploredStates::ExploredStates(const Exploring& exploring)
    : on_(exploring),
      classes_(exploring.paths, exploring.budget),
      stepper_(on_.system().factory->make()),
      initial_(on_.system().initial),
      next_(std::max<std::size_t>(stepper_->state_bytes(), 1)),
      free_(classes_.slots().size(), false),
      seen_(on_.system().hit_words()) {}

void ExploredStates::leave_out(std::vector<bool> slots) {
  free_ = std::move(slots);
  left_out_count_ =
      static_cast<std::size_t>(std::count(free_.begin(), free_.end(), true));
  classes_.set_free(free_);
  states_.clear();
  order_.clear();
  expanded_.clear();
  found_by_.clear();
  next_of_.clear();
  hits_.clear();
  seen_.assign(seen_.size(), 0);
  too_many_.clear();
  strange_ = false;
  bytes_ = 0;
}

void ExploredStates::tell() {
  next_tell_ = Clock::now() + kTellEvery;
  reach::SearchPosition p = on_.board.position();
  p.native_steps += steps_ - told_steps_;
  told_steps_ = steps_;
  on_.board.set_position(p);
}

bool ExploredStates::over() {
  if (Clock::now() >= next_tell_) tell();
  if (on_.budget.poll() != base::StopReason::none) return true;
  return on_.memory_bytes != 0 && bytes_ > on_.memory_bytes / 2;
}

void ExploredStates::mask(std::byte* state) const {
  if (left_out_count_ == 0) return;
  const std::vector<model::StateSlot>& slots = classes_.slots();
  for (std::size_t k = 0; k < slots.size(); ++k) {
    if (!free_[k]) continue;
    std::fill_n(state + slots[k].offset, slots[k].size, std::byte{0});
  }
}

std::uint32_t ExploredStates::find(const std::byte* state) const {
  key_.assign(reinterpret_cast<const char*>(state), next_.size());
  mask(reinterpret_cast<std::byte*>(key_.data()));
  const auto at = states_.find(key_);
  return at == states_.end() ? kNone : at->second;
}

model::Trace ExploredStates::trace_to(Origin step) const {
  model::Trace trace;
  while (step.source != kNone) {
    trace.steps.push_back(
        model::values_in(on_.system().inputs, step.letter->data()));
    step = found_by_[step.source];
  }
  trace.initial = initial_.values(step.initial);
  std::reverse(trace.steps.begin(), trace.steps.end());
  return trace;
}

/// With nothing left out: a run, the shortest where all shorter ones were
/// looked at.
void ExploredStates::keep_run(std::uint32_t goal, Origin step) {
  const reach::GoalKnowledge& known = on_.board.goal(goal);
  if (known.state != reach::GoalKnowledge::State::open &&
      (known.state != reach::GoalKnowledge::State::hit || !breadth_first_)) {
    return;
  }
  reach::GoalKnowledge now;
  now.state = reach::GoalKnowledge::State::hit;
  now.trace = trace_to(step);
  now.shortest = breadth_first_;
  if (known.state == reach::GoalKnowledge::State::hit) {
    if (known.length() < now.length()) {
      on_.board.set_contradiction("a run hits '" + on_.system().goals[goal].id +
                                  "' earlier than any run of all states");
    }
    if (known.length() < now.length() || known.shortest) return;
  }
  on_.board.set_goal(goal, std::move(now));
}

void ExploredStates::note_hits(Origin step) {
  const std::uint64_t* hits = stepper_->hits();
  for (std::size_t word = 0; word < seen_.size(); ++word) {
    for (std::uint64_t w = hits[word]; w != 0; w &= w - 1) {
      const auto goal =
          static_cast<std::uint32_t>(word * 64 + std::countr_zero(w));
      const bool first = !hit(goal);
      if (left_out_count_ == 0 && first) keep_run(goal, step);
      const bool again = !hits_.empty() && hits_.back().goal == goal &&
                         hits_.back().step.source == step.source;
      if (on_.wanted(goal) && !again) hits_.push_back({goal, step});
    }
    seen_[word] |= hits[word];
  }
}

bool ExploredStates::is_known(const model::Stepper::Event& event) const {
  const std::vector<reach::Finding>& known = on_.board.findings();
  return std::any_of(
      known.begin(), known.end(), [&event](const reach::Finding& f) {
        return f.outcome == StepOutcome::crashed &&
               f.event.text == event.text && f.event.where == event.where;
      });
}

void ExploredStates::note_wrong(Origin step) {
  const model::Stepper::Event event = stepper_->event();
  if (is_known(event)) return;
  if (left_out_count_ > 0) {
    strange_ = true;
    return;
  }
  reach::Finding finding;
  finding.outcome = StepOutcome::crashed;
  finding.event = event;
  finding.trace = trace_to(step);
  on_.board.add_finding(std::move(finding));
}

ExploredStates::End ExploredStates::note(StepOutcome outcome, Origin step) {
  note_hits(step);
  if (outcome == StepOutcome::hung || outcome == StepOutcome::unsupported) {
    return End::gap;
  }
  if (outcome == StepOutcome::crashed) note_wrong(step);
  if (outcome != StepOutcome::running) return End::done;
  if (classes_.holds_nan(next_.data())) return End::gap;
  add_state(step);
  return End::done;
}

/// The state in `next_`, without what is left out.
void ExploredStates::add_state(Origin step) {
  mask(next_.data());
  key_.assign(reinterpret_cast<const char*>(next_.data()), next_.size());
  const auto number = static_cast<std::uint32_t>(order_.size());
  const auto [at, fresh] = states_.try_emplace(key_, number);
  targets_.push_back(at->second);
  if (!fresh) return;
  order_.push_back(&at->first);
  expanded_.push_back(false);
  found_by_.push_back(step);
  next_of_.emplace_back();
  bytes_ += next_.size() + 160;
}

ExploredStates::End ExploredStates::initialise() {
  for (std::uint32_t i = 0; i < initial_.size(); ++i) {
    const std::byte* letter = initial_.letter(i);
    const StepOutcome outcome = stepper_->reset(letter);
    const bool running = outcome == StepOutcome::running;
    if (running) stepper_->save(next_.data());
    const std::string other =
        classes_.start({letter, letter + on_.system().initial_letter_bytes()},
                       running ? next_.data() : nullptr);
    if (!other.empty()) return End::gap;
    const Origin step{kNone, nullptr, i};
    if (note(outcome, step) == End::gap) return End::gap;
  }
  return End::done;
}

ExploredStates::End ExploredStates::expand(std::uint32_t state) {
  if (expanded_[state]) return End::done;
  const std::string& bytes = *order_[state];
  const auto* begin = reinterpret_cast<const std::byte*>(bytes.data());
  const classes::InputClasses::Inputs& inputs = classes_.of(begin);
  if (!inputs.gap.empty() || inputs.too_many) {
    // Too many classes where what is left out decides what is not.
    too_many_ = classes_.free_in_groups();
    return End::gap;
  }
  targets_.clear();
  std::vector<std::byte> from(bytes.size());
  for (const classes::InputClasses::Input& input : inputs.all) {
    std::copy(begin, begin + bytes.size(), from.begin());
    classes_.fill_free(*input.letter, from.data());
    base::WorkClock::charge(stepper_->step_price() +
                            stepper_->take_loop_price());
    const StepOutcome outcome =
        stepper_->step_from(from.data(), input.letter->data(), next_.data());
    ++steps_;
    if (!classes_.agrees(input, outcome, stepper_->hits(), next_.data())) {
      return End::gap;
    }
    if (note(outcome, {state, input.letter, 0}) == End::gap) return End::gap;
  }
  std::sort(targets_.begin(), targets_.end());
  targets_.erase(std::unique(targets_.begin(), targets_.end()), targets_.end());
  bytes_ += targets_.size() * sizeof(std::uint32_t);
  next_of_[state] = targets_;
  expanded_[state] = true;
  return End::done;
}

ExploredStates::End ExploredStates::explore(std::size_t most) {
  breadth_first_ = left_out_count_ == 0;
  if (initialise() == End::gap) return End::gap;
  End end = End::done;
  for (std::uint32_t s = 0; s < order_.size() && end == End::done; ++s) {
    if (over()) return End::over;
    end = order_.size() > most ? End::limit : expand(s);
  }
  breadth_first_ = false;
  return end;
}

}  // namespace catenary::engine::abstraction
