// SPDX-License-Identifier: Apache-2.0
/// \file
/// Subset construction for two interfaces at once.
#include "engine/contract/refinement/trace_inclusion.h"

#include <algorithm>
#include <utility>

namespace catenary::engine::contract {

namespace {

using model::Role;

}  // namespace

TraceInclusion::TraceInclusion(Pairing& pair, RefinementOptions options)
    : pair_(pair), finite_(pair.finite()), options_(options) {
  const model::Interface& joint = pair.joint();
  const Indices& kept = finite_.state_now();
  for (std::uint32_t v = 0; v < joint.variables.size(); ++v) {
    const Indices& bits = finite_.bits_now(v);
    const Role role = joint.variables[v].role;
    if (role != Role::hidden) observed_.push_back(v);
    Indices& to = role == Role::hidden ? hidden_bits_ : observed_bits_;
    to.insert(to.end(), bits.begin(), bits.end());
    if (role == Role::output) {
      output_bits_.insert(output_bits_.end(), bits.begin(), bits.end());
    }
  }
  make_set(observed_bits_);
  make_set(hidden_bits_);
  make_set(output_bits_);
  unkept_ = finite_.all_before();
  for (const std::uint32_t b : hidden_bits_) {
    if (!std::binary_search(kept.begin(), kept.end(), b)) unkept_.push_back(b);
  }
}

/// The steps of one interface from its set of states: over current observed
/// values and hidden ones that matter later.
Bdd TraceInclusion::relation(bool of_a, const Node& at, bool first) {
  Conjuncts all = pair_.theta(of_a, first);
  append(all, pair_.promises(of_a, first));
  if (!first) all.push_back(finite_.to_before(of_a ? at.a : at.b));
  return finite_.eliminate(std::move(all), unkept_);
}

TraceStep TraceInclusion::observed(const Bdd& set, bool with_answer) {
  TraceStep out;
  const Valuation picked = finite_.pick_now(set);
  for (const std::uint32_t v : observed_) {
    const bool input = pair_.joint().variables[v].role == Role::input;
    if (input) out.inputs.emplace(v, picked.at(v));
    if (!input && with_answer) out.answer.emplace(v, picked.at(v));
  }
  return out;
}

Refinement TraceInclusion::shown(std::size_t node, TraceStep last) const {
  Refinement out;
  out.outcome = Conformity::fails;
  out.trace.push_back(std::move(last));
  for (; node != 0; node = nodes_[node].from) {
    out.trace.push_back(nodes_[node].step);
  }
  std::reverse(out.trace.begin(), out.trace.end());
  return out;
}

void TraceInclusion::add(Node node) {
  for (std::size_t i = 1; i < nodes_.size(); ++i) {
    if (nodes_[i].a == node.a && nodes_[i].b == node.b) return;
  }
  nodes_.push_back(std::move(node));
}

void TraceInclusion::follow(std::size_t from,
                            const Bdd& of_a,
                            const Bdd& of_b,
                            Bdd observed_steps) {
  logic::bdd::Manager& manager = finite_.manager();
  const Bdd hidden = manager.cube(hidden_bits_);
  const Bdd seen = manager.cube(observed_bits_);
  const Indices& kept = finite_.state_now();
  while (!observed_steps.is_false()) {
    TraceStep step = observed(observed_steps, true);
    Bdd values = manager.constant(true);
    Bdd kept_values = values;
    for (const std::uint32_t v : observed_) {
      const auto& of = step.inputs.contains(v) ? step.inputs : step.answer;
      const Bdd is = finite_.is_now(v, of.at(v));
      values = values & is;
      const Indices& bits = finite_.bits_now(v);
      if (!bits.empty() &&
          std::binary_search(kept.begin(), kept.end(), bits.front())) {
        kept_values = kept_values & is;
      }
    }
    const Bdd next_a = manager.and_exists(of_a, values, seen);
    const Bdd next_b = manager.and_exists(of_b, values, seen);
    // Every observation that leads to the same pair, for the same remembered
    // observed values, is handled at once, as in Beliefs::explore().
    const Bdd other = manager.exists(of_a ^ next_a, hidden) |
                      manager.exists(of_b ^ next_b, hidden);
    observed_steps = observed_steps & !(kept_values & !other);
    add({next_a & kept_values, next_b & kept_values, from, std::move(step)});
  }
}

Refinement TraceInclusion::run(std::size_t most) {
  logic::bdd::Manager& manager = finite_.manager();
  const Bdd hidden = manager.cube(hidden_bits_);
  const Bdd outputs = manager.cube(output_bits_);
  nodes_ = {{manager.constant(true), manager.constant(true), 0, {}}};
  // Invariant: the traces to nodes_[0 .. n - 1] have no counterexample of one
  // more step. If all nodes are expanded, there is none at all.
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    if (n == most) {
      return {Conformity::undecided,
              "hidden variables of the refined interface leave too many "
              "choices",
              {}};
    }
    const bool first = n == 0;
    const Node at = nodes_[n];
    Conjuncts promised = pair_.promises(true, first);
    if (!first) promised.push_back(finite_.to_before(at.a));
    Indices gone = finite_.all_before();
    gone.insert(gone.end(), hidden_bits_.begin(), hidden_bits_.end());
    // Inputs that some state of the refined interface allows its environment.
    const Bdd sent = finite_.eliminate(std::move(promised), std::move(gone));
    const Bdd of_a = relation(true, at, first);
    const Bdd of_b = relation(false, at, first);
    const Bdd answers = manager.exists(of_b, hidden) & sent;
    if (!options_.traces_only) {
      // Inputs that may be sent and that no state of the refining interface
      // answers.
      const Bdd silent =
          manager.exists(sent, outputs) & !manager.exists(answers, outputs);
      if (!silent.is_false()) return shown(n, observed(silent, false));
    }
    // Answers that no state of the refined interface allows.
    const Bdd wrong = answers & !manager.exists(of_a, hidden);
    if (!wrong.is_false()) return shown(n, observed(wrong, true));
    follow(n, of_a, of_b, answers);
  }
  return {Conformity::conforms, "", {}};
}

}  // namespace catenary::engine::contract
