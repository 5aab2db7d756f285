// SPDX-License-Identifier: Apache-2.0
#include "logic/value/as_sort.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

namespace catenary::logic {
namespace {

const std::shared_ptr<const Enumeration>& colours() {
  static const auto kDecl = std::make_shared<const Enumeration>(
      Enumeration{"Colour", {"RED", "GREEN", "BLUE"}});
  return kDecl;
}

Value colour(std::uint32_t index) {
  return Value::enumerator(colours(), index);
}

TEST(AsSort, KeepsWhatIsOfTheSort) {
  EXPECT_EQ(as_sort(Value::float64(std::nan("")), Sort::float64()),
            Value::float64(std::nan("")));
  EXPECT_EQ(as_sort(Value::bitvec(8, 5), Sort::bitvec(8)), Value::bitvec(8, 5));
}

TEST(AsSort, EnumeratorsAreTheirPositions) {
  const Sort sort = Sort::enumeration(colours());
  EXPECT_EQ(as_sort(colour(2), Sort::integer()), Value::integer(2));
  EXPECT_EQ(as_sort(Value::integer(1), sort), colour(1));
  EXPECT_FALSE(as_sort(Value::integer(3), sort));
  EXPECT_FALSE(as_sort(Value::integer(-1), sort));
  const auto other =
      std::make_shared<const Enumeration>(Enumeration{"Light", {"OFF", "ON"}});
  EXPECT_EQ(as_sort(colour(1), Sort::enumeration(other)),
            Value::enumerator(other, 1));
  EXPECT_FALSE(as_sort(colour(2), Sort::enumeration(other)));
}

TEST(AsSort, TruthValuesAreZeroAndOne) {
  EXPECT_EQ(as_sort(Value::boolean(true), Sort::integer()), Value::integer(1));
  EXPECT_EQ(as_sort(Value::integer(0), Sort::boolean()), Value::boolean(false));
  EXPECT_FALSE(as_sort(Value::integer(2), Sort::boolean()));
}

TEST(AsSort, FloatsAreExactlyWhatTheyAre) {
  EXPECT_EQ(as_sort(Value::float64(0.5), Sort::real()),
            Value::real(mpq_class(1, 2)));
  EXPECT_EQ(as_sort(Value::real(mpq_class(1, 2)), Sort::float32()),
            Value::float32(0.5F));
  EXPECT_FALSE(as_sort(Value::real(mpq_class(1, 10)), Sort::float64()));
  EXPECT_FALSE(as_sort(Value::float64(0.1), Sort::float32()));
  EXPECT_FALSE(as_sort(Value::float64(HUGE_VAL), Sort::real()));
  EXPECT_FALSE(as_sort(Value::float64(std::nan("")), Sort::real()));
  EXPECT_FALSE(as_sort(Value::float64(1.5), Sort::integer()));
  EXPECT_EQ(as_sort(Value::float64(2), Sort::integer()), Value::integer(2));
}

TEST(AsSort, BitVectorsAreNothingElse) {
  EXPECT_FALSE(as_sort(Value::bitvec(8, 1), Sort::integer()));
  EXPECT_FALSE(as_sort(Value::integer(1), Sort::bitvec(8)));
}

}  // namespace
}  // namespace catenary::logic
