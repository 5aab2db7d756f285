// SPDX-License-Identifier: Apache-2.0
/// \file
/// Checks of one symbolic state. Each of them asks whether a bad situation is
/// possible for some valuation of the region, and then for a run that shows it.
/// A finding without a witness is not reported.

#include "engine/symbolic/findings.h"

#include <algorithm>

#include "engine/symbolic/witness.h"
#include "logic/term/substitute.h"

namespace catenary::engine::symbolic {

using base::Severity;
using logic::Op;
using logic::Term;
using model::TimedAction;

Findings::Findings(Space& space)
    : space_(space),
      automaton_(space.automaton()),
      divisions_(find_divisions(space.automaton())) {
  // Probes are additional transitions of a copy of the automaton, so they have
  // an execution of their own.
  if (divisions_.all.empty()) return;
  probed_ = std::make_unique<Execution>(divisions_.automaton);
  probes_ = std::make_unique<Steps>(*probed_, space.prover());
}

void Findings::report(const std::string& code,
                      Severity severity,
                      const base::SourceLocation& where,
                      const std::string& message) {
  suite::Finding f;
  f.code = code;
  f.severity = severity;
  f.where = where;
  f.message = message;
  found_.push_back(std::move(f));
}

bool Findings::can(std::initializer_list<Term> formulas,
                   const std::string& what) {
  const Truth truth = space_.satisfiable(formulas);
  if (truth == Truth::unknown) {
    undecided_.insert(what + ": undecided, " + space_.why());
  }
  return truth == Truth::yes;
}

/// Obligations of the initialisation have no region: its own conditions are the
/// premise.
void Findings::look_at_start() {
  const Context& start = space_.execution().context(0);
  for (const Context::Obligation& o : start.obligations) {
    const Term wrong = space_.prover().negation(o.in_range);
    const Term conditions = space_.prover().conjunction(start.conditions);
    const model::TimedVariable& v = automaton_.variables[o.variable];
    if (!can({conditions, wrong}, "the initial value of " + v.name)) continue;
    report("assignment-out-of-range",
           Severity::error,
           o.where,
           "the initial value of '" + v.name + "' may be no " +
               v.type.to_string());
  }
}

void Findings::look_at(const Place& place) {
  nondeterminism(place);
  time_locks(place);
  ranges(place);
  divide(place);
}

/// Non-determinism: two transitions of one channel with an observation in
/// common, for one valuation, or for two valuations that no observation
/// distinguishes.
void Findings::nondeterminism(const Place& place) {
  const auto& leaving = automaton_.states[place.state].transitions;
  for (std::size_t i = 0; i < leaving.size(); ++i) {
    for (std::size_t k = i + 1; k < leaving.size(); ++k) {
      const std::uint32_t first = leaving[i];
      const std::uint32_t second = leaving[k];
      const model::TimedTransition& a = automaton_.transitions[first];
      const model::TimedTransition& b = automaton_.transitions[second];
      if (a.action == TimedAction::internal ||
          b.action == TimedAction::internal || a.channel != b.channel ||
          ambiguous_.contains({first, second})) {
        continue;
      }
      std::string witness;
      // Excluded for all valuations: the usual case, and computed once.
      if (!space_.steps().exclude(first, second)) {
        const GenericStep& one = space_.steps().step(first);
        const GenericStep& two = space_.steps().step(second);
        // newfresh values of the second transition are independent of those of
        // the first.
        logic::Substitution apart;
        for (const Term f : two.fresh) {
          const Term other = space_.terms().variable(f.name() + "'", f.sort());
          apart.emplace(f, other);
        }
        const std::vector<Term> both{
            one.conditions,
            logic::substitute(space_.terms(), two.conditions, apart)};
        if (can({place.region, both[0], both[1]},
                "whether " + automaton_.qualified(first) + " and " +
                    automaton_.qualified(second) + " exclude each other")) {
          witness = witness_text(space_, place.path, both, first);
        }
      }
      // Different hidden values may make the two transitions possible after the
      // same trace.
      if (witness.empty()) {
        witness = common_trace_text(space_, place.path, first, second);
      }
      if (witness.empty()) continue;
      ambiguous_.insert({first, second});
      report("nondeterministic",
             Severity::warning,
             b.where,
             automaton_.qualified(first) + " and " +
                 automaton_.qualified(second) +
                 " can be taken with one and the same trace: " + witness);
    }
  }
}

/// "After `delay`, some transition can still be taken".
Term Findings::anything_from(std::uint32_t state, Term delay) {
  std::vector<Term> cases;
  for (const std::uint32_t t : automaton_.states[state].transitions) {
    const GenericStep& step = space_.steps().step(t);
    const Term later = space_.terms().make(Op::less_equal, {delay, step.delay});
    const Term when = space_.terms().logical_and(later, step.conditions);
    cases.push_back(space_.prover().exists(step.bound(), when));
  }
  return space_.prover().simplify(space_.terms().logical_or(cases));
}

/// Time-locks. If no output is possible any more, silence is allowed for ever;
/// then a delay after which nothing else is possible blocks time.
void Findings::time_locks(const Place& place) {
  const model::TimedState& state = automaton_.states[place.state];
  if (state.transitions.empty() || locked_.contains(place.state)) return;
  logic::TermManager& terms = space_.terms();
  const auto real = [&](long n) {
    return terms.constant(logic::Value::real(mpq_class(n)));
  };
  const std::string what = "whether time can lock in " + state.name;
  // First the worst case: nothing is possible, whenever.
  const Term never =
      space_.prover().negation(anything_from(place.state, real(0)));
  if (can({place.region, never}, what)) {
    const Term also[] = {never};
    const std::string witness =
        witness_text(space_, place.path, also, std::nullopt);
    locked_.insert(place.state);
    report("dead-end",
           Severity::warning,
           state.where,
           "state " + state.name +
               " can be entered so that no transition can ever leave it: " +
               witness);
    return;
  }
  // Then: possible at first, but not after some delay.
  const Term waited = terms.variable("d~waited", logic::Sort::real());
  const Term nothing =
      space_.prover().negation(anything_from(place.state, waited));
  const Term some = terms.make(Op::less_equal, {real(0), waited});
  const Term quiet = space_.steps().is_quiet(place.state);
  if (!can({place.region, quiet, some, nothing}, what)) return;
  // A short delay makes a better message.
  Term limit = terms.boolean(true);
  for (const long n : {0L, 1L, 2L, 3L, 5L, 10L, 20L, 50L, 100L, 200L, 500L}) {
    const Term short_one = terms.make(Op::less_equal, {waited, real(n)});
    const Truth truth =
        space_.satisfiable({place.region, quiet, some, nothing, short_one});
    if (truth != Truth::yes) continue;
    limit = short_one;
    break;
  }
  // Again, with the limit: the model has the values for the message.
  if (!can({place.region, quiet, some, nothing, limit}, what)) return;
  const logic::Value time = space_.value(waited);
  const Term here = terms.equal(waited, terms.constant(time));
  const Term also[] = {quiet, nothing, here};
  const std::string witness =
      witness_text(space_, place.path, also, std::nullopt);
  if (witness.empty()) return;
  locked_.insert(place.state);
  report("time-lock",
         Severity::warning,
         state.where,
         "in state " + state.name + ", after " + time.to_string() +
             " without an event no transition can ever be taken again: " +
             witness);
}

/// Assignments out of range: an obligation that can be false when the step is
/// taken.
void Findings::ranges(const Place& place) {
  Execution& execution = space_.execution();
  for (const std::uint32_t t : automaton_.states[place.state].transitions) {
    const Context& step = execution.context(
        execution.successor(execution.anywhere(place.state), t));
    for (std::size_t i = 0; i < step.obligations.size(); ++i) {
      const Context::Obligation& o = step.obligations[i];
      if (outside_.contains({t, i})) continue;
      const model::TimedVariable& v = automaton_.variables[o.variable];
      const Term conditions = space_.steps().step(t).conditions;
      const Term wrong = space_.prover().negation(o.in_range);
      if (!can({place.region, conditions, wrong},
               "the range of " + v.name + " in " + automaton_.qualified(t))) {
        continue;
      }
      const Term also[] = {conditions, wrong};
      const std::string witness = witness_text(space_, place.path, also, t);
      if (witness.empty()) continue;
      outside_.insert({t, i});
      report("assignment-out-of-range",
             Severity::error,
             o.where,
             "what " + automaton_.qualified(t) + " assigns to '" + v.name +
                 "' may be no " + v.type.to_string() + ": " + witness);
    }
  }
}

/// Divisions by zero: a probe that can be taken.
void Findings::divide(const Place& place) {
  for (const Division& d : divisions_.all) {
    if (automaton_.transitions[d.transition].from != place.state ||
        divided_.contains(d.probe)) {
      continue;
    }
    const Term by_zero = probes_->step(d.probe).conditions;
    if (!can({place.region, by_zero},
             "a division of " + automaton_.qualified(d.transition))) {
      continue;
    }
    const Term also[] = {by_zero};
    const std::string witness =
        witness_text(space_, place.path, also, d.transition);
    if (witness.empty()) continue;
    divided_.insert(d.probe);
    report("division-by-zero",
           Severity::error,
           d.where,
           automaton_.qualified(d.transition) +
               " may divide by zero (which gives 0 here): " + witness);
  }
}

}  // namespace catenary::engine::symbolic
