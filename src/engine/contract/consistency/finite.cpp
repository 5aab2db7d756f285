// SPDX-License-Identifier: Apache-2.0
/// \file
/// Diagrams of a part: layout of bits, relations, and quantification by bucket
/// elimination.
#include "engine/contract/consistency/finite.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/check.h"
#include "logic/term/traverse.h"

namespace catenary::engine::contract {

namespace {

namespace bdd = logic::bdd;
using logic::SortKind;

/// Whether a variable is of the unbounded sort Int, with a range.
bool is_integer(const model::InterfaceVariable& v) {
  return v.sort().kind() == SortKind::integer;
}

/// Assumptions, guarantees and promises of a part, before they are combined.
std::vector<logic::Term> formulas(const Structure& structure,
                                  const Part& part) {
  std::vector<logic::Term> out;
  for (const Indices* list : {&part.contracts, &part.definitions}) {
    for (const std::uint32_t c : *list) {
      out.push_back(structure.interface().contracts[c].assumption);
      out.push_back(structure.interface().contracts[c].guarantee);
    }
  }
  for (const std::uint32_t p : part.promises) {
    out.push_back(structure.interface().promises[p].condition);
  }
  return out;
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

bdd::Bounds Finite::bounds(std::uint32_t variable) const {
  const model::InterfaceVariable& v = variable_of(variable);
  if (!is_integer(v)) {
    if (v.sort().kind() == SortKind::boolean ||
        v.sort().kind() == SortKind::enumeration) {
      return bdd::bounds_of(v.sort());
    }
    throw bdd::Unsupported("variables of sort " + v.sort().to_string());
  }
  CATENARY_CHECK(v.lo && v.hi, "an integer with bounds");
  if (!v.lo->fits_int64() || !v.hi->fits_int64()) {
    throw bdd::Unsupported("integers of more than 62 bits");
  }
  bdd::Bounds out{v.lo->as_int64(), v.hi->as_int64()};
  if (widened_ && v.role != model::Role::input && !v.derived) {
    // Widening must not overflow; margin_ is at most 2^40.
    constexpr std::int64_t kLarge = std::int64_t{1} << 60;
    if (out.lo < -kLarge || out.hi > kLarge) {
      throw bdd::Unsupported("integers of more than 62 bits");
    }
    out.lo -= margin_;
    out.hi += margin_;
  }
  return out;
}

std::map<std::uint32_t, Indices> Finite::compared() const {
  std::map<std::uint32_t, std::uint32_t> leader;
  // Union-find over variables, the least member first.
  const auto find = [&](std::uint32_t v) {
    auto at = leader.find(v);
    while (at != leader.end() && at->second != v) {
      v = at->second;
      at = leader.find(v);
    }
    return v;
  };
  for (const logic::Term t : logic::subterms(formulas(structure_, part_))) {
    // Comparisons of integers only; other Boolean terms are made of these.
    if (t.sort().kind() != SortKind::boolean || t.operands().empty() ||
        t[0].sort().kind() != SortKind::integer) {
      continue;
    }
    Indices within;
    for (const logic::Term x : logic::free_variables(t)) {
      const std::uint32_t v = structure_.variable_of(x);
      if (is_integer(variable_of(v))) within.push_back(v);
    }
    make_set(within);
    for (const std::uint32_t v : within) {
      leader.emplace(v, v);
      const std::uint32_t a = find(within[0]);
      const std::uint32_t b = find(v);
      leader[std::max(a, b)] = std::min(a, b);
    }
  }
  std::map<std::uint32_t, Indices> out;
  for (const auto& [v, up] : leader) out[find(v)].push_back(v);
  return out;
}

void Finite::lay_out() {
  const std::vector<logic::Term> terms = formulas(structure_, part_);
  if (widened_) {
    // An upper bound on how far a sum of current and previous values within
    // their ranges can leave a range: all constants and spans, added up. A
    // product, also one with a constant, may lead further; it then has no code,
    // and the range that it leaves is not found to be needed.
    mpz_class margin = 1;
    for (const logic::Term t : logic::subterms(terms)) {
      if (t.is_constant() && t.sort().kind() == SortKind::integer) {
        margin += abs(t.value().as_integer());
      }
    }
    for (const std::uint32_t v : part_.variables) {
      if (is_integer(variable_of(v))) {
        margin +=
            variable_of(v).hi->as_integer() - variable_of(v).lo->as_integer();
      }
    }
    if (margin > (mpz_class(1) << 40)) {
      throw bdd::Unsupported("integers of that many values");
    }
    margin_ = margin.get_si();
  }
  // The order: near to each other what one formula mentions.
  std::map<std::uint32_t, std::uint32_t> position;
  for (const std::uint32_t v : part_.variables) {
    position.emplace(v, static_cast<std::uint32_t>(position.size()));
  }
  std::vector<std::vector<std::uint32_t>> groups;
  for (const Indices* list : {&part_.contracts, &part_.definitions}) {
    for (const std::uint32_t c : *list) {
      groups.emplace_back();
      for (const std::uint32_t v : structure_.of_contract(c)) {
        groups.back().push_back(position.at(v));
      }
    }
  }
  // Variables that occur in one formula should be close to each other in the
  // order, which keeps diagrams of these formulas small.
  const std::vector<std::uint32_t> order = bdd::near_order(
      static_cast<std::uint32_t>(part_.variables.size()), groups);
  const std::map<std::uint32_t, Indices> together = compared();
  std::map<std::uint32_t, std::uint32_t> leader;
  for (const auto& [first, members] : together) {
    for (const std::uint32_t v : members) leader[v] = first;
  }
  std::set<std::uint32_t> placed;
  std::map<std::uint32_t, Indices> now;
  std::map<std::uint32_t, Indices> before;
  std::uint32_t next = 0;
  for (const std::uint32_t at : order) {
    const std::uint32_t v = part_.variables[at];
    const auto group = leader.find(v);
    const std::uint32_t key = group == leader.end() ? v : group->second;
    if (!placed.insert(key).second) continue;
    const Indices members =
        group == leader.end() ? Indices{v} : together.at(key);
    // Integers that are compared are interleaved, highest bits first: the
    // diagram of x < y is linear for this order and exponential for one after
    // the other. The previous and the current bit of a variable are neighbours,
    // so that renaming keeps the order and costs little.
    std::uint32_t width = 0;
    for (const std::uint32_t m : members) {
      width = std::max(width, bdd::code_width(bounds(m)));
    }
    for (std::uint32_t bit = width; bit-- > 0;) {
      for (const std::uint32_t m : members) {
        if (bit >= bdd::code_width(bounds(m))) continue;
        before[m].insert(before[m].begin(), next);
        now[m].insert(now[m].begin(), next + 1);
        before_of_[next + 1] = next;
        now_of_[next] = next + 1;
        next += 2;
      }
    }
  }
  // A variable belongs to the state if some formula reads its previous value.
  std::set<std::uint32_t> read;
  for (const logic::Term t : logic::free_variables(terms)) {
    const std::uint32_t v = structure_.variable_of(t);
    if (t == variable_of(v).before) read.insert(v);
  }
  for (const std::uint32_t v : part_.variables) {
    const model::InterfaceVariable& variable = variable_of(v);
    codes_.add(variable.now, bounds(v), now[v]);
    codes_.add(variable.before, bounds(v), before[v]);
    const auto append = [](Indices& to, const Indices& bits) {
      to.insert(to.end(), bits.begin(), bits.end());
    };
    append(variable.role == model::Role::input ? inputs_now_ : answers_now_,
           now[v]);
    append(all_now_, now[v]);
    append(all_before_, before[v]);
    if (read.contains(v)) append(state_now_, now[v]);
  }
  for (Indices* bits :
       {&inputs_now_, &answers_now_, &all_now_, &all_before_, &state_now_}) {
    make_set(*bits);
  }
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
  if (widened_ && is_integer(v)) {
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
  /// A conjunct with what the choice of the next variable looks at.
  struct Factor {
    Bdd bdd;
    Indices support;
    std::size_t size;
  };
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
  while (true) {
    // Invariant: "exists bits. conjunction of factors" is the result, where
    // `bits` that occur in no factor no longer matter. Each round joins all
    // factors with one bit, chosen greedily by their total size, and quantifies
    // it. Ties go to the lowest bit: the result does not depend on anything
    // else.
    std::map<std::uint32_t, std::size_t> cost;
    for (const Factor& f : factors) {
      for (const std::uint32_t b : f.support) {
        if (std::binary_search(bits.begin(), bits.end(), b)) cost[b] += f.size;
      }
    }
    if (cost.empty()) break;
    const std::uint32_t best =
        std::min_element(cost.begin(), cost.end(), [](auto& a, auto& b) {
          return a.second < b.second;
        })->first;
    std::vector<Factor> with;
    std::vector<Factor> without;
    for (Factor& f : factors) {
      const bool has =
          std::binary_search(f.support.begin(), f.support.end(), best);
      (has ? with : without).push_back(std::move(f));
    }
    // Every other bit that occurs in these factors alone is quantified with it.
    std::set<std::uint32_t> gone;
    for (const Factor& f : with)
      gone.insert(f.support.begin(), f.support.end());
    std::erase_if(gone, [&](std::uint32_t b) {
      return !std::binary_search(bits.begin(), bits.end(), b);
    });
    for (const Factor& f : without) {
      for (const std::uint32_t b : f.support) gone.erase(b);
    }
    std::stable_sort(with.begin(), with.end(), [](auto& a, auto& b) {
      return a.size < b.size;
    });
    // Small factors first. The last product is fused with the quantification
    // (and_exists), because it is the largest.
    const Bdd cube = manager_.cube({gone.begin(), gone.end()});
    Bdd all = with[0].bdd;
    for (std::size_t i = 1; i + 1 < with.size(); ++i) all = all & with[i].bdd;
    all = with.size() > 1 ? manager_.and_exists(all, with.back().bdd, cube)
                          : manager_.exists(all, cube);
    if (all.is_false()) return all;
    factors = std::move(without);
    add(all);
  }
  std::stable_sort(factors.begin(), factors.end(), [](auto& a, auto& b) {
    return a.size < b.size;
  });
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
