// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sets of allowed outputs as expectations of a suite.
#include "engine/contract/testing/finite_expectations.h"

#include <algorithm>
#include <utility>

#include "engine/contract/testing/output_sets.h"
#include "engine/contract/testing/step_writer.h"
#include "logic/term/rewrite/simplify.h"

namespace catenary::engine::contract {

using logic::Term;
using logic::Value;
using model::Role;

Expectations FiniteExpectations::make(const InputSequence& inputs,
                                      std::span<const Term> known) {
  walk_.restart();
  out_ = {};
  concerns_others_ = false;
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    step(s, inputs[s], s < known.size() ? known[s] : Term());
  }
  if (walk_.united()) {
    out_.exact = false;
    out_.why_not = "what is allowed depends on too many earlier outputs";
  }
  return std::move(out_);
}

Term FiniteExpectations::formula(
    const AllowedAt& allowed,
    const std::vector<std::optional<Value>>& inputs,
    std::size_t s,
    bool with_ranges,
    Indices given) {
  logic::TermManager& terms = *interface_.terms;
  logic::bdd::Manager& manager = walk_.finite().manager();
  std::vector<std::uint32_t> order;
  Term ranges = terms.boolean(true);
  for (const Role role : {Role::input, Role::output}) {
    for (std::uint32_t v = 0; v < interface_.variables.size(); ++v) {
      if (interface_.variables[v].role != role) continue;
      if (role == Role::input && inputs[v]) {
        const Indices& bits = walk_.finite().bits_now(v);
        given.insert(given.end(), bits.begin(), bits.end());
      } else {
        order.push_back(v);
      }
      if (with_ranges && role == Role::output) {
        ranges = terms.logical_and(ranges, range_term(interface_, v));
      }
    }
  }
  std::vector<Term> all;
  for (const AllowedAt::Case& c : allowed.cases) {
    // Cases are exclusive conditions on earlier outputs, so the formula is a
    // conjunction of implications. A case that allows anything implies nothing.
    if (c.anything) continue;
    const auto text = [&](const Bdd& set) {
      return walk_.text().term(
          manager.exists(set, manager.cube(given)),
          order,
          [&](std::uint32_t v) { return interface_.variables[v].before; });
    };
    Term outputs = terms.logical_and(text(c.outputs), ranges);
    if (!c.broken.is_false()) {
      outputs = terms.logical_or(outputs, text(c.broken));
    }
    all.push_back(terms.implies(c.when, outputs));
  }
  return logic::substitute(terms,
                           logic::simplify(terms, terms.logical_and(all)),
                           to_suite_names(walk_.semantics(), s));
}

void FiniteExpectations::step(std::size_t s,
                              const std::vector<std::optional<Value>>& inputs,
                              Term then) {
  logic::TermManager& terms = *interface_.terms;
  StepWriter writer(interface_, out_);
  const AllowedAt allowed = walk_.step(inputs, then);
  Bdd all = walk_.finite().manager().constant(false);
  for (const AllowedAt::Case& c : allowed.cases) all = all | c.outputs;
  if (writer.outputs().empty()) {
    // Without outputs nothing can be expected here; but if some inputs have no
    // execution, the other components must fail.
    for (const AllowedAt::Case& c : allowed.cases) {
      concerns_others_ = concerns_others_ || !allowed.inputs.implies(c.outputs);
    }
    return writer.finish();
  }
  // No output is allowed: the expectation is the formula false.
  if (all.is_false()) {
    writer.add(terms.boolean(false), terms.boolean(true), 0);
    return writer.finish();
  }
  // If a promise may be broken, even values out of range are allowed, which
  // plain expectations cannot say: one formula says it all.
  const bool anything = std::any_of(
      allowed.cases.begin(), allowed.cases.end(), [&](const auto& c) {
        return c.anything || !c.broken.is_false();
      });
  if (anything) {
    concerns_others_ = true;
    const Term term = formula(allowed, inputs, s, true);
    if (term.is_true()) return writer.finish();
    writer.add(term, terms.boolean(true), writer.host(term));
    return writer.finish();
  }
  plain(s, inputs, allowed, all, writer);
  writer.finish();
}

void FiniteExpectations::plain(std::size_t s,
                               const std::vector<std::optional<Value>>& inputs,
                               const AllowedAt& allowed,
                               const Bdd& all,
                               StepWriter& writer) {
  logic::TermManager& terms = *interface_.terms;
  DiagramText& text = walk_.text();
  // First the projection to each output, as a plain expectation where possible.
  // If the product of the projections is the whole set, nothing else is needed;
  // otherwise a formula is added.
  Bdd product = allowed.inputs;
  std::vector<Spans> spans;
  Indices single;  // of outputs that have a value of their own
  for (std::size_t o = 0; o < writer.outputs().size(); ++o) {
    const std::uint32_t v = writer.outputs()[o];
    spans.push_back(text.values(all, v));
    const Term now = interface_.variables[v].now;
    product = product & walk_.finite().range(v) &
              walk_.finite().encode(text.within(now, spans.back(), v));
    bool is_written = true;
    const auto expectation =
        plain_expectation(text, interface_, v, spans.back(), is_written);
    if (expectation && std::holds_alternative<Value>(*expectation)) {
      const Indices& bits = walk_.finite().bits_now(v);
      single.insert(single.end(), bits.begin(), bits.end());
    }
    if (expectation) writer.add(o, *expectation);
    if (!is_written) {
      // Too many values to list: a formula over this output alone.
      writer.add(terms.boolean(true),
                 own_values(text, interface_, v, spans.back()),
                 o);
    }
  }
  if (allowed.cases.size() > 1 || !(product == all)) {
    const Term term = formula(allowed, inputs, s, false, single);
    const std::size_t o = writer.host(term);
    writer.add(
        term, own_values(text, interface_, writer.outputs()[o], spans[o]), o);
  }
}

}  // namespace catenary::engine::contract
