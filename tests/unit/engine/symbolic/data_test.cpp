// SPDX-License-Identifier: Apache-2.0
/// \file
/// Test cases of the published models, where they are at hand
/// (CATENARY_DATA); docs/guarantees-timed.md explains the sizes.
#include <gtest/gtest.h>

#include "frontend/xlia/xlia.h"
#include "unit/engine/symbolic/judge.h"
#include "unit/published_data.h"

namespace catenary::engine::symbolic {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

struct Case {
  const char* file;
  std::vector<std::string> path;
  std::size_t states, transitions;
  long time_out;  ///< 0 = default
};

TEST(Data, SizesOfPublishedTestCases) {
  const auto data = catenary::test::published_data("xlia");
  if (!data) GTEST_SKIP() << "no CATENARY_DATA, no ../shared/data";
  const std::vector<Case> cases{
      {"exemple01_basic_timed_system", {"tr1", "tr2"}, 7, 6, 0},
      {"example02_dummy", {"tr1", "tr2"}, 10, 9, 0},
      {"example02_dummy", {"tr1", "tr2", "tr1", "tr3", "tr4"}, 23, 22, 0},
      {"example03_atm", {"tr1", "tr2"}, 12, 11, 0},
      {"example04_beverage_machine", {"tr1", "tr2", "tr3"}, 16, 15, 0},
      {"exemple06_wash_machine", {"tr1", "tr2", "tr3"}, 18, 17, 43}};
  for (const Case& c : cases) {
    const auto a = frontend::xlia::load(*data + "/" + c.file + ".xlia");
    TestCaseOptions options;
    if (c.time_out != 0) options.time_out = c.time_out;
    const TestCaseResult result = make(a, c.path, options);
    EXPECT_EQ(result.refusal, Refusal::none) << c.file;
    EXPECT_TRUE(result.undecided.empty()) << c.file;
    EXPECT_EQ(result.tree.states.size() + result.tree.leaves.size(), c.states)
        << c.file;
    EXPECT_EQ(result.tree.transitions.size(), c.transitions) << c.file;
    for (const auto& d : result.diagnostics) {
      EXPECT_NE(d.severity, base::Severity::error) << d.message;
    }
  }
}

TEST(Data, TheWashingMachineNeedsALongerTimeOut) {
  const auto data = catenary::test::published_data("xlia");
  if (!data) GTEST_SKIP() << "no CATENARY_DATA, no ../shared/data";
  const auto a = frontend::xlia::load(*data + "/exemple06_wash_machine.xlia");
  const TestCaseResult result = make(a, {"tr1", "tr2", "tr3"});
  EXPECT_EQ(result.refusal, Refusal::time_out);
  ASSERT_EQ(result.diagnostics.size(), 1U);
  EXPECT_NE(
      result.diagnostics[0].message.find("the least time-out that allows it is "
                                         "42"),
      std::string::npos);
}

}  // namespace
}  // namespace catenary::engine::symbolic
