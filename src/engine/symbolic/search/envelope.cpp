// SPDX-License-Identifier: Apache-2.0
/// \file
/// Fixpoint iteration over the states of the automaton. Sets grow exactly at
/// first; from the fourth change on they are widened, so the iteration ends.

#include "engine/symbolic/search/envelope.h"

#include <algorithm>
#include <set>

#include "logic/arithmetic/linear.h"
#include "logic/arithmetic/linear_form.h"
#include "logic/term/traverse.h"

namespace catenary::engine::symbolic {

using logic::Cube;
using logic::Cubes;
using logic::LinearConstraint;
using logic::Op;
using logic::Term;
using logic::to_term;

Envelope::Envelope(Space& space)
    : space_(space),
      sets_(space.automaton().states.size(), space.terms().boolean(false)),
      updates_(space.automaton().states.size(), 0) {}

/// A work list of states, in the order in which their sets changed.
bool Envelope::run() {
  thresholds_ = guard_parts();
  include(space_.automaton().initial, space_.initial());
  while (!open_.empty() && !failed_) {
    if (space_.budget().poll() != base::StopReason::none) return false;
    const std::uint32_t state = open_.front();
    open_.erase(open_.begin());
    for (const std::uint32_t t : space_.automaton().states[state].transitions) {
      // Undecided transitions count as possible.
      if (space_.enabled(sets_[state], t) == Truth::no) continue;
      include(space_.automaton().transitions[t].to,
              space_.after(sets_[state], t));
    }
  }
  return !failed_;
}

void Envelope::include(std::uint32_t state, Region more) {
  const Region known[] = {sets_[state]};
  const Truth inside = space_.included(more, known);
  if (inside == Truth::yes) return;
  // A set that the arithmetic cannot represent would make later queries fail.
  if (inside == Truth::unknown || more.has_quantifier()) {
    failed_ = true;
    return;
  }
  // Changes of a state before widening.
  constexpr std::uint32_t kExact = 3;
  sets_[state] = ++updates_[state] <= kExact ? space_.united(sets_[state], more)
                                             : widened(state, more);
  if (std::find(open_.begin(), open_.end(), state) == open_.end()) {
    open_.push_back(state);
  }
}

/// Widening. The first time, the new set consists of the constraints of both
/// sets, and of the thresholds, that both satisfy; after that only of its own
/// constraints that the new valuations satisfy too. So it can change only as
/// often as it has constraints.
Region Envelope::widened(std::uint32_t state, Region more) {
  constexpr std::uint32_t kFirst = 4;
  std::vector<Term> candidates = parts(sets_[state]);
  if (updates_[state] == kFirst) {
    const std::vector<Term> others = parts(more);
    candidates.insert(candidates.end(), others.begin(), others.end());
    candidates.insert(candidates.end(), thresholds_.begin(), thresholds_.end());
  }
  std::sort(candidates.begin(), candidates.end());
  candidates.erase(std::unique(candidates.begin(), candidates.end()),
                   candidates.end());
  std::vector<Term> kept;
  for (const Term c : candidates) {
    const Term violated = space_.prover().negation(c);
    // A constraint is kept if it is proved for both sets; undecided ones are
    // dropped, which makes the set larger.
    if (space_.satisfiable({sets_[state], violated}) == Truth::no &&
        space_.satisfiable({more, violated}) == Truth::no) {
      kept.push_back(c);
    }
  }
  return space_.prover().conjunction(kept);
}

/// Equations are split into two inequalities, one of which may survive.
std::vector<Term> Envelope::parts(Region region) {
  std::vector<Term> result;
  const auto cubes = Cubes::from(space_.terms(), region);
  if (!cubes) return result;
  for (const Cube& cube : cubes->cubes()) {
    for (const auto& [atom, value] : cube.literals) {
      result.push_back(value ? atom : space_.prover().negation(atom));
    }
    for (LinearConstraint c : cube.constraints) {
      if (c.relation == LinearConstraint::Relation::equal) {
        c.relation = LinearConstraint::Relation::less_equal;
        LinearConstraint other = c;
        for (auto& [atom, k] : other.coefficients) k = -k;
        other.constant = -other.constant;
        result.push_back(to_term(space_.terms(), other));
      }
      result.push_back(to_term(space_.terms(), c));
    }
  }
  return result;
}

/// Comparisons, their negations, and for equations the two inequalities.
std::vector<Term> Envelope::guard_parts() {
  std::set<Term> variables;
  for (const auto& v : space_.automaton().variables) variables.insert(v.term);
  std::set<Term> found;
  for (const model::TimedTransition& t : space_.automaton().transitions) {
    for (const model::TimedStatement& s : t.statements) {
      if (!s.condition.valid()) continue;
      for (const Term part : logic::subterms(s.condition)) {
        const bool compares = part.op() == Op::less ||
                              part.op() == Op::less_equal ||
                              part.op() == Op::equal;
        if (!compares || part.has_quantifier()) continue;
        found.insert(part);
        found.insert(space_.prover().negation(part));
        const bool number = part[0].sort().kind() != logic::SortKind::boolean;
        // Booleans have no order.
        if (part.op() != Op::equal || !number) continue;
        const Term below =
            space_.terms().make(Op::less_equal, {part[0], part[1]});
        const Term above =
            space_.terms().make(Op::less_equal, {part[1], part[0]});
        found.insert(below);
        found.insert(above);
      }
    }
  }
  return {found.begin(), found.end()};
}

}  // namespace catenary::engine::symbolic
