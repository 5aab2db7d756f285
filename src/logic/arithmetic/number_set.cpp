// SPDX-License-Identifier: Apache-2.0
/// \file
/// Unions of intervals in normal form: ascending, with gaps between them.
#include "logic/arithmetic/number_set.h"

#include <algorithm>
#include <utility>

#include "logic/arithmetic/number.h"

namespace catenary::logic {

namespace {

/// Whether the low end of `a` is not above that of `b`; a closed end is lower
/// than an open one at the same number.
bool begins_no_later(const NumberInterval& a, const NumberInterval& b) {
  if (!a.lo) return true;
  if (!b.lo) return false;
  return *a.lo < *b.lo || (*a.lo == *b.lo && (!a.lo_open || b.lo_open));
}

/// Whether the high end of `a` is above that of `b`.
bool ends_later(const NumberInterval& a, const NumberInterval& b) {
  if (!b.hi) return false;
  if (!a.hi) return true;
  return *a.hi > *b.hi || (*a.hi == *b.hi && !a.hi_open && b.hi_open);
}

/// Whether the union of both has no gap. Requires: a begins no later than b.
/// [0, 1) and [1, 2] touch, [0, 1) and (1, 2] do not.
bool touches(const NumberInterval& a, const NumberInterval& b) {
  if (!a.hi || !b.lo) return true;
  return *a.hi > *b.lo || (*a.hi == *b.lo && !(a.hi_open && b.lo_open));
}

/// The intersection; nothing if it is empty.
std::optional<NumberInterval> meet(const NumberInterval& a,
                                   const NumberInterval& b) {
  const NumberInterval& low = begins_no_later(a, b) ? b : a;
  const NumberInterval& high = ends_later(a, b) ? b : a;
  // Open where the narrower end is.
  NumberInterval both{low.lo, high.hi, low.lo_open, high.hi_open};
  if (both.lo && both.hi &&
      (*both.lo > *both.hi ||
       (*both.lo == *both.hi && (both.lo_open || both.hi_open)))) {
    return std::nullopt;
  }
  return both;
}

}  // namespace

bool NumberInterval::is_point() const {
  return lo && hi && *lo == *hi;
}

bool NumberInterval::contains(const mpq_class& number) const {
  if (lo && (number < *lo || (lo_open && number == *lo))) return false;
  return !hi || number < *hi || (!hi_open && number == *hi);
}

mpq_class NumberInterval::inside() const {
  // A number from the middle is far from open ends.
  if (lo && hi) return (*lo + *hi) / 2;
  if (lo) return *lo + 1;
  if (hi) return *hi - 1;
  return 0;
}

std::string NumberInterval::to_string(NumberText text) const {
  const auto write = [text](const mpq_class& number) {
    return text == nullptr ? number.get_str() : text(number);
  };
  if (is_point()) return write(*lo);
  return (lo_open || !lo ? "(" : "[") + (lo ? write(*lo) : "-∞") + ", " +
         (hi ? write(*hi) : "∞") + (hi_open || !hi ? ")" : "]");
}

NumberSet NumberSet::all() {
  return interval(std::nullopt, true, std::nullopt, true);
}

NumberSet NumberSet::point(const mpq_class& number) {
  return interval(number, false, number, false);
}

NumberSet NumberSet::at_least(const mpq_class& number) {
  return interval(number, false, std::nullopt, true);
}

NumberSet NumberSet::interval(std::optional<mpq_class> lo,
                              bool lo_open,
                              std::optional<mpq_class> hi,
                              bool hi_open) {
  NumberSet out;
  if (lo && hi && (*lo > *hi || (*lo == *hi && (lo_open || hi_open)))) {
    return out;
  }
  // Infinite ends count as open, so equal sets have equal intervals.
  const bool low_open = lo_open || !lo;
  const bool high_open = hi_open || !hi;
  out.intervals_.push_back({std::move(lo), std::move(hi), low_open, high_open});
  return out;
}

bool NumberSet::contains(const mpq_class& number) const {
  return std::any_of(
      intervals_.begin(), intervals_.end(), [&](const NumberInterval& i) {
        return i.contains(number);
      });
}

// The last interval decides, since they are ascending.
bool NumberSet::reaches_beyond(const mpq_class& number) const {
  if (intervals_.empty()) return false;
  const NumberInterval& last = intervals_.back();
  return !last.hi || *last.hi > number;
}

bool NumberSet::unbounded_above() const {
  return !intervals_.empty() && !intervals_.back().hi;
}

void NumberSet::add(NumberInterval interval) {
  const auto at = std::find_if(
      intervals_.begin(), intervals_.end(), [&](const NumberInterval& i) {
        return begins_no_later(interval, i);
      });
  // One pass restores the normal form: intervals that touch become one.
  intervals_.insert(at, std::move(interval));
  std::vector<NumberInterval> merged;
  for (NumberInterval& next : intervals_) {
    if (merged.empty() || !touches(merged.back(), next)) {
      merged.push_back(std::move(next));
    } else if (ends_later(next, merged.back())) {
      merged.back().hi = std::move(next.hi);
      merged.back().hi_open = next.hi_open;
    }
  }
  intervals_ = std::move(merged);
}

NumberSet NumberSet::united(const NumberSet& other) const {
  NumberSet out = *this;
  for (const NumberInterval& i : other.intervals_) out.add(i);
  return out;
}

NumberSet NumberSet::intersected(const NumberSet& other) const {
  // Intervals are few: a product is fine.
  NumberSet out;
  for (const NumberInterval& a : intervals_) {
    for (const NumberInterval& b : other.intervals_) {
      if (auto both = meet(a, b)) out.add(std::move(*both));
    }
  }
  return out;
}

NumberSet NumberSet::complement() const {
  NumberSet out = all();
  // The complement of one interval is at most two intervals; the complement of
  // a union is the intersection of these.
  for (const NumberInterval& i : intervals_) {
    NumberSet rest;
    if (i.lo) rest = interval(std::nullopt, true, i.lo, !i.lo_open);
    if (i.hi)
      rest = rest.united(interval(i.hi, !i.hi_open, std::nullopt, true));
    out = out.intersected(rest);
  }
  return out;
}

NumberSet NumberSet::integers() const {
  NumberSet out;
  for (const NumberInterval& i : intervals_) {
    NumberInterval whole{std::nullopt, std::nullopt, !i.lo, !i.hi};
    if (i.lo) {
      // The least integer above an open end, or not below a closed one.
      whole.lo = mpq_class(i.lo_open ? mpz_class(floor_of(*i.lo) + 1)
                                     : ceiling_of(*i.lo));
    }
    if (i.hi) {
      whole.hi = mpq_class(i.hi_open ? mpz_class(ceiling_of(*i.hi) - 1)
                                     : floor_of(*i.hi));
    }
    if (whole.lo && whole.hi && *whole.lo > *whole.hi) continue;
    // Adjacent integers leave no gap between them.
    if (!out.intervals_.empty() && whole.lo &&
        *out.intervals_.back().hi + 1 >= *whole.lo) {
      out.intervals_.back().hi = whole.hi;
      out.intervals_.back().hi_open = whole.hi_open;
    } else {
      out.intervals_.push_back(std::move(whole));
    }
  }
  return out;
}

std::optional<mpz_class> NumberSet::integer_from(const mpq_class& from) const {
  for (const NumberInterval& i : intervals_) {
    mpz_class first = ceiling_of(from);
    if (i.lo) {
      const mpz_class low =
          i.lo_open ? mpz_class(floor_of(*i.lo) + 1) : ceiling_of(*i.lo);
      // The least number that this interval could give.
      first = std::max(first, low);
    }
    if (i.contains(first)) return first;
  }
  return std::nullopt;
}

std::optional<mpz_class> NumberSet::integer_up_to(const mpq_class& from) const {
  // From the highest interval down.
  for (auto i = intervals_.rbegin(); i != intervals_.rend(); ++i) {
    mpz_class last = floor_of(from);
    if (i->hi) {
      const mpz_class high =
          i->hi_open ? mpz_class(ceiling_of(*i->hi) - 1) : floor_of(*i->hi);
      last = std::min(last, high);
    }
    if (i->contains(last)) return last;
  }
  return std::nullopt;
}

std::string NumberSet::to_string(NumberText text) const {
  if (intervals_.empty()) return "nothing";
  std::string out;
  for (const NumberInterval& i : intervals_) {
    if (!out.empty()) out += " or ";
    out += i.to_string(text);
  }
  return out;
}

}  // namespace catenary::logic
