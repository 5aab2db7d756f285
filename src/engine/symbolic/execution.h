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

/// Number of a context in its Execution, in the order in which they are made. 0
/// is the initial context.
using ContextId = std::uint32_t;

/// A name for a value: `variable` stands for `value` in valuations and
/// conditions, so that formulas share what they have in common.
struct Definition {
  /// A variable whose name no model has, e.g. "x.3".
  logic::Term variable;
  /// The term that it is equal to, over earlier names.
  logic::Term value;
};

/// An execution context (q, pi, lambda, ev, pec) of the paper: a symbolic state
/// together with the event that led to it and the context before.
struct Context {
  /// Its number.
  ContextId id = 0;
  /// The context before the step; its own id for an initial context.
  ContextId predecessor = 0;
  /// Steps from the initial context.
  std::uint32_t depth = 0;
  /// q: the state of the automaton.
  std::uint32_t state = 0;
  /// The transition of the step that led here; none for an initial context.
  std::optional<std::uint32_t> transition;
  /// Time since the event before; 0 for an initial context.
  logic::Term delay;
  /// The values that the event carried; empty for internal steps.
  std::vector<logic::Term> values;
  /// lambda: the value of each variable, clocks included. It is a constant, a
  /// variable, or the name of a definition of this context or an earlier one.
  std::vector<logic::Term> valuation;
  /// Definitions of this step, in the order in which they are used.
  std::vector<Definition> definitions;
  /// The conjuncts that this step adds to the path condition pi: delay >= 0,
  /// the types of new values, guards, and "value sent = term". Definitions are
  /// not among them.
  std::vector<logic::Term> conditions;
  /// For each condition, the index of the statement of the transition that it
  /// comes from (of `init` for the initial context); -1 for "delay >= 0" and
  /// for types of values that are sent, received or initial.
  std::vector<std::int32_t> statement_of;
  /// What this step adds to Hid: values of F_ini and of newfresh.
  std::vector<logic::Term> hidden;
  /// "The assigned value is of the variable's type", for one assignment. If it
  /// can be false, the model is wrong; `check` reports that.
  struct Obligation {
    /// Index of the variable.
    std::uint32_t variable = 0;
    /// The condition.
    logic::Term in_range;
    /// Where the assignment stands.
    base::SourceLocation where;
  };
  /// Those of this step's assignments that are not true by their form.
  std::vector<Obligation> obligations;
};

/// The tree of the execution contexts of one automaton. Contexts are made when
/// they are asked for, and never removed.
class Execution {
 public:
  /// Makes the initial context. The automaton must outlive the execution; terms
  /// are made in the automaton's manager.
  explicit Execution(const model::TimedAutomaton& automaton);
  ~Execution();
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  /// The automaton given to the constructor.
  [[nodiscard]] const model::TimedAutomaton& automaton() const;
  /// The manager of all terms.
  [[nodiscard]] logic::TermManager& terms() const;
  /// A context. The reference stays valid. Requires: id is one of this
  /// execution.
  [[nodiscard]] const Context& context(ContextId id) const;

  /// The contexts after each transition of the state of `id`, in the order of
  /// TimedState::transitions, including internal ones, and whether their
  /// conditions are satisfiable or not. Computed once; later calls are cheap.
  [[nodiscard]] const std::vector<ContextId>& successors(ContextId id);
  /// The successor by one transition. Requires: the transition leaves the state
  /// of `id` (checked).
  [[nodiscard]] ContextId successor(ContextId id, std::uint32_t transition);

  /// A context of its own, at depth 0 of that state, in which each variable has
  /// any value, named by TimedVariable::term. What is true of it is true of
  /// every context of the state, with the valuation of that context in place of
  /// the names.
  [[nodiscard]] ContextId anywhere(std::uint32_t state);

  /// d(ec) and v_c(ec): delay and channel values of every step that leaves the
  /// context. They are the same terms whether or not a transition uses them.
  [[nodiscard]] logic::Term delay_from(ContextId id);
  [[nodiscard]] std::vector<logic::Term> values_from(ContextId id,
                                                     std::uint32_t channel);
  /// Conjuncts: d(ec) >= 0 and, if a channel is given, that its values are of
  /// the types of its port.
  [[nodiscard]] std::vector<logic::Term> types_from(
      ContextId id, std::optional<std::uint32_t> channel);

  /// The contexts from the initial one to `id`, both included.
  [[nodiscard]] std::vector<ContextId> path_to(ContextId id) const;
  /// pi(ec) as conjuncts: for all contexts on the path, their conditions and
  /// "variable = value" for their definitions.
  [[nodiscard]] std::vector<logic::Term> path_condition(ContextId id) const;
  /// Hid(ec): the hidden values of all contexts on the path.
  [[nodiscard]] std::vector<logic::Term> hidden(ContextId id) const;
  /// The definitions on the path whose value depends on a hidden one, directly
  /// or through other definitions, in order. They must stand under the
  /// quantifier that binds Hid(ec).
  [[nodiscard]] std::vector<Definition> hidden_definitions(ContextId id) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace catenary::engine::symbolic
