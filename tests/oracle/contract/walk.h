// SPDX-License-Identifier: Apache-2.0
/// \file
/// Questions about executions of a finite interface, answered step by step
/// over all of them.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/contract/search/target_search.h"
#include "oracle/contract/explicit.h"

namespace catenary::oracle {

using engine::contract::InputSequence;
using engine::contract::Snapshot;
using engine::contract::Triggering;

/// Whether the step is one that a test may have.
[[nodiscard]] bool is_asked(const Step& step, Triggering triggering);

/// A step of the system that keeps everything.
[[nodiscard]] inline bool is_good(const Step& step) {
  return step.violated == 0 && step.promised;
}

/// Steps of a shortest execution that meets the condition with its last one;
/// nothing where none does.
[[nodiscard]] std::optional<std::uint32_t> shortest(Explicit& interface,
                                                    const Condition& condition,
                                                    Triggering triggering);

/// Whether some execution with these inputs meets it with its last step.
[[nodiscard]] bool reaches(Explicit& interface,
                           const Condition& condition,
                           Triggering triggering,
                           const std::vector<State>& inputs);

/// Whether every execution with these inputs, whatever the missing ones are,
/// meets it at some step before one of the inputs could break a promise.
[[nodiscard]] bool is_guaranteed(Explicit& interface,
                                 const Condition& condition,
                                 const InputSequence& inputs);

/// Whether every execution meets it at some step of a test that looks at the
/// outputs, before one of the inputs could break a promise.
[[nodiscard]] bool is_forced(Explicit& interface,
                             const Condition& condition,
                             const engine::contract::Strategy& strategy);

/// Whether a tester who sees all can make every execution meet it, in at most
/// `most` steps if that is given, without inputs that have no answer.
[[nodiscard]] bool can_force(Explicit& interface,
                             const Condition& condition,
                             std::optional<std::uint32_t> most);

/// The same for one who sees inputs and outputs only.
[[nodiscard]] bool can_force_by_looking(Explicit& interface,
                                        const Condition& condition,
                                        std::uint32_t most);

/// All inputs that fill a sequence, at most `most` of them.
[[nodiscard]] std::vector<std::vector<State>> fillings(
    Explicit& interface, const InputSequence& inputs, std::size_t most);

enum class Seen : std::uint8_t { allowed, violation, promise_broken };

/// What may be thought after some observed steps.
class Belief {
 public:
  explicit Belief(Explicit& interface) : interface_(interface) {}
  /// Judges one more step; hidden variables are ignored.
  Seen step(const State& observed);
  [[nodiscard]] const std::set<State>& states() const { return states_; }
  [[nodiscard]] bool first() const { return first_; }

 private:
  Explicit& interface_;
  std::set<State> states_;
  bool first_ = true;
  Seen seen_ = Seen::allowed;
};

[[nodiscard]] Snapshot snapshot(const Explicit& interface, const State& state);
[[nodiscard]] State state_of(const Explicit& interface,
                             const Snapshot& snapshot);

}  // namespace catenary::oracle
