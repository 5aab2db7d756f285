// SPDX-License-Identifier: Apache-2.0
#include "engine/abstraction/value_set.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace catenary::engine::abstraction {

using logic::Op;
using logic::Term;

namespace {

constexpr int kWord = 64;

Term constant(logic::TermManager& terms,
              std::uint32_t width,
              std::uint64_t bits) {
  if (width < std::uint32_t{kWord}) bits &= (std::uint64_t{1} << width) - 1;
  return terms.bitvec(width, mpz_class(static_cast<unsigned long>(bits)));
}

}  // namespace

std::int64_t ValueSet::number(std::uint64_t bits) const {
  const std::uint32_t unused = std::uint32_t{kWord} - width_;
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

std::int64_t ValueSet::least() const {
  return INT64_MIN >> (std::uint32_t{kWord} - width_);
}

std::int64_t ValueSet::most() const {
  return INT64_MAX >> (std::uint32_t{kWord} - width_);
}

void ValueSet::widen(std::int64_t n) {
  const auto size = [](std::int64_t i) {
    return std::bit_width(static_cast<std::uint64_t>(i < 0 ? ~i : i));
  };
  const auto ones = [](int bits) {
    return static_cast<std::int64_t>((std::uint64_t{1} << bits) - 1);
  };
  if (n > high_) high_ = n < 0 ? -1 : ones(size(n));
  if (n < low_) low_ = n >= 0 ? 0 : ~ones(size(n));
  low_ = std::max(low_, least());
  high_ = std::min(high_, most());
}

bool ValueSet::add(std::uint64_t bits) {
  if (contains(bits)) return false;
  if (!is_interval_) {
    values_.insert(bits);
    if (values_.size() <= kFew) return true;
    is_interval_ = true;
    low_ = high_ = number(*values_.begin());
    for (const std::uint64_t v : values_) {
      low_ = std::min(low_, number(v));
      high_ = std::max(high_, number(v));
    }
    values_.clear();
    return true;
  }
  widen(number(bits));
  return true;
}

bool ValueSet::contains(std::uint64_t bits) const {
  if (!is_interval_) return values_.contains(bits);
  const std::int64_t n = number(bits);
  return low_ <= n && n <= high_;
}

bool ValueSet::includes(const ValueSet& other) const {
  if (!other.is_interval_) {
    return std::all_of(other.values_.begin(),
                       other.values_.end(),
                       [this](std::uint64_t v) { return contains(v); });
  }
  return is_interval_ && low_ <= other.low_ && other.high_ <= high_;
}

bool ValueSet::is_all() const {
  return is_interval_ && low_ == least() && high_ == most();
}

Term ValueSet::holds(logic::TermManager& terms, Term x) const {
  if (is_all()) return terms.boolean(true);
  if (is_interval_) {
    const auto end = [&](std::int64_t n) {
      return constant(terms, width_, static_cast<std::uint64_t>(n));
    };
    return terms.logical_and(terms.make(Op::bv_sle, {end(low_), x}),
                             terms.make(Op::bv_sle, {x, end(high_)}));
  }
  std::uint64_t ones = ~std::uint64_t{0};
  std::uint64_t some = 0;
  for (const std::uint64_t v : values_) {
    ones &= v;
    some |= v;
  }
  // What all values agree in a solver knows at once, if it is told.
  const std::uint64_t same = ~(some & ~ones);
  const Term agreed =
      terms.equal(terms.make(Op::bv_and, {x, constant(terms, width_, same)}),
                  constant(terms, width_, ones & same));
  const int free = std::popcount(some & ~ones);
  if (free < kWord && values_.size() == std::uint64_t{1} << free) return agreed;
  std::vector<Term> ways;
  for (const std::uint64_t v : values_) {
    ways.push_back(terms.equal(x, constant(terms, width_, v)));
  }
  return values_.size() == 1
             ? ways[0]
             : terms.logical_and(agreed, terms.logical_or(ways));
}

}  // namespace catenary::engine::abstraction
