// SPDX-License-Identifier: Apache-2.0
/// \file
/// Execution of the steps of a chunk. This is the innermost loop of
/// explicit-state search: everything in it that is not the step itself costs
/// some nanoseconds, so duplicates are removed where it is cheapest, and rare
/// cases are kept out of line.

#include "engine/reach/explicit/expander.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/check.h"

namespace catenary::engine::reach {

using model::StepOutcome;

namespace {

// From this many bytes on it is cheaper to see that the stepper still has the
// state than to load it again.
constexpr std::size_t kWorthNotLoading = 256;

}  // namespace

void Chunk::clear(std::uint64_t new_begin, std::uint64_t new_end) {
  begin = new_begin;
  end = new_end;
  done = new_begin;
  transitions = 0;
  loops = {};
  candidates.clear();
  hits.clear();
  findings.clear();
  new_sets.clear();
  ran_on.reset();
}

Expander::Expander(const SearchContext& context,
                   std::uint32_t worker,
                   std::unique_ptr<model::Stepper> stepper,
                   const StateTable& table,
                   const CoveredWords& covered)
    : context_(context),
      slot_(context.memory.workers[worker]),
      worker_(worker),
      table_(table),
      covered_(covered),
      stepper_(std::move(stepper)),
      hit_sets_(context.system.hit_words()),
      words_(context.system.hit_words()),
      for_chains_(words_, 0),
      source_(table.state_bytes()) {
  if (context.options.ranges) {
    outputs_.resize(context.system.outputs.size());
    scalars_ = scalars_of(context.system);
    ends_.resize(scalars_.size());
    last_state_.resize(table.state_bytes());
  }
  // Violations are not wanted in chains: a step that hits nothing else need not
  // be kept for them.
  for (std::size_t g = 0; g < context.system.goals.size(); ++g) {
    if (context.system.goals[g].is_violation()) continue;
    for_chains_[g / 64] |= std::uint64_t{1} << (g % 64);
  }
}

void Expander::begin_chunk(Chunk& chunk) {
  chunk.worker = worker_;
  // A copy: what other threads cover meanwhile only decides whether a hit is
  // reported twice.
  seen_.resize(words_);
  for (std::size_t i = 0; i < words_; ++i) {
    seen_[i] = covered_[i].load(std::memory_order_relaxed);
  }
}

void Expander::end_chunk(Chunk& chunk) {
  slot_.idle();
  chunk.loops = stepper_->take_loop_price();
  for (; sets_told_ < hit_sets_.size(); ++sets_told_) {
    const std::uint64_t* words = hit_sets_.words_of(sets_told_);
    chunk.new_sets.insert(chunk.new_sets.end(), words, words + words_);
  }
}

bool Expander::has_hits() const {
  const std::uint64_t* hits = stepper_->hits();
  return std::any_of(hits, hits + words_, [](auto w) { return w != 0; });
}

/// Notes goals that are hit for the first time in this chunk. Returns the
/// number of the step's hit set, or 0 if it is not kept.
[[gnu::always_inline]] inline HitSetId Expander::take_hits(StepRef step,
                                                           bool runs_on,
                                                           Chunk& chunk) {
  if (words_ == 0) return 0;
  const std::uint64_t* hits = stepper_->hits();
  bool any = false;
  bool any_for_chains = false;
  for (std::size_t i = 0; i < words_; ++i) {
    any |= hits[i] != 0;
    any_for_chains |= (hits[i] & for_chains_[i]) != 0;
    std::uint64_t news = hits[i] & ~seen_[i];
    if (news == 0) [[likely]] {
      continue;
    }
    seen_[i] |= news;
    for (; news != 0; news &= news - 1) {
      const auto goal =
          static_cast<std::uint32_t>(i * 64 + std::countr_zero(news));
      CATENARY_CHECK(goal < context_.system.goals.size(),
                     "a stepper hit a goal that does not exist");
      chunk.hits.push_back({step, goal});
    }
  }
  if (!any) return 0;
  if (context_.options.keep_edges) return hit_sets_.intern(hits);
  if (!context_.keeps_ends()) return 0;
  if (!runs_on) return hit_sets_.intern(hits);
  if (any_for_chains && !chunk.ran_on) chunk.ran_on = step;
  return 0;
}

// Notes a step that ended the run and makes an edge. With keeps_ends(), only
// the first such step to each set of goals is kept.
void Expander::take_end(StepRef step, HitSetId hits, Chunk& chunk) {
  if (context_.keeps_ends()) {
    if (hits == 0) return;
    if (ends_seen_.size() <= hits) ends_seen_.resize(hit_sets_.size());
    if (ends_seen_[hits]) return;
    ends_seen_[hits] = true;
  } else if (!context_.options.keep_edges) {
    return;
  }
  chunk.candidates.push_back({step, kEnded, 0, hits});
}

// Notes an outcome other than `running`. Returns whether the step makes an edge
// to kEnded.
bool Expander::take_outcome(StepRef step, StepOutcome outcome, Chunk& chunk) {
  switch (outcome) {
    case StepOutcome::running:
      return false;
    // Discarded by an assumption. If it hit something before, it counts as a
    // step that ended its run: the input up to the assumption is a test.
    case StepOutcome::discarded:
      if (!has_hits()) return false;
      break;
    case StepOutcome::ended:
      break;
    case StepOutcome::crashed:
      chunk.findings.push_back({step, outcome, stepper_->event()});
      break;
    // Where the run goes from here is not known: no proof is possible any more.
    case StepOutcome::hung:
    case StepOutcome::unsupported:
      if (outcome == StepOutcome::hung) count_hung();
      chunk.findings.push_back({step, outcome, stepper_->event()});
      context_.memory.header().gaps.store(1, std::memory_order_relaxed);
      break;
  }
  ++chunk.transitions;
  // These steps have no result that a test could rely on.
  return outcome != StepOutcome::hung && outcome != StepOutcome::unsupported;
}

void Expander::take_outputs() {
  std::byte value[sizeof(std::uint64_t)];
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const model::ScalarType type = context_.system.outputs[i].type;
    stepper_->output_bytes(i, type, value);
    outputs_[i].widen(type, value);
  }
}

/// A run that ends by itself has a last state, which nobody expands: its values
/// would otherwise be missing from the ranges.
void Expander::take_last_state() {
  stepper_->save(last_state_.data());
  for (std::size_t i = 0; i < scalars_.size(); ++i) {
    widen_by_states(
        *scalars_[i], last_state_.data(), last_state_.size(), 1, ends_[i]);
  }
}

std::vector<Hull> Expander::take_end_hulls() {
  return std::exchange(ends_, std::vector<Hull>(ends_.size()));
}

std::vector<Hull> Expander::take_output_hulls() {
  return std::exchange(outputs_, std::vector<Hull>(outputs_.size()));
}

/// The exchange fails if the parent has asked for a stop: the first reason is
/// kept.
void Expander::count_hung() {
  RunHeader& header = context_.memory.header();
  if (header.hung.fetch_add(1) + 1 != context_.options.max_hung) return;
  std::uint32_t none = 0;  // what the parent asked for comes first
  header.stop_request.compare_exchange_strong(
      none, static_cast<std::uint32_t>(Stop::hangs));
}

void Expander::take_stopped(StepRef step, StepOutcome outcome, Chunk& chunk) {
  const bool edge = take_outcome(step, outcome, chunk);
  const HitSetId hits = take_hits(step, false, chunk);
  if (edge) take_end(step, hits, chunk);
  if (outcome == StepOutcome::ended && context_.options.ranges) {
    // Outputs and last state must be read before the next step.
    take_last_state();
    take_outputs();
  }
}

std::byte* Expander::make_room(Chunk& chunk) const {
  const std::size_t steps = chunk.end - chunk.begin;
  const std::size_t room = steps * table_.state_bytes();
  if (chunk.states.size() < room) chunk.states.resize(room);
  chunk.candidates.reserve(steps);
  return chunk.states.data();
}

void Expander::expand(StateId level, bool prefetch, Chunk& chunk) {
  begin_chunk(chunk);
  const bool keep_edges = context_.options.keep_edges;
  const bool asks_final = context_.asks_final();
  const auto letters =
      static_cast<std::uint32_t>(context_.letters.input.size());
  const std::size_t width = table_.state_bytes();
  std::byte* next = make_room(chunk);

  // The state and letter of the first step: see Chunk. From here on the letter
  // is advanced as in a number with base `letters`.
  StepRef step{static_cast<StateId>(level + chunk.begin / letters),
               static_cast<std::uint32_t>(chunk.begin % letters)};
  const std::byte* source = table_.state(step.source, source_.data());
  bool loaded = false;
  for (; chunk.done < chunk.end; ++chunk.done, ++step.letter) {
    // Checked before each step: a step may take as long as the step limit.
    if (context_.stop_requested()) break;
    if (step.letter == letters) {
      step.letter = 0;
      source = table_.state(++step.source, source_.data());
      loaded = false;
    }
    // Once for each state, with its first letter. The call leaves the stepper
    // in an unknown state.
    if (asks_final && step.letter == 0) {
      context_.memory.is_final[step.source] = final_state(step.source);
      loaded = false;
    }
    slot_.begin(step.source, step.letter);
    const std::byte* letter = context_.letters.input.letter(step.letter);
    StepOutcome outcome = StepOutcome::running;
    if (loaded) {
      loaded = false;
      outcome = stepper_->step(letter);
      if (outcome == StepOutcome::running) stepper_->save(next);
    } else {
      outcome = stepper_->step_from(source, letter, next);
    }
    if (outcome != StepOutcome::running) {
      take_stopped(step, outcome, chunk);
      continue;
    }
    ++chunk.transitions;
    const HitSetId hits = take_hits(step, true, chunk);
    if (!outputs_.empty()) take_outputs();
    // Self-loops are frequent, and need no look-up: the target is known.
    if (equal_packed(next, source, width)) {
      // A state is all there is: no need to go back to it.
      loaded = width >= kWorthNotLoading;
      if (keep_edges) chunk.candidates.push_back({step, step.source, 0, hits});
      continue;
    }
    const std::uint32_t hash = table_.hash(next);
    if (prefetch) table_.prefetch(hash);
    chunk.candidates.push_back({step, kNoState, hash, hits});
    next += width;
  }
  end_chunk(chunk);
}

void Expander::initialise(Chunk& chunk) {
  const std::size_t width = table_.state_bytes();
  std::size_t used = 0;
  chunk.clear(0, context_.letters.initial.size());
  begin_chunk(chunk);
  for (; chunk.done < chunk.end; ++chunk.done) {
    if (context_.stop_requested()) break;
    const StepRef step{kNoState, static_cast<std::uint32_t>(chunk.done)};
    slot_.begin(step.source, step.letter);
    const StepOutcome outcome =
        stepper_->reset(context_.letters.initial.letter(step.letter));
    if (outcome != StepOutcome::running) {
      // Same as in expand(), with each initial letter in place of a state and a
      // letter. There are few of them.
      const bool edge = take_outcome(step, outcome, chunk);
      // What an initialisation hits is no last step: it needs all edges.
      const HitSetId hits = take_hits(step, true, chunk);
      if (edge) {
        context_.memory.header().initial_ended.store(1);
        chunk.candidates.push_back({step, kEnded, 0, hits});
      }
      continue;
    }
    const HitSetId hits = take_hits(step, true, chunk);
    if (chunk.states.size() < used + width) {
      chunk.states.resize(2 * (used + width));
    }
    std::byte* packed = chunk.states.data() + used;
    used += width;
    stepper_->save(packed);
    chunk.candidates.push_back({step, kNoState, table_.hash(packed), hits});
  }
  // Initialisations are not steps: they are not counted.
  chunk.transitions = 0;
  end_chunk(chunk);
}

bool Expander::final_state(StateId state) {
  // In the worker's slot, so that the parent finds the state if the call does
  // not return.
  slot_.begin(state, kNoLetter);
  stepper_->load(table_.state(state, source_.data()));
  const bool final = stepper_->at_final();
  slot_.idle();
  return final;
}

}  // namespace catenary::engine::reach
