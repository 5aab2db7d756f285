// SPDX-License-Identifier: Apache-2.0
/// \file
/// The published models, where they are at hand (CATENARY_DATA).
#include <gtest/gtest.h>

#include "frontend/xlia/xlia.h"
#include "logic/term/smtlib/smtlib.h"
#include "unit/published_data.h"

namespace catenary::frontend::xlia::test {
namespace {

model::TimedAutomaton published(const std::string& name) {
  return load(catenary::test::published_data("xlia/" + name).value());
}

class Published : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!catenary::test::published_data("xlia")) {
      GTEST_SKIP() << "no CATENARY_DATA, no ../shared/data";
    }
  }
};

TEST_F(Published, Basic) {
  const auto a = published("exemple01_basic_timed_system.xlia");
  EXPECT_EQ(a.system, "Example01_Basic_Timed_System_S");
  EXPECT_EQ(a.states.size(), 2U);
  EXPECT_EQ(a.transitions.size(), 2U);
  ASSERT_EQ(a.variables.size(), 1U);
  EXPECT_TRUE(a.variables[0].clock);
  EXPECT_TRUE(a.warnings.empty());
  EXPECT_EQ(a.largest_clock_constant(), 5);
  EXPECT_EQ(a.sha256.size(), 64U);
}

TEST_F(Published, Dummy) {
  const auto a = published("example02_dummy.xlia");
  ASSERT_EQ(a.transitions.size(), 4U);
  const auto& tr1 = a.transitions[0];
  EXPECT_EQ(tr1.name, "tr1");
  ASSERT_EQ(tr1.statements.size(), 3U);
  EXPECT_EQ(tr1.statements[0].text, "1 <= x <= 10");
  EXPECT_EQ(logic::to_smtlib(tr1.statements[0].condition),
            "(and (<= 1.0 x) (<= x 10.0))");
  EXPECT_EQ(logic::to_smtlib(tr1.statements[1].assignments[0].value),
            "(+ sum x)");
  EXPECT_EQ(a.states[2].kind, model::TimedStateKind::terminal);
  EXPECT_EQ(a.largest_clock_constant(), 42);
}

TEST_F(Published, Atm) {
  const auto a = published("example03_atm.xlia");
  EXPECT_EQ(a.channels.size(), 4U);
  EXPECT_EQ(a.uninitialised(), std::vector<std::uint32_t>{0});
  EXPECT_EQ(a.init.size(), 1U);
}

TEST_F(Published, Beverages) {
  const auto a = published("example04_beverage_machine.xlia");
  EXPECT_EQ(a.find_variable("i"), std::nullopt);  // replaced by 1
  EXPECT_EQ(a.transitions[1].statements[0].text,
            "x-1 < q && t <= 5 && cl <= i");
  EXPECT_EQ(a.transitions[1].received, (std::vector<std::uint32_t>{1, 3}));
}

TEST_F(Published, Washing) {
  const auto a = published("exemple06_wash_machine.xlia");
  EXPECT_TRUE(a.variables[0].type.is_time);
  EXPECT_TRUE(a.variables[0].type.non_negative);
  EXPECT_EQ(logic::to_smtlib(a.transitions[1].sent[0]),
            "(to_real (+ pdur 12))");
}

TEST(Examples, AreReadWithoutAWarning) {
  for (const char* name : {"atm_bank", "coffee_machine", "alarm_two_clocks"}) {
    const auto a = load(std::string(CATENARY_SOURCE_DIR) + "/examples/" + name +
                        "/" + name + ".xlia");
    for (const auto& w : a.warnings) ADD_FAILURE() << w.render();
    EXPECT_GT(a.transitions.size(), 6U);
  }
}

}  // namespace
}  // namespace catenary::frontend::xlia::test
