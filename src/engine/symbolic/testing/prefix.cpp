// SPDX-License-Identifier: Apache-2.0
/// \file
/// Propagation of knowledge along a path. Conjuncts of the path condition are
/// split into those over observed values and those with hidden values; only the
/// latter need quantifiers, and they are kept few by elimination and summary.

#include "engine/symbolic/testing/prefix.h"

#include <algorithm>

#include "base/check.h"
#include "logic/arithmetic/linear_form.h"
#include "logic/term/substitute.h"
#include "logic/term/traverse.h"

namespace catenary::engine::symbolic {

namespace {

using logic::conjuncts_of;
using logic::Cubes;
using logic::eliminate_linear;
using logic::LinearConstraint;
using logic::number_term;
using logic::Op;
using logic::Term;
using logic::to_term;

}  // namespace

Prefix::Prefix(Execution& execution, Prover& prover, Steps& steps)
    : execution_(execution),
      prover_(prover),
      steps_(steps),
      post_(steps.at_start()) {
  const Context& start = execution_.context(0);
  learn(start);
  forget_dead(start);
  summarise(start.depth);
}

/// The order matters: values are learnt before hidden ones are forgotten, and
/// bounds are summarised last.
void Prefix::advance(ContextId next) {
  const Context& context = execution_.context(next);
  CATENARY_CHECK(context.predecessor == at_ && context.transition,
                 "a step is taken from where the prefix ends");
  post_ = steps_.after(*context.transition, post_);
  at_ = next;
  learn(context);
  reveal();
  forget_dead(context);
  summarise(context.depth);
}

/// A definition that depends on a hidden value makes its name hidden too.
void Prefix::learn(const Context& context) {
  secrets_.insert(context.hidden.begin(), context.hidden.end());
  definitions_.clear();
  for (const Definition& d : context.definitions) {
    const Term equation = execution_.terms().equal(d.variable, d.value);
    if (is_visible(d.value)) {
      definitions_.push_back(d);
      visible_.push_back(equation);
    } else {
      secrets_.insert(d.variable);
      learned_.push_back(equation);
    }
  }
  for (const Term c : conjuncts_of(context.conditions)) {
    (is_visible(c) ? visible_ : learned_).push_back(c);
  }
}

/// A hidden value that no variable holds any more cannot occur in later
/// conditions. It is eliminated if that is exact; what remains may be
/// observable.
void Prefix::forget_dead(const Context& context) {
  const std::set<Term> live(context.valuation.begin(), context.valuation.end());
  for (const Term x : secrets_in(learned_)) {
    if (live.contains(x)) continue;
    std::vector<Term> with;
    std::vector<Term> others;
    for (const Term c : learned_) {
      const std::vector<Term> free = logic::free_variables(c);
      const bool has = std::binary_search(free.begin(), free.end(), x);
      (has ? with : others).push_back(c);
    }
    const std::vector<Term> bound{x};
    const Term rest =
        eliminate_linear(execution_.terms(), bound, prover_.conjunction(with));
    if (!rest.valid()) continue;
    learned_ = std::move(others);
    for (const Term c : conjuncts_of(std::span(&rest, 1))) {
      (is_visible(c) ? visible_ : learned_).push_back(c);
    }
  }
}

/// An equation between a hidden and an observable value reveals the hidden one:
/// it is replaced everywhere. Repeats, because that may reveal others.
void Prefix::reveal() {
  for (bool again = true; again;) {
    again = false;
    for (const Term c : learned_) {
      if (c.op() != Op::equal) continue;
      const bool first = secrets_.contains(c[0]) && is_visible(c[1]);
      const bool second = secrets_.contains(c[1]) && is_visible(c[0]);
      if (!first && !second) continue;
      const logic::Substitution known{first ? std::pair{c[0], c[1]}
                                            : std::pair{c[1], c[0]}};
      std::vector<Term> left{c};
      for (const Term other : learned_) {
        if (other == c) continue;
        const Term simple = prover_.simplify(
            logic::substitute(execution_.terms(), other, known));
        again = again || simple != other;
        for (const Term part : conjuncts_of(std::span(&simple, 1))) {
          (is_visible(part) ? visible_ : left).push_back(part);
        }
      }
      if (!again) continue;
      learned_ = std::move(left);
      break;
    }
  }
}

Term Prefix::maximum(const BoundGroup& group) const {
  logic::TermManager& terms = execution_.terms();
  std::vector<Term> numbers;
  for (const LinearConstraint& b : group.bounds) {
    numbers.push_back(number_term(terms, b));
  }
  const bool integers = std::all_of(numbers.begin(), numbers.end(), [](Term t) {
    return t.sort().kind() == logic::SortKind::integer;
  });
  Term most;
  for (Term n : numbers) {
    const bool converts =
        !integers && n.sort().kind() == logic::SortKind::integer;
    if (converts) n = terms.make(Op::to_real, {n});
    most =
        most.valid() ? terms.ite(terms.make(Op::less, {most, n}), n, most) : n;
  }
  return most;
}

/// Bounds on the same combination of hidden values, by different observations,
/// become one bound by the maximum of the observations.
void Prefix::summarise(std::uint32_t depth) {
  logic::TermManager& terms = execution_.terms();
  std::vector<BoundGroup> groups;
  std::vector<Term> others;
  // Only single inequalities can be summarised.
  for (const Term c : learned_) {
    const auto cubes =
        c.has_quantifier() ? std::nullopt : Cubes::from(terms, c);
    const bool simple = cubes && cubes->cubes().size() == 1 &&
                        cubes->cubes()[0].literals.empty() &&
                        cubes->cubes()[0].integral.empty() &&
                        cubes->cubes()[0].constraints.size() == 1;
    if (!simple || cubes->cubes()[0].constraints[0].relation ==
                       LinearConstraint::Relation::equal) {
      others.push_back(c);
      continue;
    }
    LinearConstraint bound = cubes->cubes()[0].constraints[0];
    BoundGroup mine{{}, bound.relation, {}, {}};
    // The hidden part is the key; the rest is the bound.
    std::erase_if(bound.coefficients, [&](const auto& e) {
      if (is_visible(e.first)) return false;
      mine.secrets.push_back(e);
      return true;
    });
    auto at =
        std::find_if(groups.begin(), groups.end(), [&](const BoundGroup& g) {
          return g.secrets == mine.secrets && g.relation == mine.relation;
        });
    if (at == groups.end()) at = groups.insert(groups.end(), mine);
    at->bounds.push_back(std::move(bound));
    at->conjuncts.push_back(c);
  }
  std::uint32_t count = 0;
  // A single bound needs no summary.
  for (const BoundGroup& g : groups) {
    if (g.bounds.size() < 2) {
      others.insert(others.end(), g.conjuncts.begin(), g.conjuncts.end());
      continue;
    }
    const Term most = maximum(g);
    // On another path the summary may be an integer where here it is a
    // rational: the names must differ by sort.
    const std::string text =
        "h~" + std::to_string(depth) + "." + std::to_string(++count) +
        (most.sort().kind() == logic::SortKind::integer ? ".int" : "");
    const Term name = terms.variable(text, most.sort());
    definitions_.push_back({name, prover_.simplify(most)});
    visible_.push_back(terms.equal(name, definitions_.back().value));
    LinearConstraint one;
    one.relation = g.relation;
    one.coefficients = g.secrets;
    one.coefficients.emplace_back(name, 1);
    std::sort(one.coefficients.begin(),
              one.coefficients.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    others.push_back(to_term(terms, one));
  }
  learned_ = std::move(others);
}

/// No variable of the formula is hidden.
bool Prefix::is_visible(Term formula, std::span<const Term> fresh) const {
  const std::vector<Term> free = logic::free_variables(formula);
  return std::none_of(free.begin(), free.end(), [&](Term x) {
    return secrets_.contains(x) ||
           std::find(fresh.begin(), fresh.end(), x) != fresh.end();
  });
}

std::vector<Term> Prefix::secrets_in(std::span<const Term> formulas) const {
  std::vector<Term> result = logic::free_variables(formulas);
  std::erase_if(result, [&](Term x) { return !secrets_.contains(x); });
  return result;
}

/// A closure: hidden values connect conjuncts, and only connected ones matter
/// for a quantifier.
std::vector<Term> Prefix::connected(std::span<const Term> conjuncts) const {
  const std::vector<Term> first = secrets_in(conjuncts);
  std::set<Term> reached(first.begin(), first.end());
  std::vector<bool> taken(learned_.size(), false);
  for (bool again = true; again;) {
    again = false;
    for (std::size_t i = 0; i < learned_.size(); ++i) {
      if (taken[i]) continue;
      const std::vector<Term> mine = secrets_in(std::span(&learned_[i], 1));
      if (std::none_of(mine.begin(), mine.end(), [&](Term x) {
            return reached.contains(x);
          })) {
        continue;
      }
      taken[i] = true;
      again = true;
      reached.insert(mine.begin(), mine.end());
    }
  }
  std::vector<Term> result;
  for (std::size_t i = 0; i < learned_.size(); ++i) {
    if (taken[i]) result.push_back(learned_[i]);
  }
  return result;
}

/// "exists hidden": only conjuncts with hidden values, and what is connected
/// with them, stand under the quantifier.
std::vector<Term> Prefix::possibly(std::span<const Term> conjuncts,
                                   std::span<const Term> fresh) {
  std::vector<Term> result;
  std::vector<Term> hidden;
  for (const Term c : conjuncts_of(conjuncts)) {
    (is_visible(c, fresh) ? result : hidden).push_back(c);
  }
  if (hidden.empty()) return result;
  const std::vector<Term> more = connected(hidden);
  hidden.insert(hidden.end(), more.begin(), more.end());
  std::vector<Term> bound = secrets_in(hidden);
  bound.insert(bound.end(), fresh.begin(), fresh.end());
  const Term exists = prover_.exists(bound, prover_.conjunction(hidden));
  for (const Term c : conjuncts_of(std::span(&exists, 1))) {
    result.push_back(c);
  }
  return result;
}

/// "for all hidden, exists fresh", by two negations.
std::vector<Term> Prefix::surely(std::span<const Term> conjuncts,
                                 std::span<const Term> fresh) {
  std::vector<Term> result;
  std::vector<Term> hidden;
  for (const Term c : conjuncts_of(conjuncts)) {
    (is_visible(c, fresh) ? result : hidden).push_back(c);
  }
  if (hidden.empty()) return result;
  const Term inner = prover_.exists(fresh, prover_.conjunction(hidden));
  // Only newfresh values of the step were hidden: no universal quantifier is
  // needed.
  if (is_visible(inner)) {
    result.push_back(inner);
    return result;
  }
  std::vector<Term> violated = connected(std::span(&inner, 1));
  violated.push_back(prover_.negation(inner));
  const std::vector<Term> bound = secrets_in(violated);
  const Term some = prover_.exists(bound, prover_.conjunction(violated));
  result.push_back(prover_.negation(some));
  return result;
}

/// The whole path, without simplification.
std::vector<Term> Prefix::followed() {
  std::vector<Term> result = visible_;
  if (!learned_.empty()) {
    const std::vector<Term> bound = secrets_in(learned_);
    result.push_back(prover_.exists(bound, prover_.conjunction(learned_)));
  }
  return result;
}

/// Knowledge from the variables (post_), as far as they are observable here,
/// and from what was learned.
Knowledge Prefix::knowledge() {
  const Context& context = execution_.context(at_);
  const auto& variables = execution_.automaton().variables;
  std::vector<Term> unseen;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (!is_visible(context.valuation[i])) unseen.push_back(variables[i].term);
  }
  const auto seen = post_.without(unseen, false);
  const Term here = steps_.in(at_, seen->to_term());
  Knowledge result(execution_.terms());
  result.add(std::span(&here, 1));
  // That what was learned can be true at all restricts observed values.
  const std::vector<Term> secrets = secrets_in(learned_);
  const Term possible = eliminate_linear(
      execution_.terms(), secrets, prover_.conjunction(learned_));
  if (possible.valid()) result.add(std::span(&possible, 1));
  return result;
}

std::vector<Definition> Prefix::visible_definitions() const {
  return definitions_;
}

}  // namespace catenary::engine::symbolic
