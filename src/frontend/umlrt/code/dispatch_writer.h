// SPDX-License-Identifier: Apache-2.0
/// \file
/// The part of a step program that chooses and fires transitions: C++
/// functions, one for each way from a configuration through a transition. All
/// of it is decided here but guards and histories. Internal to frontend/umlrt.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/umlrt/code/violation.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// A message that the environment may deliver.
struct Delivery {
  std::uint32_t port = 0;
  model::SignalKind signal = model::SignalKind::message;
  /// Of the port's protocol.
  std::uint32_t message = model::kNoIndex;
  /// "port.message".
  std::string name;
};

/// In the order of ports and protocols.
[[nodiscard]] std::vector<Delivery> deliveries(const model::MachineModel& model,
                                               const model::Capsule& capsule);

/// What a step can come to, in `catenary_outcome`.
enum class StepEnd : std::uint8_t {
  handled,
  /// No transition of the configuration waits for it.
  unexpected,
  /// Some do, and their guards are all false.
  all_guards_false,
  /// A choice without a true branch; for ever.
  stuck,
  /// Transitions lead from choice to choice without end.
  endless
};

class DispatchWriter {
 public:
  DispatchWriter(const model::MachineModel& model,
                 const model::Capsule& capsule);

  /// Functions `catenary_begin(msg)` and `catenary_deliver_K(msg)`, which use
  /// `catenary_capsule`, `catenary_state` and `catenary_fail(end, violation)`.
  [[nodiscard]] std::string write();
  /// Of what was written; a violation's number is its index in it and 1.
  [[nodiscard]] const std::vector<Violation>& violations() const {
    return violations_;
  }

 private:
  using Index = std::uint32_t;

  void find_histories();
  [[nodiscard]] bool is_composite(Index v) const;
  [[nodiscard]] bool restores(Index v) const;
  void function(const std::string& name, const std::string& body);
  [[nodiscard]] std::string goal(const std::string& id,
                                 const base::SourceLocation& where,
                                 const std::string& condition) const;
  [[nodiscard]] std::string call(const char* what,
                                 Index index,
                                 const model::ActionCode& code) const;
  [[nodiscard]] std::string enter(Index state) const;
  [[nodiscard]] std::string forget(Index composite) const;
  [[nodiscard]] std::string leave(Index state) const;
  /// Statements that go on to `target` when all outside of `scope` is active.
  [[nodiscard]] std::string go(Index target, Index scope);
  [[nodiscard]] std::string take(Index transition, Index scope);
  [[nodiscard]] std::string arrive(Index vertex, Index scope);
  [[nodiscard]] std::string settle(Index state);
  [[nodiscard]] std::string restore(Index composite, Index history);
  [[nodiscard]] std::string branch(Index vertex, Index scope);
  [[nodiscard]] std::string passes(Index transition, Index trigger);
  [[nodiscard]] std::string fire(Index transition, Index leaf);
  [[nodiscard]] std::string violation(StepEnd end, const Violation& violation);
  /// The capsule stays where it is, for ever.
  [[nodiscard]] std::string stuck(Index vertex);
  [[nodiscard]] std::vector<bool> led_to(Index vertex) const;
  /// Where the vertex lies on a circle: gives up after many rounds.
  [[nodiscard]] std::string rounds(Index vertex);
  [[nodiscard]] bool may_rest(Index vertex) const;
  [[nodiscard]] std::string candidates(Index leaf, const Delivery& delivery);
  [[nodiscard]] static bool tells_only_those_who_wait(const Delivery& d);
  void deliver();

  const model::MachineModel& model_;
  const model::Capsule& c_;
  const model::StateMachine& m_;
  std::vector<std::vector<Index>> children_, leaves_;
  /// Of composites that are restored somewhere.
  std::vector<bool> history_;
  std::set<std::string> made_;
  std::vector<Violation> violations_;
  std::string declarations_, definitions_;
};

}  // namespace catenary::frontend::umlrt
