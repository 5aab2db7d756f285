// SPDX-License-Identifier: Apache-2.0
/// \file
/// *no dead end* by binary decision diagrams: breadth-first layers of reachable
/// states, until one meets the states in which some promised input has no
/// answer; runs into these dead ends, and their cores.
#include <algorithm>
#include <utility>

#include "base/check.h"
#include "engine/contract/consistency/finite_game.h"
#include "engine/contract/consistency/minimal_sets.h"

namespace catenary::engine::contract {

namespace bdd = logic::bdd;

Fate FiniteGame::explore(const Indices& contracts,
                         std::optional<std::uint32_t> last) {
  layers_.clear();
  const Conjuncts first = rules(contracts, true);
  const Conjuncts later = rules(contracts, false);
  Conjuncts promised = finite_.promises(true);
  if (!losing(first, promised, finite_.manager().constant(true)).is_false()) {
    return {0, false};
  }
  if (settled) settled(0);
  // If no state at all is dead, reachable or not, reachability need not be
  // computed.
  const Bdd dead = within_ranges(
      losing(later, finite_.promises(false), finite_.manager().constant(true)));
  if (dead.is_false()) return {std::nullopt, true};
  promised.insert(promised.end(), first.begin(), first.end());
  Bdd layer = finite_.eliminate(std::move(promised), not_kept());
  Conjuncts step = finite_.promises(false);
  step.insert(step.end(), later.begin(), later.end());
  Bdd reached = layer;
  // Invariant: no state in `reached`, apart from those in `layer`, is dead.
  // Only new states are expanded; the domain is finite, so some layer is
  // empty.
  for (std::uint32_t k = 1; !last || k <= *last; ++k) {
    layers_.push_back(layer);
    if (!(layer & dead).is_false()) return {k, false};
    if (settled) settled(k);
    layer = finite_.post(layer, step, finite_.state_now()) & !reached;
    if (layer.is_false()) return {std::nullopt, true};
    reached = reached | layer;
  }
  return {};
}

std::vector<DeadEnd> FiniteGame::find_dead_ends(const Indices& contracts,
                                                std::uint32_t k,
                                                std::uint32_t most) {
  const Fate fate = explore(contracts, k);
  CATENARY_CHECK(fate.lost_at && *fate.lost_at == k, "a dead end at step k");
  const bool first = k == 0;
  const Conjuncts theta = rules(contracts, first);
  Conjuncts open = finite_.promises(first);
  open.push_back(unanswered(theta, finite_.manager().constant(true)));
  if (!first) open.push_back(finite_.to_before(layers_.back()));
  std::vector<DeadEnd> out;
  std::uint32_t found = 0;
  while (true) {
    // Some dead end that no core explains so far.
    const Bdd left = finite_.eliminate(open, finite_.answers_now());
    if (left.is_false()) return out;
    if (found >= most) {
      out.back().all_cores = false;
      return out;
    }
    DeadEnd end;
    end.trace = run_into(left, contracts, k);
    const Bdd point = last_point(end.trace);
    // At a fixed point "these contracts allow no answer" is monotone in the
    // contracts, so minimal sets are well defined there. For reachable dead
    // ends in general it is not: with fewer contracts other states become
    // reachable.
    const MinimalSets cores = minimal_sets(
        contracts,
        [&](const Indices& some) { return stuck_at(point, some, first); },
        most - found,
        most - found + 1000,
        budget_);
    if (cores.sets.empty()) {
      throw Undecided(cores.stop, cores.incomplete);
    }
    end.cores = cores.sets;
    end.all_cores = cores.all_sets;
    found += static_cast<std::uint32_t>(cores.sets.size());
    for (const Indices& core : end.cores) {
      const Bdd explained =
          unanswered(rules(core, first), finite_.manager().constant(true));
      open.push_back(!explained);
    }
    const bool all = end.all_cores;
    out.push_back(std::move(end));
    if (!all) return out;
  }
}

bool FiniteGame::stuck_at(const Bdd& point,
                          const Indices& contracts,
                          bool first) {
  Conjuncts c = rules(contracts, first);
  for (Bdd& one : c) one = finite_.eliminate({one, point}, others());
  return finite_.eliminate(std::move(c), finite_.answers_now()).is_false();
}

Indices FiniteGame::others() const {
  Indices out = finite_.all_before();
  out.insert(
      out.end(), finite_.inputs_now().begin(), finite_.inputs_now().end());
  return out;
}

Bdd FiniteGame::last_point(const std::vector<TraceStep>& run) {
  Bdd out = finite_.is_now(run.back().inputs);
  if (run.size() < 2) return out;
  const TraceStep& before = run[run.size() - 2];
  return out & finite_.is_before(before.inputs) &
         finite_.is_before(before.answer);
}

std::vector<TraceStep> FiniteGame::run_into(const Bdd& ends,
                                            const Indices& contracts,
                                            std::uint32_t k) {
  bdd::Manager& m = finite_.manager();
  std::vector<Bdd> states(k);  // states[t]: one point of the t-th layer
  Conjuncts later = rules(contracts, false);
  const Conjuncts promised = finite_.promises(false);
  later.insert(later.end(), promised.begin(), promised.end());
  if (k > 0) {
    Bdd set = finite_.to_now(finite_.eliminate({ends}, finite_.all_now()));
    states[k - 1] = one_state(set & layers_[k - 1]);
    // layers_[t] has a predecessor of states[t + 1], since that state is in
    // layers_[t + 1], the image of layers_[t] without earlier states.
    for (std::uint32_t t = k - 1; t-- > 0;) {
      Conjuncts c = later;
      c.push_back(states[t + 1]);
      c.push_back(finite_.to_before(layers_[t]));
      set = finite_.to_now(finite_.eliminate(std::move(c), finite_.all_now()));
      states[t] = one_state(set);
    }
  }
  std::vector<TraceStep> out;
  Bdd point = m.constant(true);
  for (std::uint32_t t = 0; t < k; ++t) {
    Conjuncts c = later;
    if (t == 0) {
      c = rules(contracts, true);
      const Conjuncts p = finite_.promises(true);
      c.insert(c.end(), p.begin(), p.end());
    }
    const std::optional<Valuation> values =
        finite_.pick_now(point & states[t], c);
    CATENARY_CHECK(values.has_value(), "a step between two layers");
    out.push_back({only(*values, true), only(*values, false)});
    point = finite_.is_before(*values);
  }
  const std::optional<Valuation> end = finite_.pick_now(point, {ends});
  CATENARY_CHECK(end.has_value(), "an input without an answer");
  out.push_back({only(*end, true), {}});
  return out;
}

Bdd FiniteGame::one_state(const Bdd& set) {
  const auto picked = finite_.manager().pick(set);
  CATENARY_CHECK(picked.has_value(), "a layer with a way on");
  bdd::Manager& m = finite_.manager();
  Bdd out = m.constant(true);
  for (const std::uint32_t bit : finite_.state_now()) {
    const auto at = std::find_if(picked->begin(), picked->end(), [&](auto& l) {
      return l.first == bit;
    });
    const bool value = at != picked->end() && at->second;
    out = out & (value ? m.variable(bit) : !m.variable(bit));
  }
  return out;
}

}  // namespace catenary::engine::contract
