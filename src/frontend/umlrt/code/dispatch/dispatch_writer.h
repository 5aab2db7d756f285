// SPDX-License-Identifier: Apache-2.0
/// \file
/// The part of a step program that chooses and fires transitions: C++
/// functions, one for each pair of a configuration and a transition or target.
/// Everything is decided here except guards and the contents of histories.
/// Internal to frontend/umlrt.
///
/// MachineRules has the semantics.
///
/// A configuration is the innermost active state: regions are not orthogonal in
/// UML-RT, so that it determines all active states.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/umlrt/code/dispatch/machine_rules.h"
#include "frontend/umlrt/code/dispatch/violation.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// A signal that the environment may deliver at a port.
struct Delivery {
  /// Index in Capsule::ports.
  std::uint32_t port = 0;
  model::SignalKind signal = model::SignalKind::message;
  /// Index of the message in the port's protocol; kNoIndex for signals that are
  /// not messages.
  std::uint32_t message = model::kNoIndex;
  /// The name in tests, "port.message", e.g. "timer.timeout".
  std::string name;
};

/// All signals that the environment may deliver, ordered by port, then by
/// message. The position in the list is the value of the input `message`.
[[nodiscard]] std::vector<Delivery> deliveries(const model::MachineModel& model,
                                               const model::Capsule& capsule);

/// The outcome of a step, in `catenary_outcome`; a greater one is worse.
enum class StepEnd : std::uint8_t {
  /// A transition was taken, or none had to be.
  handled,
  /// No transition of the configuration waits for the message.
  unexpected,
  /// Transitions wait for it, and the guards of all of them are false.
  all_guards_false,
  /// A choice without a true branch, or a point without a transition: the
  /// capsule does nothing from then on.
  stuck,
  /// Transitions lead from choice to choice without end.
  endless
};

/// The names of violations that end a run after too many rounds begin so.
inline constexpr const char* kEndlessRun = "endless-run ";

/// Writes the functions for one capsule. Use write() once, then violations().
class DispatchWriter {
 public:
  /// Both must outlive the writer. Requires: the capsule has a state machine
  /// that is well formed.
  DispatchWriter(const model::MachineModel& model,
                 const model::Capsule& capsule);

  /// C++ that defines `catenary_begin(msg)`, `catenary_deliver_K(msg)` for each
  /// delivery K, and `catenary_unreached(msg)`, which is for goals that nothing
  /// can reach and must not be run. It uses `catenary_capsule`,
  /// `catenary_state`, `catenary_gave_up` and `catenary_fail(end, violation)`,
  /// which the caller defines before it. The caller calls
  /// `catenary_forget_rounds()` before each message. Size: at most proportional
  /// to leaf states times transitions.
  [[nodiscard]] std::string write();
  /// The same as members of a class, whose objects are instances: without
  /// declarations, with `catenary_state`. The caller lets `catenary_capsule`
  /// mean the object.
  [[nodiscard]] std::string write_members();
  /// C++ that ends a step as unsupported where a run was given up because it
  /// went round too often for one message: it is not known what it would have
  /// done. Requires write().
  [[nodiscard]] std::string check_rounds() const;
  /// The violations that the code may report, in the order in which they were
  /// met; the number of a violation is its index plus 1.
  [[nodiscard]] const std::vector<Violation>& violations() const {
    return violations_;
  }

 private:
  /// Of a vertex or transition; kNoIndex stands for the top region.
  using Index = std::uint32_t;

  /// Declares and defines one function of the program.
  void function(const std::string& name, const std::string& body);
  /// The directive that gives the code behind it a place.
  [[nodiscard]] static std::string line_of(const base::SourceLocation& where);
  /// C++ that marks a goal as reached where `condition` is true.
  [[nodiscard]] std::string goal(const std::string& id,
                                 const base::SourceLocation& where,
                                 const std::string& condition);
  /// C++ that calls an action; empty where there is none.
  [[nodiscard]] std::string call(const char* what,
                                 Index index,
                                 const model::ActionCode& code);
  /// C++ for the entry of one state: its goal and its entry action.
  [[nodiscard]] std::string enter(Index state);
  /// C++ for a state that a history around it restores: its goal, and its entry
  /// action where the rules run it.
  [[nodiscard]] std::string enter_again(Index state);
  /// C++ that sets the history of a composite state to "none".
  [[nodiscard]] std::string forget(Index composite) const;
  /// C++ that notes the state in the history of the one around it.
  [[nodiscard]] std::string note(Index state) const;
  /// C++ for the exit of one state, which notes it in the history around it.
  [[nodiscard]] std::string leave(Index state);
  /// C++ that continues to `target`, where `scope` is the innermost active
  /// state.
  [[nodiscard]] std::string go(Index target, Index scope);
  /// C++ for the effect of a transition, and what go() does behind it.
  [[nodiscard]] std::string take(Index transition, Index scope);
  /// A call of the function that enters `vertex` from within `scope`.
  [[nodiscard]] std::string arrive(Index vertex, Index scope);
  /// C++ behind the entry of a state: enters what lies within it.
  [[nodiscard]] std::string settle(Index state);
  /// A call of the function that restores a composite state, by a history
  /// vertex or (kNoIndex) by itself.
  [[nodiscard]] std::string restore(Index composite, Index history);
  /// C++ that enters a composite state, or the machine, by its initial
  /// pseudostate.
  [[nodiscard]] std::string begin(Index composite);
  /// C++ of a choice or junction.
  [[nodiscard]] std::string branch(Index vertex, Index scope);
  /// A call of the function that evaluates the guards.
  [[nodiscard]] std::string passes(Index transition, Index trigger);
  /// A call of the function that takes a transition.
  [[nodiscard]] std::string fire(Index transition, Index leaf);
  /// C++ that reports a violation, which is added where it is new.
  [[nodiscard]] std::string violation(StepEnd end, const Violation& violation);
  /// C++ for a vertex where the run cannot go on.
  [[nodiscard]] std::string stuck(Index vertex);
  /// The vertices to which a run may go on at once.
  [[nodiscard]] std::vector<Index> onward(Index vertex) const;
  /// Whether a run may come back at once, not through one of `counted_`.
  [[nodiscard]] bool lies_on_cycle(Index vertex) const;
  /// Fills `counted_`.
  void find_counted();
  /// C++ that defines the counters of rounds, and `catenary_forget_rounds()`.
  [[nodiscard]] std::string round_counters() const;
  /// C++ that gives up after many rounds where the vertex is counted; empty
  /// elsewhere.
  [[nodiscard]] std::string rounds(Index vertex);
  /// A transition with a trigger that waits for a signal.
  struct Candidate {
    Index transition = 0, trigger = 0;
    /// The state that it is fired from.
    Index from = 0;
    /// Whether it is a wildcard trigger (`*`).
    bool any = false;
  };
  /// The transitions that wait for the signal in that configuration, in the
  /// order in which they are tried. None without a guard but the last.
  [[nodiscard]] std::vector<Candidate> waiting(Index leaf,
                                               const Delivery& delivery) const;
  /// The same in the order of states outwards and of the model, with all that
  /// wait.
  [[nodiscard]] std::vector<Candidate> matching(Index leaf,
                                                const Delivery& delivery) const;
  /// Whether the trigger, or its transition, has a guard.
  [[nodiscard]] bool is_guarded(const Candidate& candidate) const;
  /// C++ that ends the run where a trigger that is not known may wait for the
  /// signal; else empty.
  [[nodiscard]] std::string unknown(Index leaf, const Delivery& delivery) const;
  /// C++ that tries the transitions of one configuration for one signal.
  std::string candidates(Index leaf, const Delivery& delivery);
  /// C++ that is never run, with the goals and actions that nothing else
  /// mentions: no sequence of transitions leads to them.
  [[nodiscard]] std::string unreached();
  /// Whether the signal may go unanswered.
  [[nodiscard]] static bool tells_only_those_who_wait(const Delivery& d);
  /// Writes the functions catenary_deliver_K().
  void deliver();
  /// Writes all functions, and returns C++ of the variables that they use.
  [[nodiscard]] std::string write_functions();
  /// C++ for a signal that may go unanswered because all guards are false.
  [[nodiscard]] std::string all_false(Index leaf,
                                      const Delivery& delivery,
                                      Index first);
  /// C++ that marks the trigger's goal, and fires its transition.
  [[nodiscard]] std::string fire_for(const Candidate& one, Index leaf);
  /// C++ behind a point or junction, where `scope` is active.
  [[nodiscard]] std::string lead_on(Index vertex, Index scope);

  // Rules without an order of transitions (dispatch_open.cpp).
  /// As candidates(), where two enabled transitions of a state end the run.
  [[nodiscard]] std::string open_candidates(Index leaf,
                                            const Delivery& delivery);
  /// A C++ condition: the candidate's guards hold, and those behind it.
  [[nodiscard]] std::string enabled(const Candidate& one);
  /// Returns true if no guard can disable the candidate: neither its own nor
  /// one behind it.
  [[nodiscard]] bool is_always_enabled(const Candidate& one);
  /// A C++ condition: guards let a transition to the vertex go on; "true" where
  /// there are none. Evaluating it notes the branches to be taken.
  [[nodiscard]] std::string path(Index vertex);
  /// C++ of the function that path() calls.
  [[nodiscard]] std::string choose_branch(Index vertex);
  /// C++ that takes the branch that was noted.
  [[nodiscard]] std::string take_noted(Index vertex, Index scope);
  /// C++ of a choice.
  [[nodiscard]] std::string open_choice(Index vertex, Index scope);
  /// C++ that ends the run as unsupported there.
  [[nodiscard]] static std::string unsupported(
      const base::SourceLocation& where, const std::string& what);
  /// C++ that ends the run if a guarded branch behind the first `tried` ones
  /// can be taken as well.
  [[nodiscard]] std::string no_other(const std::vector<Index>& branches,
                                     std::size_t tried,
                                     const std::string& of,
                                     bool before);

  const model::MachineModel& model_;
  const model::Capsule& c_;
  const model::StateMachine& m_;
  MachineRules rules_;
  /// Vertices of which at least one lies on each cycle that a run may go round
  /// without another message.
  std::vector<Index> counted_;
  /// Names of the functions that are written or being written; a function that
  /// is met again is called only, which ends recursion here.
  std::set<std::string> made_;
  /// Pseudostates whose paths are being written, to find circles.
  std::set<Index> on_path_;
  /// Goals and calls of actions that were written.
  std::set<std::string> goals_, calls_;
  std::vector<Violation> violations_;
  std::string declarations_, definitions_;
};

}  // namespace catenary::frontend::umlrt
