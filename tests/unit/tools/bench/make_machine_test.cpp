// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/make_machine.h"

#include <gtest/gtest.h>

#include <sstream>

#include "app/options.h"
#include "base/error.h"
#include "cli/bench.h"

namespace catenary::tools::bench {
namespace {

TEST(MakeMachine, TakesWhatTheHelpNames) {
  std::istringstream keys(cli::kRandomMachineKeys);
  std::size_t count = 0;
  for (std::string key; keys >> key; ++count) {
    if (key.back() == ',') key.pop_back();
    const std::string value = key == "arithmetic" ? "false" : "2";
    EXPECT_NO_THROW((void)parse_random_machine(key + "=" + value)) << key;
  }
  EXPECT_EQ(count, 16U);
}

TEST(MakeMachine, SaysWhatIsWrong) {
  EXPECT_THROW((void)parse_random_machine("branchs=2"), base::InputError);
  EXPECT_THROW((void)parse_random_machine("branches"), base::InputError);
  EXPECT_THROW((void)parse_random_machine("branches=two"), base::InputError);
}

}  // namespace
}  // namespace catenary::tools::bench
