// SPDX-License-Identifier: Apache-2.0
/// \file
/// Symbolic execution of timed systems: a tree of execution contexts, grown on
/// demand.
///
/// After Bannour, Lapitre, Le Gall, Nguyen, "Symbolic path-guided test cases
/// for models with data and time" (2023), definition 2. All steps that leave a
/// context share one delay and one value for each channel's parameter.
///
/// Names. Step k (from 1) is the one that leads to depth k. Its delay is
/// "d~k", the values on channel C are "C@k" or, with several parameters,
/// "C@k.1", "C@k.2", …; the hidden initial value of variable x is "x?", a
/// newfresh one of step k "x?k" ("x?k.2", … for more of them). The value of x
/// after step k, where it is more than a constant or variable, is named "x.k"
/// and defined by an equation, so that formulas of long paths stay small. No
/// identifier of a model contains these characters. Branches share names; a
/// formula only ever speaks of one path.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "logic/term/term.h"
#include "model/timed/timed_automaton.h"

namespace catenary::engine::symbolic {

/// Counts in an Execution; 0 is the initial context.
using ContextId = std::uint32_t;

/// `variable` is what stands for `value` in valuations and conditions.
struct Definition {
  logic::Term variable;
  logic::Term value;
};

/// An execution context (q, pi, lambda, ev, pec).
struct Context {
  ContextId id = 0;
  ContextId predecessor = 0;  ///< its own id for the initial one
  std::uint32_t depth = 0;    ///< steps from the initial one
  std::uint32_t state = 0;
  /// Of the step that led here; none for the initial context.
  std::optional<std::uint32_t> transition;
  logic::Term delay;                ///< since the event before
  std::vector<logic::Term> values;  ///< that went over the channel
  /// lambda: the value of each variable, clocks included, as a constant, a
  /// variable or the name of a definition of this or an earlier context.
  std::vector<logic::Term> valuation;
  std::vector<Definition> definitions;  ///< of this step, in order
  /// What pi has more than the predecessor's: delay >= 0, types of what is
  /// fresh, guards, "value sent = term". Definitions are not among them.
  std::vector<logic::Term> conditions;
  /// For each condition, the statement of the transition (of `init`, for the
  /// initial context) it comes from; -1 for delay, types and what is received.
  std::vector<std::int32_t> statement_of;
  std::vector<logic::Term> hidden;  ///< added to Hid here: F_ini, newfresh
  /// Each assignment's "the value is of the variable's type": where one is
  /// false, the model is at fault (`check`).
  struct Obligation {
    std::uint32_t variable = 0;
    logic::Term in_range;
    base::SourceLocation where;
  };
  std::vector<Obligation> obligations;
};

class Execution {
 public:
  /// The automaton must outlive the execution; terms are made in its manager.
  explicit Execution(const model::TimedAutomaton& automaton);
  ~Execution();
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  [[nodiscard]] const model::TimedAutomaton& automaton() const;
  [[nodiscard]] logic::TermManager& terms() const;
  /// The reference stays valid.
  [[nodiscard]] const Context& context(ContextId id) const;

  /// The contexts after each transition of the state of `id`, in the order of
  /// TimedState::transitions, whether their conditions can be met or not.
  /// Internal transitions included. Computed once.
  [[nodiscard]] const std::vector<ContextId>& successors(ContextId id);
  /// The one after that transition. Requires: it leaves the state of `id`.
  [[nodiscard]] ContextId successor(ContextId id, std::uint32_t transition);

  /// A context of its own, at depth 0 of that state, where every variable has
  /// any value, named by TimedVariable::term. What is true of it is true of
  /// every context of the state, with that one's valuation in place.
  [[nodiscard]] ContextId anywhere(std::uint32_t state);

  /// d(ec), v_c(ec): of every step that leaves the context. The same terms
  /// whether or not a transition uses them.
  [[nodiscard]] logic::Term delay_from(ContextId id);
  [[nodiscard]] std::vector<logic::Term> values_from(ContextId id,
                                                     std::uint32_t channel);
  /// d(ec) >= 0 and, for a value on a channel, its port's types.
  [[nodiscard]] std::vector<logic::Term> types_from(
      ContextId id, std::optional<std::uint32_t> channel);

  /// From the initial context to `id`, both included.
  [[nodiscard]] std::vector<ContextId> path_to(ContextId id) const;
  /// pi(ec) as conjuncts: of all contexts on the path, their conditions and
  /// "variable = value" for their definitions.
  [[nodiscard]] std::vector<logic::Term> path_condition(ContextId id) const;
  /// Hid(ec): hidden values of all contexts on the path.
  [[nodiscard]] std::vector<logic::Term> hidden(ContextId id) const;
  /// Definitions on the path whose value depends on a hidden one, directly or
  /// by others, in order: they belong under the quantifier that binds Hid(ec).
  [[nodiscard]] std::vector<Definition> hidden_definitions(ContextId id) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace catenary::engine::symbolic
