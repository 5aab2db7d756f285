// SPDX-License-Identifier: Apache-2.0
// \file Arithmetic on words of diagrams in two's complement: ripple-carry
// adders, shift-and-add multiplication; and the variable order FORCE.
#include <algorithm>

#include "base/check.h"
#include "logic/bdd/codes.h"

namespace catenary::logic::bdd {

namespace {

/// Extends both words to one width plus `more` bits. The highest bit, the sign,
/// is repeated, which keeps the values.
void widen(std::vector<Bdd>& a, std::vector<Bdd>& b, std::size_t more) {
  const std::size_t width = std::max(a.size(), b.size()) + more;
  a.resize(width, a.back());
  b.resize(width, b.back());
}

/// Drops highest bits that repeat the sign. Short words keep later operations,
/// and the diagrams' number, small.
void trim(std::vector<Bdd>& word) {
  while (word.size() > 1 && word[word.size() - 1] == word[word.size() - 2]) {
    word.pop_back();
  }
}

}  // namespace

Bdd Codes::equal(Word a, Word b, bool numbers) {
  if (numbers) widen(a, b, 0);
  CATENARY_CHECK(a.size() == b.size(), "words of one sort");
  Bdd out = manager_.constant(true);
  for (std::size_t i = 0; i < a.size(); ++i) out = out & !(a[i] ^ b[i]);
  return out;
}

/// Signed order. Each bit, from the lowest to the highest, overrides the
/// decision of the lower ones if the bits differ.
Bdd Codes::less(Word a, Word b) {
  widen(a, b, 0);
  std::swap(a.back(), b.back());  // a sign counts the other way round
  Bdd out = manager_.constant(false);
  for (std::size_t i = 0; i < a.size(); ++i) {
    out = manager_.ite(a[i] ^ b[i], b[i], out);
  }
  return out;
}

/// a + b, or a - b as a + !b + 1. One more bit than the operands, so that the
/// sum cannot overflow.
Codes::Word Codes::add(Word a, Word b, bool negate_b) {
  widen(a, b, 1);
  Bdd carry = manager_.constant(negate_b);
  Word out;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Bdd y = negate_b ? !b[i] : b[i];
    const Bdd sum = a[i] ^ y;
    out.push_back(sum ^ carry);
    // The carry of a full adder: if exactly one of a, y is set, the incoming
    // carry, else either of them.
    carry = manager_.ite(sum, carry, y);
  }
  trim(out);
  return out;
}

/// Shift and add over the bits of b.
Codes::Word Codes::multiply(const Word& a, const Word& b) {
  const Bdd none = manager_.constant(false);
  Word out{none};
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (b[i].is_false()) continue;
    Word part(i, none);
    for (const Bdd& bit : a) part.push_back(bit & b[i]);
    // The highest bit of two's complement counts negatively.
    out = add(out, part, i + 1 == b.size());
  }
  return out;
}

/// A multiplexer for each bit.
Codes::Word Codes::choice(const Bdd& condition, Word a, Word b, bool numbers) {
  if (numbers) widen(a, b, 0);
  CATENARY_CHECK(a.size() == b.size(), "words of one sort");
  Word out;
  for (std::size_t i = 0; i < a.size(); ++i) {
    out.push_back(manager_.ite(condition, a[i], b[i]));
  }
  if (numbers) trim(out);
  return out;
}

/// FORCE: each group has a centre of gravity, each element moves to the mean of
/// the centres of its groups, and the elements are sorted by that place.
/// Repeated while the total span of the groups falls.
std::vector<std::uint32_t> near_order(
    std::uint32_t count, std::span<const std::vector<std::uint32_t>> groups) {
  constexpr int kRounds = 20;
  std::vector<std::uint32_t> order(count);
  for (std::uint32_t i = 0; i < count; ++i) order[i] = i;
  std::vector<double> place(count);
  for (std::uint32_t i = 0; i < count; ++i) place[i] = i;
  // Sum of the groups' spans, the quantity to be minimised.
  const auto cost = [&] {
    double out = 0;
    for (const auto& group : groups) {
      double lo = count;
      double hi = 0;
      for (const std::uint32_t i : group) {
        lo = std::min(lo, place[i]);
        hi = std::max(hi, place[i]);
      }
      if (!group.empty()) out += hi - lo;
    }
    return out;
  };
  std::vector<std::uint32_t> best = order;
  double best_cost = cost();
  for (int round = 0; round < kRounds; ++round) {
    std::vector<double> sum(count, 0);
    std::vector<std::uint32_t> met(count, 0);
    for (const auto& group : groups) {
      double centre = 0;
      for (const std::uint32_t i : group) centre += place[i];
      centre /= static_cast<double>(std::max<std::size_t>(1, group.size()));
      for (const std::uint32_t i : group) {
        sum[i] += centre;
        ++met[i];
      }
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      if (met[i] > 0) place[i] = sum[i] / met[i];
    }
    // Stable: equal places keep their order, so that the result is
    // deterministic.
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
      return place[a] < place[b];
    });
    for (std::uint32_t i = 0; i < count; ++i) place[order[i]] = i;
    const double now = cost();
    if (now < best_cost) {
      best_cost = now;
      best = order;
      // The first rounds may increase the cost before they decrease it.
    } else if (round > 3) {
      break;
    }
  }
  return best;
}

}  // namespace catenary::logic::bdd
