// SPDX-License-Identifier: Apache-2.0
/// \file
/// Programs of others, as large as they come, are encoded in seconds.
#include <gtest/gtest.h>

#include <string>

#include "encoded.h"
#include "frontend/c/load.h"
#include "unit/published_data.h"

namespace catenary::program::test {
namespace {

class EncodeData : public ::testing::TestWithParam<const char*> {};

TEST_P(EncodeData, IsEncodedAsItRuns) {
  const auto file =
      catenary::test::published_data(std::string("c/") + GetParam());
  if (!file) GTEST_SKIP() << "no " << GetParam() << ": set CATENARY_DATA";
  const model::StepSystem system = frontend::c::load(*file, {}, {});
  OracleOptions options;
  options.random_states = false;
  options.runs = 4;
  const Comparison c = EncodingOracle(system, options).run();
  EXPECT_EQ(c.difference, "");
  EXPECT_GE(c.compared, 8U);
  EXPECT_EQ(c.unfaithful, 0U) << c.why_unfaithful;
  RecordProperty("instructions", static_cast<int>(c.stats.instructions));
  RecordProperty("terms", static_cast<int>(c.stats.terms));
}

INSTANTIATE_TEST_SUITE_P(
    Programs,
    EncodeData,
    ::testing::Values("chaincover/cruise1.toml",
                      "chaincover/alarm_original_timers.toml",
                      "scale/r10.toml",
                      "powerwindow/powerwindow_ec_merged.c",
                      "rers/Rers2018_Problem10.c",
                      "rers/Problem03_label00_true-unreach-call.c",
                      "rers2019/Training_Problem12.toml"));

}  // namespace
}  // namespace catenary::program::test
