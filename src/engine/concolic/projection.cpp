// SPDX-License-Identifier: Apache-2.0
#include "engine/concolic/projection.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <new>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/error.h"
#include "engine/concolic/exhaust.h"
#include "engine/concolic/input_classes.h"
#include "engine/reach/board_process.h"
#include "engine/reach/board_result.h"

namespace catenary::engine::concolic {

using model::StepOutcome;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::size_t kMostRounds = 8;
constexpr std::size_t kNoSource = ~std::size_t{0};
constexpr std::chrono::milliseconds kTellEvery{100};

class Projection {
 public:
  Projection(const model::StepSystem& system,
             const ProjectionOptions& options,
             const reach::Result& found,
             const base::Budget& budget,
             std::uint64_t memory_bytes,
             reach::Board& board)
      : system_(system),
        options_(options),
        found_(found),
        budget_(budget),
        memory_bytes_(memory_bytes),
        board_(board),
        classes_(system, budget),
        stepper_(system.factory->make()),
        initial_(system.initial),
        next_(std::max<std::size_t>(stepper_->state_bytes(), 1)),
        free_(classes_.slots().size(), false),
        concrete_(next_.size()) {}

  void run();

 private:
  enum class End { closed, gap, states, over };
  /// The step by which a state was found, or a goal is hit.
  struct Origin {
    std::size_t source = kNoSource;
    const Bytes* letter = nullptr;
    std::uint32_t initial = 0;  ///< where there is no source
  };

  End explore(std::size_t most);
  End initialise();
  End expand(std::size_t state);
  [[nodiscard]] bool agrees(std::size_t index, StepOutcome outcome) const;
  End note(StepOutcome outcome, Origin step);
  void note_hits(Origin step);
  void add_state(Origin step);
  void leave_out(std::byte* state) const;
  [[nodiscard]] bool known_event() const;
  [[nodiscard]] bool wanted(std::uint32_t goal) const;
  void leave_out_rarely_read();
  [[nodiscard]] bool try_runs();
  void try_run(std::uint32_t goal, Origin last);
  void blame(std::size_t source, const Bytes& letter);
  [[nodiscard]] bool take_back();
  void conclude();
  [[nodiscard]] bool over();

  const model::StepSystem& system_;
  ProjectionOptions options_;
  const reach::Result& found_;
  const base::Budget& budget_;
  std::uint64_t memory_bytes_;
  reach::Board& board_;
  InputClasses classes_;
  std::unique_ptr<model::Stepper> stepper_;
  model::Alphabet initial_;
  std::vector<std::byte> next_;
  std::vector<bool> free_;    ///< slots that are left out
  std::vector<bool> blamed_;  ///< of those, what is to be taken back

  std::unordered_map<std::string, std::size_t> states_;
  std::vector<const std::string*> order_;
  std::vector<Origin> found_by_;
  std::vector<std::uint64_t> seen_;  ///< goals, as Stepper::hits()
  std::vector<std::pair<std::uint32_t, Origin>> hit_by_;  ///< wanted goals
  std::vector<std::byte> concrete_;  ///< state of a run that is tried
  bool strange_ = false;  ///< something may happen that was not found
  std::uint64_t steps_ = 0;
  std::uint64_t bytes_ = 0;
  Clock::time_point next_tell_ = Clock::now();
};

bool Projection::over() {
  if (budget_.poll() != base::StopReason::none) return true;
  if (memory_bytes_ != 0 && bytes_ > memory_bytes_ / 2) return true;
  if (Clock::now() >= next_tell_) {
    next_tell_ = Clock::now() + kTellEvery;
    reach::SearchPosition p = board_.position();
    p.native_steps = steps_;
    p.states = order_.size();
    board_.set_position(p);
  }
  return false;
}

bool Projection::wanted(std::uint32_t goal) const {
  return !found_.goals[goal].trace &&
         board_.goal(goal).state == reach::GoalKnowledge::State::open;
}

void Projection::note_hits(Origin step) {
  const std::uint64_t* hits = stepper_->hits();
  for (std::size_t word = 0; word < seen_.size(); ++word) {
    for (std::uint64_t w = hits[word] & ~seen_[word]; w != 0; w &= w - 1) {
      const auto goal =
          static_cast<std::uint32_t>(word * 64 + std::countr_zero(w));
      if (wanted(goal)) hit_by_.emplace_back(goal, step);
    }
    seen_[word] |= hits[word];
  }
}

bool Projection::known_event() const {
  const model::Stepper::Event event = stepper_->event();
  return std::any_of(found_.findings.begin(),
                     found_.findings.end(),
                     [&](const reach::Finding& f) {
                       return f.outcome == StepOutcome::crashed &&
                              f.event.text == event.text &&
                              f.event.where == event.where;
                     });
}

Projection::End Projection::note(StepOutcome outcome, Origin step) {
  note_hits(step);
  if (outcome == StepOutcome::hung || outcome == StepOutcome::unsupported) {
    return End::gap;
  }
  if (outcome == StepOutcome::crashed && !known_event()) strange_ = true;
  if (outcome != StepOutcome::running) return End::closed;
  if (classes_.holds_nan(next_.data())) return End::gap;
  add_state(step);
  return End::closed;
}

void Projection::leave_out(std::byte* state) const {
  const std::vector<model::StateSlot>& slots = classes_.slots();
  for (std::size_t k = 0; k < slots.size(); ++k) {
    if (!free_[k]) continue;
    std::fill_n(state + slots[k].offset, slots[k].size, std::byte{0});
  }
}

/// The state in `next_`, without what is left out.
void Projection::add_state(Origin step) {
  leave_out(next_.data());
  std::string key(reinterpret_cast<const char*>(next_.data()), next_.size());
  const auto [at, fresh] = states_.try_emplace(std::move(key), order_.size());
  if (!fresh) return;
  order_.push_back(&at->first);
  found_by_.push_back(step);
  bytes_ += next_.size() + 128;
}

Projection::End Projection::initialise() {
  for (std::uint32_t i = 0; i < initial_.size(); ++i) {
    const std::byte* letter = initial_.letter(i);
    const StepOutcome outcome = stepper_->reset(letter);
    const bool running = outcome == StepOutcome::running;
    if (running) stepper_->save(next_.data());
    const std::string other =
        classes_.start({letter, letter + system_.initial_letter_bytes()},
                       running ? next_.data() : nullptr);
    if (!other.empty()) return End::gap;
    const Origin step{kNoSource, nullptr, i};
    if (note(outcome, step) == End::gap) return End::gap;
  }
  return End::closed;
}

/// Whether the step with input `index` of the last state did what its formula
/// says.
bool Projection::agrees(std::size_t index, StepOutcome outcome) const {
  if (outcome == StepOutcome::hung || outcome == StepOutcome::unsupported) {
    return true;
  }
  const std::byte* after =
      outcome == StepOutcome::running ? next_.data() : nullptr;
  for (const InputClasses::Group& group : classes_.groups()) {
    const std::size_t count = group.classes->letters.size();
    if (index < count) {
      return classes_.agrees(group, index, stepper_->hits(), after);
    }
    index -= count;
  }
  return false;
}

Projection::End Projection::expand(std::size_t state) {
  const std::string& bytes = *order_[state];
  const auto* begin = reinterpret_cast<const std::byte*>(bytes.data());
  const InputClasses::Inputs& inputs = classes_.of(begin);
  if (!inputs.gap.empty() || inputs.too_many) {
    // Too many classes where what is left out decides what is not.
    for (const std::uint32_t k : classes_.free_in_groups()) blamed_[k] = true;
    return End::gap;
  }
  std::vector<std::byte> from(bytes.size());
  for (std::size_t i = 0; i < inputs.letters.size(); ++i) {
    const Bytes& letter = *inputs.letters[i];
    std::copy(begin, begin + bytes.size(), from.begin());
    classes_.fill_free(letter, from.data());
    const StepOutcome outcome =
        stepper_->step_from(from.data(), letter.data(), next_.data());
    ++steps_;
    if (inputs.fresh && !agrees(i, outcome)) return End::gap;
    if (note(outcome, {state, &letter, 0}) == End::gap) return End::gap;
  }
  return End::closed;
}

Projection::End Projection::explore(std::size_t most) {
  states_.clear();
  order_.clear();
  found_by_.clear();
  hit_by_.clear();
  seen_.assign(system_.hit_words(), 0);
  blamed_.assign(free_.size(), false);
  strange_ = false;
  bytes_ = 0;
  if (initialise() == End::gap) return End::gap;
  for (std::size_t s = 0; s < order_.size(); ++s) {
    if (over()) return End::over;
    if (order_.size() > most) return End::states;
    if (expand(s) == End::gap) return End::gap;
  }
  return End::closed;
}

void Projection::leave_out_rarely_read() {
  const std::vector<std::uint64_t> reads = classes_.reads();
  const std::vector<model::StateSlot>& slots = classes_.slots();
  for (std::size_t k = 0; k < free_.size(); ++k) {
    // A byte may be a truth value, which is not any number.
    free_[k] =
        !slots[k].address && !slots[k].floating && slots[k].size > 1 &&
        (options_.rarely == 0 || reads[k] * options_.rarely < classes_.paths());
  }
  classes_.set_free(free_);
}

/// What is left out and has other values in the concrete state than the letter
/// gives it, where the path of the step reads it.
void Projection::blame(std::size_t source, const Bytes& letter) {
  const auto* state =
      reinterpret_cast<const std::byte*>(order_[source]->data());
  std::vector<std::byte> filled(state, state + order_[source]->size());
  classes_.fill_free(letter, filled.data());
  for (const std::uint32_t k : classes_.free_reads(state, letter)) {
    const model::StateSlot& slot = classes_.slots()[k];
    if (model::slot_value(slot, filled.data()) !=
        model::slot_value(slot, concrete_.data())) {
      blamed_[k] = true;
    }
  }
}

/// Executes the run whose last step hits the goal where some variables are left
/// out. Either it hits the goal, or it is known what is to blame.
void Projection::try_run(std::uint32_t goal, Origin last) {
  std::vector<Origin> steps = {last};
  while (steps.back().source != kNoSource) {
    steps.push_back(found_by_[steps.back().source]);
  }
  std::reverse(steps.begin(), steps.end());
  model::Trace trace;
  trace.initial = initial_.values(steps.front().initial);
  StepOutcome outcome = stepper_->reset(initial_.letter(steps.front().initial));
  for (std::size_t i = 1; i < steps.size(); ++i) {
    if (outcome != StepOutcome::running) return;
    stepper_->save(concrete_.data());
    const Bytes& letter = *steps[i].letter;
    outcome =
        stepper_->step_from(concrete_.data(), letter.data(), next_.data());
    ++steps_;
    trace.steps.push_back(model::values_in(system_.inputs, letter.data()));
    bool same = true;
    if (i + 1 == steps.size()) {
      same = ((stepper_->hits()[goal / 64] >> (goal % 64)) & 1U) != 0;
    } else {
      std::vector<std::byte> after = next_;
      leave_out(after.data());
      const std::string& expected = *order_[steps[i + 1].source];
      same = outcome == StepOutcome::running &&
             std::equal(after.begin(),
                        after.end(),
                        reinterpret_cast<const std::byte*>(expected.data()));
    }
    if (!same) return blame(steps[i].source, letter);
    if (outcome == StepOutcome::running) stepper_->load(next_.data());
  }
  reach::GoalKnowledge hit;
  hit.state = reach::GoalKnowledge::State::hit;
  hit.trace = std::move(trace);
  board_.set_goal(goal, std::move(hit));
}

/// Whether all goals are known then.
bool Projection::try_runs() {
  bool all = true;
  for (const auto& [goal, last] : hit_by_) {
    if (wanted(goal)) try_run(goal, last);
    all = all && !wanted(goal);
  }
  return all;
}

/// False where nothing is to blame.
bool Projection::take_back() {
  bool any = false;
  for (std::size_t k = 0; k < free_.size(); ++k) {
    if (!blamed_[k] || !free_[k]) continue;
    free_[k] = false;
    any = true;
  }
  if (any) classes_.set_free(free_);
  return any;
}

void Projection::conclude() {
  const auto left = std::count(free_.begin(), free_.end(), true);
  for (std::uint32_t g = 0; g < board_.goal_count(); ++g) {
    if (((seen_[g / 64] >> (g % 64)) & 1U) != 0 || !wanted(g)) continue;
    reach::GoalKnowledge proved;
    proved.state = reach::GoalKnowledge::State::unreachable;
    proved.reason = "no step from any of the " + std::to_string(order_.size()) +
                    " reachable states hits it";
    if (left > 0) {
      proved.reason = "no step from any of " + std::to_string(order_.size()) +
                      " states hits it, which are all when " +
                      std::to_string(left) +
                      " variables may have any value before every step";
    }
    board_.set_goal(g, std::move(proved));
  }
  reach::SearchPosition p = board_.position();
  p.native_steps = steps_;
  p.states = order_.size();
  p.closed = !strange_;
  board_.set_position(p);
}

void Projection::run() {
  End end = explore(options_.whole_states);
  if (end == End::closed) conclude();
  if (end != End::states) return;
  leave_out_rarely_read();
  for (std::size_t round = 0; round < kMostRounds; ++round) {
    end = explore(~std::size_t{0});
    if (end == End::over) return;
    if (end == End::closed) {
      conclude();
      if (try_runs()) return;
    }
    if (!take_back()) return;
  }
}

}  // namespace

reach::Result prove_by_projection(const model::StepSystem& system,
                                  const ProjectionOptions& projection,
                                  const reach::Options& options,
                                  const reach::Result& found,
                                  const base::Budget& budget,
                                  const reach::ProgressCallback& progress) {
  const Clock::time_point begin = Clock::now();
  const std::uint64_t memory =
      options.memory_bytes != 0 ? options.memory_bytes : budget.memory_bytes();
  reach::Board board(system, {});
  reach::BoardTask task;
  task.search = [&](reach::Board& here) {
    try {
      Projection(system, projection, found, budget, memory, here).run();
    } catch (const std::bad_alloc&) {
      here.set_stop(reach::Stop::memory, "");
    } catch (const base::InputError&) {
      throw;
    } catch (const base::ToolError& e) {
      here.set_stop(reach::Stop::solver, e.what());
    }
  };
  reach::BoardTeller teller(progress);
  task.on_news = [&](const reach::Board& news) { teller.tell(news); };
  task.memory_bytes = memory;
  task.name = "the proving process";
  reach::search_in_child(system, task, budget, board);
  reach::Result result = reach::result_of(board);
  result.proof.clear();  // states were exhausted
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return result;
}

}  // namespace catenary::engine::concolic
