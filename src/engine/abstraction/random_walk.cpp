// SPDX-License-Identifier: Apache-2.0
#include "engine/abstraction/random_walk.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/rng.h"

namespace catenary::engine::abstraction {

namespace {

using model::StepOutcome;

constexpr std::uint64_t kPollEvery = 1'000;
constexpr std::size_t kWalk = 30;
/// Of so many steps one is by inputs of any location.
constexpr std::uint64_t kElsewhere = 4;
/// What states may take: a part of the memory that there is, and at most.
constexpr std::uint64_t kPartOfMemory = 8;
constexpr std::uint64_t kMostMemory = std::uint64_t{1} << 30;
/// Bytes for a state beside itself.
constexpr std::uint64_t kIndexed = 200;

constexpr std::uint32_t kBitsOfWord = 64;

class RandomWalk {
 public:
  RandomWalk(const Exploring& on,
             const LocationSteps& locations,
             const std::vector<bool>& local,
             SampledStates& sample,
             const RandomWalkOptions& options);
  void run();

 private:
  void note_state(std::size_t s);
  void begin_walk();
  [[nodiscard]] const classes::Bytes& choose();
  void step();
  [[nodiscard]] bool hits() const;
  [[nodiscard]] bool is_new(const std::byte* state);
  void keep();
  void take_hits(const classes::Bytes& letter);

  Exploring on_;
  const LocationSteps& locations_;
  const std::vector<bool>& local_;
  SampledStates& sample_;
  const std::set<SlotValue>& from_values_;
  std::size_t most_states_ = 0;
  std::vector<std::uint64_t> open_;  ///< goals, a bit each
  /// Inputs of runs, in each location and in all.
  std::unordered_map<std::uint64_t, std::vector<const classes::Bytes*>> here_;
  std::vector<const classes::Bytes*> anywhere_;
  /// States of the sample, by location, and these.
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> states_;
  std::vector<std::uint64_t> seen_;
  /// Those that have values from which walks are to begin, and these.
  std::map<SlotValue, std::vector<std::size_t>> preferred_;
  std::vector<SlotValue> values_;
  std::unordered_set<std::string> known_;  ///< locations with local values
  std::string key_;                        ///< of these, the last
  std::unique_ptr<model::Stepper> stepper_;
  base::Rng rng_;
  std::uint64_t patience_;
  std::size_t from_ = 0;  ///< in the sample
  /// Since then: states, and by which inputs.
  std::vector<std::pair<classes::Bytes, const classes::Bytes*>> walk_;
  std::size_t left_ = 0;  ///< steps of this walk
  classes::Bytes now_, next_;
  std::uint64_t since_ = 0;  ///< steps, the last hit
};

RandomWalk::RandomWalk(const Exploring& on,
                       const LocationSteps& locations,
                       const std::vector<bool>& local,
                       SampledStates& sample,
                       const RandomWalkOptions& options)
    : on_(on),
      locations_(locations),
      local_(local),
      sample_(sample),
      from_values_(options.from),
      open_((on.board.goal_count() + kBitsOfWord - 1) / kBitsOfWord),
      stepper_(on.system().factory->make()),
      rng_(options.seed),
      patience_(options.patience),
      now_(std::max<std::size_t>(stepper_->state_bytes(), 1)),
      next_(now_.size()) {
  const std::uint64_t memory =
      on.memory_bytes == 0
          ? kMostMemory
          : std::min(on.memory_bytes / kPartOfMemory, kMostMemory);
  most_states_ = memory / (now_.size() + kIndexed);
  for (std::uint32_t g = 0; g < on_.board.goal_count(); ++g) {
    if (!on_.wanted(g)) continue;
    open_[g / kBitsOfWord] |= std::uint64_t{1} << (g % kBitsOfWord);
  }
  std::set<std::pair<std::uint64_t, const classes::Bytes*>> used;
  std::set<const classes::Bytes*> letters;
  for (const auto& [s, letter] : sample_.steps()) {
    const std::uint64_t location = locations_.location_of(sample_.state(s));
    if (used.emplace(location, letter).second) {
      here_[location].push_back(letter);
    }
    if (letters.insert(letter).second) anywhere_.push_back(letter);
  }
  for (std::size_t s = 0; s < sample_.size(); ++s) {
    (void)is_new(sample_.state(s));
    note_state(s);
  }
}

void RandomWalk::note_state(std::size_t s) {
  const std::uint64_t location = locations_.location_of(sample_.state(s));
  std::vector<std::size_t>& here = states_[location];
  if (here.empty()) seen_.push_back(location);
  here.push_back(s);
  for (const SlotValue& value : from_values_) {
    const auto& [slot, bits] = value;
    if (bits_in(locations_.slots()[slot], sample_.state(s)) != bits) continue;
    std::vector<std::size_t>& states = preferred_[value];
    if (states.empty()) values_.push_back(value);
    states.push_back(s);
  }
}

void RandomWalk::begin_walk() {
  const bool prefers = !values_.empty() && rng_.below(2) == 0;
  const std::vector<std::size_t>& here =
      prefers ? preferred_[values_[rng_.below(values_.size())]]
              : states_[seen_[rng_.below(seen_.size())]];
  from_ = here[rng_.below(here.size())];
  std::copy_n(sample_.state(from_), now_.size(), now_.begin());
  walk_.clear();
  left_ = kWalk;
}

const classes::Bytes& RandomWalk::choose() {
  const auto here = here_.find(locations_.location_of(now_.data()));
  const std::vector<const classes::Bytes*>& letters =
      here == here_.end() || rng_.below(kElsewhere) == 0 ? anywhere_
                                                         : here->second;
  return *letters[rng_.below(letters.size())];
}

/// The last step hit a goal that was open.
bool RandomWalk::hits() const {
  const std::uint64_t* hits = stepper_->hits();
  std::uint64_t any = 0;
  for (std::size_t w = 0; w < open_.size(); ++w) any |= hits[w] & open_[w];
  return any != 0;
}

bool RandomWalk::is_new(const std::byte* state) {
  key_.clear();
  const auto append = [this](std::uint64_t bits) {
    key_.append(reinterpret_cast<const char*>(&bits), sizeof bits);
  };
  append(locations_.location_of(state));
  for (std::uint32_t k = 0; k < local_.size(); ++k) {
    if (!local_[k] || !locations_.is_number(k)) continue;
    append(bits_in(locations_.slots()[k], state));
  }
  std::uint64_t number = 0;
  for (const auto& [slot, bits] : from_values_) {
    ++number;
    if (bits_in(locations_.slots()[slot], state) == bits) append(number);
  }
  return known_.insert(key_).second;
}

/// The walk becomes a part of the sample.
void RandomWalk::keep() {
  for (const auto& [state, letter] : walk_) {
    from_ = sample_.add(state.data(), from_, letter);
    note_state(from_);
  }
  walk_.clear();
}

void RandomWalk::take_hits(const classes::Bytes& letter) {
  for (std::uint32_t w = 0; w < open_.size(); ++w) {
    std::uint64_t news = stepper_->hits()[w] & open_[w];
    open_[w] &= ~news;
    for (; news != 0; news &= news - 1) {
      reach::GoalKnowledge hit;
      hit.state = reach::GoalKnowledge::State::hit;
      model::Trace run = sample_.run_to(from_);
      run.steps.push_back(model::values_in(on_.system().inputs, letter.data()));
      hit.trace = std::move(run);
      on_.board.set_goal(
          kBitsOfWord * w + static_cast<std::uint32_t>(std::countr_zero(news)),
          std::move(hit));
    }
  }
}

void RandomWalk::step() {
  const classes::Bytes& letter = choose();
  base::WorkClock::charge(stepper_->step_price() + stepper_->take_loop_price());
  const StepOutcome outcome =
      stepper_->step_from(now_.data(), letter.data(), next_.data());
  --left_;
  ++since_;
  if (hits()) {
    keep();
    take_hits(letter);
    since_ = 0;
  }
  if (outcome != StepOutcome::running) {
    left_ = 0;
    // Each would take the time that is allowed for a step.
    if (outcome == StepOutcome::hung) since_ = patience_;
    return;
  }
  walk_.emplace_back(next_, &letter);
  if (sample_.size() < most_states_ && is_new(next_.data())) keep();
  now_.swap(next_);
}

void RandomWalk::run() {
  if (anywhere_.empty()) return;
  for (std::uint64_t i = 0; since_ < patience_; ++i) {
    if (i % kPollEvery == 0 && on_.budget.poll() != base::StopReason::none) {
      return;
    }
    if (left_ == 0) begin_walk();
    step();
  }
}

}  // namespace

void random_walk(const Exploring& on,
                 const LocationSteps& locations,
                 const std::vector<bool>& local,
                 SampledStates& sample,
                 const RandomWalkOptions& options) {
  RandomWalk(on, locations, local, sample, options).run();
}

}  // namespace catenary::engine::abstraction
