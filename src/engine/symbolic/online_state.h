// SPDX-License-Identifier: Apache-2.0
/// \file
/// The state of Online, for its own sources only.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "engine/symbolic/online.h"
#include "engine/symbolic/search/space.h"

namespace catenary::engine::symbolic {

/// A symbolic state is a state of the automaton with a set of valuations. If
/// the automaton has internal transitions, each valuation also has the age of
/// the last event, the variable `age`.
struct Online::State {
  /// One symbolic state.
  struct Possible {
    /// The state of the automaton.
    std::uint32_t state = 0;
    /// Valuations, with the age if there are internal transitions.
    Region region;
  };

  /// `a` must outlive it; the others are copied. reset() must follow.
  State(const model::TimedAutomaton& a,
        const TestCaseOptions& o,
        const base::Budget& budget)
      : automaton(a),
        options(o),
        execution(a),
        space(execution, options, budget),
        terms(execution.terms()),
        age(terms.variable("age~", logic::Sort::real())),
        total(terms.variable("total~", logic::Sort::real())),
        zero(real(0)) {
    hidden_steps = std::any_of(
        a.transitions.begin(), a.transitions.end(), [](const auto& t) {
          return t.action == model::TimedAction::internal;
        });
  }

  /// A rational constant.
  logic::Term real(const mpq_class& q);
  /// a <= b.
  logic::Term at_most(logic::Term a, logic::Term b) {
    return terms.make(logic::Op::less_equal, {a, b});
  }
  /// All variables of regions.
  std::vector<logic::Term> variables();

  /// The initial region; with internal transitions, the age is 0.
  void reset();

  /// Adds a symbolic state unless the set includes it. Returns whether it was
  /// added.
  bool add(std::vector<Possible>& set, const Possible& one);

  /// The states that internal transitions may have led to within `limit` after
  /// the last event. Remembered until the next event, because several queries
  /// ask for the same limit.
  const std::vector<Possible>& up_to(const mpq_class& limit);

  /// The delay of the next step, if `since` has passed since the last event.
  logic::Term delay_at(logic::Term since);

  /// "Silence up to `total` is allowed", a formula of `total`, valid up to
  /// `limit`.
  logic::Term silent(const mpq_class& limit);

  /// The answer to a query. If states were left out, `no` becomes `undecided`.
  Allowed answer(Truth truth) const;

  /// Silence for exactly this time is allowed in some state.
  Allowed silence(const mpq_class& delay);

  /// Whether at every earlier time silence was allowed in some state.
  Allowed silence_before(const mpq_class& delay);

  /// See Online::event(). Takes the step from every symbolic state. Its values
  /// are known, so that only hidden ones remain.
  Allowed event(const mpq_class& delay,
                std::uint32_t channel,
                const std::vector<logic::Value>& values);

  /// See Online::stimulus().
  std::optional<Stimulus> stimulus(const mpq_class& earliest,
                                   const mpq_class& latest,
                                   std::uint64_t random);
  /// Adds a random value for `what` to the query. Returns false if there is
  /// none.
  bool choose(std::vector<logic::Term>& query,
              logic::Term what,
              base::Rng& rng);
  /// See Online::expected().
  std::string expected();

  /// The model.
  const model::TimedAutomaton& automaton;
  /// Controllability and limits.
  TestCaseOptions options;
  /// Contexts of single steps.
  Execution execution;
  /// Regions and queries.
  Space space;
  /// The manager of all terms.
  logic::TermManager& terms;
  /// Time since the last event, in regions.
  logic::Term age;
  /// Time since the last event, in formulas about silence.
  logic::Term total;
  /// The constant 0.
  logic::Term zero;
  /// The automaton has internal transitions.
  bool hidden_steps = false;
  /// Some states were left out.
  bool overflow = false;
  /// The states right after the last event.
  std::vector<Possible> now;
  /// The last result of up_to(), and its limit; empty = none.
  std::vector<Possible> later;
  mpq_class later_limit;
};

}  // namespace catenary::engine::symbolic
