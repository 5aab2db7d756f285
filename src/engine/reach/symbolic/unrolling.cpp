// SPDX-License-Identifier: Apache-2.0
/// \file
/// Instantiation of the templates of a relation. The state bits of a frame are
/// the output literals of the frame before, so no equality between states is
/// needed.

#include "engine/reach/symbolic/unrolling.h"

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/check.h"
#include "logic/term/evaluate/evaluate.h"

namespace catenary::engine::reach {

using logic::Value;
using logic::smt::Literal;
using logic::smt::SatSolver;

Unrolling::Unrolling(const Relation& relation, SatSolver& solver, Start start)
    : relation_(relation), solver_(solver) {
  if (start == Start::initial) {
    // Empty entries: the template makes new variables for the inputs.
    const std::vector<Bits> fresh(relation.encoding().initial.size());
    initial_ = make_frame(relation.init(), fresh, 0);
    start_ = initial_.after;
    return;
  }
  // Free variables: any values, reachable or not.
  for (const logic::Term slot : relation.state()) {
    Bits bits(slot.sort().bits());
    for (Literal& bit : bits) bit = solver.new_variable();
    start_.push_back(std::move(bits));
  }
}

Unrolling::Unrolling(const Relation& relation,
                     SatSolver& solver,
                     const std::vector<Value>& state)
    : relation_(relation), solver_(solver) {
  CATENARY_CHECK(state.size() == relation.slots().size(),
                 "a state has a value for each slot that matters");
  for (const Value& value : state) {
    // Constants: the solver propagates them through the first step.
    start_.push_back(logic::smt::constant_bits(solver, value));
  }
}

Frame Unrolling::make_frame(const RelationPart& part,
                            const std::vector<Bits>& inputs,
                            std::size_t first_input) const {
  logic::smt::Instance instance =
      logic::smt::instantiate(solver_, part.cnf, inputs);
  Frame frame;
  frame.inputs.assign(
      instance.variables.begin() + static_cast<std::ptrdiff_t>(first_input),
      instance.variables.end());
  frame.after.assign(
      instance.roots.begin(),
      instance.roots.begin() + static_cast<std::ptrdiff_t>(part.outcomes));
  std::size_t at = part.outcomes;
  for (Literal* outcome :
       {&frame.running, &frame.ended, &frame.discarded, &frame.final}) {
    *outcome = instance.roots[at++].at(0);
  }
  // Inputs outside of their ranges are not runs.
  const Literal in_domain = instance.roots[at].at(0);
  solver_.add_clause({in_domain});
  for (at = part.targets; at < instance.roots.size(); ++at) {
    frame.targets.push_back(instance.roots[at].at(0));
  }
  return frame;
}

void Unrolling::add_step() {
  std::vector<Bits> variables = state(steps());
  // Slots are shared with the frame before, inputs are new.
  const std::size_t slots = variables.size();
  variables.resize(slots + relation_.encoding().inputs.size());
  steps_.push_back(make_frame(relation_.step(), variables, slots));
}

const std::vector<Bits>& Unrolling::state(std::size_t index) const {
  return index == 0 ? start_ : steps_[index - 1].after;
}

/// A new literal for each bit that may differ; one of them must be true.
void Unrolling::demand_distinct(std::size_t a, std::size_t b) {
  const std::vector<Bits>& first = state(a);
  const std::vector<Bits>& second = state(b);
  std::vector<Literal> clause;
  for (std::size_t slot = 0; slot < first.size(); ++slot) {
    for (std::size_t i = 0; i < first[slot].size(); ++i) {
      const Literal x = first[slot][i];
      const Literal y = second[slot][i];
      // The same literal: these bits never differ.
      if (x == y) continue;
      const Literal differ = solver_.new_variable();
      solver_.add_clause({-differ, x, y});
      solver_.add_clause({-differ, -x, -y});
      clause.push_back(differ);
    }
  }
  // Equal in all bits: the constraint cannot be met.
  if (clause.empty()) clause.push_back(-solver_.true_literal());
  solver_.add_clause(std::span<const Literal>(clause));
}

/// Each state is compared with the first equal one only: enough to exclude the
/// model.
bool Unrolling::demand_distinct_states(std::size_t last) {
  std::map<std::string, std::size_t> seen;
  std::vector<std::pair<std::size_t, std::size_t>> equal;
  for (std::size_t i = 0; i <= last; ++i) {
    std::string key;
    for (const Bits& bits : state(i)) {
      for (const Literal bit : bits) key += solver_.value(bit) ? '1' : '0';
    }
    const auto [at, fresh] = seen.emplace(std::move(key), i);
    if (!fresh) equal.emplace_back(at->second, i);
  }
  for (const auto& [a, b] : equal) demand_distinct(a, b);
  return !equal.empty();
}

std::vector<Value> Unrolling::values_of(
    const std::vector<model::Variable>& variables,
    const std::vector<Bits>& bits) const {
  std::vector<Value> values;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const logic::Sort sort =
        logic::Sort::bitvec(static_cast<std::uint32_t>(bits[i].size()));
    values.push_back(model::from_machine_bits(
        variables[i].type, logic::smt::read_bits(solver_, sort, bits[i])));
  }
  return values;
}

model::Trace Unrolling::trace(std::size_t steps) const {
  model::Trace trace;
  const model::StepSystem& system = relation_.system();
  // An unrolling from any state has no initial choices.
  if (!initial_.inputs.empty()) {
    trace.initial = values_of(system.initial, initial_.inputs);
  }
  for (std::size_t i = 0; i < steps; ++i) {
    trace.steps.push_back(values_of(system.inputs, steps_[i].inputs));
  }
  return trace;
}

std::vector<Value> Unrolling::state_values(std::size_t index) const {
  std::vector<Value> values;
  const std::vector<Bits>& bits = state(index);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    values.push_back(
        logic::smt::read_bits(solver_, relation_.state()[i].sort(), bits[i]));
  }
  return values;
}

std::vector<Value> Unrolling::input_values(std::size_t step) const {
  return values_of(relation_.system().inputs, steps_[step].inputs);
}

/// Evaluates the conditions of unsupported constructs under the model.
std::string Unrolling::why_unfaithful(std::size_t depth) const {
  const RelationPart& part = depth == 0 ? relation_.init() : relation_.step();
  const std::vector<logic::Term>& variables =
      depth == 0 ? relation_.encoding().initial : relation_.encoding().inputs;
  logic::Assignment assignment;
  const Frame& frame = at_depth(depth);
  for (std::size_t i = 0; i < variables.size(); ++i) {
    assignment.set(
        variables[i],
        logic::smt::read_bits(solver_, variables[i].sort(), frame.inputs[i]));
  }
  if (depth > 0) {
    const std::vector<Value> before = state_values(depth - 1);
    for (std::size_t i = 0; i < before.size(); ++i) {
      assignment.set(relation_.state()[i], before[i]);
    }
  }
  logic::Evaluator evaluator(assignment);
  std::string likely = "a construct without an encoding";
  for (const model::EncodedPart::Stop& stop : part.terms->stops) {
    // Other stops are ordinary ends of runs.
    if (stop.outcome != model::StepOutcome::unsupported) continue;
    const std::optional<Value> when = evaluator.evaluate(stop.when);
    const base::SourceLocation& where = stop.event.where;
    const std::string text =
        stop.event.text +
        (where.known() ? " at " + where.to_string() : std::string());
    if (when && when->as_bool()) return text;
    // What was not followed has no values.
    if (!when) likely = text;
  }
  return likely;
}

}  // namespace catenary::engine::reach
