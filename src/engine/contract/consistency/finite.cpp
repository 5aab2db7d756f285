// SPDX-License-Identifier: Apache-2.0
/// \file
/// Diagrams of a part: relations, and quantification by bucket elimination. The
/// layout of the bits is in finite_layout.cpp.
#include "engine/contract/consistency/finite.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/check.h"

namespace catenary::engine::contract {

namespace {

/// A conjunct with what the choice of the next bit looks at.
struct Factor {
  Bdd bdd;
  Indices support;
  std::size_t size;
};

/// The bit whose factors are the smallest together; no value if no factor has
/// one. Ties go to the lowest bit: the choice depends on nothing else.
std::optional<std::uint32_t> cheapest(const std::vector<Factor>& factors,
                                      const Indices& bits) {
  std::map<std::uint32_t, std::size_t> cost;
  for (const Factor& f : factors) {
    for (const std::uint32_t b : f.support) {
      if (std::binary_search(bits.begin(), bits.end(), b)) cost[b] += f.size;
    }
  }
  if (cost.empty()) return std::nullopt;
  return std::min_element(cost.begin(),
                          cost.end(),
                          [](auto& a, auto& b) { return a.second < b.second; })
      ->first;
}

/// Those of the bits that occur in the factors `with` and in no other.
Indices only_within(const std::vector<Factor>& with,
                    const std::vector<Factor>& without,
                    const Indices& bits) {
  std::set<std::uint32_t> out;
  for (const Factor& f : with) {
    for (const std::uint32_t b : f.support) {
      if (std::binary_search(bits.begin(), bits.end(), b)) out.insert(b);
    }
  }
  for (const Factor& f : without) {
    for (const std::uint32_t b : f.support) out.erase(b);
  }
  return {out.begin(), out.end()};
}

void sort_by_size(std::vector<Factor>& factors) {
  std::stable_sort(factors.begin(), factors.end(), [](auto& a, auto& b) {
    return a.size < b.size;
  });
}

}  // namespace

Finite::Finite(const Structure& structure,
               Part part,
               const base::Budget& budget,
               bool widened)
    : structure_(structure),
      part_(std::move(part)),
      widened_(widened),
      manager_(budget),
      codes_(manager_) {
  lay_out();
}

Bdd Finite::contract(std::uint32_t contract, bool first) {
  const auto known = contracts_.find({contract, first});
  // Games ask for the same contracts again and again.
  if (known != contracts_.end()) return known->second;
  const model::Interface& i = structure_.interface();
  Bdd out = codes_.encode(model::formula_at(i, i.contracts[contract], first));
  contracts_.emplace(std::pair{contract, first}, out);
  return out;
}

Bdd Finite::assumption(std::uint32_t contract, bool first) {
  const model::Contract& c = structure_.interface().contracts[contract];
  if (!(first ? c.at_init : c.at_step)) return manager_.constant(false);
  if (first && model::reads_before(c.assumption)) {
    return manager_.constant(false);
  }
  return codes_.encode(c.assumption);
}

Conjuncts Finite::promises(bool first) {
  const model::Interface& i = structure_.interface();
  Conjuncts out;
  for (const std::uint32_t v : part_.variables) {
    if (variable_of(v).role == model::Role::input) out.push_back(range(v));
  }
  for (const std::uint32_t p : part_.promises) {
    out.push_back(codes_.encode(model::formula_at(i, i.promises[p], first)));
  }
  return out;
}

Bdd Finite::range(std::uint32_t variable) {
  const model::InterfaceVariable& v = variable_of(variable);
  Bdd out = codes_.domain(v.now);
  // The codes reach beyond the range, so the range is a formula of its own.
  if (widened_ && is_integer(variable)) {
    out = out & codes_.encode(model::range_of(structure_.interface(), v));
  }
  return out;
}

Conjuncts Finite::background(bool first) {
  Conjuncts out;
  for (const std::uint32_t v : part_.variables) {
    if (variable_of(v).role != model::Role::input) out.push_back(range(v));
  }
  for (const std::uint32_t d : part_.definitions) {
    out.push_back(contract(d, first));
  }
  return out;
}

Conjuncts Finite::rules(std::span<const std::uint32_t> contracts, bool first) {
  Conjuncts out = background(first);
  for (const std::uint32_t c : contracts) out.push_back(contract(c, first));
  return out;
}

Bdd Finite::eliminate(Conjuncts conjuncts, Indices bits) {
  std::vector<Factor> factors;
  const auto add = [&](const Bdd& f) {
    if (f.is_true()) return;
    Factor factor{f, manager_.support(f), manager_.size(f)};
    factors.push_back(std::move(factor));
  };
  for (const Bdd& c : conjuncts) {
    // True conjuncts are left out; a false one decides.
    if (c.is_false()) return c;
    add(c);
  }
  conjuncts.clear();
  make_set(bits);
  // Invariant: "exists bits. conjunction of factors" is the result, where
  // `bits` that occur in no factor no longer matter. Each round joins all
  // factors with one bit and quantifies it.
  while (const std::optional<std::uint32_t> best = cheapest(factors, bits)) {
    std::vector<Factor> with;
    std::vector<Factor> without;
    for (Factor& f : factors) {
      const bool has =
          std::binary_search(f.support.begin(), f.support.end(), *best);
      (has ? with : without).push_back(std::move(f));
    }
    // Every other bit that occurs in these factors alone is quantified with it.
    const Bdd cube = manager_.cube(only_within(with, without, bits));
    // Small factors first. The last product is fused with the quantification
    // (and_exists), because it is the largest.
    sort_by_size(with);
    Bdd all = with[0].bdd;
    for (std::size_t i = 1; i + 1 < with.size(); ++i) all = all & with[i].bdd;
    all = with.size() > 1 ? manager_.and_exists(all, with.back().bdd, cube)
                          : manager_.exists(all, cube);
    if (all.is_false()) return all;
    factors = std::move(without);
    add(all);
  }
  sort_by_size(factors);
  Bdd out = manager_.constant(true);
  for (const Factor& f : factors) out = out & f.bdd;
  return out;
}

Bdd Finite::to_before(const Bdd& set) {
  return manager_.rename(set, before_of_);
}

Bdd Finite::to_now(const Bdd& set) {
  return manager_.rename(set, now_of_);
}

Bdd Finite::post(const Bdd& set,
                 const Conjuncts& relation,
                 const Indices& kept) {
  Indices bits = all_before_;
  for (const std::uint32_t b : all_now_) {
    if (!std::binary_search(kept.begin(), kept.end(), b)) bits.push_back(b);
  }
  Conjuncts conjuncts = relation;
  conjuncts.push_back(to_before(set));
  return eliminate(std::move(conjuncts), std::move(bits));
}

Bdd Finite::is_now(std::uint32_t variable, const logic::Value& value) {
  return codes_.is(variable_of(variable).now, value);
}

Bdd Finite::is_now(const Valuation& values) {
  Bdd out = manager_.constant(true);
  for (const auto& [v, value] : values) out = out & is_now(v, value);
  return out;
}

Bdd Finite::is_before(const Valuation& values) {
  Bdd out = manager_.constant(true);
  for (const auto& [v, value] : values) {
    out = out & codes_.is(variable_of(v).before, value);
  }
  return out;
}

Valuation Finite::pick_now(const Bdd& set) {
  const auto picked = manager_.pick(set);
  CATENARY_CHECK(picked.has_value(), "a set that is not empty");
  Valuation out;
  for (const std::uint32_t v : part_.variables) {
    out.emplace(v, codes_.value(variable_of(v).now, *picked));
  }
  return out;
}

std::optional<Valuation> Finite::pick_now(const Bdd& point,
                                          const Conjuncts& conjuncts) {
  Conjuncts all = conjuncts;
  for (Bdd& c : all) c = c & point;
  // Each conjunct was conjoined with the point, so every product is small.
  Bdd set = point;
  for (const Bdd& c : all) {
    set = set & c;
    if (set.is_false()) return std::nullopt;
  }
  return pick_now(set);
}

}  // namespace catenary::engine::contract
