// SPDX-License-Identifier: Apache-2.0
#include "random_letters.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace catenary::oracle {

namespace {

using logic::Value;
using model::ScalarType;

bool is_signed(ScalarType type) {
  return type == ScalarType::int8 || type == ScalarType::int16 ||
         type == ScalarType::int32 || type == ScalarType::int64;
}

Bits mask_of(ScalarType type) {
  const std::size_t size = model::size_bytes(type);
  if (type == ScalarType::boolean) return 1;
  return size == 8 ? ~Bits{0} : (Bits{1} << (8 * size)) - 1;
}

/// Brings an integer into a range; values inside stay what they are.
Bits into_range(const model::Variable& v, Bits bits) {
  if (!v.has_range) return bits;
  const mpz_class& lo = v.lo.as_integer();
  const mpz_class& hi = v.hi.as_integer();
  const mpz_class value = value_of(v.type, bits).as_integer();
  if (value >= lo && value <= hi) return bits;
  const mpz_class span = hi - lo + 1;
  mpz_class rest = (value - lo) % span;
  if (rest < 0) rest += span;
  return bits_of(v.type, Value::integer(mpz_class(lo + rest)));
}

}  // namespace

Bits bits_of(ScalarType type, const Value& value) {
  std::array<std::byte, sizeof(Bits)> bytes{};
  model::encode_scalar(type, value, bytes.data());
  Bits bits = 0;
  std::memcpy(&bits, bytes.data(), sizeof bits);
  return bits & mask_of(type);
}

Value value_of(ScalarType type, Bits bits) {
  std::array<std::byte, sizeof(Bits)> bytes{};
  bits &= mask_of(type);
  std::memcpy(bytes.data(), &bits, sizeof bits);
  return model::decode_scalar(type, bytes.data());
}

bool is_nan(ScalarType type, Bits bits) {
  if (type == ScalarType::float32) {
    return std::isnan(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  }
  return type == ScalarType::float64 && std::isnan(std::bit_cast<double>(bits));
}

RandomLetters::RandomLetters(const std::vector<model::Variable>& variables,
                             std::uint64_t seed,
                             std::uint64_t run)
    : variables_(variables), rng_(base::Rng::of_task(seed, run)) {
  constexpr std::uint64_t kSixteen = 16;
  stays_ = rng_.below(kSixteen - 1);
  wild_ = rng_.below(kSixteen / 2);
}

const std::vector<Bits>& RandomLetters::next() {
  constexpr std::uint64_t kSixteen = 16;
  const bool first = last_.empty();
  last_.resize(variables_.size());
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    if (!first && rng_.chance(stays_, kSixteen)) continue;
    last_[i] = draw(variables_[i]);
  }
  return last_;
}

Bits RandomLetters::draw(const model::Variable& v) {
  const bool is_float =
      v.type == ScalarType::float32 || v.type == ScalarType::float64;
  if (!is_float) return into_range(v, draw_integer(v) & mask_of(v.type));
  const Bits bits = draw_float(v.type == ScalarType::float64);
  if (!v.has_range) return bits;
  const double value = value_of(v.type, bits).as_double();
  const bool inside = value >= v.lo.as_double() && value <= v.hi.as_double();
  return inside ? bits : bits_of(v.type, rng_.chance(1, 2) ? v.lo : v.hi);
}

Bits RandomLetters::draw_integer(const model::Variable& v) {
  constexpr std::uint64_t kSixteen = 16, kSmall = 24, kWidth = 64;
  const std::uint64_t any = rng_.next();
  if (rng_.chance(wild_, kSixteen)) return any;
  switch (rng_.below(4)) {
    case 0:  // a value that the front end found to matter
      if (!v.domain.empty()) {
        return bits_of(v.type, v.domain[any % v.domain.size()]);
      }
      return any;
    case 1: {  // near a power of two
      const Bits power = Bits{1} << rng_.below(kWidth);
      const Bits sign = is_signed(v.type) && rng_.chance(1, 2) ? ~Bits{0} : 1;
      return power * sign + rng_.below(3) - 1;
    }
    case 2:
      return rng_.below(3) - 1;
    default:
      return rng_.below(kSmall) - (is_signed(v.type) ? 4 : 0);
  }
}

Bits RandomLetters::draw_float(bool is_double) {
  constexpr std::uint64_t kSixteen = 16;
  const auto bits = [is_double](double d) {
    return is_double
               ? std::bit_cast<Bits>(d)
               : Bits{std::bit_cast<std::uint32_t>(static_cast<float>(d))};
  };
  const std::uint64_t any = rng_.next();
  if (rng_.chance(wild_, kSixteen)) return is_double ? any : any & 0xffffffffU;
  switch (rng_.below(4)) {
    case 0: {
      constexpr std::array<double, 14> kSpecial = {0.0,
                                                   -0.0,
                                                   1.0,
                                                   -1.0,
                                                   0.1,
                                                   0.5,
                                                   -2.5,
                                                   INFINITY,
                                                   -INFINITY,
                                                   NAN,
                                                   0x1p-149,
                                                   0x1p-126,
                                                   0x1.fffffep127,
                                                   2147483648.0};
      return bits(kSpecial[any % kSpecial.size()]);
    }
    case 1:
      return bits(static_cast<double>(rng_.in_range(-8, 24)) / 4);
    case 2:
      return bits(static_cast<double>(rng_.in_range(-1000, 1000)) / 10);
    default:
      return bits((rng_.unit() - 0.5) * std::ldexp(1.0, rng_.below(40)));
  }
}

std::vector<std::byte> letter_of(const std::vector<model::Variable>& variables,
                                 std::size_t bytes,
                                 const std::vector<Bits>& values) {
  std::vector<std::byte> letter(bytes + sizeof(Bits));
  for (std::size_t i = 0; i < variables.size(); ++i) {
    model::encode_scalar(variables[i].type,
                         value_of(variables[i].type, values[i]),
                         letter.data() + variables[i].offset);
  }
  return letter;
}

}  // namespace catenary::oracle
