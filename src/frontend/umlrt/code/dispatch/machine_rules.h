// SPDX-License-Identifier: Apache-2.0
/// \file
/// The rules of a state machine as far as they are known before it runs: which
/// transitions a message may fire, what is left and entered, what restores a
/// history. Where Papyrus-RT, UML and Code RealTime differ, the difference is
/// here. Internal to frontend/umlrt.
///
/// Sources: E. Posse, J. Dingel, "An executable formal semantics for UML-RT",
/// Software and Systems Modeling 15(1), 2016, doi:10.1007/s10270-014-0399-z;
/// E. Posse, "Flattening UML-RT State Machines", Zeligsoft, 2014, which
/// Papyrus-RT's code generator implements; OMG, "Unified Modeling Language",
/// version 2.5.1, 2017, section 14; HCL, "DevOps Code RealTime", release 3.5.0,
/// chapters "Art Language" and "Target RTS",
/// https://secure-dev-ops.github.io/code-realtime.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// Answers questions about one machine. Vertices and transitions are given by
/// their indices; model::kNoIndex stands for the top region.
class MachineRules {
 public:
  using Index = std::uint32_t;

  /// The machine must outlive the object. Requires: it is well formed. Cost:
  /// its size times its depth, for each composite state once more.
  MachineRules(const model::StateMachine& machine, model::Semantics semantics);

  [[nodiscard]] model::Semantics semantics() const { return semantics_; }
  /// What lies directly within the vertex or the top region.
  [[nodiscard]] const std::vector<Index>& children(Index v) const {
    return v == model::kNoIndex ? children_.back() : children_[v];
  }
  /// The transitions from a pseudostate, which a run takes that comes there: of
  /// a choice the first whose guard is true, elsewhere the first. A transition
  /// from a pseudostate needs no trigger, and none that it has matters here.
  [[nodiscard]] const std::vector<Index>& onward(Index v) const {
    return onward_[v];
  }
  /// Whether a region with more than connection points lies in the vertex.
  [[nodiscard]] bool is_composite(Index v) const;
  /// The initial pseudostate of the vertex or the top region; kNoIndex where
  /// there is none.
  [[nodiscard]] Index initial_of(Index v) const;
  /// Whether the state can be the innermost active one.
  [[nodiscard]] bool may_rest(Index v) const;

  /// The state from which a message may fire the transition, or from any state
  /// within it; kNoIndex where no message does. Transitions from connection
  /// points count as those of their state, unless something leads to the
  /// point.
  [[nodiscard]] Index fired_from(Index transition) const;
  /// The transition that is taken then. Of several from one exit point
  /// Papyrus-RT takes the first, whichever has the trigger.
  [[nodiscard]] Index taken_for(Index transition) const;
  /// The innermost state that stays active when a message fires the
  /// transition; kNoIndex: none does.
  [[nodiscard]] Index stays_active(Index transition) const;

  /// The composite state that a transition to the vertex enters by its deep
  /// history; nothing where it enters none in this way.
  [[nodiscard]] std::optional<Index> restores(Index v) const;
  /// Whether some transition restores the composite state, so that its history
  /// matters.
  [[nodiscard]] bool has_history(Index composite) const {
    return has_history_[composite];
  }
  /// Whether the composite state keeps its history while it is active, and
  /// saves a new one when it is exited: where Papyrus-RT enters it by its
  /// history from the inside, that is the older one.
  [[nodiscard]] bool notes_on_exit(Index composite) const {
    return notes_on_exit_[composite];
  }
  /// For a composite state with notes_on_exit(): the state within it that
  /// taking the transition notes as its last one.
  [[nodiscard]] std::optional<std::pair<Index, Index>> noted_by(
      Index transition) const {
    return noted_by_[transition];
  }
  /// Whether the entry action of a composite state runs where a history around
  /// it restores it. In Papyrus-RT it does not.
  [[nodiscard]] bool restoring_runs_entry() const {
    return semantics_ != model::Semantics::papyrus_rt;
  }
  /// Whether a transition without a trigger leaves the simple state as soon as
  /// it is entered. In Papyrus-RT such a transition is never taken.
  [[nodiscard]] bool completes(Index state) const;
  /// Whether of the transitions that wait for a message those without a guard
  /// come last, however deep their state lies. Otherwise those of the inner
  /// state come first.
  [[nodiscard]] bool guarded_first() const {
    return semantics_ == model::Semantics::papyrus_rt;
  }
  /// Whether a wildcard trigger (`*`) has a lower priority than a trigger for
  /// the message in any active state; otherwise only than those of its own
  /// state.
  [[nodiscard]] bool any_comes_last() const {
    return semantics_ == model::Semantics::papyrus_rt;
  }
  /// Whether it is not defined in which order the transitions of one state, or
  /// the branches of one pseudostate, are tried, so that two of them may not be
  /// enabled at once. Then guards behind a junction or connection point are
  /// evaluated before the transition that leads there fires.
  [[nodiscard]] bool order_is_open() const {
    return semantics_ == model::Semantics::code_realtime;
  }
  /// Whether a transition to the pseudostate can fire only if a guard behind it
  /// holds: it is a junction or connection point with order_is_open(), and a
  /// branch of it has a guard, or there are several.
  [[nodiscard]] bool chooses_before(Index v) const;
  /// Whether the history of a composite state must have been noted before
  /// something else than a transition to the state itself restores it.
  [[nodiscard]] bool needs_history() const {
    return semantics_ == model::Semantics::code_realtime;
  }

 private:
  [[nodiscard]] bool is_point(Index v) const;
  /// Fills has_history_.
  void find_histories();
  /// Fills notes_on_exit_ and noted_by_.
  void find_notes();
  /// Whether a run that takes the transition may come to an exit point of
  /// `composite`, or out of it, by pseudostates within it alone.
  [[nodiscard]] bool leads_out(Index transition, Index composite) const;

  const model::StateMachine& m_;
  model::Semantics semantics_;
  std::vector<std::vector<Index>> children_, onward_;
  /// By vertex: whether a transition leads there.
  std::vector<bool> entered_;
  std::vector<bool> has_history_, notes_on_exit_;
  std::vector<std::optional<std::pair<Index, Index>>> noted_by_;
};

}  // namespace catenary::frontend::umlrt
