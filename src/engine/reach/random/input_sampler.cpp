// SPDX-License-Identifier: Apache-2.0
/// \file
/// Distributions of random values. Integers: half uniform, a quarter special
/// values or ends of classes, a quarter of random magnitude. Floats: a quarter
/// each of special values, uniform, near 1, and of any magnitude.

#include "engine/reach/random/input_sampler.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/check.h"

namespace catenary::engine::reach {

using model::ScalarType;

namespace {

/// An integer or Boolean value as 64 bits of two's complement.
std::uint64_t word_of(const logic::Value& v) {
  if (v.kind() == logic::SortKind::boolean) return v.as_bool() ? 1 : 0;
  const mpz_class& n = v.as_integer();
  return n < 0 ? static_cast<std::uint64_t>(n.get_si())
               : static_cast<std::uint64_t>(n.get_ui());
}

/// A float or double as a double, exactly.
double number_of(const logic::Value& v) {
  return v.sort() == logic::Sort::float64() ? v.as_double()
                                            : static_cast<double>(v.as_float());
}

/// A uniform number in 0 .. span. The whole range of 64 bits has no span + 1.
std::uint64_t up_to(base::Rng& rng, std::uint64_t span) {
  return span == ~std::uint64_t{0} ? rng.next() : rng.below(span + 1);
}

}  // namespace

std::uint64_t random_change_interval(base::Rng& rng) {
  constexpr std::uint64_t kShort = 8;
  constexpr std::uint64_t kLong = 64;
  if (rng.chance(1, 2)) return 1;
  return rng.chance(1, 2) ? kShort : kLong;
}

InputSampler::InputSampler(std::span<const model::Variable> variables) {
  for (const model::Variable& v : variables) {
    const bool floating =
        v.type == ScalarType::float32 || v.type == ScalarType::float64;
    floating ? add_floating(v) : add_whole(v);
  }
}

void InputSampler::add_whole(const model::Variable& v) {
  Whole w;
  w.offset = v.offset;
  w.size = model::size_bytes(v.type);
  w.lo = word_of(v.lo);
  // Modulo 2^64: the distance is right for signed types as well.
  w.span = word_of(v.hi) - w.lo;
  w.all_alike =
      v.exhaustive && v.class_starts.empty() && v.domain.size() - 1 == w.span;
  // Distances from lo have the order of the values, also for signed types.
  const auto add = [&w](std::uint64_t distance) {
    if (distance <= w.span) w.special.push_back(distance);
  };
  for (const logic::Value& d : v.domain) add(word_of(d) - w.lo);
  for (const std::uint64_t near : {0, 1}) {
    add(near);
    add(w.span - near);
    add(near - w.lo);  // 0 and 1 themselves
  }
  std::sort(w.special.begin(), w.special.end());
  w.special.erase(std::unique(w.special.begin(), w.special.end()),
                  w.special.end());
  for (const logic::Value& start : v.class_starts) {
    w.class_start.push_back(word_of(start) - w.lo);
  }
  whole_.push_back(std::move(w));
}

void InputSampler::add_floating(const model::Variable& v) {
  Floating f;
  f.offset = v.offset;
  f.single = v.type == ScalarType::float32;
  f.lo = number_of(v.lo);
  f.hi = number_of(v.hi);
  for (const logic::Value& d : v.domain) f.special.push_back(number_of(d));
  CATENARY_CHECK(!f.special.empty(), "a domain has values");
  floating_.push_back(std::move(f));
}

/// The probabilities are fixed: every value of the range keeps one.
std::uint64_t InputSampler::draw(base::Rng& rng, const Whole& w) {
  if (w.all_alike) return w.lo + up_to(rng, w.span);
  const std::uint64_t way = rng.below(4);
  if (way < 2) return w.lo + up_to(rng, w.span);
  if (way == 2) {
    if (w.class_start.empty()) {
      return w.lo + w.special[rng.below(w.special.size())];
    }
    // First a class, so that small classes are as likely as large ones; then
    // one of its ends, or any value in it.
    const std::uint64_t c = rng.below(w.class_start.size());
    const std::uint64_t first = w.class_start[c];
    const std::uint64_t last =
        c + 1 < w.class_start.size() ? w.class_start[c + 1] - 1 : w.span;
    const std::uint64_t where = rng.below(3);
    if (where == 0) return w.lo + first;
    return w.lo + (where == 1 ? last : first + up_to(rng, last - first));
  }
  // A value of random magnitude and sign; a special value if it is outside of
  // the range.
  const std::uint64_t bits = rng.below(64);
  std::uint64_t value = rng.next() >> bits;
  if (rng.chance(1, 2)) value = std::uint64_t{0} - value;
  if (value - w.lo <= w.span) return value;
  return w.lo + w.special[rng.below(w.special.size())];
}

double InputSampler::draw(base::Rng& rng, const Floating& f) {
  const std::uint64_t way = rng.below(4);
  if (way == 0) return f.special[rng.below(f.special.size())];
  // Halves, because the width of the range may not be a finite number.
  const double half = rng.unit() * (f.hi / 2 - f.lo / 2);
  const double anywhere = std::clamp(f.lo + half + half, f.lo, f.hi);
  if (way == 1) return anywhere;
  // A random exponent: mostly not far from 1, and one in three an integer.
  const int reach = way == 2 ? 10 : (f.single ? 120 : 1000);
  const auto exponent = static_cast<int>(rng.in_range(-reach, reach));
  double x = std::ldexp(1 + rng.unit(), exponent);
  if (rng.chance(1, 3)) x = std::round(x);
  if (rng.chance(1, 2)) x = -x;
  return x >= f.lo && x <= f.hi ? x : anywhere;
}

void InputSampler::write(base::Rng& rng, const Whole& w, std::byte* letter) {
  const std::uint64_t value = draw(rng, w);
  std::memcpy(letter + w.offset, &value, w.size);
}

void InputSampler::write(base::Rng& rng, const Floating& f, std::byte* letter) {
  const double value = draw(rng, f);
  if (f.single) {
    const auto narrow = static_cast<float>(value);
    std::memcpy(letter + f.offset, &narrow, sizeof narrow);
  } else {
    std::memcpy(letter + f.offset, &value, sizeof value);
  }
}

base::WorkClock::duration InputSampler::price() const {
  constexpr base::WorkClock::duration kValue{25};
  return kValue * (whole_.size() + floating_.size());
}

void InputSampler::draw(base::Rng& rng, std::byte* letter) const {
  for (const Whole& w : whole_) write(rng, w, letter);
  for (const Floating& f : floating_) write(rng, f, letter);
}

void InputSampler::vary(base::Rng& rng,
                        std::uint64_t one_in,
                        const std::byte* previous,
                        std::byte* letter) const {
  if (one_in == 1) {
    draw(rng, letter);
    return;
  }
  for (const Whole& w : whole_) {
    if (rng.chance(1, one_in)) {
      write(rng, w, letter);
    } else {
      std::memmove(letter + w.offset, previous + w.offset, w.size);
    }
  }
  for (const Floating& f : floating_) {
    if (rng.chance(1, one_in)) {
      write(rng, f, letter);
    } else {
      const std::size_t size = f.single ? sizeof(float) : sizeof(double);
      std::memmove(letter + f.offset, previous + f.offset, size);
    }
  }
}

}  // namespace catenary::engine::reach
