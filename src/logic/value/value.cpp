// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values: construction in canonical form, access, comparison. Equal values
/// have equal representations, so that comparison and hashing are structural.
#include "logic/value/value.h"

#include <bit>
#include <functional>

#include "base/check.h"
#include "logic/value/hash.h"
#include "logic/value/ieee754.h"
#include "logic/value/machine_float.h"

namespace catenary::logic {

struct Value::Array {
  // By the text of the index: a canonical and deterministic order.
  std::map<std::string, std::pair<Value, Value>> entries;
  Value otherwise;
};

namespace {

using Entries = std::map<std::string, std::pair<Value, Value>>;

/// Not by a constructor, whose `unsigned long` may be narrower.
mpz_class from_u64(std::uint64_t v) {
  mpz_class result;
  mpz_import(result.get_mpz_t(), 1, -1, sizeof v, 0, 0, &v);
  return result;
}

/// The lowest 64 bits.
std::uint64_t low_u64(const mpz_class& v) {
  mpz_class low;
  mpz_fdiv_r_2exp(low.get_mpz_t(), v.get_mpz_t(), 64);
  std::uint64_t result = 0;
  mpz_export(&result, nullptr, -1, sizeof result, 0, 0, low.get_mpz_t());
  return result;
}

/// The hash of the limbs and the sign.
std::size_t hash_of(const mpz_class& v) {
  const int sign = sgn(v);
  auto h = static_cast<std::size_t>(sign) + 1;
  for (std::size_t i = 0; i < mpz_size(v.get_mpz_t()); ++i) {
    h = hash_combine(h, mpz_getlimbn(v.get_mpz_t(), static_cast<mp_size_t>(i)));
  }
  return h;
}

/// Makes the representation of an array over a finite index sort unique:
/// `otherwise` becomes its most frequent value, ties going to the smallest
/// text. If `otherwise` holds at more than half of the indices, it is that
/// already.
void canonicalise(const Sort& sort, Entries& entries, Value& otherwise) {
  const auto count = cardinality(sort.index());
  // Over an infinite index sort `otherwise` holds almost everywhere and is
  // unique.
  if (!count || entries.size() * 2 < *count) return;
  std::map<std::string, std::pair<std::uint64_t, Value>> uses;
  const std::uint64_t rest = *count - entries.size();
  if (rest > 0) uses.try_emplace(otherwise.to_string(), rest, otherwise);
  for (const auto& [key, entry] : entries) {
    ++uses.try_emplace(entry.second.to_string(), 0, entry.second)
          .first->second.first;
  }
  // Ascending by text, and only a larger count replaces: the smallest text
  // wins.
  const std::pair<std::uint64_t, Value>* best = nullptr;
  for (const auto& [text, use] : uses) {
    if (best == nullptr || use.first > best->first) best = &use;
  }
  if (best->second == otherwise) return;
  Entries all;
  for (std::uint64_t i = 0; i < *count; ++i) {
    const Value index = nth_value(sort.index(), i);
    std::string key = index.to_string();
    const auto found = entries.find(key);
    const Value& v = found == entries.end() ? otherwise : found->second.second;
    if (v == best->second) continue;
    all.try_emplace(std::move(key), index, v);
  }
  entries = std::move(all);
  otherwise = best->second;
}

/// A mark above the bits of a pattern: a NaN keeps its bits. Patterns of
/// exactly the format's width never have it.
constexpr unsigned long kKeepNan = 1;

}  // namespace

Value::Value(
    Sort sort,
    std::variant<bool, mpz_class, mpq_class, std::shared_ptr<const Array>> data)
    : sort_(std::move(sort)), data_(std::move(data)) {}

Value Value::boolean(bool b) {
  return {Sort::boolean(), b};
}

Value Value::integer(long long i) {
  // Not -i, which overflows for the smallest number.
  mpz_class v = from_u64(i < 0 ? ~static_cast<std::uint64_t>(i) + 1
                               : static_cast<std::uint64_t>(i));
  if (i < 0) v = -v;
  return {Sort::integer(), std::move(v)};
}

Value Value::integer(mpz_class i) {
  return {Sort::integer(), std::move(i)};
}

Value Value::real(mpq_class q) {
  CATENARY_CHECK(sgn(q.get_den()) != 0,
                 "a real has a denominator other than 0");
  q.canonicalize();
  return {Sort::real(), std::move(q)};
}

Value Value::bitvec(std::uint32_t width, mpz_class bits) {
  mpz_fdiv_r_2exp(bits.get_mpz_t(), bits.get_mpz_t(), width);
  return {Sort::bitvec(width), std::move(bits)};
}

Value Value::float32(float f) {
  return floating(Sort::float32(), from_u64(std::bit_cast<std::uint32_t>(f)));
}

Value Value::float64(double d) {
  return floating(Sort::float64(), from_u64(std::bit_cast<std::uint64_t>(d)));
}

Value Value::floating(Sort sort, mpz_class bits) {
  const FloatFormat format(sort);
  const bool keep = bits >> format.width() == kKeepNan;
  mpz_fdiv_r_2exp(bits.get_mpz_t(), bits.get_mpz_t(), format.width());
  if (!keep && format.is_nan(bits)) bits = format.nan_bits();
  return {std::move(sort), std::move(bits)};
}

Value machine_float(const Sort& sort, const mpz_class& bits) {
  const std::uint32_t width = FloatFormat(sort).width();
  mpz_class whole;
  mpz_fdiv_r_2exp(whole.get_mpz_t(), bits.get_mpz_t(), width);
  return Value::floating(sort, whole + (mpz_class(kKeepNan) << width));
}

Value Value::enumerator(std::shared_ptr<const Enumeration> decl,
                        std::uint32_t index) {
  Sort sort = Sort::enumeration(std::move(decl));
  CATENARY_CHECK(index < sort.enumerators().values.size(),
                 "no enumerator of that index");
  return {std::move(sort), mpz_class(index)};
}

Value Value::array(Sort sort, Entries entries, Value otherwise) {
  CATENARY_CHECK(otherwise.sort() == sort.element(),
                 "an array's default has its element sort");
  Entries kept;
  for (auto& [ignored, entry] : entries) {
    CATENARY_CHECK(entry.first.sort() == sort.index() &&
                       entry.second.sort() == sort.element(),
                   "an array's entries have its sorts");
    std::string key = entry.first.to_string();
    CATENARY_CHECK(!kept.contains(key), "an array has one value at an index");
    kept.emplace(std::move(key), std::move(entry));
  }
  // Entries that repeat the default would make equal arrays differ.
  std::erase_if(kept,
                [&](const auto& e) { return e.second.second == otherwise; });
  canonicalise(sort, kept, otherwise);
  return {std::move(sort),
          std::make_shared<const Array>(
              Array{std::move(kept), std::move(otherwise)})};
}

bool Value::as_bool() const {
  CATENARY_CHECK(kind() == SortKind::boolean, "a boolean is needed");
  return std::get<bool>(data_);
}

const mpz_class& Value::as_integer() const {
  CATENARY_CHECK(kind() == SortKind::integer, "an integer is needed");
  return std::get<mpz_class>(data_);
}

bool Value::fits_int64() const {
  static_assert(sizeof(long) == sizeof(std::int64_t));
  return as_integer().fits_slong_p();
}

std::int64_t Value::as_int64() const {
  CATENARY_CHECK(fits_int64(), "an integer of 64 bits is needed");
  return as_integer().get_si();
}

const mpq_class& Value::as_real() const {
  CATENARY_CHECK(kind() == SortKind::real, "a real is needed");
  return std::get<mpq_class>(data_);
}

const mpz_class& Value::as_bits() const {
  CATENARY_CHECK(kind() == SortKind::bitvec || kind() == SortKind::floating,
                 "a bit-vector or float is needed");
  return std::get<mpz_class>(data_);
}

mpz_class Value::as_signed() const {
  CATENARY_CHECK(kind() == SortKind::bitvec, "a bit-vector is needed");
  mpz_class v = as_bits();
  const std::uint32_t width = sort_.bits();
  if (mpz_tstbit(v.get_mpz_t(), width - 1) != 0) v -= mpz_class(1) << width;
  return v;
}

double Value::as_double() const {
  if (sort_ == Sort::float32()) return as_float();
  CATENARY_CHECK(sort_ == Sort::float64(), "a float or double is needed");
  return std::bit_cast<double>(low_u64(as_bits()));
}

float Value::as_float() const {
  CATENARY_CHECK(sort_ == Sort::float32(), "a float is needed");
  return std::bit_cast<float>(static_cast<std::uint32_t>(low_u64(as_bits())));
}

std::uint32_t Value::as_enumerator() const {
  CATENARY_CHECK(kind() == SortKind::enumeration, "an enumerator is needed");
  return static_cast<std::uint32_t>(std::get<mpz_class>(data_).get_ui());
}

const Value& Value::at(const Value& index) const {
  CATENARY_CHECK(index.sort() == sort_.index(),
                 "an array's index has its sort");
  const Array& a = *std::get<std::shared_ptr<const Array>>(data_);
  if (a.entries.empty()) return a.otherwise;
  const auto found = a.entries.find(index.to_string());
  return found == a.entries.end() ? a.otherwise : found->second.second;
}

Value Value::with(const Value& index, const Value& v) const {
  CATENARY_CHECK(index.sort() == sort_.index() && v.sort() == sort_.element(),
                 "a store has the sorts of its array");
  const Array& a = *std::get<std::shared_ptr<const Array>>(data_);
  Entries entries = a.entries;
  const std::string key = index.to_string();
  if (v == a.otherwise) {
    entries.erase(key);
  } else {
    entries.insert_or_assign(key, std::pair(index, v));
  }
  Value otherwise = a.otherwise;
  canonicalise(sort_, entries, otherwise);
  return {sort_,
          std::make_shared<const Array>(
              Array{std::move(entries), std::move(otherwise)})};
}

const Entries& Value::entries() const {
  CATENARY_CHECK(kind() == SortKind::array, "an array is needed");
  return std::get<std::shared_ptr<const Array>>(data_)->entries;
}

const Value& Value::otherwise() const {
  CATENARY_CHECK(kind() == SortKind::array, "an array is needed");
  return std::get<std::shared_ptr<const Array>>(data_)->otherwise;
}

std::size_t Value::hash() const {
  const std::size_t h = sort_.hash();
  switch (kind()) {
    case SortKind::boolean:
      return hash_combine(h, as_bool() ? 1 : 0);
    case SortKind::real:
      return hash_combine(hash_combine(h, hash_of(as_real().get_num())),
                          hash_of(as_real().get_den()));
    case SortKind::array: {
      std::size_t result = hash_combine(h, otherwise().hash());
      for (const auto& [key, entry] : entries()) {
        result = hash_combine(result, std::hash<std::string>{}(key));
        result = hash_combine(result, entry.second.hash());
      }
      return result;
    }
    default:
      return hash_combine(h, hash_of(std::get<mpz_class>(data_)));
  }
}

bool Value::operator==(const Value& other) const {
  if (!(sort_ == other.sort_)) return false;
  if (kind() != SortKind::array) return data_ == other.data_;
  const auto& a = std::get<std::shared_ptr<const Array>>(data_);
  const auto& b = std::get<std::shared_ptr<const Array>>(other.data_);
  return a == b || (a->otherwise == b->otherwise && a->entries == b->entries);
}

}  // namespace catenary::logic
