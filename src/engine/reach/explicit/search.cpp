// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parallel half of breadth-first search: levels, chunks, and which thread
/// does what. The sequential half, which merges chunks, is in search_merge.cpp.
///
/// Sizes of chunks are chosen by measured times. They change how fast the
/// search is, but not what it finds: chunks are merged in the order of their
/// steps.

#include "engine/reach/explicit/search.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>

#include "base/check.h"

namespace catenary::engine::reach {

namespace {

using Clock = std::chrono::steady_clock;

// Bytes of candidate states in a chunk. For one thread they should fit into its
// cache. Chunks that threads share are longer, to synchronise less often.
constexpr std::uint64_t kAloneBytes = 32 << 10;
constexpr std::uint64_t kSharedBytes = 256 << 10;
constexpr std::uint64_t kAloneSteps = 256;
constexpr std::uint64_t kSharedSteps = 2048;
// Chunks for each worker into which a level is cut at least, if that is worth
// the synchronisation: while the last chunks are executed, some workers have
// nothing to do.
constexpr std::uint64_t kChunksEach = 16;
constexpr double kLeastChunkNs = 15'000;
// Chunks for each worker that may wait to be merged.
constexpr std::size_t kSlotsEach = 8;
// With less work than this many ns, waking the other workers costs more than it
// saves.
constexpr double kWorthSharingNs = 40'000;

std::uint64_t clamp(std::uint64_t x, std::uint64_t lo, std::uint64_t hi) {
  return std::clamp(x, lo, hi);
}

}  // namespace

std::uint64_t kept_bytes(std::size_t state_bytes,
                         bool keep_edges,
                         std::uint64_t states) {
  // The parent copies the graph, so its part counts twice.
  const std::uint64_t graph =
      2 * (sizeof(std::uint64_t) + sizeof(std::uint8_t)) +
      sizeof(std::uint32_t);
  return StateTable::bytes_for(state_bytes, states) +
         states * (sizeof(StepRef) + (keep_edges ? graph : 0));
}

std::uint64_t state_limit(std::size_t state_bytes,
                          bool keep_edges,
                          std::uint64_t memory_limit) {
  const std::uint64_t bytes =
      memory_limit != 0 ? memory_limit : 2 * usable_memory();
  // Binary search: kept_bytes() increases with the number of states, but not
  // smoothly, because the index doubles.
  std::uint64_t fits = 0;
  std::uint64_t fits_not = kNoState;
  while (fits + 1 < fits_not) {
    const std::uint64_t n = fits + (fits_not - fits) / 2;
    const bool ok = kept_bytes(state_bytes, keep_edges, n) <= bytes;
    (ok ? fits : fits_not) = n;
  }
  return fits;
}

Search::Search(const SearchContext& context,
               const base::Budget& budget,
               std::uint64_t memory_limit)
    : context_(context),
      budget_(budget),
      memory_(context.memory),
      memory_limit_(memory_limit),
      letters_(context.letters.input.size()),
      covered_(context.system.hit_words()),
      expanders_(context.options.jobs),
      hit_sets_(context.system.hit_words()),
      global_hits_(context.options.jobs),
      local_sets_(context.options.jobs),
      chunks_(context.options.jobs > 1 ? kSlotsEach * context.options.jobs : 1),
      pipeline_(context.options.jobs, chunks_.size()) {
  const bool keep = context.options.keep_edges;
  // The stepper tells the size of a state. It becomes that of worker 0.
  std::unique_ptr<model::Stepper> stepper = context.system.factory->make();
  const std::size_t width = std::max<std::size_t>(1, stepper->state_bytes());
  mean_price_ = step_price_ = stepper->step_price();
  std::uint64_t most = std::min(state_limit(width, keep, memory_limit),
                                memory_.found_by.capacity());
  if (keep) {
    most = std::min(
        {most, memory_.first_edge.capacity() - 1, memory_.is_final.capacity()});
  }
  table_ = std::make_unique<StateTable>(width, most);
  expanders_[0] = std::make_unique<Expander>(
      context_, 0, std::move(stepper), *table_, covered_);
  if (context.options.jobs > 1) {
    crew_ = std::make_unique<Crew>(
        context.options.jobs, [this](std::uint32_t w) { work_together(w); });
  }
}

Stop Search::run() {
  const Stop stop = search_levels();
  publish();
  // States that were not expanded may be final as well: chains may end in them.
  if (context_.asks_final()) judge_unexpanded();
  return stop;
}

Stop Search::search_levels() {
  if (const Stop stop = initialise(); stop != Stop::none) return stop;
  // Invariant: the states before `level` are expanded, and level .. end - 1 are
  // exactly the states at this distance.
  StateId level = 0;
  for (std::uint32_t distance = 0;; ++distance) {
    const StateId end = table_->size();
    if (level == end) return Stop::none;
    const std::uint32_t bound = context_.options.max_steps;
    // The bound is checked before the level is expanded, so complete_depth
    // equals the bound.
    if (bound != 0 && distance == bound) return Stop::steps;
    if (distance + 2 > memory_.level_start.capacity()) return Stop::memory;
    depth_ = distance + 1;
    memory_.level_start[distance + 1] = end;
    memory_.header().levels.store(distance + 2, std::memory_order_release);
    const std::uint64_t transitions_before = transitions_;
    if (const Stop stop = expand_level(level, end); stop != Stop::none) {
      // Where in the level the memory ended is only found when a chunk was
      // executed, and the size of chunks depends on the workers. So the steps
      // of the incomplete level are not counted.
      if (stop == Stop::memory) transitions_ = transitions_before;
      return stop;
    }
    // Only now: every step of the level was merged.
    memory_.header().complete_depth.store(depth_, std::memory_order_release);
    keep_output_hulls();
    if (settled()) return Stop::goals;
    level = end;
  }
}

bool Search::settled() const {
  const std::uint64_t enough = context_.options.settled_states;
  // All goals, violations included: a violation that was not hit yet needs the
  // whole state space.
  if (enough == 0 || table_->size() <= enough) return false;
  for (std::size_t g = 0; g < context_.system.goals.size(); ++g) {
    if ((covered_[g / 64] >> (g % 64) & 1) == 0) return false;
  }
  return true;
}

Stop Search::initialise() {
  Chunk& chunk = chunks_[0];
  memory_.level_start[0] = 0;
  memory_.header().levels.store(1, std::memory_order_release);
  expanders_[0]->initialise(chunk);
  if (const Stop stop = merge(chunk); stop != Stop::none) return stop;
  memory_.header().started.store(1, std::memory_order_release);
  loops_ = {};  // of steps from now on
  return Stop::none;
}

Stop Search::expand_level(StateId level, StateId end) {
  // Steps, not states: a few states with many letters are enough work to share.
  const std::uint64_t all = std::uint64_t{end - level} * letters_;
  std::uint64_t position = 0;
  while (position < all) {
    // The work of a part is known before it is done, but for long loops.
    // merge() charges it.
    const auto affordable =
        budget_.has_work_limit()
            ? static_cast<std::uint64_t>(budget_.work_left() / mean_price_)
            : all;
    if (affordable == 0) return stop_of(budget_.work_reason());
    const std::uint64_t until =
        end_of_part(position, position + std::min(all - position, affordable));
    if (until == position) {
      // The slice is used up: what was found is for others to read meanwhile.
      publish();
      if (const Stop stop = stop_of(budget_.poll()); stop != Stop::none) {
        return stop;
      }
      continue;
    }
    steps_in_parts_ += until - position;
    while (position < until) {
      const double work = static_cast<double>(until - position) * step_ns_;
      const Stop stop = crew_ != nullptr && work > kWorthSharingNs
                            ? expand_together(level, position, until)
                            : expand_alone(level, position, until);
      if (stop != Stop::none) return stop;
    }
    // Only here, which is after the same steps with any number of threads.
    mean_price_ = step_price_ + loops_ / steps_in_parts_;
  }
  return Stop::none;
}

std::uint64_t Search::end_of_part(std::uint64_t position,
                                  std::uint64_t total) const {
  const base::WorkClock::duration left = budget_.slice_left();
  if (left == base::WorkClock::duration::max() && !budget_.has_work_limit()) {
    return total;
  }
  // The time of a slice is looked at between parts, and so is what steps cost.
  // After any number of cheap steps others may loop for long, so that parts are
  // small at first, and grow slowly.
  constexpr double kFirst = 8, kOneIn = 1024;
  constexpr base::WorkClock::duration kPart = std::chrono::milliseconds(25);
  const double so_far = static_cast<double>(steps_in_parts_);
  const std::uint64_t most =
      clamp(static_cast<std::uint64_t>(kPart / mean_price_),
            1,
            static_cast<std::uint64_t>(
                std::max(kFirst, std::sqrt(so_far) + so_far / kOneIn)));
  if (left.count() == 0) return position;
  // At least one step where some work is left, so that each slice does some.
  const auto affordable = static_cast<std::uint64_t>(
      (left - base::WorkClock::duration(1)) / mean_price_ + 1);
  return position + std::min({affordable, total - position, most});
}

Stop Search::expand_alone(StateId level,
                          std::uint64_t& position,
                          std::uint64_t total) {
  Chunk& chunk = chunks_[0];
  const std::uint64_t most =
      clamp(kAloneBytes / table_->state_bytes(), 16, kAloneSteps);
  chunk.clear(position, std::min(total, position + most));
  // Without other workers no decision needs the time.
  if (crew_ == nullptr) {
    expanders_[0]->expand(level, true, chunk);
  } else {
    const auto before = Clock::now();
    expanders_[0]->expand(level, true, chunk);
    const std::chrono::duration<double, std::nano> taken =
        Clock::now() - before;
    note_cost(taken.count(), chunk.end - chunk.begin);
  }
  position = chunk.end;
  const Stop stop = merge(chunk);
  publish();
  return stop;
}

// The minimum with four times the last value: if this thread was suspended
// meanwhile, the measured time says nothing.
void Search::note_cost(double ns, std::uint64_t steps) {
  const double measured = ns / static_cast<double>(steps);
  step_ns_ = step_ns_ > 0 ? std::min(measured, 4 * step_ns_) : measured;
}

Stop Search::expand_together(StateId level,
                             std::uint64_t& position,
                             std::uint64_t total) {
  const std::uint64_t left = total - position;
  // At least so many steps that a chunk is worth its synchronisation, at most
  // so many that it fits into the cache; in between, 16 chunks for each worker.
  const std::uint64_t most =
      clamp(kSharedBytes / table_->state_bytes(), 16, kSharedSteps);
  const std::uint64_t least =
      clamp(static_cast<std::uint64_t>(kLeastChunkNs / std::max(step_ns_, 1.0)),
            1,
            most);
  chunk_steps_ =
      clamp(left / (context_.options.jobs * kChunksEach), least, most);
  round_level_ = level;
  round_begin_ = position;
  round_end_ = total;
  round_stop_ = Stop::none;
  // From here until run() returns, all threads may use the members of the
  // round.
  pipeline_.start((left + chunk_steps_ - 1) / chunk_steps_);
  crew_->run();
  position = total;
  return round_stop_;
}

void Search::work_together(std::uint32_t worker) {
  if (worker == 0) {
    merge_together();
    return;
  }
  if (expanders_[worker] == nullptr) make_expander(worker);
  while (const auto number = pipeline_.begin()) run_chunk(worker, *number);
}

// Thread 0 merges finished chunks in order. While the next one is not finished,
// it executes another chunk itself.
void Search::merge_together() {
  // Whatever ends this function, no thread may wait for it any more.
  struct Cancel {
    Pipeline& pipeline;
    explicit Cancel(Pipeline& p) : pipeline(p) {}
    Cancel(const Cancel&) = delete;
    Cancel& operator=(const Cancel&) = delete;
    ~Cancel() { pipeline.cancel(); }
  } const cancel(pipeline_);
  const std::uint64_t count =
      (round_end_ - round_begin_ + chunk_steps_ - 1) / chunk_steps_;
  while (pipeline_.taken() < count) {
    if (!pipeline_.ready()) {
      if (const auto number = pipeline_.try_begin()) {
        const auto before = Clock::now();
        run_chunk(0, *number);
        const std::chrono::duration<double, std::nano> taken =
            Clock::now() - before;
        const Chunk& chunk = chunks_[pipeline_.slot_of(*number)];
        note_cost(taken.count(), chunk.end - chunk.begin);
        continue;
      }
      pipeline_.wait_until_ready();
    }
    round_stop_ = merge(chunks_[pipeline_.slot_of(pipeline_.taken())]);
    publish();
    // Chunks behind this one are dropped: their results are not part of the
    // search.
    if (round_stop_ != Stop::none) return;
    pipeline_.take();
  }
}

void Search::run_chunk(std::uint32_t worker, std::uint64_t number) {
  // Whatever a step throws, thread 0 must not wait for this chunk for ever.
  struct Finish {
    Pipeline& pipeline;
    std::uint64_t number;
    Finish(Pipeline& p, std::uint64_t n) : pipeline(p), number(n) {}
    Finish(const Finish&) = delete;
    Finish& operator=(const Finish&) = delete;
    ~Finish() { pipeline.finish(number); }
  } const finish(pipeline_, number);
  Chunk& chunk = chunks_[pipeline_.slot_of(number)];
  const std::uint64_t begin = round_begin_ + number * chunk_steps_;
  chunk.clear(begin, std::min(round_end_, begin + chunk_steps_));
  expanders_[worker]->expand(round_level_, false, chunk);
}

void Search::make_expander(std::uint32_t worker) {
  // Making a stepper links the program, which is not thread-safe.
  const std::lock_guard<std::mutex> lock(making_);
  expanders_[worker] = std::make_unique<Expander>(
      context_, worker, context_.system.factory->make(), *table_, covered_);
}

void Search::judge_unexpanded() {
  for (StateId s = expanding_; s < numbered_; ++s) {
    // at_final() may hang or take long: requests to stop are obeyed here as
    // well.
    if (context_.stop_requested()) return;
    memory_.is_final[s] = expanders_[0]->final_state(s);
  }
}

void Search::keep_output_hulls() {
  const std::vector<model::Variable>& outputs = context_.system.outputs;
  for (const std::unique_ptr<Expander>& expander : expanders_) {
    // A worker that never ran has no hulls.
    if (!context_.options.ranges || expander == nullptr) continue;
    const std::vector<Hull> seen = expander->take_output_hulls();
    output_hulls_.resize(seen.size());
    for (std::size_t i = 0; i < seen.size(); ++i) {
      output_hulls_[i].widen(outputs[i].type, seen[i]);
    }
    const std::vector<Hull> at_ends = expander->take_end_hulls();
    const auto scalars = scalars_of(context_.system);
    end_hulls_.resize(at_ends.size());
    for (std::size_t i = 0; i < at_ends.size(); ++i) {
      end_hulls_[i].widen(scalars[i]->type, at_ends[i]);
    }
  }
}

void Search::find_ranges(Stop stop) {
  // Where in a level the memory ended depends on the workers, so the hulls of
  // that level are left out.
  if (stop != Stop::memory) keep_output_hulls();
  const auto scalars = scalars_of(context_.system);
  for (std::size_t i = 0; i < output_hulls_.size(); ++i) {
    memory_.hulls[scalars.size() + i].publish(output_hulls_[i]);
  }
  constexpr StateId kBlock = 4096;
  // Runs that ended by themselves have last states that are not in the table.
  std::vector<Hull> hulls = end_hulls_;
  hulls.resize(scalars.size());
  const std::size_t width = table_->state_bytes();
  std::vector<std::byte> block(kBlock * width);
  for (StateId s = 0; s < numbered_; s += std::min(kBlock, numbered_ - s)) {
    const StateId count = std::min(kBlock, numbered_ - s);
    for (StateId i = 0; i < count; ++i) {
      // Compressed states are unpacked into the block; others are copied.
      std::byte* to = block.data() + i * width;
      const std::byte* state = table_->state(s + i, to);
      if (state != to) std::memcpy(to, state, width);
    }
    for (std::size_t i = 0; i < scalars.size(); ++i) {
      widen_by_states(*scalars[i], block.data(), width, count, hulls[i]);
      memory_.hulls[i].publish(hulls[i]);
    }
  }
  memory_.header().hulls_complete.store(1, std::memory_order_release);
}

Stop Search::requested_stop() const {
  return static_cast<Stop>(
      memory_.header().stop_request.load(std::memory_order_relaxed));
}

}  // namespace catenary::engine::reach
