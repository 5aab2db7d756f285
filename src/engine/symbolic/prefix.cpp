// SPDX-License-Identifier: Apache-2.0
#include "engine/symbolic/prefix.h"

#include <algorithm>

#include "base/check.h"
#include "logic/term/traverse.h"

namespace catenary::engine::symbolic {

namespace {

using logic::Op;
using logic::Term;

}  // namespace

Prefix::Prefix(Execution& execution, Prover& prover, Steps& steps)
    : execution_(execution),
      prover_(prover),
      steps_(steps),
      post_(steps.at_start()) {
  learn(execution_.context(0));
  forget_dead(execution_.context(0));
}

void Prefix::advance(ContextId next) {
  const Context& context = execution_.context(next);
  CATENARY_CHECK(context.predecessor == at_ && context.transition,
                 "a step is taken from where the prefix ends");
  post_ = steps_.after(*context.transition, post_);
  at_ = next;
  learn(context);
  forget_dead(context);
}

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

std::vector<Term> Prefix::surely(std::span<const Term> conjuncts,
                                 std::span<const Term> fresh) {
  std::vector<Term> result;
  std::vector<Term> hidden;
  for (const Term c : conjuncts_of(conjuncts)) {
    (is_visible(c, fresh) ? result : hidden).push_back(c);
  }
  if (hidden.empty()) return result;
  const Term inner = prover_.exists(fresh, prover_.conjunction(hidden));
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

std::vector<Term> Prefix::followed() {
  std::vector<Term> result = visible_;
  if (!learned_.empty()) {
    const std::vector<Term> bound = secrets_in(learned_);
    result.push_back(prover_.exists(bound, prover_.conjunction(learned_)));
  }
  return result;
}

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
  return result;
}

std::vector<Definition> Prefix::visible_definitions() const {
  return definitions_;
}

}  // namespace catenary::engine::symbolic
