// SPDX-License-Identifier: Apache-2.0
/// \file
/// Numbers of a set, by its intervals.
#include "logic/arithmetic/pick.h"

#include <utility>
#include <vector>

#include "logic/arithmetic/number.h"

namespace catenary::logic {

namespace {

/// A small step from an open end into the interval, at most half of its length.
mpq_class nudge(const NumberInterval& i) {
  mpq_class small(1, 100);
  if (!i.lo || !i.hi) return small;
  mpq_class half = (*i.hi - *i.lo) / 2;
  return half < small ? half : small;
}

/// The number of the interval that is nearest to 0; near an open end the next
/// integer, or a number at a small step.
mpq_class nearest_to_zero(const NumberInterval& i) {
  if (i.contains(0)) return 0;
  if (i.lo && *i.lo >= 0) {
    if (!i.lo_open) return *i.lo;
    mpq_class whole(mpz_class(floor_of(*i.lo) + 1));
    return i.contains(whole) ? whole : mpq_class(*i.lo + nudge(i));
  }
  if (!i.hi_open) return *i.hi;
  mpq_class whole(mpz_class(ceiling_of(*i.hi) - 1));
  return i.contains(whole) ? whole : mpq_class(*i.hi - nudge(i));
}

/// The lowest number, or one near an open low end.
mpq_class near_low(const NumberInterval& i) {
  if (!i.lo) return nearest_to_zero(i);
  return i.lo_open ? mpq_class(*i.lo + nudge(i)) : *i.lo;
}

/// The highest number, or one near an open high end.
mpq_class near_high(const NumberInterval& i) {
  if (!i.hi) return nearest_to_zero(i);
  return i.hi_open ? mpq_class(*i.hi - nudge(i)) : *i.hi;
}

/// An end in half of the cases; otherwise a random multiple of 1 / `parts`,
/// within `reach` of a finite end or of 0.
mpq_class pick_any(const NumberInterval& i,
                   long parts,
                   long reach,
                   base::Rng& rng) {
  if (i.is_point()) return *i.lo;
  const std::uint64_t way = rng.below(4);
  if (way == 0) return near_low(i);
  if (way == 1) return near_high(i);
  const mpq_class low = i.lo   ? *i.lo
                        : i.hi ? mpq_class(*i.hi - reach)
                               : mpq_class(-reach);
  const mpq_class high = i.hi ? *i.hi : mpq_class(low + 2 * reach);
  const mpz_class first = ceiling_of(low * parts);
  const mpz_class count = floor_of(high * parts) - first + 1;
  if (count > 0) {
    // More multiples than a word can count are as good as all words.
    const std::uint64_t most = count.fits_ulong_p() ? count.get_ui() : ~0UL;
    const mpz_class step(static_cast<unsigned long>(rng.below(most)));
    const mpq_class drawn = mpq_class(first + step) / parts;
    if (i.contains(drawn)) return drawn;
  }
  return i.inside();
}

/// The number of least magnitude; the positive one of two.
mpq_class simplest_of(const std::vector<NumberInterval>& parts) {
  std::optional<mpq_class> best;
  for (const NumberInterval& i : parts) {
    mpq_class x = nearest_to_zero(i);
    if (!best || abs(x) < abs(*best) || (abs(x) == abs(*best) && x > *best)) {
      best = std::move(x);
    }
  }
  return *best;
}

}  // namespace

std::optional<mpq_class> pick(const NumberSet& set,
                              bool integral,
                              Pick how,
                              base::Rng& rng) {
  const NumberSet whole = integral ? set.integers() : NumberSet();
  const std::vector<NumberInterval>& parts =
      integral ? whole.intervals() : set.intervals();
  if (parts.empty()) return std::nullopt;
  switch (how) {
    case Pick::least:
      return parts.front().lo ? near_low(parts.front()) : simplest_of(parts);
    case Pick::greatest:
      return parts.back().hi ? near_high(parts.back()) : simplest_of(parts);
    case Pick::simplest:
      return simplest_of(parts);
    case Pick::any:
      break;
  }
  const NumberInterval& part = parts[rng.below(parts.size())];
  return integral ? pick_any(part, 1, 100, rng) : pick_any(part, 4, 8, rng);
}

}  // namespace catenary::logic
