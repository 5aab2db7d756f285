// SPDX-License-Identifier: Apache-2.0
/// \file
/// A series of executions as one interface, and the interface after a step.
#include "engine/contract/search/series.h"

#include <utility>

#include "base/check.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/substitute.h"

namespace catenary::engine::contract {

using logic::Op;
using logic::Term;
using logic::Value;
using model::Contract;
using model::Interface;
using model::Role;

Series::Series(const Interface& interface,
               const std::vector<TestGoal>& goals,
               std::uint32_t restarts)
    : terms_(*interface.terms), out_(interface) {
  out_.contracts.clear();
  for (model::Requirement& r : out_.requirements) r.contracts.clear();
  again_ = add("@again", Role::input, logic::Sort::boolean());
  for (const Contract& c : interface.contracts) repeat(c);
  for (model::Promise& p : out_.promises) {
    if (!model::reads_before(p.condition)) continue;
    // At a restart there is no step before; see model::formula_at().
    p.condition = terms_.logical_or(now(again_), p.condition);
  }
  count(restarts);
  std::vector<Term> all;
  for (std::size_t g = 0; g < goals.size(); ++g) {
    all.push_back(flag(g, goals[g].target));
  }
  target_.first = terms_.logical_and(all);
  target_.later = target_.first;
}

std::size_t Series::add(const std::string& name,
                        Role role,
                        const logic::Sort& sort) {
  model::InterfaceVariable v;
  v.name = name;
  v.role = role;
  v.before = terms_.variable(name, sort);
  v.now = terms_.variable(name + "'", sort);
  v.derived = role == Role::hidden;
  out_.variables.push_back(std::move(v));
  return out_.variables.size() - 1;
}

void Series::add(Contract contract) {
  CATENARY_CHECK(contract.requirement < out_.requirements.size(),
                 "contracts belong to requirements");
  out_.requirements[contract.requirement].contracts.push_back(
      static_cast<std::uint32_t>(out_.contracts.size()));
  out_.contracts.push_back(std::move(contract));
}

void Series::repeat(const Contract& contract) {
  if (contract.at_init) {
    Contract first = contract;
    first.at_step = false;
    add(std::move(first));
  }
  const Term never = terms_.boolean(false);
  // An assumption decides whether something is asked at a step (Triggering). At
  // the first step of an execution, one that reads the step before asks
  // nothing.
  const bool asks =
      contract.at_init && !model::reads_before(contract.assumption);
  Contract later = contract;
  later.id += "@again";
  later.at_init = false;
  later.at_step = true;
  later.assumption = logic::simplify(
      terms_,
      terms_.ite(now(again_),
                 asks ? contract.assumption : never,
                 contract.at_step ? contract.assumption : never));
  const Term at_first = model::formula_at(out_, contract, true);
  const Term at_later = model::formula_at(out_, contract, false);
  // The guarantee contains the whole formula of the step, assumption included;
  // the assumption above only restricts it to steps at which it may apply.
  later.guarantee =
      logic::simplify(terms_, terms_.ite(now(again_), at_first, at_later));
  add(std::move(later));
}

void Series::define(const std::string& id, Term first, Term later) {
  Contract c;
  c.id = id;
  c.definition = true;
  c.at_init = true;
  c.assumption = terms_.boolean(true);
  c.guarantee = first;
  add(c);
  c.id += "@again";
  c.at_init = false;
  c.at_step = true;
  c.guarantee = later;
  add(std::move(c));
}

void Series::count(std::uint32_t restarts) {
  // Without a counter: the product stays as small as the interface.
  if (restarts == 0) {
    model::Promise none;
    none.id = "@again";
    none.condition = terms_.logical_not(now(again_));
    out_.promises.push_back(std::move(none));
    return;
  }
  const std::size_t left = add("@left", Role::hidden, logic::Sort::integer());
  out_.variables[left].lo = Value::integer(0);
  out_.variables[left].hi = Value::integer(static_cast<long long>(restarts));
  const auto number = [&](std::uint32_t n) {
    return terms_.constant(Value::integer(static_cast<long long>(n)));
  };
  const Term none = terms_.logical_not(now(again_));
  const Term all = terms_.equal(now(left), number(restarts));
  const Term zero = number(0);
  const Term one = number(1);
  // The range 0 .. restarts of "@left" is a rule like any other: a further
  // restart would leave it, so it has no answer.
  const Term fewer =
      terms_.make(Op::sub, {before(left), terms_.ite(now(again_), one, zero)});
  define(
      "@left", terms_.logical_and(none, all), terms_.equal(now(left), fewer));
}

Term Series::flag(std::size_t goal, const Target& target) {
  const std::string name = "@goal" + std::to_string(goal);
  const std::size_t v = add(name, Role::hidden, logic::Sort::boolean());
  // At a restart the step is a first step, and the goal's first form counts.
  const Term met = terms_.ite(now(again_), target.first, target.later);
  const Term first = terms_.equal(now(v), target.first);
  const Term so_far = terms_.logical_or(before(v), met);
  define(name, first, terms_.equal(now(v), so_far));
  return now(v);
}

Interface continued(const Interface& interface, const Snapshot& after) {
  logic::TermManager& terms = *interface.terms;
  logic::Substitution values;
  for (std::size_t v = 0; v < interface.variables.size(); ++v) {
    values.emplace(interface.variables[v].before, terms.constant(after[v]));
  }
  // Fixes the step before: what remains is over current values only.
  const auto at = [&](Term t) {
    return logic::simplify(terms, logic::substitute(terms, t, values));
  };
  Interface out = interface;
  out.contracts.clear();
  for (model::Requirement& r : out.requirements) r.contracts.clear();
  const auto add = [&](Contract c) {
    out.requirements[c.requirement].contracts.push_back(
        static_cast<std::uint32_t>(out.contracts.size()));
    out.contracts.push_back(std::move(c));
  };
  for (const Contract& c : interface.contracts) {
    if (!c.at_step) continue;
    Contract first = c;
    // The later form of the contract, with the previous values fixed, is what
    // the first step must meet now. The form for first steps no longer applies.
    first.id += "@first";
    first.at_init = true;
    first.at_step = false;
    first.assumption = at(c.assumption);
    first.guarantee = at(c.guarantee);
    add(std::move(first));
    Contract later = c;
    later.at_init = false;
    add(std::move(later));
  }
  // A promise that reads the step before counts as true at a first step
  // (formula_at), so here it is added as a definition, which restricts
  // executions but asks nothing of the system.
  for (const model::Promise& p : interface.promises) {
    if (!model::reads_before(p.condition)) continue;
    Contract first;
    first.id = p.id + "@first";
    first.at_init = true;
    first.definition = true;  // it asks nothing of the system
    first.assumption = terms.boolean(true);
    first.guarantee = at(p.condition);
    add(std::move(first));
  }
  return out;
}

}  // namespace catenary::engine::contract
