// SPDX-License-Identifier: Apache-2.0
#include "logic/value/decimal.h"

#include <gtest/gtest.h>

namespace catenary::logic {
namespace {

TEST(FiniteDecimal, IsExact) {
  EXPECT_EQ(finite_decimal(0, 9), "0");
  EXPECT_EQ(finite_decimal(-120, 0), "-120");
  EXPECT_EQ(finite_decimal(mpq_class(-1, 4), 9), "-0.25");
  EXPECT_EQ(finite_decimal(mpq_class(1, 1000), 3), "0.001");
  EXPECT_EQ(finite_decimal(mpq_class(1234567, 50), 9), "24691.34");
}

TEST(FiniteDecimal, IsNothingWhereThereIsNoneOrItIsTooLong) {
  EXPECT_EQ(finite_decimal(mpq_class(1, 3), 99), std::nullopt);
  EXPECT_EQ(finite_decimal(mpq_class(1, 6), 99), std::nullopt);
  EXPECT_EQ(finite_decimal(mpq_class(1, 1000), 2), std::nullopt);
}

}  // namespace
}  // namespace catenary::logic
