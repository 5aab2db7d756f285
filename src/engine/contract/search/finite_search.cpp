// SPDX-License-Identifier: Apache-2.0
/// \file
/// Breadth-first search over decision diagrams, for executions of a finite
/// interface, and questions about all executions with given inputs.
#include "engine/contract/search/finite_search.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "logic/term/traverse.h"

namespace catenary::engine::contract {

namespace {

using logic::Term;
using model::Role;

}  // namespace

Part everything(const Structure& structure) {
  const Indices all = structure.all_contracts();
  Part out = structure.whole(all);
  const model::Interface& interface = structure.interface();
  out.variables.clear();
  for (std::uint32_t v = 0; v < interface.variables.size(); ++v) {
    out.variables.push_back(v);
  }
  out.promises.clear();
  for (std::uint32_t p = 0; p < interface.promises.size(); ++p) {
    out.promises.push_back(p);
  }
  out.definitions.clear();
  for (std::uint32_t c = 0; c < interface.contracts.size(); ++c) {
    if (interface.contracts[c].definition) out.definitions.push_back(c);
  }
  return out;
}

FiniteSearch::FiniteSearch(const model::Interface& interface,
                           Triggering triggering,
                           std::span<const Target> targets,
                           const base::Budget& budget)
    : interface_(interface),
      structure_(interface),
      finite_(structure_, everything(structure_), budget),
      kept_(finite_.state_now()) {
  for (const bool first : {true, false}) {
    theta_[first] = finite_.rules(structure_.all_contracts(), first);
    append(theta_[first], finite_.promises(first));
    triggering_[first] = triggered(triggering, first);
  }
  for (const Target& target : targets) {
    // Current values matter as well: a target over current values alone is then
    // decided on layers, without another image; see shortest().
    for (const Term t : logic::free_variables(target.later)) {
      const Indices& bits = finite_.bits_now(structure_.variable_of(t));
      kept_.insert(kept_.end(), bits.begin(), bits.end());
    }
  }
  make_set(kept_);
}

Conjuncts FiniteSearch::triggered(Triggering triggering, bool first) {
  if (triggering == Triggering::none) return {};
  Bdd some = finite_.manager().constant(false);
  bool any = false;
  for (const std::uint32_t c : structure_.all_contracts()) {
    const model::Contract& contract = interface_.contracts[c];
    if (!(first ? contract.at_init : contract.at_step)) continue;
    if (triggering == Triggering::written && !contract.has_assumption) continue;
    any = true;
    some = some | finite_.assumption(c, first);
  }
  // Nothing is restricted where no contract applies to such steps.
  if (!any || some.is_true()) return {};
  return {some};
}

Conjuncts FiniteSearch::relation(bool first) const {
  Conjuncts out = theta_[first];
  append(out, triggering_[first]);
  return out;
}

Bdd FiniteSearch::of(const Target& target, bool first) {
  return finite_.encode(first ? target.first : target.later);
}

Bdd FiniteSearch::cube(const InputSequence& inputs, std::size_t step) {
  Bdd out = finite_.manager().constant(true);
  for (std::uint32_t v = 0; v < interface_.variables.size(); ++v) {
    if (interface_.variables[v].role != Role::input || !inputs[step][v]) {
      continue;
    }
    out = out & finite_.is_now(v, *inputs[step][v]);
  }
  return out;
}

Bdd FiniteSearch::image(const Bdd* from,
                        Conjuncts relation,
                        const Conjuncts& extra,
                        bool kept_only) {
  Conjuncts conjuncts = std::move(relation);
  append(conjuncts, extra);
  Indices bits = finite_.all_before();
  if (from != nullptr) conjuncts.push_back(finite_.to_before(*from));
  if (kept_only) {
    for (const std::uint32_t b : finite_.all_now()) {
      if (!std::binary_search(kept_.begin(), kept_.end(), b)) bits.push_back(b);
    }
  }
  return finite_.eliminate(std::move(conjuncts), std::move(bits));
}

std::vector<Snapshot> FiniteSearch::walk_back(const Target& target,
                                              std::span<const Bdd> layers,
                                              std::size_t last,
                                              std::span<const Bdd> within) {
  std::vector<Snapshot> out(last + 1);
  // Invariant at the loop head: `next` is what step s must meet. At the last
  // step this is the target; before, the states from which the step that was
  // picked for s + 1 is possible.
  Bdd next = of(target, last == 0);  // over before and now, at the last step
  for (std::size_t s = last + 1; s-- > 0;) {
    const Bdd* from = s == 0 ? nullptr : &layers[s - 1];
    Conjuncts extra{next};
    if (!within.empty()) extra.push_back(within[s]);
    const Bdd now = image(from, relation(s == 0), extra, false);
    if (now.is_false()) return {};
    const Valuation picked = finite_.pick_now(now);
    for (const auto& [v, value] : picked) out[s].push_back(value);
    CATENARY_CHECK(out[s].size() == interface_.variables.size(),
                   "a value for each variable");
    if (s == 0) break;
    Conjuncts conjuncts = relation(false);
    // The states before that have a step to the values picked.
    append(conjuncts, {next, finite_.is_now(picked), finite_.to_before(*from)});
    next = finite_.to_now(finite_.eliminate(conjuncts, finite_.all_now()));
  }
  return out;
}

Reached FiniteSearch::shortest(const Target& target,
                               std::optional<std::uint32_t> max_steps,
                               std::vector<Snapshot>& run) {
  run.clear();
  const Bdd later = of(target, false);
  // A target that reads only current values, and in the same way at every step,
  // can be decided on the states of a layer. Any other one is a condition on a
  // step: a state that is known may still have a step to it, so the image with
  // the target is computed.
  const bool by_state =
      target.first == target.later && !model::reads_before(target.later);
  for (std::size_t s = 0; !max_steps || s < *max_steps; ++s) {
    // No new states: every step was from a state whose steps were examined.
    if (s > 0 && layers_[s - 1].is_false()) return Reached::no;
    // Steps from states that were reached earlier were examined at an earlier
    // s.
    const Bdd before = s == 0 ? known_ : layers_[s - 1];
    const Bdd* from = s == 0 ? nullptr : &before;
    if (layers_.size() == s) {
      Bdd reached = image(from, relation(s == 0), {}, true);
      if (s == 0) {
        known_ = reached;
        layers_.push_back(reached);
      } else {
        layers_.push_back(reached & !known_);
        known_ = known_ | reached;
      }
    }
    bool met = false;
    if (s == 0) {
      met =
          !image(nullptr, relation(true), {of(target, true)}, true).is_false();
    } else if (by_state) {
      met = !(layers_[s] & later).is_false();
    } else {
      met = !image(from, relation(false), {later}, true).is_false();
    }
    if (!met) continue;
    run = walk_back(target, layers_, s, {});
    CATENARY_CHECK(!run.empty(), "an execution through the layers");
    return Reached::yes;
  }
  return Reached::not_within;
}

std::vector<Snapshot> FiniteSearch::along(const Target& target,
                                          const InputSequence& inputs) {
  std::vector<Bdd> within;
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    within.push_back(cube(inputs, s));
  }
  return through(target, within);
}

std::vector<Snapshot> FiniteSearch::through(const Target& target,
                                            std::span<const Bdd> within) {
  std::vector<Bdd> layers;
  // Unlike layers_, these may contain states of earlier layers again, because
  // the conditions differ from step to step.
  for (std::size_t s = 0; s + 1 < within.size(); ++s) {
    const Bdd* from = s == 0 ? nullptr : &layers.back();
    Bdd reached = image(from, relation(s == 0), {within[s]}, true);
    if (reached.is_false()) return {};
    layers.push_back(std::move(reached));
  }
  return walk_back(target, layers, within.size() - 1, within);
}

Bdd FiniteSearch::state_before(const Snapshot& values) {
  Bdd out = finite_.manager().constant(true);
  for (std::uint32_t v = 0; v < interface_.variables.size(); ++v) {
    out = out & finite_.codes().is(interface_.variables[v].before, values[v]);
  }
  return out;
}

InputSequence FiniteSearch::generalise(const Target& target,
                                       const std::vector<Snapshot>& run) {
  InputSequence out = inputs_of(interface_, run);
  logic::bdd::Manager& manager = finite_.manager();
  // Invariant at the loop head: from every state after step s in `next`, some
  // execution reaches the target at the last step, for all values of the inputs
  // left out of later steps. The quantifiers alternate step by step, so answers
  // need not anticipate inputs; this is stronger than what is promised.
  Bdd next = of(target, run.size() == 1);
  for (std::size_t s = run.size(); s-- > 0;) {
    const bool first = s == 0;
    Conjuncts conjuncts = relation(first);
    conjuncts.push_back(next);
    // Previous values and inputs for which some answer leads on.
    const Bdd answered = finite_.eliminate(conjuncts, finite_.answers_now());
    const Bdd before =
        first ? manager.constant(true) : state_before(run[s - 1]);
    Bdd ranges = manager.constant(true);
    // Inputs left out of this step so far: their ranges, and their bits.
    Indices free;
    const auto good = [&]() -> Bdd {
      const Bdd fixed = cube(out, s);
      Indices bound = finite_.inputs_now();
      // A fixed input has one value, so "exists" and "for all" agree.
      const Bdd cases = manager.exists(answered & fixed, manager.cube([&] {
        Indices kept;
        for (const std::uint32_t b : bound) {
          if (std::find(free.begin(), free.end(), b) == free.end()) {
            kept.push_back(b);
          }
        }
        return kept;
      }()));
      return manager.forall((!ranges) | cases, manager.cube(free));
    };
    for (std::uint32_t v = 0; v < interface_.variables.size(); ++v) {
      if (interface_.variables[v].role != Role::input) continue;
      const std::optional<logic::Value> value = out[s][v];
      const Bdd ranges_before = ranges;
      const Indices free_before = free;
      out[s][v].reset();
      ranges = ranges & finite_.range(v);
      const Indices& bits = finite_.bits_now(v);
      free.insert(free.end(), bits.begin(), bits.end());
      // Left out for good if the state of the run before this step stays in the
      // set. Otherwise the value is put back.
      if (before.implies(good())) continue;
      out[s][v] = value;
      ranges = ranges_before;
      free = free_before;
    }
    // All states with the property, not only that of the run: the step before
    // may then leave out more.
    next = finite_.to_now(good());
  }
  return out;
}

Bdd FiniteSearch::breaking(const Bdd* from,
                           const InputSequence& inputs,
                           std::size_t step) {
  Bdd promised = finite_.manager().constant(true);
  for (const Bdd& p : finite_.promises(from == nullptr)) {
    promised = promised & p;
  }
  Bdd out = cube(inputs, step) & !promised;
  for (std::uint32_t v = 0; v < interface_.variables.size(); ++v) {
    if (interface_.variables[v].role == Role::input) {
      // Inputs that are left out have values within their ranges only.
      out = out & finite_.range(v);
    }
  }
  return from == nullptr ? out : out & finite_.to_before(*from);
}

bool FiniteSearch::guaranteed(const Target& target,
                              const InputSequence& inputs) {
  // avoiding[s]: states after step s of executions with these inputs that have
  // not met the target. Triggering does not matter: a system must conform at
  // steps that ask nothing, too.
  std::vector<Bdd> avoiding;
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    const bool first = s == 0;
    const Bdd* from = first ? nullptr : &avoiding.back();
    // A system that relies on a promise need not go on once it is broken.
    if (!breaking(from, inputs, s).is_false()) return false;
    const Bdd reached =
        image(from, theta_[first], {cube(inputs, s), !of(target, first)}, true);
    if (reached.is_false()) return true;
    avoiding.push_back(reached);
  }
  return false;
}

bool FiniteSearch::goes_along(const InputSequence& inputs) {
  std::vector<Bdd> reached;
  // Like guaranteed(), but over all executions.
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    const Bdd* from = s == 0 ? nullptr : &reached.back();
    if (!breaking(from, inputs, s).is_false()) return false;
    const Bdd next = image(from, theta_[s == 0], {cube(inputs, s)}, true);
    if (next.is_false()) return false;
    reached.push_back(next);
  }
  return true;
}

Bdd FiniteSearch::in_range() {
  Bdd out = finite_.manager().constant(true);
  for (std::uint32_t v = 0; v < interface_.variables.size(); ++v) {
    if (interface_.variables[v].role == Role::input) {
      out = out & finite_.range(v);
    }
  }
  return out;
}

bool FiniteSearch::meets(const Bdd& stuck_first, const Bdd& stuck_later) {
  if (!stuck_first.is_false()) return true;
  Bdd known = finite_.manager().constant(false);
  // Own layers: layers_ depends on triggering, which systems do not know.
  for (Bdd fresh = image(nullptr, theta_[1], {}, true); !fresh.is_false();) {
    if (!(finite_.to_before(fresh) & stuck_later).is_false()) return true;
    known = known | fresh;
    fresh = image(&fresh, theta_[0], {}, true) & !known;
  }
  return false;
}

bool FiniteSearch::receptive() {
  if (!receptive_) {
    const auto stuck = [&](bool first) {
      return in_range() &
             !finite_.eliminate(theta_[first], finite_.answers_now());
    };
    receptive_ = !meets(stuck(true), stuck(false));
  }
  return *receptive_;
}

bool FiniteSearch::has_dead_ends() {
  if (!has_dead_ends_) {
    const auto stuck = [&](bool first) {
      Bdd out =
          // theta_ contains the promises: inputs that break them have no answer
          // there either, and are excluded below.
          in_range() & !finite_.eliminate(theta_[first], finite_.answers_now());
      for (const Bdd& p : finite_.promises(first)) out = out & p;
      return out;
    };
    has_dead_ends_ = meets(stuck(true), stuck(false));
  }
  return *has_dead_ends_;
}

bool FiniteSearch::leads(const Target& target, std::span<const Bdd> within) {
  Bdd reached;
  // through() without the execution, and without triggering.
  for (std::size_t s = 0; s < within.size(); ++s) {
    const bool first = s == 0;
    Conjuncts extra{within[s]};
    if (s + 1 == within.size()) extra.push_back(of(target, first));
    reached = image(first ? nullptr : &reached, theta_[first], extra, true);
    if (reached.is_false()) return false;
  }
  return true;
}

}  // namespace catenary::engine::contract
