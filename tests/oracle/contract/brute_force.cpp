// SPDX-License-Identifier: Apache-2.0
#include "oracle/contract/brute_force.h"

#include <algorithm>

namespace catenary::oracle {

namespace {

std::vector<logic::Value> values_of(const model::InterfaceVariable& v) {
  std::vector<logic::Value> out;
  if (v.lo) {
    for (mpz_class i = v.lo->as_integer(); i <= v.hi->as_integer(); ++i) {
      out.push_back(logic::Value::integer(i));
    }
    return out;
  }
  for (std::uint64_t i = 0; i < *logic::cardinality(v.sort()); ++i) {
    out.push_back(logic::nth_value(v.sort(), i));
  }
  return out;
}

std::vector<std::vector<logic::Value>> product(
    const model::Interface& interface, const Set& variables) {
  std::vector<std::vector<logic::Value>> out{{}};
  for (const std::uint32_t v : variables) {
    std::vector<std::vector<logic::Value>> longer;
    for (const auto& begin : out) {
      for (const logic::Value& value : values_of(interface.variables[v])) {
        longer.push_back(begin);
        longer.back().push_back(value);
      }
    }
    out = std::move(longer);
  }
  return out;
}

}  // namespace

std::vector<Set> minimal(const std::vector<std::uint64_t>& sets) {
  std::vector<Set> out;
  for (const std::uint64_t s : sets) {
    const bool smaller =
        std::any_of(sets.begin(), sets.end(), [s](std::uint64_t t) {
          return t != s && (t & ~s) == 0;
        });
    if (smaller) continue;
    Set members;
    for (std::uint32_t i = 0; i < 64; ++i) {
      if ((s >> i & 1) != 0) members.push_back(i);
    }
    out.push_back(members);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

BruteForce::BruteForce(const model::Interface& interface)
    : interface_(interface) {
  for (std::uint32_t v = 0; v < interface.variables.size(); ++v) {
    (interface.variables[v].role == model::Role::input ? input_variables_
                                                       : answer_variables_)
        .push_back(v);
  }
  inputs_ = product(interface, input_variables_);
  answers_ = product(interface, answer_variables_);
  std::vector<Valuation> all;
  for (std::uint32_t i = 0; i < inputs_.size(); ++i) {
    for (std::uint32_t a = 0; a < answers_.size(); ++a) all.push_back(at(i, a));
  }
  for (std::uint32_t before = 0; before <= count(); ++before) {
    const bool first = before == count();
    const Valuation* from = first ? nullptr : &all[before];
    for (std::uint32_t now = 0; now < count(); ++now) {
      std::uint64_t bits = 0;
      for (std::uint32_t c = 0; c < interface.contracts.size(); ++c) {
        const logic::Term f =
            model::formula_at(interface, interface.contracts[c], first);
        if (holds(f, from, all[now])) bits |= std::uint64_t{1} << c;
      }
      met_.push_back(bits);
    }
    for (std::uint32_t i = 0; i < inputs_.size(); ++i) {
      bool allowed = true;
      for (const model::Promise& p : interface.promises) {
        const logic::Term f = model::formula_at(interface, p, first);
        allowed = allowed && holds(f, from, all[number(i, 0)]);
      }
      promised_.push_back(allowed);
    }
  }
}

BruteForce::Valuation BruteForce::at(std::uint32_t input,
                                     std::uint32_t answer) const {
  Valuation out(interface_.variables.size());
  for (std::size_t i = 0; i < input_variables_.size(); ++i) {
    out[input_variables_[i]] = inputs_[input][i];
  }
  for (std::size_t i = 0; i < answer_variables_.size(); ++i) {
    out[answer_variables_[i]] = answers_[answer][i];
  }
  return out;
}

bool BruteForce::holds(logic::Term formula,
                       const Valuation* before,
                       const Valuation& now) const {
  logic::Assignment values;
  for (std::size_t v = 0; v < now.size(); ++v) {
    values.set(interface_.variables[v].now, now[v]);
    if (before != nullptr) {
      values.set(interface_.variables[v].before, (*before)[v]);
    }
  }
  return logic::evaluate(formula, values)->as_bool();
}

std::uint64_t BruteForce::mask(const Set& contracts) {
  std::uint64_t out = 0;
  for (const std::uint32_t c : contracts) out |= std::uint64_t{1} << c;
  return out;
}

bool BruteForce::answered(std::uint64_t contracts,
                          std::uint32_t before,
                          std::uint32_t input) const {
  for (std::uint32_t a = 0; a < answers_.size(); ++a) {
    if ((contracts & ~met(before, number(input, a))) == 0) return true;
  }
  return false;
}

/// After n rounds good[u] says that n more steps can be answered from u.
bool BruteForce::lost(std::uint64_t contracts, std::uint32_t k) const {
  std::vector<bool> good(count(), true);
  const auto wins = [&](std::uint32_t before) {
    for (std::uint32_t i = 0; i < inputs_.size(); ++i) {
      if (!promised(before, i)) continue;
      bool any = false;
      for (std::uint32_t a = 0; a < answers_.size() && !any; ++a) {
        const std::uint32_t now = number(i, a);
        any = good[now] && (contracts & ~met(before, now)) == 0;
      }
      if (!any) return false;
    }
    return true;
  };
  for (std::uint32_t round = 0; round < k; ++round) {
    std::vector<bool> next(count());
    for (std::uint32_t u = 0; u < count(); ++u) next[u] = wins(u);
    if (next == good) break;
    good = next;
  }
  return !wins(count());
}

BruteForce::Notion BruteForce::strategy(const Set& contracts) const {
  // The game over count() states settles within that many rounds.
  if (!lost(mask(contracts), count() + 1)) return {};
  std::uint32_t k = 0;
  while (!lost(mask(contracts), k)) ++k;
  return {k};
}

std::vector<std::set<std::uint32_t>> BruteForce::layers(
    std::uint64_t contracts) const {
  std::vector<std::set<std::uint32_t>> out;
  std::set<std::uint32_t> seen;
  std::set<std::uint32_t> from{count()};
  while (!from.empty()) {
    bool end = false;
    std::set<std::uint32_t> next;
    for (const std::uint32_t before : from) {
      for (std::uint32_t i = 0; i < inputs_.size(); ++i) {
        if (!promised(before, i)) continue;
        end = end || !answered(contracts, before, i);
        for (std::uint32_t a = 0; a < answers_.size(); ++a) {
          const std::uint32_t now = number(i, a);
          if ((contracts & ~met(before, now)) == 0 && !seen.contains(now)) {
            next.insert(now);
          }
        }
      }
    }
    out.push_back(from);
    if (end) return out;
    seen.insert(next.begin(), next.end());
    from = next;
  }
  out.emplace_back();  // no dead end
  return out;
}

BruteForce::Notion BruteForce::no_dead_end(const Set& contracts) const {
  const auto found = layers(mask(contracts));
  if (found.back().empty()) return {};
  return {static_cast<std::uint32_t>(found.size()) - 1};
}

std::vector<Set> BruteForce::conflicts(std::uint32_t k) const {
  std::vector<std::uint64_t> sets;
  const std::uint64_t all = std::uint64_t{1} << interface_.contracts.size();
  for (std::uint64_t s = 0; s < all; ++s) {
    if (lost(s, k)) sets.push_back(s);
  }
  return minimal(sets);
}

std::vector<Set> BruteForce::corrections(std::uint32_t k) const {
  std::vector<std::uint64_t> sets;
  const std::uint64_t all = std::uint64_t{1} << interface_.contracts.size();
  for (std::uint64_t s = 0; s < all; ++s) {
    if (!lost((all - 1) & ~s, k)) sets.push_back(s);
  }
  return minimal(sets);
}

std::vector<std::set<Set>> BruteForce::cores(std::uint32_t k) const {
  const std::uint64_t all =
      (std::uint64_t{1} << interface_.contracts.size()) - 1;
  const auto reached = layers(all);
  std::vector<std::set<Set>> out;
  for (const std::uint32_t before : reached.at(k)) {
    for (std::uint32_t i = 0; i < inputs_.size(); ++i) {
      if (!promised(before, i) || answered(all, before, i)) continue;
      std::vector<std::uint64_t> sets;
      for (std::uint64_t s = 0; s <= all; ++s) {
        if (!answered(s, before, i)) sets.push_back(s);
      }
      const std::vector<Set> least = minimal(sets);
      out.emplace_back(least.begin(), least.end());
    }
  }
  return out;
}

}  // namespace catenary::oracle
