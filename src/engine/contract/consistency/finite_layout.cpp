// SPDX-License-Identifier: Apache-2.0
/// \file
/// The layout of the bits of a part: which variables of the diagrams hold the
/// code of which variable of the interface, and in which order.
///
/// The order decides the size of the diagrams. Variables of one formula are
/// placed near to each other (FORCE, logic/bdd/codes.h), integers that are
/// compared are interleaved bit by bit.
#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "base/check.h"
#include "engine/contract/consistency/disjoint_sets.h"
#include "engine/contract/consistency/finite.h"
#include "logic/term/traverse.h"

namespace catenary::engine::contract {

namespace {

namespace bdd = logic::bdd;
using logic::SortKind;

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

/// The sum over all comparisons of the greatest magnitudes of their operands.
/// `terms`: operands before what uses them. `greatest`: the magnitude of an
/// integer variable.
mpz_class compared_magnitudes(
    std::span<const logic::Term> terms,
    const std::function<mpz_class(logic::Term)>& greatest) {
  std::map<logic::Term, mpz_class> magnitude;
  mpz_class out;
  for (const logic::Term t : terms) {
    // Of a choice the sum of both values, which is no less than either.
    const bool is_product = t.op() == logic::Op::mul;
    mpz_class all = is_product ? 1 : 0;
    for (const logic::Term x : t.operands()) {
      if (x.sort().kind() != SortKind::integer) continue;
      is_product ? all *= magnitude.at(x) : all += magnitude.at(x);
    }
    if (t.sort().kind() == SortKind::boolean) out += all;
    if (t.sort().kind() != SortKind::integer) continue;
    if (t.is_constant()) all = abs(t.value().as_integer());
    if (t.is_variable()) all = greatest(t);
    magnitude.emplace(t, all);
  }
  return out;
}

}  // namespace

bdd::Bounds Finite::bounds(std::uint32_t variable) const {
  const model::InterfaceVariable& v = variable_of(variable);
  if (!is_integer(variable)) {
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
  DisjointSets sets(structure_.interface().variables.size());
  std::set<std::uint32_t> known;
  for (const logic::Term t : logic::subterms(formulas(structure_, part_))) {
    // Comparisons of integers only; other Boolean terms are made of these.
    if (t.sort().kind() != SortKind::boolean || t.operands().empty() ||
        t[0].sort().kind() != SortKind::integer) {
      continue;
    }
    Indices within;
    for (const logic::Term x : logic::free_variables(t)) {
      const std::uint32_t v = structure_.variable_of(x);
      if (is_integer(v)) within.push_back(v);
    }
    for (const std::uint32_t v : within) {
      known.insert(v);
      sets.join(within[0], v);
    }
  }
  std::map<std::uint32_t, Indices> out;
  for (const std::uint32_t v : known) out[sets.find(v)].push_back(v);
  return out;
}

std::int64_t Finite::widening(std::span<const logic::Term> formulas) const {
  const std::vector<logic::Term> terms = logic::subterms(formulas);
  // Sums lead out of a range by at most all constants and spans, added up.
  mpz_class margin = 1;
  bool has_products = false;
  // Diagrams of linear terms are small. That of a product of two variables is
  // exponential in their bits (Bryant, IEEE Transactions on Computers 40(2),
  // 1991, doi:10.1109/12.73590).
  constexpr unsigned kMostBits = 40;
  constexpr unsigned kMostBitsOfFactors = 12;
  unsigned most_bits = kMostBits;
  for (const logic::Term t : terms) {
    if (t.is_constant() && t.sort().kind() == SortKind::integer) {
      margin += abs(t.value().as_integer());
    }
    if (t.op() != logic::Op::mul) continue;
    has_products = true;
    const auto factors = std::ranges::count_if(
        t.operands(), [](logic::Term x) { return !x.is_constant(); });
    if (factors > 1) most_bits = kMostBitsOfFactors;
  }
  std::uint32_t integers = 0;
  for (const std::uint32_t v : part_.variables) {
    if (!is_integer(v)) continue;
    ++integers;
    margin += variable_of(v).hi->as_integer() - variable_of(v).lo->as_integer();
  }
  const auto fits = [&] { return margin <= (mpz_class(1) << most_bits); };
  // Products lead further, and where they do, products of what they gave: at
  // most once through each variable.
  for (std::uint32_t k = 0; has_products && k < integers && fits(); ++k) {
    const auto greatest = [&](logic::Term variable) {
      const model::InterfaceVariable& v =
          variable_of(structure_.variable_of(variable));
      const mpz_class low = abs(v.lo->as_integer());
      return mpz_class(std::max<mpz_class>(low, abs(v.hi->as_integer())) +
                       margin);
    };
    margin += compared_magnitudes(terms, greatest);
  }
  if (!fits()) {
    throw bdd::Unsupported(most_bits == kMostBits
                               ? "integers of that many values"
                               : "products of integers of that many values");
  }
  return margin.get_si();
}

std::vector<std::uint32_t> Finite::variables_in_order() const {
  std::map<std::uint32_t, std::uint32_t> position;
  for (const std::uint32_t v : part_.variables) {
    position.emplace(v, static_cast<std::uint32_t>(position.size()));
  }
  // Variables that occur in one formula should be close to each other in the
  // order, which keeps diagrams of these formulas small.
  std::vector<std::vector<std::uint32_t>> groups;
  for (const Indices* list : {&part_.contracts, &part_.definitions}) {
    for (const std::uint32_t c : *list) {
      groups.emplace_back();
      for (const std::uint32_t v : structure_.of_contract(c)) {
        groups.back().push_back(position.at(v));
      }
    }
  }
  std::vector<std::uint32_t> out = bdd::near_order(
      static_cast<std::uint32_t>(part_.variables.size()), groups);
  for (std::uint32_t& v : out) v = part_.variables[v];
  return out;
}

void Finite::place(std::map<std::uint32_t, Indices>& before,
                   std::map<std::uint32_t, Indices>& now) {
  const std::map<std::uint32_t, Indices> together = compared();
  std::map<std::uint32_t, std::uint32_t> leader;
  for (const auto& [first, members] : together) {
    for (const std::uint32_t v : members) leader[v] = first;
  }
  std::set<std::uint32_t> placed;
  std::uint32_t next = 0;
  for (const std::uint32_t v : variables_in_order()) {
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
}

void Finite::lay_out() {
  const std::vector<logic::Term> terms = formulas(structure_, part_);
  if (widened_) margin_ = widening(terms);
  std::map<std::uint32_t, Indices> before;
  std::map<std::uint32_t, Indices> now;
  place(before, now);
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

}  // namespace catenary::engine::contract
