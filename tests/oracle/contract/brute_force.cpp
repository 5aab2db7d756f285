// SPDX-License-Identifier: Apache-2.0
#include "oracle/contract/brute_force.h"

#include <algorithm>

namespace catenary::oracle {

namespace {

std::vector<State> product(const Explicit& explicit_interface,
                           const Set& variables) {
  std::vector<State> out{{}};
  for (const std::uint32_t v : variables) {
    std::vector<State> longer;
    for (const State& begin : out) {
      for (std::int64_t n = explicit_interface.lo(v);
           n <= explicit_interface.hi(v);
           ++n) {
        longer.push_back(begin);
        longer.back().push_back(n);
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
  const Explicit values(interface);
  inputs_ = product(values, input_variables_);
  answers_ = product(values, answer_variables_);
  std::vector<State> all;
  for (std::uint32_t i = 0; i < inputs_.size(); ++i) {
    for (std::uint32_t a = 0; a < answers_.size(); ++a) all.push_back(at(i, a));
  }
  std::vector<Condition> contracts;
  for (std::uint32_t c = 0; c < interface.contracts.size(); ++c) {
    const model::Contract& contract = interface.contracts[c];
    contracts.push_back(
        values.condition(model::formula_at(interface, contract, true),
                         model::formula_at(interface, contract, false)));
    if (contract.definition) definitions_ |= std::uint64_t{1} << c;
  }
  for (std::uint32_t before = 0; before <= count(); ++before) {
    const State* from = before == count() ? nullptr : &all[before];
    for (std::uint32_t now = 0; now < count(); ++now) {
      std::uint64_t bits = 0;
      for (std::uint32_t c = 0; c < contracts.size(); ++c) {
        if (contracts[c].holds(from, all[now])) bits |= std::uint64_t{1} << c;
      }
      met_.push_back(bits);
    }
    for (std::uint32_t i = 0; i < inputs_.size(); ++i) {
      promised_.push_back(values.promised(from, all[number(i, 0)]));
    }
  }
}

std::uint64_t BruteForce::size(const model::Interface& interface) {
  const Explicit values(interface);
  std::uint64_t out = 1;
  for (std::uint32_t v = 0; v < interface.variables.size(); ++v) {
    out *= static_cast<std::uint64_t>(values.hi(v) - values.lo(v) + 1);
  }
  return out;
}

State BruteForce::at(std::uint32_t input, std::uint32_t answer) const {
  State out(interface_.variables.size());
  for (std::size_t i = 0; i < input_variables_.size(); ++i) {
    out[input_variables_[i]] = inputs_[input][i];
  }
  for (std::size_t i = 0; i < answer_variables_.size(); ++i) {
    out[answer_variables_[i]] = answers_[answer][i];
  }
  return out;
}

std::uint64_t BruteForce::mask(const Set& contracts) const {
  std::uint64_t out = definitions_;
  for (const std::uint32_t c : contracts) out |= std::uint64_t{1} << c;
  return out;
}

template <typename What>
void BruteForce::for_each_set(const What& what) const {
  const std::uint64_t end = std::uint64_t{1} << interface_.contracts.size();
  for (std::uint64_t s = 0; s < end; ++s) {
    if ((s & definitions_) == definitions_) what(s, s & ~definitions_);
  }
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
  for_each_set([&](std::uint64_t s, std::uint64_t own) {
    if (lost(s, k)) sets.push_back(own);
  });
  return minimal(sets);
}

std::vector<Set> BruteForce::corrections(std::uint32_t k) const {
  std::vector<std::uint64_t> sets;
  const std::uint64_t all =
      (std::uint64_t{1} << interface_.contracts.size()) - 1;
  for_each_set([&](std::uint64_t s, std::uint64_t /*own*/) {
    if (!lost(s, k)) sets.push_back(all & ~s);
  });
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
      for_each_set([&](std::uint64_t s, std::uint64_t own) {
        if (!answered(s, before, i)) sets.push_back(own);
      });
      const std::vector<Set> least = minimal(sets);
      out.emplace_back(least.begin(), least.end());
    }
  }
  return out;
}

}  // namespace catenary::oracle
