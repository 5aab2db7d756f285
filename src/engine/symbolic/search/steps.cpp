// SPDX-License-Identifier: Apache-2.0
/// \file
/// Facts about single steps and states, and their instantiation. Quantifiers
/// are eliminated once for each state, and not again for each context of a
/// path.

#include "engine/symbolic/search/steps.h"

#include <algorithm>

#include "logic/term/rewrite/simplify.h"
#include "logic/term/traverse.h"

namespace catenary::engine::symbolic {

namespace {

using logic::Cubes;
using logic::Op;
using logic::Term;
using model::TimedAction;

}  // namespace

std::vector<Term> GenericStep::bound() const {
  std::vector<Term> all{delay};
  all.insert(all.end(), values.begin(), values.end());
  all.insert(all.end(), fresh.begin(), fresh.end());
  return all;
}

Steps::Steps(Execution& execution, Prover& prover)
    : execution_(execution), prover_(prover) {}

/// Names that the context itself defines are replaced by their values.
std::vector<Term> Steps::expanded(ContextId id) {
  const Context& context = execution_.context(id);
  logic::Substitution values;
  for (const Definition& d : context.definitions) {
    values.emplace(d.variable, d.value);
  }
  std::vector<Term> result;
  for (const Term v : context.valuation) {
    const auto at = values.find(v);
    result.push_back(at == values.end() ? v : at->second);
  }
  return result;
}

/// A step from the context in which each variable has any value.
const GenericStep& Steps::step(std::uint32_t transition) {
  const auto known = steps_.find(transition);
  if (known != steps_.end()) return known->second;
  const std::uint32_t from =
      execution_.automaton().transitions.at(transition).from;
  const ContextId at =
      execution_.successor(execution_.anywhere(from), transition);
  const Context& context = execution_.context(at);
  GenericStep result;
  result.delay = context.delay;
  result.values = context.values;
  result.fresh = context.hidden;
  result.conditions = prover_.conjunction(context.conditions);
  result.valuation = expanded(at);
  return steps_.emplace(transition, std::move(result)).first->second;
}

Term Steps::delay() {
  return execution_.delay_from(execution_.anywhere(0));
}

/// OutQ, AdmQ and NoLate of definition 3, over the variables of the automaton.
Steps::State& Steps::state(std::uint32_t id) {
  const auto known = states_.find(id);
  if (known != states_.end()) return known->second;
  logic::TermManager& terms = execution_.terms();
  const auto& automaton = execution_.automaton();
  const Term later = terms.variable("d~later", logic::Sort::real());
  std::vector<Term> quiet;
  std::vector<Term> possible;
  for (const std::uint32_t t : automaton.states.at(id).transitions) {
    if (automaton.transitions[t].action != TimedAction::output) continue;
    const GenericStep& s = step(t);
    const std::vector<Term> bound = s.bound();
    // No output transition can be taken, at whatever delay.
    quiet.push_back(prover_.negation(prover_.exists(bound, s.conditions)));
    std::vector<Term> rebound = bound;
    // The delay of the later output is another variable than the delay so far.
    rebound[0] = later;
    const Term moved =
        logic::substitute(terms, s.conditions, {{s.delay, later}});
    const Term after = terms.make(Op::less, {delay(), later});
    possible.push_back(
        prover_.exists(rebound, terms.logical_and(after, moved)));
  }
  const Knowledge nothing(terms);
  State made;
  made.quiet = nothing.reduced(prover_.conjunction(quiet));
  made.later = nothing.reduced(prover_.simplify(terms.logical_or(possible)));
  made.waits = nothing.reduced(
      // Silence is allowed if no output is possible any more, or one is
      // possible later.
      prover_.simplify(terms.logical_or(made.quiet, made.later)));
  // Not shortened to "an output is possible at this time or later": that would
  // be wrong for deadlines that are open intervals.
  made.no_late = at_all_times_before(made.waits, delay());
  return states_.emplace(id, made).first->second;
}

/// "No e in [0, until) violates the formula".
Term Steps::at_all_times_before(Term formula, Term until) {
  if (formula.is_true()) return formula;
  logic::TermManager& terms = execution_.terms();
  const Term e = terms.variable("d~earlier", logic::Sort::real());
  const Term zero = terms.constant(logic::Value::real(0));
  const std::vector<Term> violated{
      terms.make(Op::less_equal, {zero, e}),
      terms.make(Op::less, {e, until}),
      prover_.negation(logic::substitute(terms, formula, {{until, e}}))};
  const std::vector<Term> bound{e};
  const Term late = prover_.exists(bound, terms.logical_and(violated));
  return Knowledge(terms).reduced(prover_.negation(late));
}

Term Steps::is_quiet(std::uint32_t id) {
  return state(id).quiet;
}

Term Steps::answers_later(std::uint32_t id) {
  return state(id).later;
}

Term Steps::may_wait(std::uint32_t id) {
  return state(id).waits;
}

Term Steps::no_late(std::uint32_t id) {
  return state(id).no_late;
}

bool Steps::exclude(std::uint32_t a, std::uint32_t b) {
  const auto key = std::minmax(a, b);
  const auto known = excluded_.find(key);
  if (known != excluded_.end()) return known->second;
  const GenericStep& first = step(a);
  const GenericStep& second = step(b);
  // newfresh values are hidden: each transition may have its own.
  const std::vector<Term> both{prover_.exists(first.fresh, first.conditions),
                               prover_.exists(second.fresh, second.conditions)};
  const bool result = prover_.refutes(both);
  excluded_.emplace(key, result);
  return result;
}

/// Instantiates variables, and perhaps the delay.
Term Steps::generic(const std::vector<Term>& valuation,
                    Term new_delay,
                    Term formula) {
  const auto& variables = execution_.automaton().variables;
  logic::Substitution map;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    map.emplace(variables[i].term, valuation[i]);
  }
  if (new_delay.valid()) map.emplace(delay(), new_delay);
  return prover_.simplify(logic::substitute(execution_.terms(), formula, map));
}

Term Steps::in(ContextId context, Term formula) {
  const Term new_delay = execution_.delay_from(context);
  return generic(execution_.context(context).valuation, new_delay, formula);
}

Term Steps::after_step(ContextId context, Term formula) {
  return generic(expanded(context), Term(), formula);
}

/// Weakest precondition: `then` is about the variables after the step.
Term Steps::before(std::uint32_t transition, Term also, Term then) {
  const GenericStep& s = step(transition);
  const Term afterwards = generic(s.valuation, Term(), then);
  const std::vector<Term> all{s.conditions, also, afterwards};
  const std::vector<Term> bound = s.bound();
  return prover_.exists(bound, prover_.conjunction(all));
}

/// Limits the size of over-approximations.
Cubes Steps::bounded(std::optional<Cubes> cubes) {
  constexpr std::size_t kMostCases = 4;
  if (!cubes) {
    return *Cubes::from(execution_.terms(), execution_.terms().boolean(true));
  }
  return cubes->cubes().size() > kMostCases ? cubes->hull() : *cubes;
}

/// Strongest postcondition, over-approximated: projection is not exact, and
/// many cases become their hull.
Cubes Steps::after(std::uint32_t transition, const Cubes& known) {
  logic::TermManager& terms = execution_.terms();
  const auto& variables = execution_.automaton().variables;
  const Term before = known.to_term();
  const auto seen = after_.find({transition, before});
  if (seen != after_.end()) return seen->second;
  const GenericStep& s = step(transition);
  std::vector<Term> all{before, s.conditions};
  std::vector<Term> gone = s.bound();
  logic::Substitution back;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const Term old = variables[i].term;
    // Variables that change get another name for their new value.
    if (s.valuation[i] == old) continue;
    const Term next = terms.variable(variables[i].name + "~", old.sort());
    all.push_back(terms.equal(next, s.valuation[i]));
    gone.push_back(old);
    back.emplace(next, old);
  }
  Cubes result = bounded(std::nullopt);
  if (const auto cubes = Cubes::from(terms, prover_.conjunction(all))) {
    const auto rest = cubes->without(gone, false);
    const Term renamed = logic::substitute(terms, rest->to_term(), back);
    result = bounded(Cubes::from(terms, renamed));
  }
  after_.emplace(std::pair{transition, before}, result);
  return result;
}

/// The initialisation, likewise.
Cubes Steps::at_start() {
  logic::TermManager& terms = execution_.terms();
  const auto& variables = execution_.automaton().variables;
  const Context& start = execution_.context(0);
  const std::vector<Term> values = expanded(0);
  std::vector<Term> all = start.conditions;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    all.push_back(terms.equal(variables[i].term, values[i]));
  }
  auto cubes = Cubes::from(terms, prover_.conjunction(all));
  if (!cubes) return bounded(std::nullopt);
  return bounded(cubes->without(start.hidden, false));
}

}  // namespace catenary::engine::symbolic
