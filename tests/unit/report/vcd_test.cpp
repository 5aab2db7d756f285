// SPDX-License-Identifier: Apache-2.0
#include "report/export/vcd.h"

#include <gtest/gtest.h>

#include "unit/suite/example.h"

namespace catenary::report {
namespace {

using logic::Value;
using suite::example::signal;

/// A suite of one test: inputs b (bool), n (int8), u (uint8), k (int), f
/// (float64) and output y (real).
suite::Suite small() {
  suite::Suite s;
  s.tool = "catenary 0.1.0";
  s.model.path = "a model.toml";
  s.signature.inputs = {signal("b", "bool"),
                        signal("n", "int8"),
                        signal("u", "uint8"),
                        signal("k", "int"),
                        signal("f", "float64")};
  s.signature.outputs = {signal("y", "real")};
  suite::Test test;
  suite::Step step;
  step.inputs = {{0, Value::boolean(true)},
                 {1, Value::integer(-2)},
                 {2, Value::integer(255)},
                 {3, Value::integer(mpz_class("-36893488147419103232"))},
                 {4, Value::float64(0.5)}};
  step.expect = {{0, Value::real(mpq_class(1, 4))}};
  test.steps = {step, step};
  test.steps[1].expect.clear();
  s.tests = {test};
  return s;
}

TEST(Vcd, DeclaresEachSignalByItsType) {
  const std::string text = write_vcd(small());
  EXPECT_NE(text.find("$var wire 1 ! b $end"), std::string::npos) << text;
  EXPECT_NE(text.find("$var integer 8 \" n $end"), std::string::npos) << text;
  EXPECT_NE(text.find("$var wire 8 # u $end"), std::string::npos) << text;
  EXPECT_NE(text.find("$var real 64 % f $end"), std::string::npos) << text;
}

TEST(Vcd, MakesUnboundedIntegersAsWideAsTheirValues) {
  const std::string text = write_vcd(small());
  EXPECT_NE(text.find("$var integer 67 $ k $end"), std::string::npos) << text;
}

TEST(Vcd, WritesNegativeNumbersInTwosComplement) {
  const std::string text = write_vcd(small());
  EXPECT_NE(text.find("b11111110 \"\n"), std::string::npos) << text;
}

TEST(Vcd, WritesOnlyWhatChanges) {
  const std::string text = write_vcd(small());
  // The second step differs in its number and in what is expected.
  const std::size_t second = text.find("#2\n");
  ASSERT_NE(second, std::string::npos) << text;
  EXPECT_EQ(text.substr(second), "#2\nb10 (\nrNaN &\n");
}

TEST(Vcd, TakesAFinerTimeUnitForFractions) {
  suite::Suite s = small();
  s.signature.time_unit = "ms";
  s.tests[0].steps[0].dt = mpq_class(1, 4);
  const std::string text = write_vcd(s);
  EXPECT_NE(text.find("$timescale 10 us $end"), std::string::npos) << text;
  EXPECT_NE(text.find("\n#125\n"), std::string::npos) << text;
}

TEST(Vcd, PutsStepsWithTimersWhereTheirClockHasThem) {
  suite::Suite s = small();
  s.tests[0].steps[0].at_ns = 0;
  s.tests[0].steps[1].at_ns = 3'000'000;
  const std::string text = write_vcd(s);
  EXPECT_NE(text.find("$timescale 1 ns $end"), std::string::npos) << text;
  // Steps at the same time as the reset are one unit later.
  EXPECT_NE(text.find("\n#1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n#3000000\n"), std::string::npos) << text;
}

TEST(Vcd, LeavesBlanksOutOfNames) {
  suite::Suite s = small();
  s.signature.inputs[0].name = "left door";
  EXPECT_NE(write_vcd(s).find("$var wire 1 ! left_door $end"),
            std::string::npos);
}

TEST(Vcd, BeginsEachTestWithAReset) {
  suite::Suite s = small();
  s.tests.push_back(s.tests[0]);
  const std::string text = write_vcd(s);
  // Two steps of one unit each, then one unit until the next reset.
  EXPECT_NE(text.find("\n#3\nb10 '\nb0 (\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace catenary::report
