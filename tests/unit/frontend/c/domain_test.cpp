// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which values of an input are explored, and when that is a proof.
#include "frontend/c/domain.h"

#include <gtest/gtest.h>

#include "unit/frontend/c/fault.h"

namespace catenary::frontend::c {
namespace {

using model::ScalarType;

model::Variable make(ScalarType type) {
  model::Variable v;
  v.name = "x";
  v.type = type;
  return v;
}

program::BuiltVariable classes(std::vector<std::int64_t> cuts) {
  program::BuiltVariable built;
  built.cuts = std::move(cuts);
  built.classes_exact = true;
  return built;
}

program::BuiltVariable inexact(const std::string& why) {
  program::BuiltVariable built;
  built.why_not_exact = why;
  return built;
}

VariableDescription range(const std::string& lo,
                          const std::string& hi,
                          bool integers = true) {
  VariableDescription d;
  d.lvalue.text = "x";
  d.lo = Number{lo, integers};
  d.hi = Number{hi, integers};
  d.range_where = {"m.toml", 3, 9};
  return d;
}

std::string values(const model::Variable& v) {
  std::string out;
  for (const logic::Value& value : v.domain) {
    out += (out.empty() ? "" : " ") + value.to_string();
  }
  return out;
}

TEST(Domain, SmallRangesAreEnumerated) {
  model::Variable v = make(ScalarType::int32);
  const VariableDescription d = range("-2", "3");
  fill_domain(v, inexact("used in arithmetic"), &d);
  EXPECT_EQ(values(v), "-2 -1 0 1 2 3");
  EXPECT_TRUE(v.exhaustive);
  EXPECT_TRUE(v.has_range);
  // Even where classes are known: people read single values better.
  model::Variable w = make(ScalarType::int32);
  fill_domain(w, classes({0}), &d);
  EXPECT_EQ(w.domain.size(), 6U);
}

TEST(Domain, TruthValuesAndBytes) {
  model::Variable b = make(ScalarType::boolean);
  fill_domain(b, {}, nullptr);
  EXPECT_EQ(values(b), "false true");
  model::Variable byte = make(ScalarType::int8);
  fill_domain(byte, inexact("used in arithmetic"), nullptr);
  EXPECT_EQ(byte.domain.size(), 256U);
  EXPECT_EQ(byte.domain.front().to_string(), "-128");
  EXPECT_EQ(byte.domain.back().to_string(), "127");
  EXPECT_FALSE(byte.has_range);
  EXPECT_TRUE(byte.exhaustive);
}

TEST(Domain, AClassIsRepresentedOnce) {
  model::Variable v = make(ScalarType::uint32);
  fill_domain(v, classes({100, 101, 4000000000}), nullptr);
  EXPECT_EQ(values(v), "0 100 101 4000000000");
  EXPECT_TRUE(v.exhaustive);
  // A class below zero is shown by its value next to zero, a class with a
  // named value by that.
  model::Variable w = make(ScalarType::int32);
  VariableDescription d = range("-1000", "1000");
  d.names = {{"fast", 500}};
  fill_domain(w, classes({-10, 10, 300}), &d);
  EXPECT_EQ(values(w), "-11 0 10 500");
  EXPECT_EQ(w.names.at(0).name, "fast");
}

TEST(Domain, CutsOutsideTheRangeDoNotCount) {
  model::Variable v = make(ScalarType::int32);
  const VariableDescription d = range("10", "100");
  fill_domain(v, classes({-5, 10, 50, 101}), &d);
  EXPECT_EQ(values(v), "10 50");
}

TEST(Domain, UpToSixteenBitsAreEnumeratedWithoutClasses) {
  model::Variable v = make(ScalarType::uint16);
  fill_domain(v, inexact("used in arithmetic"), nullptr);
  EXPECT_EQ(v.domain.size(), 65536U);
  EXPECT_TRUE(v.exhaustive);
}

TEST(Domain, WiderOnesAreSampledAndSaySo) {
  model::Variable v = make(ScalarType::int32);
  program::BuiltVariable built = inexact("used in arithmetic at m.c:7:3");
  built.cuts = {42};
  fill_domain(v, built, nullptr);
  EXPECT_EQ(values(v), "-2147483648 -1 0 1 2 42 2147483647");
  EXPECT_FALSE(v.exhaustive);
  EXPECT_EQ(v.why_not_exhaustive,
            "input 'x' has 4294967296 values and is used in arithmetic at "
            "m.c:7:3");
}

TEST(Domain, FloatsAreSampled) {
  model::Variable v = make(ScalarType::float64);
  const VariableDescription d = range("-4", "10.5", false);
  fill_domain(v, {}, &d);
  EXPECT_EQ(v.domain.size(), 7U);  // -4, -1, -0, 0, 1, 3.25, 10.5
  EXPECT_FALSE(v.exhaustive);
  EXPECT_NE(v.why_not_exhaustive.find("'x' is a float64"), std::string::npos);
  model::Variable one = make(ScalarType::float32);
  const VariableDescription single = range("2.5", "2.5", false);
  fill_domain(one, {}, &single);
  EXPECT_EQ(one.domain.size(), 1U);
  EXPECT_TRUE(one.exhaustive);
}

std::string fault(ScalarType type, const VariableDescription& d) {
  model::Variable v = make(type);
  return test::fault_of([&] { fill_domain(v, {}, &d); });
}

TEST(Domain, RangesMustFitTheType) {
  EXPECT_EQ(fault(ScalarType::uint8, range("0", "256")),
            "m.toml:3:9: the range [0, 256] of 'x' does not fit its type "
            "uint8, [0, 255] [range-outside-type]");
  EXPECT_EQ(fault(ScalarType::boolean, range("0", "2")),
            "m.toml:3:9: the range [0, 2] of 'x' does not fit its type bool, "
            "[0, 1] [range-outside-type]");
  EXPECT_EQ(fault(ScalarType::int64, range("0", "9223372036854775807")), "");
  EXPECT_EQ(fault(ScalarType::int32, range("5", "4")),
            "m.toml:3:9: the range of 'x' is empty: 5 is larger than 4 "
            "[range-empty]");
  EXPECT_EQ(fault(ScalarType::int32, range("0.5", "4", false)),
            "m.toml:3:9: the range of 'x', of type int32, must be integers "
            "[range-type]");
  EXPECT_EQ(fault(ScalarType::float32, range("3", "2", false)),
            "m.toml:3:9: the range of 'x' is empty [range-empty]");
  EXPECT_EQ(fault(ScalarType::float32, range("0", "1e300", false)),
            "m.toml:3:9: the range [0, 1e300] of 'x' does not fit its type "
            "float32 [range-outside-type]");
  EXPECT_EQ(fault(ScalarType::float64, range("0", "1e300", false)), "");
}

program::BuiltVariable compared(std::vector<std::int64_t> cuts,
                                std::vector<std::uint32_t> with) {
  program::BuiltVariable built = classes(std::move(cuts));
  built.type = ScalarType::int32;
  built.compared_with = std::move(with);
  return built;
}

TEST(Domain, ADividedInputHasAllRemaindersInEachClass) {
  program::BuiltVariable built = classes({0, 100000});
  built.divisor = 3;
  model::Variable v = make(ScalarType::int32);
  const VariableDescription d = range("-70000", "100001");
  fill_domain(v, built, &d);
  EXPECT_EQ(values(v), "-3 -2 -1 0 1 2 100000 100001");
  EXPECT_TRUE(v.exhaustive);
  EXPECT_EQ(v.class_starts.size(), 3U);
}

TEST(Domain, InputsThatAreComparedHaveSeveralValuesOfAClass) {
  model::Variable v = make(ScalarType::int32);
  fill_domain(v, compared({-7, 3, 4, 100}, {0, 1}), nullptr);
  EXPECT_EQ(values(v), "-9 -8 0 1 3 4 5 100 101");
  EXPECT_TRUE(v.exhaustive);
  // The classes are still those between cuts.
  EXPECT_EQ(v.class_starts.size(), 5U);
}

TEST(Domain, RangesCutTheClassesOfAllThatAreCompared) {
  std::vector<program::BuiltVariable> built = {
      compared({50}, {0, 1}), compared({50}, {0, 1}), classes({50})};
  const std::vector<VariableDescription> described = {range("0", "100"),
                                                      range("20", "200")};
  share_ranges(built, described);
  model::Variable a = make(ScalarType::int32);
  model::Variable b = make(ScalarType::int32);
  fill_domain(a, built[0], &described[0]);
  fill_domain(b, built[1], &described[1]);
  EXPECT_EQ(values(a), "0 1 20 21 50 51");
  EXPECT_EQ(values(b), "20 21 50 51 101 102");
  EXPECT_EQ(built[2].cuts, (std::vector<std::int64_t>{50}));
}

}  // namespace
}  // namespace catenary::frontend::c
