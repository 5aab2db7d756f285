// SPDX-License-Identifier: Apache-2.0
#include "engine/concolic/random_concolic.h"

#include <algorithm>
#include <utility>

#include "engine/concolic/explore.h"
#include "engine/reach/random/random_runs.h"

namespace catenary::engine::concolic {

using logic::Term;
using model::StepOutcome;

namespace {

/// Branches negated of what comes of one random run, where nothing else is
/// said.
constexpr std::uint32_t kTurns = 10;

}  // namespace

RandomConcolic::RandomConcolic(Native& native,
                               Symbols& symbols,
                               const Messages& messages)
    : native_(native),
      symbols_(symbols),
      repeats_(messages, native.options().message_repeats),
      rng_(native.options().seed) {}

bool RandomConcolic::make(std::uint32_t length) {
  repeats_.clear();
  states_.clear();
  initial_ = native_.random_initial(rng_);
  if (native_.start(initial_) != StepOutcome::running) return false;
  do {
    states_.push_back(native_.run().state);
  } while (states_.size() <= length && random_step(native_, repeats_, rng_));
  letters_ = native_.run().letters;
  return true;
}

void RandomConcolic::follow() {
  conditions_.clear();
  branches_.clear();
  std::optional<SymbolicRun> run = symbols_.begin(symbols_.init_path(initial_));
  if (!run) {
    run = symbols_.fixed({initial_, {}, states_.front()});
  }
  start_ = *run;
  const auto note = [this](std::size_t step, const std::vector<Term>& taken) {
    for (const Term t : taken) {
      if (t.is_constant()) continue;
      branches_.push_back({step, conditions_.size()});
      conditions_.push_back(t);
    }
  };
  note(0, run->conditions);
  for (std::size_t k = 0; k < letters_.size(); ++k) {
    Extension next =
        symbols_.extend(*run, symbols_.step_path(states_[k], letters_[k]), {});
    note(k + 1, next.conditions);
    if (!next.after) return;
    run = std::move(next.after);
  }
}

bool RandomConcolic::turn() {
  follow();
  if (branches_.empty()) return false;
  const Branch& chosen = branches_[rng_.below(branches_.size())];
  logic::TermManager& terms = symbols_.terms();
  SymbolicRun prefix = start_;
  prefix.steps = chosen.step == 0 ? 0 : chosen.step - 1;
  prefix.conditions.assign(
      conditions_.begin(),
      conditions_.begin() + static_cast<std::ptrdiff_t>(chosen.conditions));
  const auto solver = symbols_.solver(prefix);
  solver->assert_term(terms.logical_not(conditions_[chosen.conditions]));
  native_.count_question();
  if (solver->check({}, native_.budget()) != logic::smt::Answer::sat) {
    return false;
  }
  const Run turned =
      symbols_.solution(*solver, prefix, chosen.step, {initial_, letters_, {}});
  initial_ = turned.initial;
  std::copy(turned.letters.begin(), turned.letters.end(), letters_.begin());
  states_.clear();
  StepOutcome outcome = native_.start(initial_);
  for (std::size_t k = 0;
       k < letters_.size() && outcome == StepOutcome::running;
       ++k) {
    states_.push_back(native_.run().state);
    outcome = native_.step(letters_[k]);
  }
  letters_.resize(states_.size());
  return !letters_.empty();
}

void RandomConcolic::run() {
  const ConcolicOptions& options = native_.options();
  const std::uint32_t turns =
      options.set_executions != 0 ? options.set_executions : kTurns;
  for (std::uint64_t set = 0; !native_.over(); ++set) {
    const std::uint32_t length =
        native_.at_most(options.set_steps != 0 ? options.set_steps
                                               : reach::random_run_steps(set));
    if (!make(length)) continue;
    for (std::uint32_t i = 0; i < turns && !native_.over(); ++i) {
      if (letters_.empty() || !turn()) break;
    }
  }
}

}  // namespace catenary::engine::concolic
