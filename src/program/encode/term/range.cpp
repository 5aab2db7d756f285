// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bounds of values by interval arithmetic, from the shape of terms: they end
/// loops and recursion whose counters are bounded by masks and small types.
#include <algorithm>

#include "program/encode/nesting.h"

namespace catenary::program {

using logic::Op;
using logic::Term;

std::uint64_t TermBuilder::highest(Term a) {
  // Recursive with a limit and a cache: cheap on shared terms.
  if (const auto k = constant(a)) return *k;
  if (const auto at = highest_.find(a.id()); at != highest_.end()) {
    return at->second;
  }
  const std::uint32_t w = width(a);
  const std::uint64_t all = w >= 64 ? UINT64_MAX : (std::uint64_t{1} << w) - 1;
  if (w > 64) return all;
  const Nesting nesting(depth_);
  if (nesting.too_deep()) return all;
  const std::uint64_t h = std::min(all, compute_highest(a));
  highest_[a.id()] = h;
  return h;
}

std::uint64_t TermBuilder::compute_highest(Term a) {
  switch (a.op()) {
    case Op::bv_zero_extend:
      return highest(a[0]);
    case Op::ite:
      return std::max(highest(a[1]), highest(a[2]));
    case Op::bv_and:
      return std::min(highest(a[0]), highest(a[1]));
    case Op::bv_or:
    case Op::bv_xor: {
      // No bit above the highest of either operand.
      std::uint64_t both = highest(a[0]) | highest(a[1]);
      for (const int by : {1, 2, 4, 8, 16, 32}) both |= both >> by;
      return both;
    }
    case Op::bv_urem: {
      const auto k = constant(a[1]);
      return k && *k != 0 ? std::min(*k - 1, highest(a[0])) : highest(a[0]);
    }
    case Op::bv_udiv: {
      const auto k = constant(a[1]);
      return k && *k != 0 ? highest(a[0]) / *k : UINT64_MAX;
    }
    case Op::bv_add: {
      const std::uint64_t x = highest(a[0]);
      const std::uint64_t y = highest(a[1]);
      const std::uint32_t w = width(a);
      constexpr std::uint64_t kSmall = std::uint64_t{1} << 62;
      // A sum that may wrap around has no bound.
      if (x >= kSmall || y >= kSmall) return UINT64_MAX;
      return w >= 63 || x + y < (std::uint64_t{1} << w) ? x + y : UINT64_MAX;
    }
    case Op::bv_concat: {
      const std::uint32_t low = width(a[1]);
      if (low >= 64) return UINT64_MAX;
      return highest(a[0]) << low | ((std::uint64_t{1} << low) - 1);
    }
    default:
      return UINT64_MAX;
  }
}

namespace {

using Wide = __int128;

TermBuilder::Range whole_range(std::uint32_t width) {
  return {width >= 64 ? INT64_MIN : -(std::int64_t{1} << (width - 1)),
          width >= 64 ? INT64_MAX : (std::int64_t{1} << (width - 1)) - 1};
}

/// [low, high] if a value of the width cannot leave it by wrapping, else the
/// range of the type.
TermBuilder::Range fitting(Wide low, Wide high, std::uint32_t width) {
  const TermBuilder::Range all = whole_range(width);
  if (low < all.low || high > all.high) return all;
  return {static_cast<std::int64_t>(low), static_cast<std::int64_t>(high)};
}

}  // namespace

TermBuilder::Range TermBuilder::range(Term a) {
  const std::uint32_t w = width(a);
  if (w > 64) return {INT64_MIN, INT64_MAX};
  if (const auto k = constant(a)) {
    // Sign extension of the constant.
    const auto value = static_cast<std::int64_t>(
        w < 64 && (*k >> (w - 1) & 1) != 0 ? *k | ~std::uint64_t{0} << w : *k);
    return {value, value};
  }
  if (const auto at = ranges_.find(a.id()); at != ranges_.end()) {
    return at->second;
  }
  const Nesting nesting(depth_);
  if (nesting.too_deep()) return whole_range(w);
  const Range r = compute_range(a);
  ranges_[a.id()] = r;
  return r;
}

TermBuilder::Range TermBuilder::compute_range(Term a) {
  const std::uint32_t w = width(a);
  // Monotone in each operand, so the extremes are at corners.
  const auto combine = [&](auto of) {
    const Range x = range(a[0]);
    const Range y = range(a[1]);
    const Wide corners[] = {of(Wide{x.low}, Wide{y.low}),
                            of(Wide{x.low}, Wide{y.high}),
                            of(Wide{x.high}, Wide{y.low}),
                            of(Wide{x.high}, Wide{y.high})};
    return fitting(*std::min_element(corners, corners + 4),
                   *std::max_element(corners, corners + 4),
                   w);
  };
  switch (a.op()) {
    case Op::bv_sign_extend:
      return range(a[0]);
    case Op::ite: {
      const Range x = range(a[1]);
      const Range y = range(a[2]);
      return {std::min(x.low, y.low), std::max(x.high, y.high)};
    }
    case Op::bv_add:
      return combine([](Wide x, Wide y) { return x + y; });
    case Op::bv_sub:
      return combine([](Wide x, Wide y) { return x - y; });
    case Op::bv_mul:
      return combine([](Wide x, Wide y) { return x * y; });
    case Op::bv_neg: {
      const Range x = range(a[0]);
      return fitting(-Wide{x.high}, -Wide{x.low}, w);
    }
    default: {
      // A value whose unsigned bound is below the sign bit is not negative.
      const std::uint64_t h = highest(a);
      const Range all = whole_range(w);
      return h > static_cast<std::uint64_t>(all.high)
                 ? all
                 : Range{0, static_cast<std::int64_t>(h)};
    }
  }
}

Term TermBuilder::decide_by_range(Op op, Term a, Term b) {
  if (width(a) > 64) return {};
  const Range x = range(a);
  const Range y = range(b);
  // Disjoint ranges decide.
  const bool below = x.high < y.low;
  const bool above = x.low > y.high;
  switch (op) {
    case Op::equal:
      return below || above ? no() : Term();
    case Op::bv_slt:
      if (below) return yes();
      return x.low >= y.high ? no() : Term();
    case Op::bv_ult: {
      // The order is that of signed values where the signs are the same.
      const bool same =
          (x.low >= 0 && y.low >= 0) || (x.high < 0 && y.high < 0);
      if (same && below) return yes();
      if (same && x.low >= y.high) return no();
      if (x.low >= 0 && y.high < 0) return yes();
      return x.high < 0 && y.low >= 0 ? no() : Term();
    }
    default:
      return {};
  }
}

}  // namespace catenary::program
