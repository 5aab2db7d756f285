// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sorts: construction, comparison, cardinality and names in SMT-LIB.
#include <functional>
#include <set>

#include "base/check.h"
#include "logic/value/hash.h"
#include "logic/value/value.h"

namespace catenary::logic {

namespace {

constexpr std::uint64_t kMaxCardinality = std::uint64_t{1} << 62;

/// base^exponent, unless above kMaxCardinality.
std::optional<std::uint64_t> power(std::uint64_t base, std::uint64_t exponent) {
  if (base <= 1) return exponent == 0 ? 1 : base;
  std::uint64_t result = 1;
  for (std::uint64_t i = 0; i < exponent; ++i) {
    // Compared before the multiplication, which could overflow.
    if (result > kMaxCardinality / base) return std::nullopt;
    result *= base;
  }
  return result;
}

}  // namespace

Sort Sort::boolean() {
  return {};
}

Sort Sort::integer() {
  Sort s;
  s.kind_ = SortKind::integer;
  return s;
}

Sort Sort::real() {
  Sort s;
  s.kind_ = SortKind::real;
  return s;
}

Sort Sort::bitvec(std::uint32_t bits) {
  CATENARY_CHECK(bits >= 1, "a bit-vector has at least one bit");
  Sort s;
  s.kind_ = SortKind::bitvec;
  s.a_ = bits;
  return s;
}

Sort Sort::floating(std::uint32_t exponent_bits,
                    std::uint32_t significand_bits) {
  CATENARY_CHECK(exponent_bits >= 2 && exponent_bits <= 30,
                 "a float has 2 to 30 exponent bits");
  CATENARY_CHECK(significand_bits >= 2,
                 "a float has at least 2 significand bits");
  Sort s;
  s.kind_ = SortKind::floating;
  s.a_ = exponent_bits;
  s.b_ = significand_bits;
  return s;
}

Sort Sort::enumeration(std::shared_ptr<const Enumeration> decl) {
  CATENARY_CHECK(decl != nullptr && !decl->values.empty(),
                 "an enumeration has at least one value");
  // Names identify values in texts.
  const std::set<std::string> distinct(decl->values.begin(),
                                       decl->values.end());
  CATENARY_CHECK(distinct.size() == decl->values.size(),
                 "the values of an enumeration differ");
  Sort s;
  s.kind_ = SortKind::enumeration;
  s.enum_ = std::move(decl);
  return s;
}

Sort Sort::array(Sort index, Sort element) {
  Sort s;
  s.kind_ = SortKind::array;
  s.index_ = std::make_shared<const Sort>(std::move(index));
  s.element_ = std::make_shared<const Sort>(std::move(element));
  return s;
}

std::uint32_t Sort::bits() const {
  CATENARY_CHECK(kind_ == SortKind::bitvec, "a bit-vector sort is needed");
  return a_;
}

std::uint32_t Sort::exponent_bits() const {
  CATENARY_CHECK(kind_ == SortKind::floating, "a float sort is needed");
  return a_;
}

std::uint32_t Sort::significand_bits() const {
  CATENARY_CHECK(kind_ == SortKind::floating, "a float sort is needed");
  return b_;
}

const Enumeration& Sort::enumerators() const {
  CATENARY_CHECK(kind_ == SortKind::enumeration,
                 "an enumeration sort is needed");
  return *enum_;
}

std::shared_ptr<const Enumeration> Sort::enumeration_decl() const {
  CATENARY_CHECK(kind_ == SortKind::enumeration,
                 "an enumeration sort is needed");
  return enum_;
}

const Sort& Sort::index() const {
  CATENARY_CHECK(kind_ == SortKind::array, "an array sort is needed");
  return *index_;
}

const Sort& Sort::element() const {
  CATENARY_CHECK(kind_ == SortKind::array, "an array sort is needed");
  return *element_;
}

std::string Sort::to_string() const {
  switch (kind_) {
    case SortKind::boolean:
      return "Bool";
    case SortKind::integer:
      return "Int";
    case SortKind::real:
      return "Real";
    case SortKind::bitvec:
      return "(_ BitVec " + std::to_string(a_) + ")";
    case SortKind::floating:
      return "(_ FloatingPoint " + std::to_string(a_) + " " +
             std::to_string(b_) + ")";
    case SortKind::enumeration:
      return smtlib_symbol(enum_->name);
    case SortKind::array:
      return "(Array " + index_->to_string() + " " + element_->to_string() +
             ")";
  }
  return "Bool";
}

std::size_t Sort::hash() const {
  std::size_t h = static_cast<std::size_t>(kind_);
  h = hash_combine(h, a_);
  h = hash_combine(h, b_);
  // The values of an enumeration are not hashed: sorts of one name and
  // different values are rare.
  if (enum_) h = hash_combine(h, std::hash<std::string>{}(enum_->name));
  if (index_) h = hash_combine(h, index_->hash());
  if (element_) h = hash_combine(h, element_->hash());
  return h;
}

bool Sort::operator==(const Sort& other) const {
  if (kind_ != other.kind_ || a_ != other.a_ || b_ != other.b_) return false;
  // The same declaration in most cases; otherwise compared by content.
  if (kind_ == SortKind::enumeration) {
    return enum_ == other.enum_ || *enum_ == *other.enum_;
  }
  if (kind_ == SortKind::array) {
    return (index_ == other.index_ || *index_ == *other.index_) &&
           (element_ == other.element_ || *element_ == *other.element_);
  }
  return true;
}

std::optional<std::uint64_t> cardinality(const Sort& sort) {
  switch (sort.kind()) {
    case SortKind::boolean:
      return 2;
    case SortKind::integer:
    case SortKind::real:
      return std::nullopt;
    case SortKind::bitvec:
      return power(2, sort.bits());
    case SortKind::floating: {
      const auto patterns =
          power(2, sort.exponent_bits() + sort.significand_bits());
      const auto fractions = power(2, sort.significand_bits());
      if (!patterns || !fractions) return std::nullopt;
      // 2^significand_bits - 2 of the patterns are NaNs, which count as one.
      return *patterns - *fractions + 3;
    }
    case SortKind::enumeration:
      return sort.enumerators().values.size();
    case SortKind::array: {
      const auto indices = cardinality(sort.index());
      const auto elements = cardinality(sort.element());
      // One function into a sort with one value, even from an infinite index
      // sort.
      if (elements == 1) return 1;
      if (!indices || !elements) return std::nullopt;
      return power(*elements, *indices);
    }
  }
  return std::nullopt;
}

Value nth_value(const Sort& sort, std::uint64_t index) {
  const auto count = cardinality(sort);
  CATENARY_CHECK(count && index < *count, "no value of that index");
  switch (sort.kind()) {
    case SortKind::boolean:
      return Value::boolean(index == 1);
    case SortKind::bitvec:
      return Value::bitvec(sort.bits(), mpz_class(index));
    case SortKind::floating: {
      const std::uint32_t fraction_bits = sort.significand_bits() - 1;
      // In order: +0 .. +infinity, -0 .. -infinity, NaN.
      const std::uint64_t infinity =
          ((std::uint64_t{1} << sort.exponent_bits()) - 1) << fraction_bits;
      const std::uint64_t sign = std::uint64_t{1}
                                 << (sort.exponent_bits() + fraction_bits);
      std::uint64_t bits = index;
      if (index > infinity) bits = sign + (index - infinity - 1);
      if (index == *count - 1) bits = infinity + 1;
      return Value::floating(sort, mpz_class(bits));
    }
    case SortKind::enumeration:
      return Value::enumerator(sort.enumeration_decl(),
                               static_cast<std::uint32_t>(index));
    case SortKind::array: {
      // The digits of the index in base |element|, one for each array index.
      const Value zero = nth_value(sort.element(), 0);
      const std::uint64_t base = cardinality(sort.element()).value();
      std::map<std::string, std::pair<Value, Value>> entries;
      for (std::uint64_t i = 0; index != 0; ++i, index /= base) {
        const Value at = nth_value(sort.index(), i);
        entries.try_emplace(
            at.to_string(), at, nth_value(sort.element(), index % base));
      }
      return Value::array(sort, std::move(entries), zero);
    }
    default:
      break;
  }
  base::fail_check(__FILE__, __LINE__, "finite sort", sort.to_string());
}

Value default_value(const Sort& sort) {
  switch (sort.kind()) {
    case SortKind::boolean:
      return Value::boolean(false);
    case SortKind::integer:
      return Value::integer(0);
    case SortKind::real:
      return Value::real(0);
    case SortKind::bitvec:
      return Value::bitvec(sort.bits(), 0);
    case SortKind::floating:
      return Value::floating(sort, 0);
    case SortKind::enumeration:
      return Value::enumerator(sort.enumeration_decl(), 0);
    case SortKind::array:
      return Value::array(sort, {}, default_value(sort.element()));
  }
  return {};
}

}  // namespace catenary::logic
