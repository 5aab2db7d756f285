// SPDX-License-Identifier: Apache-2.0
/// \file
/// The loop of novelty search: take the first task of the next lane, try some
/// letters of its state, and put the states that are new into the lanes that
/// their novelty chooses.

#include "engine/reach/random/novelty_search.h"

#include <algorithm>
#include <utility>

#include "engine/reach/explicit/record.h"
#include "engine/reach/explicit/search.h"

namespace catenary::engine::reach {

namespace {

// A state has at most this many units; neighbours are joined if it has more.
constexpr std::size_t kMostUnits = 2048;
// Letters of one state that are tried before another state has its turn.
constexpr std::uint32_t kLettersATurn = 256;
// Of the memory, one part in this many is for facts; the rest is for states.
constexpr std::uint64_t kFactsShare = 4;
constexpr std::uint64_t kFactBytes = 24;  // while the set of them grows
// A step here costs this many steps of a plain exploration: observing what is
// new takes its time, too.
constexpr int kPrice = 3;
// A task and a depth for each state.
constexpr std::uint64_t kTaskBytes = 16;

}  // namespace

NoveltySearch::NoveltySearch(const SearchContext& context,
                             const NoveltyOptions& options,
                             const base::Budget& budget,
                             std::uint64_t memory_limit)
    : context_(context),
      budget_(budget),
      memory_(context.memory),
      options_(options),
      letters_(static_cast<std::uint32_t>(context.letters.input.size())),
      covered_(context.system.hit_words()) {
  std::unique_ptr<model::Stepper> stepper = context.system.factory->make();
  const std::size_t width = std::max<std::size_t>(1, stepper->state_bytes());
  step_price_ = stepper->step_price();
  const std::uint64_t bytes =
      memory_limit != 0 ? memory_limit : usable_memory() / 2;
  const std::uint64_t for_facts = bytes / kFactsShare;
  const std::uint64_t most =
      std::min(state_limit(width + kTaskBytes, false, bytes - for_facts),
               memory_.found_by.capacity());
  table_ = std::make_unique<StateTable>(width, most);
  source_.resize(width);
  expander_ = std::make_unique<Expander>(
      context_, 0, std::move(stepper), *table_, covered_);
  novelty_ = std::make_unique<Novelty>(
      units_of(context.system, width, kMostUnits),
      std::max<std::uint64_t>(1, for_facts / kFactBytes));
  lanes_.resize(novelty_->lanes());
}

Stop NoveltySearch::run() {
  if (const Stop stop = initialise(); stop != Stop::none) return stop;
  // Invariant: every state found has a task for the letters that were not
  // tried, unless max_steps cut it off.
  while (open_ > 0) {
    if (all_hit()) return Stop::goals;
    if (out_of_patience()) return Stop::patience;
    if (budget_.has_work_limit() && budget_.work_left().count() == 0) {
      return stop_of(budget_.work_reason());
    }
    if (const Stop stop = expand(next()); stop != Stop::none) return stop;
  }
  if (all_hit()) return Stop::goals;
  // No task is left: every reachable state was expanded with every letter,
  // unless the bound kept some from it.
  return cut_off_ ? Stop::steps : Stop::none;
}

Stop NoveltySearch::initialise() {
  memory_.level_start[0] = 0;
  memory_.header().levels.store(1, std::memory_order_release);
  expander_->initialise(chunk_);
  base::WorkClock::charge(chunk_.loops);
  const bool room = place(0, 0);
  take_hits(0);
  publish();
  if (!room) return Stop::memory;
  if (context_.stop_requested()) {
    return static_cast<Stop>(memory_.header().stop_request.load());
  }
  memory_.header().started.store(1, std::memory_order_release);
  return Stop::none;
}

// Lanes take turns. Requires: there is a task.
NoveltySearch::Task NoveltySearch::next() {
  do {
    turn_ = (turn_ + 1) % lanes_.size();
  } while (lanes_[turn_].empty());
  const Task task = lanes_[turn_].front();
  lanes_[turn_].pop_front();
  --open_;
  return task;
}

Stop NoveltySearch::expand(Task task) {
  const std::uint32_t depth = depths_[task.state] + 1;
  const std::uint32_t bound = context_.options.max_steps;
  // The depth is that of the run which found the state, not its distance: a
  // bound on steps may cut off states that shorter runs reach.
  if (bound != 0 && depth > bound) {
    cut_off_ = true;
    return Stop::none;
  }
  const std::uint32_t end = std::min(letters_, task.letter + kLettersATurn);
  chunk_.clear(task.letter, end);
  expander_->expand(task.state, true, chunk_);
  steps_ += chunk_.done - chunk_.begin;
  base::WorkClock::charge(chunk_.done - chunk_.begin, kPrice * step_price_);
  base::WorkClock::charge(chunk_.loops);
  transitions_ += chunk_.transitions;

  const std::size_t width = table_->state_bytes();
  // After expand(): the table may have no copy of its own of a compressed
  // state.
  const std::byte* from = table_->state(task.state, source_.data());
  const std::byte* to = chunk_.states.data();
  // First all letters are observed, then the states are placed: the behaviour
  // of the state is known by then as far as this chunk shows it.
  std::uint64_t behaviour = 0;
  for (const Candidate& c : chunk_.candidates) {
    behaviour = novelty_->observe(behaviour, c.step.letter, from, to);
    to += width;
  }
  const bool room = place(depth, behaviour);
  take_hits(depth);
  publish();
  if (!room) return Stop::memory;
  if (chunk_.done < chunk_.end) {
    return static_cast<Stop>(memory_.header().stop_request.load());
  }
  // The rest of the letters goes to the end of the same lane.
  if (end < letters_) {
    add({task.state, end}, static_cast<std::uint32_t>(turn_));
  }
  return Stop::none;
}

// Numbers the states of the chunk that are new. Returns false if there is no
// more room; later states are dropped, and the search ends.
bool NoveltySearch::place(std::uint32_t depth, std::uint64_t behaviour) {
  const std::size_t width = table_->state_bytes();
  const std::byte* packed = chunk_.states.data();
  for (const Candidate& c : chunk_.candidates) {
    if (c.target != kNoState) continue;
    const StateId fresh = table_->size();
    const StateId state = table_->insert(c.hash, packed);
    if (state == kNoState) return false;
    if (state == fresh) {
      memory_.found_by[fresh] = c.step;
      depths_.push_back(depth);
      add({fresh, 0}, novelty_->lane_of(behaviour, c.step.letter, packed));
    }
    packed += width;
  }
  return true;
}

void NoveltySearch::add(Task task, std::uint32_t lane) {
  lanes_[lane].push_back(task);
  ++open_;
}

void NoveltySearch::take_hits(std::uint32_t depth) {
  for (const NewHit& hit : chunk_.hits) {
    const std::uint64_t bit = std::uint64_t{1} << (hit.goal % 64);
    // The goal is known: this hit is not news.
    if ((covered_[hit.goal / 64].fetch_or(bit) & bit) != 0) continue;
    last_news_ = steps_;
    record_hit(memory_, hit, depth);
  }
  for (const NewFinding& finding : chunk_.findings) {
    record_finding(memory_, finding);
  }
}

bool NoveltySearch::all_hit() const {
  for (std::size_t g = 0; g < context_.system.goals.size(); ++g) {
    if ((covered_[g / 64] >> (g % 64) & 1) == 0) return false;
  }
  return true;
}

bool NoveltySearch::out_of_patience() const {
  // A division instead of a product, which might overflow.
  return options_.patience_steps != 0 && steps_ >= options_.patience_steps &&
         steps_ / std::max<std::uint64_t>(1, options_.patience_factor) >=
             last_news_;
}

void NoveltySearch::publish() {
  RunHeader& header = memory_.header();
  header.states.store(table_->size(), std::memory_order_release);
  header.transitions.store(transitions_, std::memory_order_relaxed);
}

}  // namespace catenary::engine::reach
