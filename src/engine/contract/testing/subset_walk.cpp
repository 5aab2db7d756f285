// SPDX-License-Identifier: Apache-2.0
/// \file
/// The subset construction for fixed inputs and all observations at once.
#include "engine/contract/testing/subset_walk.h"

#include <algorithm>
#include <utility>

#include "engine/contract/search/finite_search.h"
#include "logic/term/rewrite/simplify.h"

namespace catenary::engine::contract {

namespace {

using logic::Term;
using model::Role;

/// More beliefs are united: conditions would grow with each step.
constexpr std::size_t kMostBeliefs = 64;

/// Adds indices to a list.
void append(Indices& to, const Indices& more) {
  to.insert(to.end(), more.begin(), more.end());
}

}  // namespace

SubsetWalk::SubsetWalk(const model::Interface& interface,
                       const base::Budget& budget)
    : interface_(interface),
      semantics_(interface),
      structure_(interface),
      finite_(structure_, everything(structure_), budget),
      text_(interface, finite_),
      kept_(finite_.state_now()) {
  for (const Role role : {Role::input, Role::output, Role::hidden}) {
    for (std::uint32_t v = 0; v < interface.variables.size(); ++v) {
      if (interface.variables[v].role != role) continue;
      const Indices& bits = finite_.bits_now(v);
      append(role == Role::hidden ? hidden_bits_ : observed_bits_, bits);
      if (role != Role::hidden) observed_.push_back(v);
    }
  }
  make_set(hidden_bits_);
  make_set(observed_bits_);
  restart();
}

void SubsetWalk::restart() {
  beliefs_ = {{finite_.manager().constant(true),
               semantics_.terms().boolean(true),
               false}};
  steps_ = 0;
  united_ = false;
}

Term SubsetWalk::term_at_step(const Bdd& set) {
  return text_.term(set, observed_, [this](std::uint32_t v) {
    return semantics_.at(v, steps_);
  });
}

void SubsetWalk::add(Belief belief, std::vector<Belief>& to) {
  for (Belief& known : to) {
    // Equal beliefs allow the same at all later steps.
    if (known.anything != belief.anything || !(known.states == belief.states)) {
      continue;
    }
    known.when = semantics_.terms().logical_or(known.when, belief.when);
    return;
  }
  to.push_back(std::move(belief));
}

void SubsetWalk::unite(const Bdd& states, std::vector<Belief>& beliefs) {
  Belief all{states, semantics_.terms().boolean(true), false};
  for (const Belief& b : beliefs) all.anything = all.anything || b.anything;
  if (all.anything) all.states = finite_.manager().constant(true);
  beliefs = {all};
  united_ = true;
}

// `relation` is over current observed values and kept hidden ones. Observations
// that lead to the same belief are found together, as in Beliefs::explore().
void SubsetWalk::follow(const Belief& belief,
                        const Bdd& broken,
                        const Bdd& relation,
                        std::vector<Belief>& next) {
  logic::bdd::Manager& manager = finite_.manager();
  logic::TermManager& terms = semantics_.terms();
  const Bdd hidden = manager.cube(hidden_bits_);
  const Bdd observed = manager.cube(observed_bits_);
  // Inputs that may break a promise lead to the belief in which all is allowed,
  // whatever the outputs are.
  if (!broken.is_false()) {
    add({manager.constant(true),
         terms.logical_and(belief.when, term_at_step(broken)),
         true},
        next);
  }
  Bdd rest = manager.exists(relation, hidden) & !broken;
  const Bdd possible = rest;
  while (!rest.is_false()) {
    // Invariant: `rest` has the observations whose belief was not added yet.
    // Each round removes at least the one that was picked.
    if (next.size() > kMostBeliefs) return;  // all are united anyway
    const Valuation picked = finite_.pick_now(rest);
    Bdd kept_values = manager.constant(true);
    Bdd values = manager.constant(true);
    for (const std::uint32_t v : observed_) {
      const Bdd is = finite_.is_now(v, picked.at(v));
      values = values & is;
      const Indices& bits = finite_.bits_now(v);
      if (!bits.empty() &&
          std::binary_search(kept_.begin(), kept_.end(), bits.front())) {
        kept_values = kept_values & is;
      }
    }
    const Bdd unseen = manager.and_exists(relation, values, observed);
    const Bdd other = manager.exists(relation ^ unseen, hidden);
    const Bdd same = possible & kept_values & !other;
    add({unseen & kept_values,
         terms.logical_and(belief.when, term_at_step(same)),
         false},
        next);
    rest = rest & !same;
  }
}

Bdd SubsetWalk::condition_of(
    const std::vector<std::optional<logic::Value>>& inputs) {
  Bdd out = finite_.manager().constant(true);
  for (std::uint32_t v = 0; v < interface_.variables.size(); ++v) {
    if (interface_.variables[v].role != Role::input) continue;
    out = out & (inputs[v] ? finite_.is_now(v, *inputs[v]) : finite_.range(v));
  }
  return out;
}

void SubsetWalk::allow(AllowedAt::Case added, AllowedAt& to) {
  for (AllowedAt::Case& c : to.cases) {
    if (!(c.outputs == added.outputs) || !(c.broken == added.broken) ||
        c.anything != added.anything) {
      continue;
    }
    c.when = semantics_.terms().logical_or(c.when, added.when);
    return;
  }
  to.cases.push_back(std::move(added));
}

AllowedAt SubsetWalk::step(
    const std::vector<std::optional<logic::Value>>& inputs, Term then) {
  logic::bdd::Manager& manager = finite_.manager();
  const bool first = steps_ == 0;
  const Bdd given = condition_of(inputs);
  Bdd promised = manager.constant(true);
  for (const Bdd& p : finite_.promises(first)) promised = promised & p;
  Conjuncts theta = finite_.rules(structure_.all_contracts(), first);
  theta.push_back(given);
  Indices unseen = finite_.all_before();  // and hidden values of no use later
  for (const std::uint32_t b : hidden_bits_) {
    if (!std::binary_search(kept_.begin(), kept_.end(), b)) unseen.push_back(b);
  }
  AllowedAt out;
  out.inputs = given;
  Indices forgotten;
  for (const std::uint32_t b : observed_bits_) {
    if (!std::binary_search(kept_.begin(), kept_.end(), b)) {
      forgotten.push_back(b);
    }
  }
  std::vector<Belief> next;
  const Bdd known =
      then.valid() ? finite_.encode(then) : manager.constant(true);
  Bdd all = manager.constant(false);
  for (const Belief& belief : beliefs_) {
    // All is allowed from now on.
    if (belief.anything) {
      allow({belief.when, given, given, true}, out);
      add(belief, next);
      continue;
    }
    Bdd before = manager.constant(true);
    if (!first) before = finite_.to_before(belief.states);
    const Bdd broken = manager.and_exists(
        given & before, !promised, manager.cube(finite_.all_before()));
    Conjuncts conjuncts = theta;
    conjuncts.push_back(before);
    const Bdd relation = finite_.eliminate(std::move(conjuncts), unseen);
    allow({belief.when,
           (manager.exists(relation, manager.cube(hidden_bits_)) | broken) &
               given,
           broken & given},
          out);
    all = all | manager.exists(relation & known, manager.cube(forgotten));
    follow(belief, broken & known, relation & known, next);
  }
  // `all` has the states of every belief, so the union allows at least what
  // each allows.
  if (next.size() > kMostBeliefs) unite(all, next);
  // The only belief: observations that lead to none have failed already, so its
  // condition need not be asked.
  if (next.size() == 1) next[0].when = semantics_.terms().boolean(true);
  for (Belief& b : next) {
    b.when = logic::simplify(semantics_.terms(), b.when);
  }
  beliefs_ = std::move(next);
  ++steps_;
  return out;
}

}  // namespace catenary::engine::contract
