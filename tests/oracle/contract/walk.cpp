// SPDX-License-Identifier: Apache-2.0
#include "oracle/contract/walk.h"

#include <algorithm>
#include <map>

#include "exec/oracle.h"

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

namespace {

/// Whether a branch is taken after a step.
bool applies(const Explicit& interface,
             const suite::AdaptiveBranch& branch,
             const State& now) {
  std::vector<exec::Binding> names;
  std::vector<logic::Value> outputs;
  for (std::uint32_t v = 0; v < now.size(); ++v) {
    if (!interface.is(v, model::Role::output)) continue;
    outputs.push_back(interface.value(v, now[v]));
    names.emplace_back(interface.interface().variables[v].name, outputs.back());
  }
  return std::ranges::all_of(
      branch.when, [&](const suite::ExpectedOutput& when) {
        std::string why;
        return exec::judge(
                   when.expectation, outputs.at(when.signal), names, why) ==
               exec::Judgement::holds;
      });
}

bool is_forced_from(Explicit& interface,
                    const Condition& condition,
                    const engine::contract::Strategy& strategy,
                    std::size_t at,
                    const Front& front) {
  std::vector<Front> next(strategy.next[at].size());
  for (const auto& from : front) {
    for (const Step& step : interface.steps(before(from))) {
      if (!fits(step, strategy.inputs[at], interface)) continue;
      if (!step.promised) return false;
      if (step.violated != 0 || condition.holds(before(from), step.now)) {
        continue;
      }
      bool goes_on = false;
      for (std::size_t b = 0; b < next.size() && !goes_on; ++b) {
        goes_on = applies(interface, strategy.next[at][b], step.now);
        if (goes_on) next[b].insert(step.now);
      }
      if (!goes_on) return false;
    }
  }
  for (std::size_t b = 0; b < next.size(); ++b) {
    if (next[b].empty()) continue;
    if (!is_forced_from(
            interface, condition, strategy, strategy.next[at][b].to, next[b])) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool is_forced(Explicit& interface,
               const Condition& condition,
               const engine::contract::Strategy& strategy) {
  return is_forced_from(interface, condition, strategy, 0, Front{std::nullopt});
}

bool can_force(Explicit& interface,
               const Condition& condition,
               std::optional<std::uint32_t> most) {
  Front all{std::nullopt};
  for (Front fresh = all; !fresh.empty();) {
    Front next;
    for (const auto& from : fresh) {
      for (const Step& step : interface.steps(before(from))) {
        if (is_good(step) && all.insert(step.now).second) {
          next.insert(step.now);
        }
      }
    }
    fresh = std::move(next);
  }
  // Some inputs, all answers to which meet it or are won.
  Front won;
  const auto wins = [&](const std::optional<State>& from) {
    std::map<State, bool> by_input;
    std::set<State> answered;
    for (const Step& step : interface.steps(before(from))) {
      State inputs(step.now.size(), 0);
      for (std::uint32_t v = 0; v < inputs.size(); ++v) {
        if (interface.is(v, model::Role::input)) inputs[v] = step.now[v];
      }
      const bool good =
          step.promised &&
          (step.violated != 0 || condition.holds(before(from), step.now) ||
           won.contains(step.now));
      if (step.violated == 0) answered.insert(inputs);
      const auto [at, fresh] = by_input.try_emplace(std::move(inputs), good);
      at->second = at->second && good;
    }
    return std::ranges::any_of(by_input, [&](const auto& input) {
      return input.second && answered.contains(input.first);
    });
  };
  for (std::uint32_t n = 1; !most || n <= *most; ++n) {
    if (wins(std::nullopt)) return true;
    Front next = won;
    for (const auto& from : all) {
      if (from && wins(from)) next.insert(from);
    }
    if (next == won) return false;
    won = std::move(next);
  }
  return false;
}

namespace {

/// The game whose places are what may be thought of executions that have not
/// met the condition.
class LookingGame {
 public:
  LookingGame(Explicit& interface, const Condition& condition)
      : interface_(interface), condition_(condition) {}

  bool wins(const Front& front, std::uint32_t steps) {
    if (front.empty()) return true;
    if (steps == 0) return false;
    const auto [at, fresh] = known_.try_emplace({front, steps}, false);
    if (!fresh) return at->second;
    const bool out = std::ranges::any_of(
        interface_.inputs(),
        [&](const State& inputs) { return wins_by(front, steps, inputs); });
    known_[{front, steps}] = out;
    return out;
  }

 private:
  bool wins_by(const Front& front, std::uint32_t steps, const State& inputs) {
    std::map<State, Front> seen;
    for (const auto& from : front) {
      bool answered = false;
      for (const Step& step : interface_.steps(before(from))) {
        if (!interface_.same_inputs(step.now, inputs)) continue;
        if (!step.promised) return false;
        if (step.violated != 0) continue;
        answered = true;
        if (condition_.holds(before(from), step.now)) continue;
        seen[interface_.observed(step.now)].insert(step.now);
      }
      if (!answered) return false;
    }
    return std::ranges::all_of(seen, [&](const auto& answer) {
      return wins(answer.second, steps - 1);
    });
  }

  Explicit& interface_;
  const Condition& condition_;
  std::map<std::pair<Front, std::uint32_t>, bool> known_;
};

}  // namespace

bool can_force_by_looking(Explicit& interface,
                          const Condition& condition,
                          std::uint32_t most) {
  return LookingGame(interface, condition).wins(Front{std::nullopt}, most);
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
