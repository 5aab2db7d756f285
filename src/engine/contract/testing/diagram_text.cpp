// SPDX-License-Identifier: Apache-2.0
/// \file
/// Case distinction over the values of one variable after the other.
#include "engine/contract/testing/diagram_text.h"

#include <algorithm>
#include <map>
#include <optional>

namespace catenary::engine::contract {

using logic::Op;
using logic::SortKind;
using logic::Term;
using logic::Value;

Span DiagramText::range(std::uint32_t variable) const {
  const model::InterfaceVariable& v = interface_.variables[variable];
  if (v.sort().kind() == SortKind::integer) {
    return {v.lo->as_int64(), v.hi->as_int64()};
  }
  const logic::bdd::Bounds bounds = logic::bdd::bounds_of(v.sort());
  return {bounds.lo, bounds.hi};
}

Value DiagramText::value(std::uint32_t variable, std::int64_t number) const {
  const logic::Sort& sort = interface_.variables[variable].sort();
  switch (sort.kind()) {
    case SortKind::boolean:
      return Value::boolean(number != 0);
    case SortKind::enumeration:
      return Value::enumerator(sort.enumeration_decl(),
                               static_cast<std::uint32_t>(number));
    default:
      return Value::integer(static_cast<long long>(number));
  }
}

void DiagramText::split(const Bdd& set,
                        const Indices& bits,
                        std::size_t bit,
                        std::int64_t base,
                        const Span& range,
                        std::vector<Case>& out) {
  if (set.is_false() || base > range.second) return;
  const Indices support = finite_.manager().support(set);
  // If no lower bit matters, all of these values have the same cofactor. The
  // depth of the recursion is the number of bits.
  const bool leaf = std::none_of(
      bits.begin(),
      bits.begin() + static_cast<std::ptrdiff_t>(bit),
      [&](std::uint32_t b) {
        return std::binary_search(support.begin(), support.end(), b);
      });
  if (leaf) {
    // Codes beyond the range are no values.
    const std::int64_t last =
        std::min(base + (std::int64_t{1} << bit) - 1, range.second);
    auto known = std::find_if(
        out.begin(), out.end(), [&](const Case& c) { return c.rest == set; });
    if (known == out.end()) {
      out.push_back({{}, set});
      known = out.end() - 1;
    }
    Spans& spans = known->spans;
    // Values come in ascending order, so an interval only grows at its end.
    if (!spans.empty() && spans.back().second + 1 == base) {
      spans.back().second = last;
    } else {
      spans.emplace_back(base, last);
    }
    return;
  }
  logic::bdd::Manager& manager = finite_.manager();
  const std::uint32_t top = bits[bit - 1];
  const Bdd variable = manager.variable(top);
  const Bdd cube = manager.cube({top});
  split(manager.exists(set & !variable, cube), bits, bit - 1, base, range, out);
  split(manager.exists(set & variable, cube),
        bits,
        bit - 1,
        base + (std::int64_t{1} << (bit - 1)),
        range,
        out);
}

std::vector<DiagramText::Case> DiagramText::cases(const Bdd& set,
                                                  std::uint32_t variable) {
  std::vector<Case> out;
  const Indices& bits = finite_.bits_now(variable);
  const Span all = range(variable);
  split(set, bits, bits.size(), all.first, all, out);
  return out;
}

Spans DiagramText::values(const Bdd& set, std::uint32_t variable) {
  Indices others;
  const Indices& own = finite_.bits_now(variable);
  for (const std::uint32_t b : finite_.manager().support(set)) {
    if (std::find(own.begin(), own.end(), b) == own.end()) others.push_back(b);
  }
  logic::bdd::Manager& manager = finite_.manager();
  const std::vector<Case> found =
      // Without other variables the only cofactor is true: one case, or none.
      cases(manager.exists(set, manager.cube(others)), variable);
  return found.empty() ? Spans{} : found.front().spans;
}

bool DiagramText::is_whole(const Spans& spans, std::uint32_t variable) const {
  return spans.size() == 1 && spans.front() == range(variable);
}

Term DiagramText::within(Term as,
                         const Spans& spans,
                         std::uint32_t variable) const {
  logic::TermManager& terms = *interface_.terms;
  const Span all = range(variable);
  const SortKind kind = as.sort().kind();
  std::vector<Term> out;
  for (const auto& [lo, hi] : spans) {
    // The range itself is assumed, so ends that coincide with it need no bound.
    if (lo == all.first && hi == all.second) return terms.boolean(true);
    // A single Boolean value; both are the whole range.
    if (kind == SortKind::boolean) {
      return lo != 0 ? as : terms.logical_not(as);
    }
    if (kind == SortKind::enumeration || lo == hi) {
      for (std::int64_t n = lo; n <= hi; ++n) {
        out.push_back(terms.equal(as, terms.constant(value(variable, n))));
      }
      continue;
    }
    std::vector<Term> ends;
    if (lo != all.first) {
      ends.push_back(terms.make(Op::less_equal,
                                {terms.constant(value(variable, lo)), as}));
    }
    if (hi != all.second) {
      ends.push_back(terms.make(Op::less_equal,
                                {as, terms.constant(value(variable, hi))}));
    }
    out.push_back(terms.logical_and(ends));
  }
  return terms.logical_or(out);
}

Term DiagramText::term(const Bdd& set,
                       const std::vector<std::uint32_t>& order,
                       const std::function<Term(std::uint32_t)>& name) {
  logic::TermManager& terms = *interface_.terms;
  // By position in the order: the terms of the cofactors seen there. It keeps
  // the handles, and makes the result a graph in place of a tree.
  std::vector<std::vector<std::pair<Bdd, Term>>> known(order.size() + 1);
  const std::function<Term(const Bdd&, std::size_t)> make =
      [&](const Bdd& rest, std::size_t at) -> Term {
    // True before the end of the order: the remaining variables do not matter.
    if (rest.is_true() || rest.is_false()) return terms.boolean(rest.is_true());
    for (const auto& [bdd, term] : known[at]) {
      if (bdd == rest) return term;
    }
    if (at == order.size()) return terms.boolean(!rest.is_false());
    std::vector<Term> some;
    for (const Case& c : cases(rest, order[at])) {
      const Term further = make(c.rest, at + 1);
      if (further.is_false()) continue;
      const Term here = within(name(order[at]), c.spans, order[at]);
      if (here.is_true()) {
        some.push_back(further);
      } else if (further.is_true()) {
        some.push_back(here);
      } else {
        some.push_back(terms.logical_and(here, further));
      }
    }
    // The order of the cases, and so the term, is that of the values.
    const Term out = terms.logical_or(some);
    known[at].emplace_back(rest, out);
    return out;
  };
  return make(set, 0);
}

}  // namespace catenary::engine::contract
