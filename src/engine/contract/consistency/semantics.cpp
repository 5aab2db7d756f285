// SPDX-License-Identifier: Apache-2.0
/// \file
/// Rules and promises of an interface, per step kind.
#include "engine/contract/consistency/semantics.h"

#include <chrono>
#include <memory>

#include "logic/smt/solver.h"
#include "logic/term/rewrite/simplify.h"

namespace catenary::engine::contract {

using logic::Term;
using model::Role;

Semantics::Semantics(const model::Interface& interface)
    : interface_(&interface) {
  logic::TermManager& manager = *interface.terms;
  logic::Simplifier simplifier(manager);
  for (std::uint32_t c = 0; c < interface.contracts.size(); ++c) {
    const model::Contract& contract = interface.contracts[c];
    rules_.push_back(
        {contract.definition ? Rule::Kind::definition : Rule::Kind::contract,
         c});
    first_.push_back(
        simplifier.simplify(model::formula_at(interface, contract, true)));
    later_.push_back(
        simplifier.simplify(model::formula_at(interface, contract, false)));
  }
  std::vector<Term> promised_first;
  std::vector<Term> promised_later;
  for (std::uint32_t v = 0; v < interface.variables.size(); ++v) {
    const model::InterfaceVariable& variable = interface.variables[v];
    const Term range = model::range_of(interface, variable);
    if (range.is_true()) continue;
    // A range of an input is the environment's obligation, any other range the
    // system's.
    if (variable.role == Role::input) {
      promised_first.push_back(range);
      promised_later.push_back(range);
    } else {
      rules_.push_back({Rule::Kind::range, v});
      first_.push_back(range);
      later_.push_back(range);
    }
  }
  for (const model::Promise& promise : interface.promises) {
    promised_first.push_back(model::formula_at(interface, promise, true));
    promised_later.push_back(model::formula_at(interface, promise, false));
  }
  // Theta is not simplified as a whole: its conjuncts are, and engines take it
  // apart again.
  theta_first_ = manager.logical_and(first_);
  theta_later_ = manager.logical_and(later_);
  promise_first_ = simplifier.simplify(manager.logical_and(promised_first));
  promise_later_ = simplifier.simplify(manager.logical_and(promised_later));
}

Term Semantics::at(std::size_t variable, std::size_t step) const {
  if (at_.size() <= step) at_.resize(step + 1);
  at_[step].resize(interface_->variables.size());
  logic::Term& known = at_[step][variable];
  if (!known.valid()) {
    const model::InterfaceVariable& v = interface_->variables[variable];
    known = terms().variable(v.name + "@" + std::to_string(step + 1), v.sort());
  }
  return known;
}

logic::Substitution Semantics::to_step(std::size_t step) const {
  logic::Substitution out;
  for (std::size_t v = 0; v < interface_->variables.size(); ++v) {
    out.emplace(interface_->variables[v].now, at(v, step));
    if (step > 0) {
      out.emplace(interface_->variables[v].before, at(v, step - 1));
    }
  }
  return out;
}

logic::Substitution Semantics::to_before() const {
  logic::Substitution out;
  for (const model::InterfaceVariable& v : interface_->variables) {
    out.emplace(v.now, v.before);
  }
  return out;
}

logic::Assignment values_at(const model::Interface& interface,
                            const std::vector<Snapshot>& run,
                            std::size_t step) {
  logic::Assignment out;
  for (std::size_t v = 0; v < interface.variables.size(); ++v) {
    out.set(interface.variables[v].now, run[step][v]);
    if (step > 0) out.set(interface.variables[v].before, run[step - 1][v]);
  }
  return out;
}

bool can_be_promised(const Semantics& semantics,
                     bool first,
                     const base::Budget& budget) {
  namespace smt = logic::smt;
  constexpr std::chrono::seconds kMost{5};
  if (semantics.interface().promises.empty()) return true;
  const std::unique_ptr<smt::Solver> solver =
      smt::make_z3(semantics.terms(), {});
  solver->assert_term(semantics.promise(first));
  return solver->check({}, budget.share(kMost)) != smt::Answer::unsat;
}

}  // namespace catenary::engine::contract
