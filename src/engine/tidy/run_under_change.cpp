// SPDX-License-Identifier: Apache-2.0
#include "engine/tidy/run_under_change.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

#include "model/step/input_value.h"
#include "model/step/letter.h"

namespace catenary::engine::tidy {

namespace {

using logic::Value;
using model::StepOutcome;

/// For the states of one run.
constexpr std::size_t kMostStateBytes = std::size_t{256} << 20;

/// Calls `visit` with each goal of a word.
template <typename Visit>
void for_each_goal(std::uint64_t bits, std::size_t word, const Visit& visit) {
  for (; bits != 0; bits &= bits - 1) {
    visit(static_cast<std::uint32_t>(64 * word + std::countr_zero(bits)));
  }
}

bool has(const std::uint64_t* hits, std::uint32_t goal) {
  return (hits[goal / 64] >> (goal % 64) & 1) != 0;
}

}  // namespace

RunUnderChange::RunUnderChange(const model::StepSystem& system,
                               model::Stepper& stepper,
                               const OtherGoals& other,
                               const model::Trace& trace)
    : system_(system),
      stepper_(stepper),
      other_(other),
      steps_(trace.steps.size()),
      letter_bytes_(system.letter_bytes()),
      state_bytes_(stepper.state_bytes()),
      words_(system.hit_words()),
      initial_(model::letter_with(
          system.initial, trace.initial, system.initial_letter_bytes())),
      letters_(steps_ * letter_bytes_),
      counts_(64 * words_),
      change_(64 * words_),
      wanted_(words_) {
  for (std::size_t k = 0; k < steps_; ++k) {
    const Bytes inputs =
        model::letter_with(system.inputs, trace.steps[k], letter_bytes_);
    std::copy_n(inputs.begin(), letter_bytes_, letter(k));
  }
  usable_ = simulate_first();
}

/// Simulates the run as it is given, and notes what is demanded of others.
bool RunUnderChange::simulate_first() {
  Seen seen;
  const bool complete = simulate(0, steps_, seen) && seen.count == steps_ + 1;
  is_first_ = false;
  if (!complete || last_outcome_ == StepOutcome::hung ||
      last_outcome_ == StepOutcome::unsupported) {
    return false;
  }
  final_ = !system_.any_state_final && last_outcome_ == StepOutcome::running &&
           stepper_.at_final();
  hits_ = std::move(seen.hits);
  const bool fits =
      state_bytes_ == 0 || steps_ + 1 <= kMostStateBytes / state_bytes_;
  if (fits) states_ = std::move(seen.states);
  for (std::size_t at = 0; at <= steps_; ++at) {
    for (std::size_t w = 0; w < words_; ++w) {
      const std::uint64_t bits = hits_[at * words_ + w];
      wanted_[w] |= bits;
      for_each_goal(bits, w, [&](std::uint32_t g) {
        ++counts_[g];
        if (system_.goals[g].is_violation()) violations_.emplace(g, at);
      });
    }
  }
  return true;
}

/// Starts at `from`, or earlier. False where the first position fails already.
bool RunUnderChange::start(std::size_t from, Seen& seen) {
  if (from > 0 && !states_.empty()) {
    seen.first = from;
    stepper_.load(states_.data() + (from - 1) * state_bytes_);
    return true;
  }
  seen.first = 0;
  work_ += stepper_.step_price();
  return take(stepper_.reset(initial_.data()), seen);
}

/// Whether a run may have this outcome at its last position.
bool RunUnderChange::may_end_so(StepOutcome outcome) const {
  if (outcome != last_outcome_) return false;
  if (outcome == StepOutcome::running) return true;
  const model::Stepper::Event event = stepper_.event();
  return event.text == last_event_.text && event.where == last_event_.where;
}

/// Notes what the last call showed. Returns whether to go on.
bool RunUnderChange::take(StepOutcome outcome, Seen& seen) {
  const std::size_t at = seen.first + seen.count++;
  const std::uint64_t* hits = stepper_.hits();
  seen.hits.insert(seen.hits.end(), hits, hits + words_);
  const bool runs = outcome == StepOutcome::running;
  if (is_first_ && at == steps_) {
    last_outcome_ = outcome;
    if (!runs) last_event_ = stepper_.event();
  } else if (at == steps_ ? !may_end_so(outcome) : !runs) {
    if (outcome == StepOutcome::hung) ++hung_;
    return false;
  }
  if (!runs) return true;
  const std::size_t end = seen.states.size();
  seen.states.resize(end + state_bytes_);
  stepper_.save(seen.states.data() + end);
  return is_first_ || !note_others(seen);
}

/// Simulates from a position on, to the end or where the state is, behind the
/// last change, as it was before. Returns whether nothing forbids the run.
bool RunUnderChange::simulate(std::size_t from,
                              std::size_t changed_to,
                              Seen& seen) {
  if (!start(from, seen)) return false;
  while (seen.first + seen.count <= steps_) {
    const std::size_t at = seen.first + seen.count;
    work_ += stepper_.step_price();
    if (!take(stepper_.step(letter(at - 1)), seen)) return false;
    if (at < changed_to || at == steps_ || states_.empty()) continue;
    const std::byte* now =
        seen.states.data() + seen.states.size() - state_bytes_;
    if (std::memcmp(now, states_.data() + at * state_bytes_, state_bytes_) ==
        0) {
      seen.rejoined = true;
      return true;
    }
  }
  return true;
}

/// Notes goals that the last position hits and may not hit.
bool RunUnderChange::note_others(const Seen& seen) {
  constexpr std::size_t kMost = 64;
  bool any = false;
  const std::size_t at = seen.count - 1;
  for (std::size_t w = 0; w < words_; ++w) {
    const std::uint64_t bits =
        seen.hits[at * words_ + w] & ~(other_.allowed[w] | wanted_[w]);
    any = any || bits != 0;
    for_each_goal(bits & ~other_.known[w], w, [&](std::uint32_t g) {
      if (others_.size() < kMost && !others_.contains(g)) {
        others_.emplace(g, trace_to(seen.first + at));
      }
    });
  }
  return any;
}

/// Whether every goal is still hit; `change_` becomes how much more often each
/// is.
bool RunUnderChange::hits_what_it_should(const Seen& seen) {
  std::fill(change_.begin(), change_.end(), 0);
  const std::uint64_t* before = hits_.data() + seen.first * words_;
  for (std::size_t i = 0; i < seen.count * words_; ++i) {
    const std::uint64_t now = seen.hits[i];
    if (now == before[i]) continue;
    for_each_goal(
        now & ~before[i], i % words_, [&](std::uint32_t g) { ++change_[g]; });
    for_each_goal(
        before[i] & ~now, i % words_, [&](std::uint32_t g) { --change_[g]; });
  }
  for (std::size_t g = 0; g < counts_.size(); ++g) {
    if (change_[g] < 0 && counts_[g] + change_[g] == 0) {
      if (has(wanted_.data(), static_cast<std::uint32_t>(g))) return false;
    }
  }
  return true;
}

bool RunUnderChange::violates_when_it_should(const Seen& seen) const {
  for (const auto& [goal, position] : violations_) {
    std::size_t first = position;
    if (position >= seen.first) {
      // Behind what was simulated it is as it was, if it rejoined.
      for (std::size_t i = 0; i < seen.count; ++i) {
        if (!has(seen.hits.data() + i * words_, goal)) continue;
        first = seen.first + i;
        break;
      }
      const bool is_inside = position < seen.first + seen.count;
      if (is_inside &&
          !has(seen.hits.data() + (position - seen.first) * words_, goal)) {
        return false;
      }
    }
    if (first != position) return false;
  }
  return true;
}

void RunUnderChange::keep(const Seen& seen) {
  std::ranges::copy(
      seen.hits,
      hits_.begin() + static_cast<std::ptrdiff_t>(seen.first * words_));
  if (!states_.empty()) {
    std::ranges::copy(seen.states,
                      states_.begin() + static_cast<std::ptrdiff_t>(
                                            seen.first * state_bytes_));
  }
  for (std::size_t g = 0; g < counts_.size(); ++g) counts_[g] += change_[g];
}

bool RunUnderChange::try_run(std::size_t from, std::size_t changed_to) {
  Seen seen;
  if (!simulate(from, changed_to, seen)) return false;
  const bool must_be_final = final_ && !seen.rejoined;
  if (must_be_final && !stepper_.at_final()) return false;
  if (!hits_what_it_should(seen) || !violates_when_it_should(seen)) {
    return false;
  }
  keep(seen);
  return true;
}

Value RunUnderChange::value(std::size_t input, std::size_t step) const {
  const model::Variable& v = system_.inputs[input];
  return model::decode_input(v.type, letter(step) + v.offset);
}

Value RunUnderChange::initial_value(std::size_t choice) const {
  const model::Variable& v = system_.initial[choice];
  return model::decode_input(v.type, initial_.data() + v.offset);
}

bool RunUnderChange::same(std::size_t input,
                          std::size_t one,
                          std::size_t other) const {
  const model::Variable& v = system_.inputs[input];
  return std::memcmp(letter(one) + v.offset,
                     letter(other) + v.offset,
                     model::size_bytes(v.type)) == 0;
}

bool RunUnderChange::set(std::size_t input,
                         std::size_t first,
                         std::size_t last,
                         const Value& value) {
  std::vector<std::size_t> steps(last - first);
  std::iota(steps.begin(), steps.end(), first);
  return set(input, steps, value);
}

bool RunUnderChange::set(std::size_t input,
                         const std::vector<std::size_t>& steps,
                         const Value& value) {
  const model::Variable& v = system_.inputs[input];
  const std::size_t size = model::size_bytes(v.type);
  Bytes now(size);
  model::encode_scalar(v.type, value, now.data());
  Bytes before;
  bool differs = false;
  for (const std::size_t k : steps) {
    std::byte* at = letter(k) + v.offset;
    differs = differs || std::memcmp(at, now.data(), size) != 0;
    before.insert(before.end(), at, at + size);
    std::memcpy(at, now.data(), size);
  }
  if (!differs) return true;
  if (try_run(steps.front() + 1, steps.back() + 1)) return true;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    std::memcpy(letter(steps[i]) + v.offset, before.data() + i * size, size);
  }
  return false;
}

bool RunUnderChange::set_initial(std::size_t choice, const Value& value) {
  const model::Variable& v = system_.initial[choice];
  const Bytes before = initial_;
  model::encode_scalar(v.type, value, initial_.data() + v.offset);
  if (try_run(0, 0)) return true;
  initial_ = before;
  return false;
}

model::Trace RunUnderChange::trace_to(std::size_t position) const {
  model::Trace out;
  out.initial = model::values_in(system_.initial, initial_.data());
  for (std::size_t k = 0; k < position; ++k) {
    out.steps.push_back(model::values_in(system_.inputs, letter(k)));
  }
  return out;
}

}  // namespace catenary::engine::tidy
