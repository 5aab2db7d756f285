// SPDX-License-Identifier: Apache-2.0
/// \file
/// One random run: its length follows the sequence of Luby et al. (see
/// random_runs.h), and prefixes that hit something and may end a test are
/// noted.

#include "engine/reach/random/random_worker.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace catenary::engine::reach {

using model::StepOutcome;

namespace {

// Draws in a row that an assumption may discard before the run is given up.
constexpr int kDraws = 100;
constexpr std::uint64_t kShortestRun = 10;
constexpr int kMostDoublings = 17;  // to more than a million steps

}  // namespace

std::uint64_t random_run_steps(std::uint64_t index) {
  // The sequence of Luby et al.: the i-th number, from 1, is 2^(k-1) if i = 2^k
  // - 1. Between two such numbers the sequence starts again.
  std::uint64_t i = index + 1;
  for (;;) {
    const int k = std::bit_width(i);
    if (i + 1 == std::uint64_t{1} << k) {
      return kShortestRun << std::min(k - 1, kMostDoublings);
    }
    i -= (std::uint64_t{1} << (k - 1)) - 1;
  }
}

std::uint64_t random_step_loops(std::uint64_t index) {
  constexpr std::uint64_t kFew = std::uint64_t{1} << 14;
  constexpr std::uint64_t kAllowsAll = 512;
  if (index % kAllowsAll == 0) {
    return std::numeric_limits<std::uint64_t>::max();
  }
  // Seven of eight allow few, one of eight more, one of 64 still more.
  return kFew << (std::countr_zero(index) / 3 * 3);
}

std::uint64_t longest_kept_run(const model::StepSystem& system) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;
  // A value takes more than a hundred bytes, and each goal may have its run.
  constexpr std::uint64_t kMostValues = std::uint64_t{1} << 27;
  const std::uint64_t bytes = std::max<std::uint64_t>(system.letter_bytes(), 1);
  const std::uint64_t values =
      std::max<std::uint64_t>(system.inputs.size() * system.goals.size(), 1);
  return std::max<std::uint64_t>(
      kShortestRun, std::min(kMostBytes / bytes, kMostValues / values));
}

RandomWorker::RandomWorker(const model::StepSystem& system,
                           const RandomOptions& options,
                           std::unique_ptr<model::Stepper> stepper,
                           RandomSlot& slot,
                           std::byte* log,
                           const std::atomic<std::uint32_t>& stop_request)
    : system_(system),
      options_(options),
      stepper_(std::move(stepper)),
      slot_(slot),
      log_(log),
      stop_request_(stop_request),
      inputs_(system.inputs),
      initial_(system.initial),
      letter_bytes_(system.letter_bytes()),
      initial_bytes_(system.initial_letter_bytes()),
      wanted_(system.hit_words(), 0),
      state_(std::max<std::size_t>(stepper_->state_bytes(), 1)) {
  for (std::size_t g = 0; g < system.goals.size(); ++g) {
    if (system.goals[g].is_violation()) continue;
    wanted_[g / 64] |= std::uint64_t{1} << (g % 64);
  }
}

void RandomWorker::take_hits(RandomRun& run, const RunPrefix& prefix) {
  const std::uint64_t* hits = stepper_->hits();
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    std::uint64_t news = hits[i] & ~seen_[i];
    if (news == 0) continue;
    seen_[i] |= news;
    pending_ |= (news & wanted_[i]) != 0;
    for (; news != 0; news &= news - 1) {
      run.hits.push_back(
          {prefix,
           static_cast<std::uint32_t>(i * 64 + std::countr_zero(news))});
    }
  }
}

void RandomWorker::take_test(RandomRun& run, RunPrefix prefix) {
  pending_ = false;
  GoalBits goals = seen_;
  for (std::size_t i = 0; i < goals.size(); ++i) goals[i] &= wanted_[i];
  run.tests.push_back({std::move(prefix), std::move(goals)});
}

// Ends the run with this step, or with its initialisation. Its last step counts
// for tests only if its result is known.
void RandomWorker::end(RandomRun& run, StepOutcome outcome) {
  const bool lost =
      outcome == StepOutcome::hung || outcome == StepOutcome::unsupported;
  if (lost || outcome == StepOutcome::crashed) {
    run.outcome = outcome;
    run.event = stepper_->event();
  }
  take_hits(run, {run.steps, {}});
  // Like a chain, a test may end where its run ended by itself, if every state
  // is final.
  if (pending_ && !lost && system_.any_state_final) {
    take_test(run, {run.steps, {}});
  }
}

bool RandomWorker::begin(base::Rng& rng, RandomRun& run) {
  seen_.assign(system_.hit_words(), 0);
  seen_aside_.assign(system_.hit_words(), 0);
  pending_ = false;
  // An initialisation that an assumption discards is drawn again.
  for (int draw = 0; draw < kDraws; ++draw) {
    initial_.draw(rng, log_);
    slot_.begun.store(1, std::memory_order_relaxed);
    slot_.beat.fetch_add(1, std::memory_order_relaxed);
    const StepOutcome outcome = stepper_->reset(log_);
    if (outcome == StepOutcome::discarded) continue;
    if (outcome != StepOutcome::running) {
      end(run, outcome);
      return false;
    }
    take_hits(run, {});
    if (pending_ && (system_.any_state_final || stepper_->at_final())) {
      take_test(run, {});
    }
    return true;
  }
  return false;
}

// Keeps what a step hit before an assumption discarded it. The run that goes on
// is one without this step, so the goals are noted aside and the record of the
// run is restored.
void RandomWorker::take_side_step(RandomRun& run, const std::byte* letter) {
  const std::uint64_t* hits = stepper_->hits();
  bool news = false;
  // News for both: a goal that was noted aside once is not noted again.
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    news |= (hits[i] & ~(seen_[i] | seen_aside_[i])) != 0;
    seen_aside_[i] |= hits[i];
  }
  if (!news) return;
  const GoalBits before = seen_;
  const bool pending = pending_;
  const RunPrefix side{run.steps + 1, {letter, letter + letter_bytes_}};
  take_hits(run, side);
  if (pending_ && system_.any_state_final) take_test(run, side);
  seen_ = before;
  pending_ = pending;
}

// Draws and runs one step. Returns false if the run is over.
bool RandomWorker::step(base::Rng& rng, RandomRun& run) {
  std::byte* letter = log_ + initial_bytes_ + run.steps * letter_bytes_;
  stepper_->save(state_.data());
  for (int draw = 0; draw < kDraws; ++draw) {
    if (run.steps == 0 || draw != 0) {
      inputs_.draw(rng, letter);
    } else {
      inputs_.vary(rng, one_in_, letter - letter_bytes_, letter);
    }
    slot_.begun.store(run.steps + 2, std::memory_order_relaxed);
    slot_.beat.fetch_add(1, std::memory_order_relaxed);
    const StepOutcome outcome = stepper_->step(letter);
    // Back to the state before the step, to draw again.
    if (outcome == StepOutcome::discarded) {
      take_side_step(run, letter);
      stepper_->load(state_.data());
      continue;
    }
    ++run.steps;
    if (outcome != StepOutcome::running) {
      end(run, outcome);
      return false;
    }
    take_hits(run, {run.steps, {}});
    if (pending_ && (system_.any_state_final || stepper_->at_final())) {
      take_test(run, {run.steps, {}});
    }
    return true;
  }
  // Every draw was discarded.
  return false;
}

RandomRun RandomWorker::make(std::uint64_t index) {
  RandomRun run;
  run.index = index;
  // A generator of its own for each run: the run is the same in every thread
  // and in any order.
  base::Rng rng = base::Rng::of_task(options_.seed, index);
  one_in_ = options_.hold_inputs ? random_change_interval(rng) : 1;
  std::uint64_t length =
      options_.run_steps != 0
          ? options_.run_steps
          : std::min(random_run_steps(index), longest_kept_run(system_));
  if (options_.max_steps != 0) {
    length = std::min<std::uint64_t>(length, options_.max_steps);
  }
  run.complete = true;
  stepper_->limit_loops(random_step_loops(index));
  if (begin(rng, run)) {
    while (run.steps < length) {
      if (stop_request_.load(std::memory_order_relaxed) != 0) {
        run.complete = false;
        break;
      }
      if (!step(rng, run)) break;
    }
  }
  run.loops = stepper_->take_loop_price();
  // No step is under way: the parent must not wait for one.
  slot_.begun.store(0, std::memory_order_relaxed);
  run.initial.assign(log_, log_ + initial_bytes_);
  const std::byte* letters = log_ + initial_bytes_;
  // Most runs find nothing, so that their letters are not copied.
  if (!run.tests.empty() || !run.hits.empty() ||
      run.outcome != StepOutcome::running) {
    run.letters.assign(letters, letters + run.steps * letter_bytes_);
  }
  return run;
}

}  // namespace catenary::engine::reach
