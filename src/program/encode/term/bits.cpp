// SPDX-License-Identifier: Apache-2.0
/// \file
/// Slices, concatenations, extensions and single bits of the term builder.
#include <algorithm>
#include <array>
#include <optional>

#include "base/check.h"
#include "logic/term/traverse.h"
#include "program/encode/nesting.h"

namespace catenary::program {

using logic::Op;
using logic::Term;

Term TermBuilder::negative(Term a) {
  return make(Op::bv_neg, {a});
}

// The rule of liftable() below, for a unary operator.
Term TermBuilder::invert(Term a) {
  if (a.op() == Op::ite && liftable(a)) {
    const Term then = invert(a[1]);
    const Term otherwise = invert(a[2]);
    return choose(a[0], then, otherwise);
  }
  return make(Op::bv_not, {a});
}

Term TermBuilder::from_boolean(Term a, std::uint32_t width) {
  // A choice, so that bit() finds the condition again.
  return choose(a, bits(width, 1), bits(width, 0));
}

Term TermBuilder::concat(Term high, Term low) {
  if (high.is_constant() && high == bits(width(high), 0)) {
    return resize(low, width(high) + width(low), false);
  }
  // Choices by one condition, so that slices stay together.
  const bool one_choice =
      high.op() == Op::ite && low.op() == Op::ite && high[0] == low[0];
  if (one_choice) {
    // The cache keeps the recursion linear on shared terms.
    const Key key{Op::bv_concat, 0, 0, high.id(), low.id()};
    if (const Term t = known(key); t.valid()) return t;
    const Nesting nesting(depth_);
    if (!nesting.too_deep()) {
      const Term then = concat(high[1], low[1]);
      const Term otherwise = concat(high[2], low[2]);
      const Term t = choose(high[0], then, otherwise);
      known_[key] = t;
      return t;
    }
  }
  // Adjacent slices of one term meet, whichever way they were put together.
  if (low.op() == Op::bv_concat && high.op() == Op::bv_extract &&
      low[0].op() == Op::bv_extract && low[0][0] == high[0] &&
      high.indices().second == low[0].indices().first + 1) {
    return concat(concat(high, low[0]), low[1]);
  }
  return make(Op::bv_concat, {high, low});
}

Term TermBuilder::resize(Term a, std::uint32_t to, bool is_signed) {
  const std::uint32_t w = width(a);
  if (to == w) return a;
  // Truncation is the same for both kinds of numbers.
  if (to < w) return extract(a, to - 1, 0);
  const Op op = is_signed ? Op::bv_sign_extend : Op::bv_zero_extend;
  // The cache also keeps the recursion linear on shared terms.
  const Key key{op, to, 0, a.id(), 0};
  if (const Term t = known(key); t.valid()) return t;
  const Nesting nesting(depth_);
  Term t;
  if (!nesting.too_deep() && a.op() == Op::ite && liftable(a)) {
    const Term then = resize(a[1], to, is_signed);
    const Term otherwise = resize(a[2], to, is_signed);
    t = choose(a[0], then, otherwise);
  } else if (is_signed && a.op() == Op::bv_zero_extend) {
    // A zero extension is not negative.
    t = resize(a[0], to, false);
  } else {
    t = make(op, {a}, {to - w});
  }
  known_[key] = t;
  return t;
}

Term TermBuilder::extract(Term a, std::uint32_t high, std::uint32_t low) {
  if (low == 0 && high + 1 == width(a)) return a;
  const Key key{Op::bv_extract, high, low, a.id(), 0};
  if (const Term t = known(key); t.valid()) return t;
  const Nesting nesting(depth_);
  // At a limit of recursion the term is made without rules: still right.
  const Term t = nesting.too_deep() ? make(Op::bv_extract, {a}, {high, low})
                                    : uncached_extract(a, high, low);
  known_[key] = t;
  return t;
}

Term TermBuilder::uncached_extract(Term a,
                                   std::uint32_t high,
                                   std::uint32_t low) {
  const auto plain = [&] { return make(Op::bv_extract, {a}, {high, low}); };
  switch (a.op()) {
    case Op::ite: {
      // Pushing slices inwards makes wiring of them.
      const Term then = extract(a[1], high, low);
      const Term otherwise = extract(a[2], high, low);
      return choose(a[0], then, otherwise);
    }
    // A slice of a slice.
    case Op::bv_extract: {
      const std::uint32_t base = a.indices().second;
      return extract(a[0], high + base, low + base);
    }
    // A slice of one side, or of both.
    case Op::bv_concat: {
      const std::uint32_t w = width(a[1]);
      if (high < w) return extract(a[1], high, low);
      if (low >= w) return extract(a[0], high - w, low - w);
      const Term upper = extract(a[0], high - w, 0);
      const Term lower = extract(a[1], w - 1, low);
      return concat(upper, lower);
    }
    case Op::bv_zero_extend:
    case Op::bv_sign_extend: {
      const std::uint32_t w = width(a[0]);
      if (high < w) return extract(a[0], high, low);
      const bool is_signed = a.op() == Op::bv_sign_extend;
      if (low >= w && !is_signed) return bits(high - low + 1, 0);
      const Term part = extract(a[0], w - 1, std::min(low, w - 1));
      // The sign bit alone where the slice begins above it.
      return resize(part, high - low + 1, is_signed);
    }
    // Bit by bit: the slice of the result is the result of the slices.
    case Op::bv_and:
    case Op::bv_or:
    case Op::bv_xor: {
      const Term x = extract(a[0], high, low);
      const Term y = extract(a[1], high, low);
      return binary(a.op(), x, y);
    }
    case Op::bv_not:
      return invert(extract(a[0], high, low));
    case Op::bv_add:
    case Op::bv_sub:
    case Op::bv_mul: {
      // Low bits of sums and products depend on low bits only.
      if (low != 0) return plain();
      const Term x = extract(a[0], high, 0);
      const Term y = extract(a[1], high, 0);
      return binary(a.op(), x, y);
    }
    default:
      return plain();
  }
}

Term TermBuilder::bit(Term a, std::uint32_t index) {
  const Term one = extract(a, index, index);
  // A choice between 0 and 1 is its condition.
  if (one.op() == Op::ite && one[1].is_constant() && one[2].is_constant()) {
    return one[1] == bits(1, 1) ? one[0] : negate(one[0]);
  }
  return equal(one, bits(1, 1));
}

std::vector<Term> TermBuilder::slice(Term a) {
  const std::uint32_t w = width(a);
  std::unordered_map<std::uint32_t, std::vector<Term>> done;
  // Bitwise operators and choices are followed; others are sliced as a whole.
  std::vector<Term> stack = {a};
  const auto is_wiring = [w](Term t) {
    return t.sort().kind() == logic::SortKind::bitvec && width(t) == w &&
           (t.op() == Op::ite || t.op() == Op::bv_or || t.op() == Op::bv_and ||
            t.op() == Op::bv_xor);
  };
  while (!stack.empty()) {
    const Term t = stack.back();
    if (done.contains(t.id())) {
      stack.pop_back();
      continue;
    }
    const bool wiring = is_wiring(t);
    bool ready = true;
    if (wiring) {
      for (std::size_t i = t.op() == Op::ite ? 1 : 0; i < t.operands().size();
           ++i) {
        if (!done.contains(t[i].id())) {
          stack.push_back(t[i]);
          ready = false;
        }
      }
    }
    // Operands come first; the explicit stack replaces recursion.
    if (!ready) continue;
    stack.pop_back();
    std::vector<Term> out;
    out.reserve(w);
    // Constants of more than 64 bits are sliced like other terms.
    const std::optional<std::uint64_t> known = constant(t);
    for (std::uint32_t i = 0; i < w; ++i) {
      if (known) {
        out.push_back(boolean(((*known >> i) & 1U) != 0));
        continue;
      }
      if (!wiring) {
        out.push_back(bit(t, i));
        continue;
      }
      if (t.op() == Op::ite) {
        out.push_back(
            choose(t[0], done.at(t[1].id())[i], done.at(t[2].id())[i]));
        continue;
      }
      const Term x = done.at(t[0].id())[i];
      const Term y = done.at(t[1].id())[i];
      out.push_back(t.op() == Op::bv_or    ? either(x, y)
                    : t.op() == Op::bv_and ? both(x, y)
                                           : negate(equal(x, y)));
    }
    done[t.id()] = std::move(out);
  }
  return done.at(a.id());
}

Leaves leaves_of(Term tree) {
  Leaves out;
  std::set<Term> seen = {tree};
  std::vector<Term> stack = {tree};
  while (!stack.empty()) {
    const Term t = stack.back();
    stack.pop_back();
    if (const auto k = TermBuilder::constant(t)) {
      out.constants.insert(*k);
    } else if (t.op() != Op::ite) {
      out.others.insert(t);
    } else {
      // Shared subtrees are visited once: the tree is a graph.
      for (const Term branch : {t[1], t[2]}) {
        if (seen.insert(branch).second) stack.push_back(branch);
      }
    }
  }
  return out;
}

}  // namespace catenary::program
