// SPDX-License-Identifier: Apache-2.0
#include "app/generate/tidy/tidy_texts.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "exec/adapter/model.h"
#include "suite/texts.h"

namespace catenary::app {

namespace {

namespace reach = engine::reach;
using logic::Value;

bool same(const model::SimulatedStep& a, const model::SimulatedStep& b) {
  return a.outcome == b.outcome && a.hits == b.hits && a.outputs == b.outputs;
}

bool same(const reach::Replayed& a, const reach::Replayed& b) {
  if (!a.complete || !b.complete || a.died_at_end != b.died_at_end ||
      a.simulation.ends_final != b.simulation.ends_final ||
      !same(a.simulation.initial, b.simulation.initial) ||
      a.simulation.steps.size() != b.simulation.steps.size()) {
    return false;
  }
  for (std::size_t k = 0; k < a.simulation.steps.size(); ++k) {
    if (!same(a.simulation.steps[k], b.simulation.steps[k])) return false;
  }
  return true;
}

using Step = std::vector<Value>;

void blank(const suite::TextSignal& text, Step& step) {
  for (std::uint32_t i = 0; i < text.size; ++i) {
    step[text.first + i] = Value::integer(0);
  }
}

/// Nothing behind the first 0, and letters for what cannot be printed.
void neaten(const suite::TextSignal& text, Step& step) {
  constexpr long kLetters = 26;
  bool ended = false;
  for (std::uint32_t i = 0; i < text.size; ++i) {
    Value& value = step[text.first + i];
    const long c = value.as_integer().get_si();
    ended = ended || c == 0;
    if (ended) {
      value = Value::integer(0);
    } else if (c < ' ' || c > '~') {
      value = Value::integer('a' + (c + kLetters * kLetters) % kLetters);
    }
  }
}

class Tidier {
 public:
  Tidier(const model::StepSystem& system,
         const reach::ReplayOptions& options,
         const base::Budget& budget)
      : system_(system), options_(options), budget_(budget) {
    const std::vector<suite::Signal> inputs = exec::signature_of(system).inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (const auto text = suite::text_at(inputs, i)) texts_.push_back(*text);
    }
  }

  [[nodiscard]] bool has_texts() const { return !texts_.empty(); }

  void tidy(PlannedTest& test) const {
    if (!test.replayed.complete) return;
    // One change alone, for each text of each step.
    constexpr std::size_t kMostValues = 2'000'000;
    const std::size_t steps = test.trace.steps.size();
    const std::size_t values =
        2 * texts_.size() * steps * steps * system_.inputs.size();
    std::vector<model::Trace> candidates;
    if (values <= kMostValues) candidates.push_back(piecewise(test));
    model::Trace all = test.trace;
    for (Step& step : all.steps) {
      for (const suite::TextSignal& text : texts_) neaten(text, step);
    }
    candidates.push_back(std::move(all));
    const std::vector<reach::Replayed> replayed =
        reach::replay(system_, candidates, options_, budget_);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (!same(test.replayed, replayed[i])) continue;
      test.trace = std::move(candidates[i]);
      test.replayed = replayed[i];
      return;
    }
  }

 private:
  /// All changes that each alone make no difference; of a text the first.
  [[nodiscard]] model::Trace piecewise(const PlannedTest& test) const {
    struct Change {
      std::size_t step;
      const suite::TextSignal* text;
      void (*apply)(const suite::TextSignal& text, Step& step);
    };
    std::vector<Change> changes;
    std::vector<model::Trace> traces;
    for (std::size_t k = 0; k < test.trace.steps.size(); ++k) {
      for (const suite::TextSignal& text : texts_) {
        for (const auto apply : {&blank, &neaten}) {
          changes.push_back({k, &text, apply});
          traces.push_back(test.trace);
          apply(text, traces.back().steps[k]);
        }
      }
    }
    const std::vector<reach::Replayed> replayed =
        reach::replay(system_, traces, options_, budget_);
    model::Trace out = test.trace;
    for (std::size_t i = 0; i < changes.size(); i += 2) {
      for (std::size_t c = i; c < i + 2; ++c) {
        if (!same(test.replayed, replayed[c])) continue;
        changes[c].apply(*changes[c].text, out.steps[changes[c].step]);
        break;
      }
    }
    return out;
  }

  const model::StepSystem& system_;
  const reach::ReplayOptions& options_;
  const base::Budget& budget_;
  std::vector<suite::TextSignal> texts_;
};

}  // namespace

void tidy_texts(const model::StepSystem& system,
                const reach::ReplayOptions& options,
                const base::Budget& budget,
                std::vector<PlannedTest>& planned) {
  const Tidier tidier(system, options, budget);
  if (!tidier.has_texts()) return;
  for (PlannedTest& test : planned) tidier.tidy(test);
}

void note_bound_of_texts(const model::StepSystem& system,
                         std::vector<model::GoalResult>& results) {
  const std::vector<suite::Signal> inputs = exec::signature_of(system).inputs;
  std::uint32_t longest = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto text = suite::text_at(inputs, i);
    if (text) longest = std::max(longest, text->size);
  }
  if (longest == 0) return;
  for (model::GoalResult& r : results) {
    if (r.status != model::GoalStatus::unreachable) continue;
    r.reason += "; texts have up to " + std::to_string(longest) + " characters";
  }
}

}  // namespace catenary::app
