// SPDX-License-Identifier: Apache-2.0
/// \file
/// Monitors by the subset construction, and as formulas by elimination.
#include "engine/contract/monitor/monitor.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "engine/contract/testing/eliminate.h"
#include "logic/term/evaluate/evaluate.h"
#include "logic/term/rewrite/simplify.h"

namespace catenary::engine::contract {

using logic::Substitution;
using logic::Term;

const char* to_string(Allowed allowed) {
  switch (allowed) {
    case Allowed::yes:
      return "allowed";
    case Allowed::no:
      return "not allowed";
    case Allowed::anything:
      return "nothing is asked: a promise may be broken";
    case Allowed::undecided:
      return "undecided";
  }
  return "?";
}

Monitor::Monitor(const Semantics& semantics, const base::Budget& budget)
    : semantics_(&semantics), structure_(semantics.interface()) {
  const model::Interface& interface = semantics.interface();
  std::vector<bool> hidden_rule(semantics.rules().size(), false);
  std::vector<bool> hidden_promise(interface.promises.size(), false);
  for (const HiddenGroup& group : hidden_groups(semantics, structure_)) {
    for (const std::size_t r : group.rules) hidden_rule[r] = true;
    for (const std::uint32_t p : group.promises) hidden_promise[p] = true;
    beliefs_.push_back(make_belief(semantics, structure_, group, budget));
  }
  const auto add = [](std::vector<Term>& to, Term formula) {
    if (!formula.is_true()) to.push_back(formula);
  };
  for (const bool first : {false, true}) {
    Plain& plain = plain_[first ? 1 : 0];
    for (const model::InterfaceVariable& v : interface.variables) {
      if (v.role != model::Role::input) continue;
      add(plain.promises, model::range_of(interface, v));
    }
    for (std::size_t p = 0; p < hidden_promise.size(); ++p) {
      if (hidden_promise[p]) continue;
      add(plain.promises,
          model::formula_at(interface, interface.promises[p], first));
    }
    for (std::size_t r = 0; r < hidden_rule.size(); ++r) {
      if (!hidden_rule[r]) add(plain.rules, semantics.rule(r, first));
    }
  }
  restart();
}

void Monitor::restart() {
  for (const auto& belief : beliefs_) belief->restart();
  before_.clear();
  steps_ = 0;
  state_ = Allowed::yes;
}

Allowed Monitor::step(const Snapshot& observed) {
  if (state_ != Allowed::yes) return state_;
  state_ = judge(observed);
  before_ = observed;
  ++steps_;
  return state_;
}

Allowed Monitor::judge(const Snapshot& observed) {
  const model::Interface& interface = semantics_->interface();
  const SeenStep step{steps_ == 0 ? nullptr : &before_, &observed};
  const Plain& plain = plain_[step.first() ? 1 : 0];
  logic::Assignment values;
  for (std::size_t v = 0; v < interface.variables.size(); ++v) {
    if (!semantics_->observable(v)) continue;
    values.set(interface.variables[v].now, observed[v]);
    if (!step.first()) values.set(interface.variables[v].before, before_[v]);
  }
  logic::Evaluator evaluator(values);
  const auto all_hold = [&](const std::vector<Term>& formulas) {
    return std::ranges::all_of(formulas, [&](Term formula) {
      const std::optional<logic::Value> value = evaluator.evaluate(formula);
      CATENARY_CHECK(value.has_value(), "a formula over what is observed");
      return value->as_bool();
    });
  };
  // Promises before rules: inputs that break one free the system from this step
  // on, whatever it answers.
  if (!all_hold(plain.promises)) return Allowed::anything;
  bool undecided = false;
  for (const auto& belief : beliefs_) {
    const std::optional<bool> broken = belief->breaks_promise(step);
    if (broken && *broken) return Allowed::anything;
    undecided = undecided || !broken;
  }
  // Without the promises no verdict is safe: a violation might be excused.
  if (undecided) return Allowed::undecided;
  // These include ranges of outputs, which the beliefs require to hold.
  if (!all_hold(plain.rules)) return Allowed::no;
  for (const auto& belief : beliefs_) {
    const std::optional<bool> possible = belief->step(step);
    // A failure of one group is a failure, even if another one is undecided.
    if (possible && !*possible) return Allowed::no;
    undecided = undecided || !possible;
  }
  return undecided ? Allowed::undecided : Allowed::yes;
}

std::vector<Term> allowed_outputs(
    const Semantics& semantics,
    std::span<const std::vector<std::optional<logic::Value>>> inputs,
    const base::Budget& budget) {
  const model::Interface& interface = semantics.interface();
  logic::TermManager& terms = semantics.terms();
  std::vector<Term> out;
  // Invariant at the loop head: `past` describes the executions before step s,
  // over observed variables of all earlier steps and hidden ones of step s - 1;
  // `broken` the observations after which a promise may be broken.
  Term past = terms.boolean(true);
  Term broken = terms.boolean(false);  // a promise: nothing is asked any more
  Substitution known;                  // inputs, as constants
  std::vector<Term> hidden_before;
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    std::vector<Term> hidden;
    for (std::size_t v = 0; v < interface.variables.size(); ++v) {
      if (!semantics.observable(v)) hidden.push_back(semantics.at(v, s));
      if (interface.variables[v].role != model::Role::input) continue;
      if (!inputs[s][v]) continue;
      known.emplace(semantics.at(v, s), terms.constant(*inputs[s][v]));
    }
    const Substitution to_step = semantics.to_step(s);
    const auto at_step = [&](Term formula) {
      return logic::substitute(
          terms, logic::substitute(terms, formula, to_step), known);
    };
    const Term promise =
        logic::simplify(terms, at_step(semantics.promise(s == 0)));
    // Broken for some possible hidden values is enough.
    if (!promise.is_true()) {
      const Term breaks =
          eliminate(terms,
                    hidden_before,
                    terms.logical_and(past, terms.logical_not(promise)),
                    budget);
      if (!breaks.valid()) return out;
      broken = terms.logical_or(broken, breaks);
    }
    past = eliminate(terms,
                     hidden_before,
                     terms.logical_and(past, at_step(semantics.theta(s == 0))),
                     budget);
    if (!past.valid()) return out;
    // A projection of `past`, which is kept with its hidden variables.
    const Term allowed = eliminate(terms, hidden, past, budget);
    if (!allowed.valid()) return out;
    out.push_back(logic::simplify(terms, terms.logical_or(allowed, broken)));
    hidden_before = std::move(hidden);
  }
  return out;
}

}  // namespace catenary::engine::contract
