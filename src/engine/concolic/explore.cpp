// SPDX-License-Identifier: Apache-2.0
#include "engine/concolic/explore.h"

#include <string>
#include <utility>

#include "engine/reach/random/random_runs.h"

namespace catenary::engine::concolic {

using model::StepOutcome;

namespace {

constexpr int kDraws = 100;  // where assumptions refuse letters

class SimpleExploration {
 public:
  SimpleExploration(Native& native,
                    const Messages& messages,
                    reach::Board& board)
      : native_(native),
        messages_(messages),
        board_(board),
        rng_(native.options().seed) {}

  void run();

 private:
  void keep();
  bool expand(const Run& from);

  Native& native_;
  const Messages& messages_;
  reach::Board& board_;
  base::Rng rng_;
  std::unordered_set<std::string> seen_;
  std::vector<Run> found_;
  std::uint64_t bytes_ = 0;
};

void SimpleExploration::keep() {
  const Run& run = native_.run();
  const auto* begin = reinterpret_cast<const char*>(run.state.data());
  if (!seen_.emplace(begin, run.state.size()).second) return;
  found_.push_back(run);
  const std::size_t letter =
      sizeof(classes::Bytes) + native_.system().letter_bytes();
  bytes_ += 2 * run.state.size() + run.letters.size() * letter + sizeof(Run);
}

/// False where the search is over.
bool SimpleExploration::expand(const Run& from) {
  const std::uint64_t most = native_.options().set_steps != 0
                                 ? native_.options().set_steps
                                 : ~std::uint64_t{0};
  if (from.letters.size() >= native_.at_most(most)) return true;
  const std::uint32_t repeats = native_.options().message_repeats;
  std::vector<std::uint32_t> counts(messages_.size() + 1);
  if (repeats != 0) {
    for (const classes::Bytes& letter : from.letters)
      ++counts[messages_.of(letter)];
  }
  for (std::uint32_t m = 0; m < messages_.size(); ++m) {
    if (native_.over()) return false;
    if (repeats != 0 && counts[m] >= repeats) continue;
    native_.resume(from);
    classes::Bytes letter = native_.random_letter(rng_);
    messages_.choose(m, letter);
    if (native_.step(letter) == StepOutcome::running) keep();
  }
  return true;
}

void SimpleExploration::run() {
  const std::uint64_t limit = native_.options().memory_bytes;
  const std::uint32_t rounds = native_.options().set_executions;
  for (std::uint32_t round = 0; rounds == 0 || round < rounds; ++round) {
    if (native_.over()) return;
    if (native_.start(native_.random_initial(rng_)) == StepOutcome::running) {
      keep();
    }
    for (std::size_t i = 0; i < found_.size(); ++i) {
      const Run from = found_[i];
      if (!expand(from)) return;
      if (limit != 0 && bytes_ > limit) {
        board_.set_stop(reach::Stop::memory, "");
        return;
      }
    }
  }
  board_.set_stop(reach::Stop::steps,
                  "every message once in every configuration");
}

}  // namespace

bool random_step(Native& native, Repeats& repeats, base::Rng& rng) {
  for (int i = 0; i < kDraws; ++i) {
    const classes::Bytes letter = native.random_letter(rng);
    if (!repeats.allow(letter)) continue;
    const StepOutcome outcome = native.step(letter);
    if (outcome == StepOutcome::discarded) continue;
    repeats.count(letter);
    return outcome == StepOutcome::running;
  }
  return false;
}

void run_randomly(Native& native, const Messages& messages) {
  constexpr std::uint32_t kLookEvery = 64;
  const ConcolicOptions& options = native.options();
  base::Rng rng(options.seed);
  Repeats repeats(messages, options.message_repeats);
  for (std::uint64_t run = 0; !native.over(); ++run) {
    repeats.clear();
    const std::uint32_t length =
        native.at_most(options.set_steps != 0 ? options.set_steps
                                              : reach::random_run_steps(run));
    if (native.start(native.random_initial(rng)) != StepOutcome::running) {
      continue;
    }
    for (std::uint32_t k = 0; k < length; ++k) {
      if (k % kLookEvery == kLookEvery - 1 && native.over()) return;
      if (!random_step(native, repeats, rng)) break;
    }
  }
}

void explore_simply(Native& native,
                    const Messages& messages,
                    reach::Board& board) {
  SimpleExploration(native, messages, board).run();
}

}  // namespace catenary::engine::concolic
