// SPDX-License-Identifier: Apache-2.0
/// \file
/// Programs of others, as large as they come, are encoded in seconds.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "encoded.h"
#include "frontend/c/load.h"

namespace catenary::program::test {
namespace {

std::filesystem::path data() {
  const char* named = std::getenv("CATENARY_DATA");
  return named != nullptr
             ? std::filesystem::path(named)
             : std::filesystem::path(CATENARY_SOURCE_DIR) / "../shared/data";
}

class EncodeData : public ::testing::TestWithParam<const char*> {};

TEST_P(EncodeData, IsEncodedAsItRuns) {
  const std::filesystem::path file = data() / "c" / GetParam();
  if (!std::filesystem::exists(file)) {
    GTEST_SKIP() << "no " << file << ": set CATENARY_DATA";
  }
  const model::StepSystem system = frontend::c::load(file.string(), {}, {});
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
