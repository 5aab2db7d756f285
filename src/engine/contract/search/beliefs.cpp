// SPDX-License-Identifier: Apache-2.0
/// \file
/// The subset construction on demand, with regions of letters as transitions.
#include "engine/contract/search/beliefs.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/check.h"
#include "engine/contract/search/finite_search.h"

namespace catenary::engine::contract {

using model::Role;

Beliefs::Beliefs(const model::Interface& interface, const base::Budget& budget)
    : interface_(interface),
      structure_(interface),
      finite_(structure_, everything(structure_), budget),
      kept_(finite_.state_now()) {
  for (std::uint32_t v = 0; v < interface.variables.size(); ++v) {
    const model::InterfaceVariable& variable = interface.variables[v];
    const Indices& bits = finite_.bits_now(v);
    bits_.push_back(&bits);
    least_.push_back(variable.lo ? variable.lo->as_int64() : 0);
    Indices& of = variable.role == Role::hidden ? hidden_bits_ : observed_bits_;
    of.insert(of.end(), bits.begin(), bits.end());
    for (const std::uint32_t b : bits) {
      width_ = std::max<std::size_t>(width_, b + 1);
    }
  }
  make_set(hidden_bits_);
  make_set(observed_bits_);
  remember_.assign(width_, false);
  for (const std::uint32_t b : kept_) remember_[b] = true;
  states_.emplace_back();
  states_[kStart].hidden = finite_.manager().constant(true);
}

bool Beliefs::put(Letter& letter,
                  std::uint32_t variable,
                  std::int64_t number) const {
  if (number < least_[variable]) return false;
  const std::uint64_t code = static_cast<std::uint64_t>(number) -
                             static_cast<std::uint64_t>(least_[variable]);
  const Indices& bits = *bits_[variable];
  if ((code >> bits.size()) != 0) return false;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    letter[bits[i]] = ((code >> i) & 1) != 0;
  }
  return true;
}

/// One image computation, with hidden values that no later step reads projected
/// away at once.
void Beliefs::expand(BeliefId id) {
  if (states_[id].expanded) return;
  logic::bdd::Manager& manager = finite_.manager();
  const bool first = id == kStart;
  const Bdd before =
      first ? manager.constant(true) : finite_.to_before(states_[id].hidden);
  Bdd promised = manager.constant(true);
  for (const Bdd& p : finite_.promises(first)) promised = promised & p;
  Conjuncts theta = finite_.rules(structure_.all_contracts(), first);
  theta.push_back(before);
  Indices unseen = finite_.all_before();
  for (const std::uint32_t b : hidden_bits_) {
    if (!remember_[b]) unseen.push_back(b);
  }
  State made;
  made.hidden = states_[id].hidden;
  // Some value of the belief for which the inputs break a promise is enough:
  // the environment cannot know which one holds.
  made.broken =
      manager.and_exists(before, !promised, manager.cube(finite_.all_before()));
  made.relation = finite_.eliminate(std::move(theta), std::move(unseen));
  made.possible = manager.exists(made.relation, manager.cube(hidden_bits_));
  made.expanded = true;
  states_[id] = std::move(made);
}

BeliefId Beliefs::add(const Bdd& hidden) {
  // Equal functions of one manager have equal ids, so ids identify beliefs.
  const auto [at, is_new] =
      by_id_.emplace(hidden.id(), static_cast<BeliefId>(states_.size()));
  if (is_new) {
    states_.emplace_back();
    states_.back().hidden = hidden;
  }
  return at->second;
}

bool Beliefs::may_break(BeliefId from, const Letter& letter) {
  expand(from);
  return finite_.manager().evaluate(states_[from].broken, letter);
}

// A letter L leads to the belief B = relation(L) & (values of L that are
// remembered). Another letter leads to the same belief exactly if it has the
// same remembered values and relates to the same hidden values, that is, if no
// hidden value distinguishes relation from relation(L) there.
Beliefs::Region Beliefs::explore(BeliefId from, const Letter& letter) {
  logic::bdd::Manager& manager = finite_.manager();
  const Bdd relation = states_[from].relation;
  Bdd observed = manager.constant(true);
  Bdd remembered = manager.constant(true);
  for (const std::uint32_t b : observed_bits_) {
    const Bdd variable = manager.variable(b);
    const Bdd is = letter[b] ? variable : !variable;
    observed = observed & is;
    if (remember_[b]) remembered = remembered & is;
  }
  const Bdd unseen =
      manager.and_exists(relation, observed, manager.cube(observed_bits_));
  const Bdd other =
      manager.exists(relation ^ unseen, manager.cube(hidden_bits_));
  Region out;
  out.letters = states_[from].possible & remembered & !other;
  out.to = add(unseen & remembered);
  return out;
}

std::optional<BeliefId> Beliefs::step(BeliefId from, const Letter& letter) {
  expand(from);
  logic::bdd::Manager& manager = finite_.manager();
  std::vector<Region>& known = states_[from].regions;
  for (std::size_t r = 0; r < known.size(); ++r) {
    if (!manager.evaluate(known[r].letters, letter)) continue;
    const BeliefId next = known[r].to;
    // Move-to-front by one: consecutive steps mostly repeat letters.
    if (r > 0) std::swap(known[r], known[r - 1]);
    return next;
  }
  if (!manager.evaluate(states_[from].possible, letter)) {
    return std::nullopt;
  }
  Region region = explore(from, letter);
  CATENARY_CHECK(manager.evaluate(region.letters, letter),
                 "a letter is in the region made for it");
  const BeliefId next = region.to;
  states_[from].regions.push_back(std::move(region));
  return next;
}

std::vector<std::int64_t> Beliefs::classes(std::uint32_t variable) {
  logic::bdd::Manager& manager = finite_.manager();
  Conjuncts rules;
  for (const bool first : {true, false}) {
    for (const Conjuncts& more :
         {finite_.rules(structure_.all_contracts(), first),
          finite_.promises(first)}) {
      rules.insert(rules.end(), more.begin(), more.end());
    }
  }
  const model::InterfaceVariable& v = interface_.variables[variable];
  std::int64_t most = 1;
  if (v.hi) most = v.hi->as_int64();
  if (v.sort().kind() == logic::SortKind::enumeration) {
    most = static_cast<std::int64_t>(v.sort().enumerators().values.size()) - 1;
  }
  const Bdd now = manager.cube(*bits_[variable]);
  const Bdd before = manager.cube(finite_.codes().bits(v.before));
  std::map<std::vector<std::uint32_t>, std::int64_t> known;
  // Ids are compared, and may be reused once a diagram has no handle.
  std::vector<Bdd> alive;  // so that equal ids mean equal functions
  std::vector<std::int64_t> out;
  for (std::int64_t number = least_[variable]; number <= most; ++number) {
    Bdd is_now = manager.constant(true);
    Bdd is_before = manager.constant(true);
    const std::uint64_t code = static_cast<std::uint64_t>(number) -
                               static_cast<std::uint64_t>(least_[variable]);
    const Indices& now_bits = *bits_[variable];
    const Indices& before_bits = finite_.codes().bits(v.before);
    for (std::size_t i = 0; i < now_bits.size(); ++i) {
      const Bdd n = manager.variable(now_bits[i]);
      const Bdd b = manager.variable(before_bits[i]);
      const bool one = ((code >> i) & 1) != 0;
      is_now = is_now & (one ? n : !n);
      is_before = is_before & (one ? b : !b);
    }
    // Two numbers are equivalent if every rule and promise has the same
    // cofactor for both, at the current and at the previous step.
    std::vector<std::uint32_t> signature;
    for (const Bdd& rule : rules) {
      const Bdd a = manager.and_exists(rule, is_now, now);
      const Bdd b = manager.and_exists(rule, is_before, before);
      signature.push_back(a.id());
      signature.push_back(b.id());
      alive.push_back(a);
      alive.push_back(b);
    }
    out.push_back(known.emplace(std::move(signature), number).first->second);
  }
  return out;
}

}  // namespace catenary::engine::contract
