// SPDX-License-Identifier: Apache-2.0
/// \file
/// The comparison of steps made in a run from the reset with the same steps
/// made from saved states.
///
/// Two steppers are used: one only goes forwards and never loads a state; the
/// other one makes the steps again. Steps wait in segments, which are made
/// again in reverse order, so that memory outside of the saved state has values
/// from later steps and not from the step before.

#include "engine/shadow/shadow.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/process.h"
#include "base/rng.h"
#include "engine/reach/random/input_sampler.h"
#include "engine/reach/replay.h"
#include "model/step/letter.h"
#include "model/step/wire.h"

namespace catenary::engine::shadow {

namespace {

using model::StepOutcome;

using Bytes = std::vector<std::byte>;

/// Steps of a comparison: some, and one of this many steps of the search.
constexpr std::uint64_t kFirstSteps = 1000;
constexpr std::uint64_t kOneOf = 256;
/// Random steps behind a suggested run: its end is where the search was.
constexpr std::uint64_t kStepsBehind = 16;
/// Lengths of random runs double between these bounds.
constexpr std::uint64_t kShortestWalk = 16;
constexpr std::uint64_t kLongestWalk = 1 << 16;
/// Draws in a row that an assumption may discard.
constexpr int kDraws = 20;
/// Memory for steps that wait to be made again.
constexpr std::size_t kWaitingBytes = 1 << 24;
constexpr std::size_t kMostWaiting = 4096;

/// Everything that can be observed of a step.
struct Seen {
  StepOutcome outcome = StepOutcome::running;
  std::vector<std::uint64_t> hits;
  /// 8 bytes each; empty if the run did not go on.
  Bytes outputs;
  /// The state after it; empty if the run did not go on.
  Bytes state;
  bool operator==(const Seen&) const = default;
};

/// A step of a run from the reset.
struct Made {
  /// Index of its input in the run.
  std::size_t input = 0;
  Seen seen;
};

/// One comparison.
class Comparer {
 public:
  Comparer(const model::StepSystem& system, std::uint64_t steps)
      : system_(system),
        left_(steps),
        forwards_(system.factory->make()),
        again_(system.factory->make()),
        inputs_(system.inputs),
        initial_(system.initial) {
    // Many short steps find more differences than one long step.
    constexpr std::uint64_t kMostLoops = std::uint64_t{1} << 17;
    forwards_->limit_loops(kMostLoops);
    again_->limit_loops(kMostLoops);
    // The size of a segment follows from the memory of one step.
    const std::size_t each = 2 * forwards_->state_bytes() +
                             8 * system.outputs.size() + system.letter_bytes() +
                             64;
    segment_ = std::clamp<std::size_t>(kWaitingBytes / each, 1, kMostWaiting);
  }

  // First the suggested runs, with at most half of the steps; then random runs.
  Comparison run(std::span<const model::Trace> suggested) {
    const std::uint64_t total = left_;
    const std::uint64_t walks = total / 2;
    for (std::size_t i = 0; i < suggested.size() && !found(); ++i) {
      if (left_ <= walks) break;
      follow(suggested[i], left_ - walks);
    }
    std::uint64_t length = kShortestWalk;
    for (std::uint64_t i = 0; left_ > 0 && !found() && i < total; ++i) {
      base::Rng rng = base::Rng::of_task(1, i);
      begin(rng, nullptr);
      walk(rng, std::min(length, left_));
      length = std::min(2 * length, kLongestWalk);
      check();
    }
    out_.steps = total - left_;
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool found() const { return out_.difference.has_value(); }

  // Follows a suggested run and goes on at random.
  void follow(const model::Trace& trace, std::uint64_t most) {
    base::Rng rng = base::Rng::of_task(2, trace.steps.size());
    begin(rng, &trace);
    for (std::size_t k = 0; k < trace.steps.size() && k < most; ++k) {
      if (!runs_ || found()) break;
      step(model::letter_with(
          system_.inputs, trace.steps[k], system_.letter_bytes()));
    }
    walk(rng, std::min(kStepsBehind, left_));
    check();
  }

  /// Resets both steppers, with the choices of `trace` or random ones. Their
  /// states must be the same.
  void begin(base::Rng& rng, const model::Trace* trace) {
    run_.clear();
    waiting_.clear();
    choices_.assign(system_.initial_letter_bytes(), std::byte{0});
    if (trace == nullptr) {
      initial_.draw(rng, choices_.data());
    } else {
      choices_ = model::letter_with(
          system_.initial, trace->initial, system_.initial_letter_bytes());
    }
    runs_ = forwards_->reset(choices_.data()) == StepOutcome::running;
    if (!runs_) return;
    before_.resize(forwards_->state_bytes());
    forwards_->save(before_.data());
    // An initialisation that does not repeat itself depends on something else.
    if (again_->reset(choices_.data()) != StepOutcome::running) return;
    Bytes other(before_.size());
    again_->save(other.data());
    if (other != before_) tell("two initialisations differ", 0);
  }

  // Random steps. The second stepper tries an input first if assumptions have
  // discarded inputs, since a discarded step ends the run of the first.
  void walk(base::Rng& rng, std::uint64_t steps) {
    Bytes letter(system_.letter_bytes());
    Bytes next(before_.size());
    for (std::uint64_t k = 0; k < steps && runs_ && !found(); ++k) {
      for (int draw = 0; draw < kDraws; ++draw) {
        inputs_.draw(rng, letter.data());
        // A discarded step would be the last one of the run.
        if (!discards_ ||
            again_->step_from(current().data(), letter.data(), next.data()) !=
                StepOutcome::discarded) {
          break;
        }
      }
      step(letter);
    }
  }

  // The state after the last step.
  [[nodiscard]] const Bytes& current() const {
    return waiting_.empty() ? before_ : waiting_.back().seen.state;
  }

  // One step forwards; notes everything that can be observed.
  void step(const Bytes& letter) {
    if (left_ == 0) {
      runs_ = false;
      return;
    }
    --left_;
    run_.push_back(letter);
    Made made{run_.size() - 1, {}};
    made.seen.outcome = forwards_->step(letter.data());
    runs_ = made.seen.outcome == StepOutcome::running;
    discards_ = discards_ || made.seen.outcome == StepOutcome::discarded;
    // Further steps that hang would take as long.
    if (made.seen.outcome == StepOutcome::hung) {
      left_ = 0;  // others would take as long
      return;
    }
    look(*forwards_, made.seen);
    if (runs_) {
      made.seen.state.resize(forwards_->state_bytes());
      forwards_->save(made.seen.state.data());
    }
    waiting_.push_back(std::move(made));
    if (waiting_.size() >= segment_) check();
  }

  // Goals and outputs after a step. A run that ended has no outputs.
  void look(model::Stepper& stepper, Seen& seen) const {
    seen.hits.assign(stepper.hits(), stepper.hits() + system_.hit_words());
    if (seen.outcome != StepOutcome::running) return;
    seen.outputs.assign(8 * system_.outputs.size(), std::byte{0});
    for (std::size_t i = 0; i < system_.outputs.size(); ++i) {
      stepper.output_bytes(
          i, system_.outputs[i].type, seen.outputs.data() + 8 * i);
    }
  }

  /// Makes the waiting steps again, each from its saved state, the last one
  /// first.
  void check() {
    for (std::size_t i = waiting_.size(); i-- > 0 && !found();) {
      const Made& made = waiting_[i];
      const Bytes& from = i > 0 ? waiting_[i - 1].seen.state : before_;
      Seen seen;
      Bytes next(from.size());
      seen.outcome =
          again_->step_from(from.data(), run_[made.input].data(), next.data());
      if (seen.outcome == StepOutcome::hung) continue;
      look(*again_, seen);
      if (seen.outcome == StepOutcome::running) seen.state = std::move(next);
      if (seen != made.seen) {
        tell(text_of(made.seen, seen), made.input + 1);
      }
    }
    // The next segment begins in the last state.
    if (runs_ && !waiting_.empty()) before_ = waiting_.back().seen.state;
    waiting_.clear();
  }

  // Notes the difference, with the run up to the step.
  void tell(std::string text, std::size_t steps) {
    if (found()) return;
    Difference& d = out_.difference.emplace();
    d.text = std::move(text);
    d.trace.initial = model::values_in(system_.initial, choices_.data());
    for (std::size_t k = 0; k < steps; ++k) {
      d.trace.steps.push_back(model::values_in(system_.inputs, run_[k].data()));
    }
  }

  // Says what differs, the most serious difference first.
  [[nodiscard]] std::string text_of(const Seen& real,
                                    const Seen& loaded) const {
    const std::string ends =
        " after the run from the reset than from the saved state";
    if (real.outcome != loaded.outcome) {
      return "the step ends otherwise" + ends + " (" +
             model::to_string(real.outcome) + ", not " +
             model::to_string(loaded.outcome) + ")";
    }
    for (std::size_t g = 0; g < system_.goals.size(); ++g) {
      const auto hit = [g](const Seen& s) {
        return (s.hits[g / 64] >> (g % 64) & 1) != 0;
      };
      if (hit(real) == hit(loaded)) continue;
      return "the step covers goal " + system_.goals[g].id + " only " +
             (hit(real) ? "after the run from the reset"
                        : "from the saved state");
    }
    for (std::size_t i = 0; i < system_.outputs.size(); ++i) {
      if (std::equal(
              real.outputs.begin() + 8 * static_cast<std::ptrdiff_t>(i),
              real.outputs.begin() + 8 * static_cast<std::ptrdiff_t>(i + 1),
              loaded.outputs.begin() + 8 * static_cast<std::ptrdiff_t>(i))) {
        continue;
      }
      return "output " + system_.outputs[i].name + " is another" + ends;
    }
    return "the step leads to another state" + ends;
  }

  const model::StepSystem& system_;
  std::uint64_t left_;
  std::unique_ptr<model::Stepper> forwards_, again_;
  reach::InputSampler inputs_, initial_;
  std::size_t segment_ = 1;
  Bytes choices_;
  std::vector<Bytes> run_;     ///< its inputs so far
  Bytes before_;               ///< the state before the first step that waits
  std::vector<Made> waiting_;  ///< to be made again
  bool runs_ = false;
  bool discards_ = false;  ///< some step was discarded
  Comparison out_;
};

}  // namespace

/// The child sends its result when it is done: a child that dies sends nothing.
Comparison compare(const model::StepSystem& system,
                   std::span<const model::Trace> suggested,
                   std::uint64_t steps,
                   const base::Budget& budget) {
  base::ForkedTask task;
  task.body = [&](base::ForkedOutput& output) {
    Comparison made;
    try {
      made = Comparer(system, steps).run(suggested);
    } catch (const base::InputError&) {
      // An expression has no value in a state that no engine asked about: that
      // is reported elsewhere.
      made = Comparison();
    }
    base::WireWriter to;
    to.put(made.steps, made.difference.has_value());
    if (made.difference) {
      to.put(made.difference->text);
      write(to, system, made.difference->trace);
    }
    output.write(to.bytes());
  };
  // Before the fork: what it prepares is shared with the child.
  system.factory->prepare();
  const base::ForkedResult child = base::run_forked(task, budget);
  Comparison out;
  if (!child.process.succeeded() || child.bytes.empty()) return out;
  base::WireReader from(child.bytes);
  from.get(out.steps);
  if (from.get<bool>()) {
    out.difference.emplace();
    from.get(out.difference->text);
    read(from, system, out.difference->trace);
  }
  return out;
}

/// Long runs first: they visit the most states.
void challenge(const model::StepSystem& system,
               reach::Result& result,
               const base::Budget& budget) {
  std::vector<model::Trace> suggested = std::move(result.samples);
  result.samples.clear();
  for (const reach::GoalReport& goal : result.goals) {
    if (goal.trace) suggested.push_back(*goal.trace);
  }
  std::stable_sort(suggested.begin(),
                   suggested.end(),
                   [](const model::Trace& a, const model::Trace& b) {
                     return a.steps.size() > b.steps.size();
                   });
  Comparison made = compare(
      system, suggested, kFirstSteps + result.transitions / kOneOf, budget);
  if (!made.difference) return;
  reach::distrust(result,
                  "the saved state is not all that a step depends on: " +
                      made.difference->text);
  result.refutation = std::move(made.difference->trace);
}

}  // namespace catenary::engine::shadow
