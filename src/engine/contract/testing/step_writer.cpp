// SPDX-License-Identifier: Apache-2.0
/// \file
/// Expectations of one step, and the names of variables in a suite.
#include "engine/contract/testing/step_writer.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "logic/term/rewrite/simplify.h"
#include "logic/term/traverse.h"

namespace catenary::engine::contract {

using logic::Substitution;
using logic::Term;
using model::Role;

namespace {

/// Longer formulas are dropped.
constexpr std::size_t kLongestText = 100'000;

}  // namespace

Indices outputs_of(const model::Interface& interface) {
  Indices out;
  for (std::uint32_t v = 0; v < interface.variables.size(); ++v) {
    if (interface.variables[v].role == Role::output) out.push_back(v);
  }
  return out;
}

Substitution to_suite_names(const Semantics& semantics, std::size_t step) {
  logic::TermManager& terms = semantics.terms();
  Substitution out;
  for (std::size_t v = 0; v < semantics.interface().variables.size(); ++v) {
    const model::InterfaceVariable& variable =
        semantics.interface().variables[v];
    // `before` is the term that is named as the variable itself.
    out.emplace(semantics.at(v, step), variable.before);
    if (step == 0) continue;
    out.emplace(semantics.at(v, step - 1),
                terms.variable(variable.name + "@pre", variable.sort()));
  }
  return out;
}

Term range_term(const model::Interface& interface, std::uint32_t output) {
  const model::InterfaceVariable& variable = interface.variables[output];
  return logic::substitute(*interface.terms,
                           model::range_of(interface, variable),
                           {{variable.now, variable.before}});
}

void StepWriter::add(std::size_t output, suite::Expectation expectation) {
  step_[output] = std::move(expectation);
}

void StepWriter::add(Term formula, Term own, std::size_t output) {
  logic::TermManager& terms = *interface_.terms;
  suite::Formula both{interface_.terms,
                      logic::simplify(terms, terms.logical_and(formula, own)),
                      ""};
  // The plain expectation of the output stays: less is expected, never more.
  if (suite::to_smtlib(both).size() > kLongestText) {
    out_.exact = false;
    out_.why_not = "a formula would be too long";
    return;
  }
  step_[output] = std::move(both);
}

void StepWriter::finish() {
  std::vector<suite::ExpectedOutput> step;
  // In the order of the signals, as the map is sorted.
  for (auto& [output, expectation] : step_) {
    step.push_back(
        {static_cast<std::uint32_t>(output), std::move(expectation)});
  }
  out_.steps.push_back(std::move(step));
}

bool StepWriter::has_value(std::size_t output) const {
  const auto at = step_.find(output);
  return at != step_.end() && std::holds_alternative<logic::Value>(at->second);
}

std::size_t StepWriter::host(Term formula) const {
  const std::vector<Term> read = logic::free_variables(formula);
  std::optional<std::size_t> found;
  std::optional<std::size_t> open;
  for (std::size_t o = 0; o < outputs_.size(); ++o) {
    // A single value is the most readable expectation, so it is not replaced.
    if (has_value(o)) continue;
    if (!open) open = o;
    const Term name = interface_.variables[outputs_[o]].before;
    if (std::find(read.begin(), read.end(), name) != read.end()) found = o;
  }
  return found ? *found : open.value_or(0);
}

}  // namespace catenary::engine::contract
