// SPDX-License-Identifier: Apache-2.0
/// \file
/// Interval hulls of machine numbers. Integers are widened as 64-bit numbers of
/// their own signedness, floats as double: all values of the type are exact in
/// that form, so nothing is rounded.

#include "engine/reach/hull.h"

#include <atomic>
#include <cstring>

namespace catenary::engine::reach {

using model::ScalarType;

namespace {

/// A number at any address.
template <typename T>
T load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// Calls `use` with a zero of the machine type and one of the type of its hull,
/// so that one lambda serves all types.
template <typename Use>
void with_types(ScalarType type, const Use& use) {
  switch (type) {
    case ScalarType::boolean:
    case ScalarType::uint8:
      return use(std::uint8_t{}, std::uint64_t{});
    case ScalarType::int8:
      return use(std::int8_t{}, std::int64_t{});
    case ScalarType::int16:
      return use(std::int16_t{}, std::int64_t{});
    case ScalarType::uint16:
      return use(std::uint16_t{}, std::uint64_t{});
    case ScalarType::int32:
      return use(std::int32_t{}, std::int64_t{});
    case ScalarType::uint32:
      return use(std::uint32_t{}, std::uint64_t{});
    case ScalarType::int64:
      return use(std::int64_t{}, std::int64_t{});
    case ScalarType::uint64:
      return use(std::uint64_t{}, std::uint64_t{});
    case ScalarType::float32:
      return use(float{}, double{});
    case ScalarType::float64:
      return use(double{}, double{});
  }
}

/// The bits of a bit-field, lowest first. Requires: bits >= 1, and the field
/// lies within 8 bytes.
std::uint64_t bits_at(const std::byte* at,
                      std::uint32_t first,
                      std::uint32_t bits) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, (first + bits + 7) / 8);
  return word << (64 - first - bits) >> (64 - bits);
}

/// Widens by every element of a bit-field. Floats have no bit-fields.
template <typename Wide>
void widen_by_bit_field(const model::StateScalar& s,
                        const std::byte* state,
                        Hull& hull) {
  for (const std::size_t offset : s.offsets) {
    const std::uint64_t value = bits_at(state + offset, s.first_bit, s.bits);
    if constexpr (std::is_same_v<Wide, std::int64_t>) {
      // Moves the sign bit to the top and back: sign extension.
      const std::uint32_t up = 64 - s.bits;
      hull.widen(static_cast<std::int64_t>(value << up) >> up);
    } else if constexpr (std::is_same_v<Wide, std::uint64_t>) {
      hull.widen(value);
    }
  }
}

}  // namespace

void Hull::widen(ScalarType type, const std::byte* value) {
  with_types(type, [&]<typename T, typename Wide>(T, Wide) {
    widen(static_cast<Wide>(load<T>(value)));
  });
}

void Hull::widen(ScalarType type, const Hull& other) {
  nan |= other.nan;
  if (other.seen == 0) return;
  with_types(type, [&]<typename T, typename Wide>(T, Wide) {
    widen(std::bit_cast<Wide>(other.lo));
    widen(std::bit_cast<Wide>(other.hi));
  });
}

/// A reader that sees `seen` == 1 also sees the bounds. A reader in between
/// sees new bounds in part; each is a value that occurred.
void Hull::publish(const Hull& wider) {
  lo = wider.lo;
  hi = wider.hi;
  nan = wider.nan;
  std::atomic_thread_fence(std::memory_order_release);
  seen = wider.seen;
}

ValueRange Hull::range(ScalarType type) const {
  ValueRange out;
  out.nan = nan != 0;
  out.known = seen != 0 || out.nan;
  const auto value = [type](std::uint64_t word) {
    logic::Value v;
    with_types(type, [&]<typename T, typename Wide>(T, Wide) {
      const T machine = static_cast<T>(std::bit_cast<Wide>(word));
      v = model::decode_scalar(type,
                               reinterpret_cast<const std::byte*>(&machine));
    });
    return v;
  };
  // A number that was only ever a NaN has no bounds.
  if (seen == 0) return out;
  out.lo = value(lo);
  out.hi = value(hi);
  return out;
}

void widen_by_states(const model::StateScalar& scalar,
                     const std::byte* states,
                     std::size_t state_bytes,
                     std::size_t count,
                     Hull& hull) {
  with_types(scalar.type, [&]<typename T, typename Wide>(T, Wide) {
    // A local copy: the compiler may keep it in registers, since nothing else
    // can point to it.
    Hull widened = hull;
    for (std::size_t i = 0; i < count; ++i) {
      const std::byte* state = states + i * state_bytes;
      if (scalar.bits != 0) {
        widen_by_bit_field<Wide>(scalar, state, widened);
        continue;
      }
      for (const std::size_t offset : scalar.offsets) {
        widened.widen(static_cast<Wide>(load<T>(state + offset)));
      }
    }
    hull = widened;
  });
}

}  // namespace catenary::engine::reach
