// SPDX-License-Identifier: Apache-2.0
/// \file
/// The state of Execution, for its own sources only.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/symbolic/execution.h"
#include "logic/term/rewrite/simplify.h"

namespace catenary::engine::symbolic {

/// The contexts and what they share.
struct Execution::State {
  /// A context with what is computed along with it.
  struct Node {
    /// The context.
    Context context;
    /// For each of its definitions, whether it depends on a hidden value.
    std::vector<bool> from_hidden;
    /// See Execution::successors(); nothing = not computed yet.
    std::optional<std::vector<ContextId>> successors;
  };

  /// start() must follow.
  explicit State(const model::TimedAutomaton& a)
      : automaton(a), terms(*a.terms), simplifier(*a.terms) {}

  /// The automaton; must outlive the execution.
  const model::TimedAutomaton& automaton;
  /// Its manager of terms.
  logic::TermManager& terms;
  /// Remembers what it simplified.
  logic::Simplifier simplifier;
  /// A deque: references to contexts stay valid.
  std::deque<Node> nodes;

  /// The execution of the statements of one step, for a context under
  /// construction.
  struct Step {
    /// The context under construction.
    Context& context;
    /// lambda_i: the values after the statements so far, not named yet.
    std::vector<logic::Term> valuation;
    /// How often newfresh was executed, by variable.
    std::map<std::uint32_t, std::uint32_t> fresh = {};
  };

  /// The type of the values that a variable holds. A clock holds any fraction,
  /// whatever its declared type.
  static model::DataType held_type(const model::TimedVariable& variable);

  /// A name of the form "name<mark>k"; see the naming scheme in the header.
  std::string numbered(const std::string& name, char mark, std::uint32_t k);

  /// An expression of the model, with the present values in place of variables.
  logic::Term instance(logic::Term expression,
                       const std::vector<logic::Term>& valuation);

  /// Adds a condition unless it is trivially true.
  void require(Context& context, logic::Term condition, std::int32_t statement);

  /// A new hidden value for the variable, with the condition that it is of the
  /// variable's type.
  logic::Term hide(Context& context,
                   std::uint32_t variable,
                   const std::string& name,
                   std::int32_t statement);

  /// Assignments of one statement are simultaneous: all right-hand sides are
  /// evaluated before any variable changes.
  void assign(Step& step, const model::TimedStatement& statement);

  /// newfresh. With a condition the variable keeps its value where the
  /// condition is false.
  void make_fresh(Step& step,
                  const model::TimedStatement& statement,
                  std::int32_t index);

  /// A sent value must be of the port's type, and the observed value is equal
  /// to it.
  void send(Step& step,
            const model::TimedTransition& transition,
            std::int32_t index);

  /// Executes the statements in order. `transition` is null for `init`.
  void run(Step& step,
           const std::vector<model::TimedStatement>& statements,
           const model::TimedTransition* transition);

  /// Gives names to values that are neither constants nor variables.
  void name_values(Context& context, const std::vector<logic::Term>& values);

  /// The initial context: clocks are 0, other variables have a named value "x?"
  /// until the initialisation assigns one.
  void start();

  /// The delay of all steps that lead to this depth.
  logic::Term delay(std::uint32_t depth);

  /// The values on the channel of all steps that lead to this depth.
  std::vector<logic::Term> values(std::uint32_t depth, std::uint32_t channel);

  /// The conditions of these variables: delays are not negative, values are of
  /// their types.
  std::vector<logic::Term> types(std::uint32_t depth,
                                 std::optional<std::uint32_t> channel);

  /// The context after a transition. The order is that of the semantics: time
  /// passes, values are received, statements are executed.
  ContextId make(ContextId from, std::uint32_t transition);

  /// Determines which definitions depend on hidden values. Their variables are
  /// new in this step, or values of the context before, so one step of
  /// propagation is enough.
  void mark_hidden(Node& node);

  /// The context in which each variable has any value, named by itself.
  ContextId add_anywhere(std::uint32_t state);

  /// Contexts of Execution::anywhere(), by state.
  std::map<std::uint32_t, ContextId> anywhere;
  /// Index of each of the automaton's variables.
  std::map<logic::Term, std::uint32_t> position;
  /// For each context, the values of variables that depend on hidden values.
  std::vector<std::set<logic::Term>> hidden_values;
};

}  // namespace catenary::engine::symbolic
