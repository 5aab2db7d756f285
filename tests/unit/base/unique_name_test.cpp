// SPDX-License-Identifier: Apache-2.0
#include "base/text/unique_name.h"

#include <gtest/gtest.h>

namespace catenary::base {
namespace {

TEST(UniqueName, IsDifferentFromAllBefore) {
  TakenNames taken;
  EXPECT_EQ(unique_name("a", taken), "a");
  EXPECT_EQ(unique_name("a#2", taken), "a#2");
  // The next suffix is taken.
  EXPECT_EQ(unique_name("a", taken), "a#3");
  EXPECT_EQ(unique_name("a", taken), "a#4");
  EXPECT_EQ(unique_name("a#2", taken), "a#2#2");
  EXPECT_EQ(taken.size(), 5U);
}

}  // namespace
}  // namespace catenary::base
