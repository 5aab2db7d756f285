// SPDX-License-Identifier: Apache-2.0
/// \file
/// Taint as conditions, see late.h.
#include "program/encode/late.h"

#include <algorithm>

namespace catenary::program {

using logic::Op;
using logic::Term;

Taint::Taint(TermBuilder& b,
             const std::vector<Term>& unknowns,
             const std::vector<Term>& floats)
    : b_(b) {
  for (const Term t : floats) {
    // Exact bits of a state's float are not fixed where it is NaN.
    const bool single = TermBuilder::width(t) == 32;
    const Term x = b_.apply(
        Op::fp_from_bits, {t}, {single ? 8U : 11U, single ? 24U : 53U});
    done_[key({t, Look::exact})] = b_.apply(Op::fp_is_nan, {x});
    done_[key({t, Look::as_float})] = b_.no();
  }
  for (const Term t : unknowns) {
    done_[key({t, Look::exact})] = b_.yes();
    done_[key({t, Look::as_float})] = b_.yes();
  }
}

std::uint64_t Taint::key(const Visit& v) {
  return std::uint64_t{v.term.id()} * 2 + (v.look == Look::exact ? 0 : 1);
}

std::vector<Taint::Visit> Taint::parts(const Visit& v) const {
  std::vector<Visit> out;
  const Term t = v.term;
  for (std::size_t i = 0; i < t.operands().size(); ++i) {
    // A choice passes its result on; only the condition is looked at exactly.
    const bool passed_on = t.op() == Op::ite && i > 0;
    out.push_back({t[i],
                   t.op() == Op::fp_from_bits ? Look::as_float
                   : passed_on                ? v.look
                                              : Look::exact});
  }
  return out;
}

/// Conjunctions and disjunctions: an operand of a fixed value may decide alone.
/// For a conjunction: some operand is tainted, and none is fixed and false.
Term Taint::junction(Term t, const std::vector<Term>& of_parts) {
  Term any = b_.no();
  for (const Term part : of_parts) any = b_.either(any, part);
  for (std::size_t i = 0; i < of_parts.size(); ++i) {
    const Term open = t.op() == Op::logical_and ? t[i] : b_.negate(t[i]);
    any = b_.both(any, b_.either(open, of_parts[i]));
  }
  return any;
}

Term Taint::combine(const Visit& v, const std::vector<Term>& of_parts) {
  const Term t = v.term;
  // Operators do not determine which NaN they return.
  if (t.op() == Op::fp_to_bits && v.look == Look::exact) {
    return b_.either(b_.apply(Op::fp_is_nan, {t[0]}), of_parts[0]);
  }
  const auto is_no = [](Term part) { return part.is_false(); };
  if (std::all_of(of_parts.begin(), of_parts.end(), is_no)) return b_.no();
  if (t.op() == Op::ite) {
    // Which branch counts is decided by the condition's value in our terms;
    // where the condition itself is tainted, the result is as well.
    const Term branch = b_.choose(t[0], of_parts[1], of_parts[2]);
    return b_.either(of_parts[0], branch);
  }
  if (t.op() == Op::logical_and || t.op() == Op::logical_or) {
    return junction(t, of_parts);
  }
  Term any = b_.no();
  for (const Term part : of_parts) any = b_.either(any, part);
  return any;
}

Term Taint::of(Term t, Look look) {
  // Depth first with an explicit stack: a term is done when its parts are.
  std::vector<Visit> stack = {{t, look}};
  while (!stack.empty()) {
    const Visit v = stack.back();
    if (done_.contains(key(v))) {
      stack.pop_back();
      continue;
    }
    const std::vector<Visit> all = parts(v);
    std::vector<Term> of_parts;
    for (const Visit& part : all) {
      const auto at = done_.find(key(part));
      if (at == done_.end()) {
        stack.push_back(part);
      } else {
        of_parts.push_back(at->second);
      }
    }
    if (of_parts.size() < all.size()) continue;
    stack.pop_back();
    done_[key(v)] = combine(v, of_parts);
  }
  return done_.at(key({t, look}));
}

}  // namespace catenary::program
