// SPDX-License-Identifier: Apache-2.0
// Letters of names, whatever the locale.
#include "base/text/letters.h"

#include <gtest/gtest.h>

namespace catenary::base {
namespace {

TEST(Letters, CapitalOnesOfAsciiBecomeSmall) {
  EXPECT_EQ(in_small_letters("AZaz_09[@`{"), "azaz_09[@`{");
  EXPECT_EQ(in_small_letters("T\xc3\x9cR"), "t\xc3\x9cr");
}

}  // namespace
}  // namespace catenary::base
