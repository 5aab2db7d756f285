// SPDX-License-Identifier: Apache-2.0
/// \file
/// Expectations by components, by the whole interface, or by elimination.
#include "engine/contract/testing/expectations.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/contract/monitor/monitor.h"
#include "engine/contract/search/components.h"
#include "engine/contract/testing/eliminate.h"
#include "engine/contract/testing/finite_expectations.h"
#include "engine/contract/testing/step_writer.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/traverse.h"

namespace catenary::engine::contract {

namespace {

using logic::SortKind;
using logic::Substitution;
using logic::Term;
using model::Role;
using suite::ExpectedOutput;

/// By elimination: one formula for each step (allowed_outputs()). What it fixes
/// to a constant becomes a value, the rest one formula.
Expectations by_formulas(const model::Interface& interface,
                         const InputSequence& inputs,
                         const base::Budget& budget) {
  Expectations out;
  const Semantics semantics(interface);
  logic::TermManager& terms = semantics.terms();
  const std::vector<Term> allowed = allowed_outputs(semantics, inputs, budget);
  // The formula of a step implies that of the step before. Facts that an
  // earlier step expects already are not repeated.
  Substitution asked;  // by this step or an earlier one
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    StepWriter writer(interface, out);
    if (s >= allowed.size()) {
      out.exact = false;
      out.why_not = "hidden variables could not be eliminated";
      writer.finish();
      continue;
    }
    const Reduced reduced = reduce(terms, allowed[s]);
    Substitution facts = reduced.facts;
    std::erase_if(facts, [&](const auto& fact) {
      const auto [known, is_new] = asked.insert(fact);
      return !is_new && known->second == fact.second;
    });
    std::vector<Term> open{reduced.rest};
    for (std::size_t o = 0; o < writer.outputs().size(); ++o) {
      const auto fact = facts.find(semantics.at(writer.outputs()[o], s));
      if (fact == facts.end()) continue;
      writer.add(o, fact->second.value());
      facts.erase(fact);
    }
    // Facts about outputs of earlier steps, which only this step implies.
    for (const auto& [variable, value] : facts) {
      open.push_back(terms.equal(variable, value));
    }
    const Term rest =
        logic::substitute(terms,
                          logic::simplify(terms, terms.logical_and(open)),
                          to_suite_names(semantics, s));
    if (!rest.is_true() && !writer.outputs().empty()) {
      const std::size_t o = writer.host(rest);
      // The formula replaces the plain value of the output that it is attached
      // to, so it has to include that value.
      Term own = terms.boolean(true);
      if (writer.has_value(o)) {
        const std::uint32_t v = writer.outputs()[o];
        own = terms.equal(interface.variables[v].before,
                          reduced.facts.at(semantics.at(v, s)));
      }
      writer.add(rest, own, o);
    }
    writer.finish();
  }
  return out;
}

}  // namespace

suite::Signature signature_of(const model::Interface& interface) {
  suite::Signature out;
  for (const model::InterfaceVariable& v : interface.variables) {
    if (v.role == Role::hidden) continue;
    suite::Signal signal;
    signal.name = v.name;
    switch (v.sort().kind()) {
      case SortKind::boolean:
        signal.type = "bool";
        break;
      case SortKind::enumeration:
        signal.type = "enum";
        signal.enumeration = v.sort().enumeration_decl();
        break;
      case SortKind::real:
        signal.type = "real";
        break;
      default:
        signal.type = "int";
        break;
    }
    signal.lo = v.lo;
    signal.hi = v.hi;
    (v.role == Role::input ? out.inputs : out.outputs).push_back(signal);
  }
  return out;
}

/// A component of the interface, and the maker for it.
struct ExpectationMaker::Piece {
  Piece(Component of, const base::Budget& budget)
      : component(std::move(of)), finite(component.interface, budget) {}
  /// Of what is known, the terms that mention only variables of this component;
  /// null in place of others.
  [[nodiscard]] std::vector<Term> about_itself(
      std::span<const Term> known) const {
    std::vector<Term> out;
    for (const Term t : known) {
      const bool own =
          t.valid() &&
          std::ranges::all_of(logic::free_variables(t), [&](Term read) {
            return std::ranges::any_of(
                component.interface.variables,
                [&](const auto& v) { return v.now == read; });
          });
      out.push_back(own ? t : Term());
    }
    return out;
  }

  Component component;
  /// By output of the component: its signal in the whole interface.
  Indices signals;
  FiniteExpectations finite;
};

ExpectationMaker::ExpectationMaker(const model::Interface& interface,
                                   base::Budget budget)
    : interface_(interface), budget_(std::move(budget)) {
  if (!interface.finite()) return;
  const Structure structure(interface);
  const std::vector<Part> parts = all_components(structure);
  if (parts.size() < 2) return;
  const Indices outputs = outputs_of(interface);
  for (const Part& part : parts) {
    pieces_.push_back(
        std::make_unique<Piece>(component_of(interface, part), budget_));
    for (const std::uint32_t v : pieces_.back()->component.in_whole) {
      const auto at = std::ranges::lower_bound(outputs, v);
      if (at == outputs.end() || *at != v) continue;
      pieces_.back()->signals.push_back(
          static_cast<std::uint32_t>(at - outputs.begin()));
    }
  }
}

ExpectationMaker::~ExpectationMaker() = default;

std::optional<Expectations> ExpectationMaker::by_components(
    const InputSequence& inputs, std::span<const Term> known) {
  if (pieces_.empty()) return std::nullopt;
  Expectations out;
  out.steps.resize(inputs.size());
  for (const auto& piece : pieces_) {
    Expectations own = piece->finite.make(piece->component.own(inputs),
                                          piece->about_itself(known));
    // A broken promise allows all outputs of all components, and a dead end
    // none.
    if (piece->finite.concerns_others()) return std::nullopt;
    if (!own.exact) {
      out.exact = false;
      out.why_not = own.why_not;
    }
    for (std::size_t s = 0; s < own.steps.size(); ++s) {
      for (ExpectedOutput& e : own.steps[s]) {
        e.signal = piece->signals[e.signal];
        out.steps[s].push_back(std::move(e));
      }
    }
  }
  for (auto& step : out.steps) {
    // Each output belongs to one component, so signals are unique.
    std::ranges::sort(step, {}, &ExpectedOutput::signal);
  }
  return out;
}

Expectations ExpectationMaker::make(const InputSequence& inputs,
                                    std::span<const Term> known) {
  if (!interface_.finite()) return by_formulas(interface_, inputs, budget_);
  if (auto out = by_components(inputs, known)) return *out;
  if (!whole_) {
    whole_ = std::make_unique<FiniteExpectations>(interface_, budget_);
  }
  return whole_->make(inputs, known);
}

}  // namespace catenary::engine::contract
