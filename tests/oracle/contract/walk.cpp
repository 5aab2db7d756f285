// SPDX-License-Identifier: Apache-2.0
#include "oracle/contract/walk.h"

#include <algorithm>

namespace catenary::oracle {

namespace {

/// Whether the step has the inputs that are not missing.
bool fits(const Step& step,
          const std::vector<std::optional<logic::Value>>& inputs,
          const Explicit& interface) {
  for (std::uint32_t v = 0; v < inputs.size(); ++v) {
    if (interface.is(v, model::Role::input) && inputs[v] &&
        step.now[v] != interface.number(*inputs[v])) {
      return false;
    }
  }
  return true;
}

/// Where executions may be: nothing is before the first step.
using Front = std::set<std::optional<State>>;

const State* before(const std::optional<State>& state) {
  return state ? &*state : nullptr;
}

}  // namespace

bool is_asked(const Step& step, Triggering triggering) {
  switch (triggering) {
    case Triggering::any:
      return step.triggered;
    case Triggering::written:
      return step.asked;
    case Triggering::none:
      break;
  }
  return true;
}

std::optional<std::uint32_t> shortest(Explicit& interface,
                                      const Condition& condition,
                                      Triggering triggering) {
  std::set<State> seen;
  Front front{std::nullopt};
  for (std::uint32_t depth = 1; !front.empty(); ++depth) {
    Front next;
    for (const auto& from : front) {
      for (const Step& step : interface.steps(before(from))) {
        if (!is_good(step) || !is_asked(step, triggering)) continue;
        if (condition.holds(before(from), step.now)) return depth;
        if (seen.insert(step.now).second) next.insert(step.now);
      }
    }
    front = std::move(next);
  }
  return std::nullopt;
}

bool reaches(Explicit& interface,
             const Condition& condition,
             Triggering triggering,
             const std::vector<State>& inputs) {
  Front front{std::nullopt};
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    Front next;
    for (const auto& from : front) {
      for (const Step& step : interface.steps(before(from))) {
        if (!is_good(step) || !is_asked(step, triggering) ||
            !interface.same_inputs(step.now, inputs[s])) {
          continue;
        }
        if (s + 1 < inputs.size()) {
          next.insert(step.now);
        } else if (condition.holds(before(from), step.now)) {
          return true;
        }
      }
    }
    front = std::move(next);
  }
  return false;
}

bool is_guaranteed(Explicit& interface,
                   const Condition& condition,
                   const InputSequence& inputs) {
  Front front{std::nullopt};
  for (const auto& given : inputs) {
    Front next;
    for (const auto& from : front) {
      for (const Step& step : interface.steps(before(from))) {
        if (!fits(step, given, interface)) continue;
        if (!step.promised) return false;
        if (step.violated == 0 && !condition.holds(before(from), step.now)) {
          next.insert(step.now);
        }
      }
    }
    front = std::move(next);
    if (front.empty()) return true;
  }
  return false;
}

std::vector<std::vector<State>> fillings(Explicit& interface,
                                         const InputSequence& inputs,
                                         std::size_t most) {
  std::vector<std::vector<State>> out{{}};
  for (const auto& given : inputs) {
    std::vector<std::vector<State>> longer;
    for (const auto& begin : out) {
      for (const State& values : interface.inputs()) {
        Step step;
        step.now = values;
        if (longer.size() >= most || !fits(step, given, interface)) continue;
        longer.push_back(begin);
        longer.back().push_back(values);
      }
    }
    out = std::move(longer);
  }
  return out;
}

Seen Belief::step(const State& observed) {
  if (seen_ != Seen::allowed) return seen_;
  Front front;
  if (first_) front.insert(std::nullopt);
  for (const State& s : states_) front.insert(s);
  std::set<State> next;
  for (const auto& from : front) {
    if (!interface_.promised(before(from), observed)) {
      return seen_ = Seen::promise_broken;
    }
    for (Step& step : interface_.showing(before(from), observed, 0)) {
      if (step.violated == 0) next.insert(std::move(step.now));
    }
  }
  first_ = false;
  states_ = std::move(next);
  if (states_.empty()) seen_ = Seen::violation;
  return seen_;
}

Snapshot snapshot(const Explicit& interface, const State& state) {
  Snapshot out;
  for (std::uint32_t v = 0; v < state.size(); ++v) {
    out.push_back(interface.value(v, state[v]));
  }
  return out;
}

State state_of(const Explicit& interface, const Snapshot& snapshot) {
  State out;
  for (const logic::Value& v : snapshot) out.push_back(interface.number(v));
  return out;
}

}  // namespace catenary::oracle
