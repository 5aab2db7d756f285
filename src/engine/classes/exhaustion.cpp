// SPDX-License-Identifier: Apache-2.0
#include "engine/classes/exhaustion.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "engine/classes/graph_bytes.h"

namespace catenary::engine::classes {

using model::StepOutcome;
using reach::Edge;
using reach::StateId;
using Clock = std::chrono::steady_clock;

namespace {

constexpr StateId kNoSource = reach::kEnded;
constexpr std::chrono::milliseconds kTellEvery{100};

}  // namespace

Exhaustion::Exhaustion(const model::StepSystem& system,
                       const reach::Options& options,
                       const base::Budget& budget,
                       reach::Board& board)
    : system_(system),
      options_(options),
      budget_(budget),
      board_(board),
      paths_(system, budget),
      classes_(paths_, budget),
      stepper_(system.factory->make()),
      initial_(system.initial),
      next_(std::max<std::size_t>(stepper_->state_bytes(), 1)),
      seen_(system.hit_words()),
      hit_set_ids_({{std::vector<std::uint32_t>(), 0}}),
      open_(system.goals.size()) {
  graph_.goal_count = static_cast<std::uint32_t>(system.goals.size());
  graph_.hit_sets.emplace_back();
  graph_.ended_is_final = system.any_state_final;
}

std::uint32_t Exhaustion::number_of(const Bytes& letter) {
  const std::string key(reinterpret_cast<const char*>(letter.data()),
                        letter.size());
  const auto number = static_cast<std::uint32_t>(letters_.size());
  const auto [at, fresh] = letter_ids_.try_emplace(key, number);
  if (fresh) {
    letters_.push_back(letter);
    bytes_ += 4 * letter.size();
  }
  return at->second;
}

model::Trace Exhaustion::trace_to(Origin step) const {
  model::Trace trace;
  while (step.source != kNoSource) {
    trace.steps.push_back(
        model::values_in(system_.inputs, letters_[step.letter].data()));
    step = found_by_[step.source];
  }
  trace.initial = initial_.values(step.letter);
  std::reverse(trace.steps.begin(), trace.steps.end());
  return trace;
}

void Exhaustion::note_gap(const std::string& why) {
  gap_ = true;
  board_.set_gap(why);
}

/// The set of goals that the last call hit; those that none did before go to
/// the board.
reach::HitSetId Exhaustion::take_hits(Origin step) {
  const std::uint64_t* hits = stepper_->hits();
  std::vector<std::uint32_t> set;
  for (std::size_t word = 0; word < seen_.size(); ++word) {
    for (std::uint64_t w = hits[word]; w != 0; w &= w - 1) {
      set.push_back(
          static_cast<std::uint32_t>(word * 64 + std::countr_zero(w)));
    }
    for (std::uint64_t w = hits[word] & ~seen_[word]; w != 0; w &= w - 1) {
      reach::GoalKnowledge now;
      now.state = reach::GoalKnowledge::State::hit;
      now.trace = trace_to(step);
      now.shortest = !gap_;
      --open_;
      board_.set_goal(
          static_cast<std::uint32_t>(word * 64 + std::countr_zero(w)),
          std::move(now));
    }
    seen_[word] |= hits[word];
  }
  if (set.empty()) return 0;
  const auto id = static_cast<reach::HitSetId>(graph_.hit_sets.size());
  const auto [at, fresh] = hit_set_ids_.try_emplace(set, id);
  if (fresh) graph_.hit_sets.push_back(std::move(set));
  return at->second;
}

void Exhaustion::note_trouble(Origin step, StepOutcome outcome) {
  if (outcome == StepOutcome::hung) ++hung_;
  const model::Stepper::Event event = stepper_->event();
  const auto& known = board_.findings();
  const bool is_known =
      std::any_of(known.begin(), known.end(), [&](const reach::Finding& f) {
        return f.outcome == outcome && f.event.text == event.text &&
               f.event.where == event.where;
      });
  if (!is_known) {
    reach::Finding finding;
    finding.outcome = outcome;
    finding.event = event;
    finding.trace = trace_to(step);
    board_.add_finding(std::move(finding));
  }
  if (outcome != StepOutcome::crashed) {
    note_gap(std::string("some runs could not be followed to their end (") +
             to_string(outcome) + ": " + event.text + ")");
  }
}

/// The state in `next_`; new ones are numbered.
StateId Exhaustion::target() {
  std::string key(reinterpret_cast<const char*>(next_.data()), next_.size());
  const auto number = static_cast<StateId>(packed_.size());
  const auto [at, fresh] = states_.try_emplace(std::move(key), number);
  if (fresh) {
    packed_.push_back(&at->first);
    bytes_ += next_.size() + 96;
  }
  return at->second;
}

void Exhaustion::look_at_floats() {
  if (!gap_ && classes_.holds_nan(next_.data())) {
    note_gap("a state holds a NaN, of which there are several");
  }
}

void Exhaustion::add_edge(Edge edge, std::vector<Edge>& to) {
  if (options_.keep_edges) to.push_back(edge);
}

void Exhaustion::initialise() {
  for (std::uint32_t i = 0; i < initial_.size(); ++i) {
    const Origin start{kNoSource, i};
    const std::byte* letter = initial_.letter(i);
    const StepOutcome outcome = stepper_->reset(letter);
    const reach::HitSetId hits = take_hits(start);
    if (outcome == StepOutcome::running) stepper_->save(next_.data());
    const std::string other = classes_.start(
        {letter, letter + system_.initial_letter_bytes()},
        outcome == StepOutcome::running ? next_.data() : nullptr);
    if (!other.empty()) note_gap(other);
    if (outcome == StepOutcome::discarded && hits == 0) continue;
    if (outcome != StepOutcome::running) {
      if (outcome != StepOutcome::ended && outcome != StepOutcome::discarded) {
        note_trouble(start, outcome);
      }
      if (outcome == StepOutcome::hung || outcome == StepOutcome::unsupported) {
        continue;
      }
      initial_ended_ = true;
      add_edge({reach::kEnded, hits, i}, graph_.initial);
      continue;
    }
    const StateId state = target();
    if (state == found_by_.size()) {
      look_at_floats();
      found_by_.push_back(start);
      graph_.distance.push_back(0);
    }
    add_edge({state, hits, i}, graph_.initial);
  }
}

void Exhaustion::take(StateId state,
                      std::uint32_t letter,
                      StepOutcome outcome) {
  const Origin step{state, letter};
  const reach::HitSetId hits = take_hits(step);
  if (outcome == StepOutcome::discarded && hits == 0) return;
  ++steps_;
  if (outcome == StepOutcome::running) {
    const StateId to = target();
    if (to == found_by_.size()) {
      look_at_floats();
      found_by_.push_back(step);
      graph_.distance.push_back(graph_.distance[state] + 1);
    }
    add_edge({to, hits, letter}, out_);
    return;
  }
  if (outcome != StepOutcome::ended && outcome != StepOutcome::discarded) {
    note_trouble(step, outcome);
  }
  if (outcome == StepOutcome::hung || outcome == StepOutcome::unsupported) {
    return;
  }
  add_edge({reach::kEnded, hits, letter}, out_);
}

/// False where a search is of no use any more.
bool Exhaustion::expand(StateId state) {
  const auto* packed =
      reinterpret_cast<const std::byte*>(packed_[state]->data());
  out_.clear();
  const InputClasses::Inputs& inputs = classes_.of(packed);
  if (!inputs.gap.empty()) note_gap(inputs.gap);
  for (const InputClasses::Input& input : inputs.all) {
    const Bytes& letter = *input.letter;
    base::WorkClock::charge(stepper_->step_price() +
                            stepper_->take_loop_price());
    const StepOutcome outcome =
        stepper_->step_from(packed, letter.data(), next_.data());
    if (inputs.gap.empty() &&
        !classes_.agrees(input, outcome, stepper_->hits(), next_.data())) {
      board_.set_contradiction("a step leads elsewhere than its formula says");
      return false;
    }
    take(state, number_of(letter), outcome);
  }
  if (options_.keep_edges) {
    // Of several classes that lead to the same, one is enough.
    std::stable_sort(
        out_.begin(), out_.end(), [](const Edge& a, const Edge& b) {
          return std::pair(a.target, a.hits) < std::pair(b.target, b.hits);
        });
    const auto same = [](const Edge& a, const Edge& b) {
      return a.target == b.target && a.hits == b.hits;
    };
    out_.erase(std::unique(out_.begin(), out_.end(), same), out_.end());
    std::sort(out_.begin(), out_.end(), [](const Edge& a, const Edge& b) {
      return a.letter < b.letter;
    });
    graph_.edges.insert(graph_.edges.end(), out_.begin(), out_.end());
    bytes_ += out_.size() * sizeof(Edge);
  }
  return !inputs.too_many;
}

bool Exhaustion::over() {
  const base::StopReason reason = budget_.poll();
  const std::uint64_t limit = options_.memory_bytes != 0
                                  ? options_.memory_bytes
                                  : budget_.memory_bytes();
  if (reason != base::StopReason::none) {
    board_.set_stop(reach::stop_of(reason), "");
  } else if (limit != 0 && bytes_ > limit / 2) {
    board_.set_stop(reach::Stop::memory, "");
  } else if (options_.max_hung != 0 && hung_ >= options_.max_hung) {
    board_.set_stop(reach::Stop::hangs, "");
  } else if (options_.settled_states != 0 && open_ == 0 &&
             packed_.size() > options_.settled_states) {
    board_.set_stop(reach::Stop::goals, "");
  } else {
    if (Clock::now() >= next_tell_) tell();
    return false;
  }
  return true;
}

void Exhaustion::tell() {
  next_tell_ = Clock::now() + kTellEvery;
  reach::SearchPosition p = board_.position();
  p.complete_depth = complete_;
  p.started = started_;
  p.initial_ended = initial_ended_;
  p.depth = depth_;
  p.native_steps = steps_;
  p.states = packed_.size();
  board_.set_position(p);
}

void Exhaustion::search() {
  board_.set_before_rest([this] { tell(); });
  initialise();
  started_ = !gap_;
  if (gap_) {
    board_.set_stop(reach::Stop::letters, board_.gap());
    return;
  }
  for (StateId state = 0; state < packed_.size(); ++state) {
    depth_ = graph_.distance[state];
    if (!gap_) complete_ = depth_;
    if (over()) return;
    if (options_.max_steps != 0 && depth_ >= options_.max_steps) {
      board_.set_stop(reach::Stop::steps, "");
      return;
    }
    graph_.first_edge.push_back(graph_.edges.size());
    if (!system_.any_state_final) {
      stepper_->load(
          reinterpret_cast<const std::byte*>(packed_[state]->data()));
      graph_.is_final.push_back(stepper_->at_final() ? 1 : 0);
    }
    if (!expand(state)) {
      board_.set_stop(reach::Stop::letters,
                      "inputs lead to too many different states");
      return;
    }
    // What its budget left no time for is no gap of the system's.
    if (gap_ && over()) return;
  }
  board_.set_stop(reach::Stop::none, "");
}

void Exhaustion::finish() {
  const bool closed = board_.stop() == reach::Stop::none && !gap_ &&
                      board_.contradiction().empty();
  if (closed) {
    ++complete_;  // and of any other number
    tell();
    reach::SearchPosition p = board_.position();
    p.closed = true;
    board_.set_position(p);
    for (std::uint32_t g = 0; g < board_.goal_count(); ++g) {
      if (board_.goal(g).state != reach::GoalKnowledge::State::open) continue;
      reach::GoalKnowledge proved;
      proved.state = reach::GoalKnowledge::State::unreachable;
      proved.reason = "no step from any of the " +
                      std::to_string(packed_.size()) +
                      " reachable states hits it";
      board_.set_goal(g, std::move(proved));
    }
  }
  if (!closed) tell();
  if (!options_.keep_edges || !board_.contradiction().empty()) return;
  graph_.closed = closed;
  graph_.complete_depth = complete_;
  graph_.first_edge.resize(packed_.size() + 1, graph_.edges.size());
  // A state that was not expanded is one where no chain is known to end.
  graph_.is_final.resize(packed_.size(), system_.any_state_final ? 1 : 0);
  for (const Bytes& letter : letters_) {
    graph_.letters.push_back(model::values_in(system_.inputs, letter.data()));
  }
  board_.attach(bytes_of(system_, graph_));
}

void Exhaustion::run() {
  search();
  finish();
}

}  // namespace catenary::engine::classes
