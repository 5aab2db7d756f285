// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values between packed states, letters and bit-vectors.
#include "model/step/encoding.h"

#include <gtest/gtest.h>

#include <array>

namespace catenary::model {
namespace {

using logic::Value;

Value bits(std::uint32_t width, const char* hex) {
  return Value::bitvec(width, mpz_class(hex, 16));
}

TEST(Encoding, TheFirstByteOfASlotIsTheLowest) {
  std::array<std::byte, 6> packed{};
  for (std::size_t i = 0; i < packed.size(); ++i) packed[i] = std::byte(i + 1);
  StateSlot slot;
  slot.offset = 1;
  slot.size = 3;
  EXPECT_EQ(slot_value(slot, packed.data()), bits(24, "040302"));
  set_slot(slot, bits(24, "0000aa"), packed.data());
  EXPECT_EQ(packed[0], std::byte{1});
  EXPECT_EQ(packed[1], std::byte{0xaa});
  EXPECT_EQ(packed[2], std::byte{0});
  EXPECT_EQ(packed[3], std::byte{0});
  EXPECT_EQ(packed[4], std::byte{5});
  EXPECT_ANY_THROW(set_slot(slot, bits(32, "0"), packed.data()));
}

TEST(Encoding, ASlotMayBeWiderThanAWord) {
  std::array<std::byte, 16> packed{};
  StateSlot slot;
  slot.size = packed.size();
  const Value wide = bits(128, "0123456789abcdef00112233445566ff");
  set_slot(slot, wide, packed.data());
  EXPECT_EQ(packed[0], std::byte{0xff});
  EXPECT_EQ(slot_value(slot, packed.data()), wide);
}

TEST(Encoding, MachineBitsAreWhatTheProgramStores) {
  EXPECT_EQ(machine_bits(ScalarType::boolean, Value::boolean(true)),
            bits(8, "1"));
  EXPECT_EQ(machine_bits(ScalarType::int8, Value::integer(-1)), bits(8, "ff"));
  EXPECT_EQ(machine_bits(ScalarType::int64, Value::integer(-2)),
            bits(64, "fffffffffffffffe"));
  EXPECT_EQ(machine_bits(ScalarType::float32, Value::float32(-1.5F)),
            bits(32, "bfc00000"));
  EXPECT_EQ(machine_bits(ScalarType::float64, Value::float64(-0.0)),
            bits(64, "8000000000000000"));
}

TEST(Encoding, MachineBitsComeBack) {
  const auto same = [](ScalarType type, const Value& v) {
    return from_machine_bits(type, machine_bits(type, v)) == v;
  };
  EXPECT_TRUE(same(ScalarType::boolean, Value::boolean(false)));
  EXPECT_TRUE(same(ScalarType::int16, Value::integer(-32768)));
  EXPECT_TRUE(same(ScalarType::uint64,
                   Value::integer(mpz_class("18446744073709551615"))));
  EXPECT_TRUE(same(ScalarType::float32, Value::float32(0.1F)));
  EXPECT_TRUE(same(ScalarType::float64, Value::float64(1e300)));
}

}  // namespace
}  // namespace catenary::model
