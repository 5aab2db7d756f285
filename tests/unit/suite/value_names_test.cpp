// SPDX-License-Identifier: Apache-2.0
// Values of two versions of a model, told apart by their names.
#include "suite/value_names.h"

#include <gtest/gtest.h>

#include <memory>

namespace catenary::suite {
namespace {

using logic::Value;

NamedValues numbered(
    std::initializer_list<std::pair<const char*, long>> names) {
  NamedValues out;
  for (const auto& [name, number] : names) {
    out.emplace_back(name, Value::integer(number));
  }
  return out;
}

std::string translated(const ValueNames& names, long number) {
  const auto value = names.translate(Value::integer(number));
  return value ? value->to_string() : "unknown";
}

TEST(ValueNames, AValueIsThatOfTheSameName) {
  const ValueNames names(numbered({{"shut", 0}, {"open", 1}}),
                         numbered({{"jammed", 0}, {"open", 1}, {"shut", 2}}));
  EXPECT_EQ(translated(names, 0), "2");
  EXPECT_EQ(translated(names, 1), "1");
  // It has no name here, but one there.
  EXPECT_EQ(translated(names, 2), "unknown");
  EXPECT_EQ(translated(names, 7), "7");
  EXPECT_EQ(names.name_of(Value::integer(0L)), "shut");
}

TEST(ValueNames, NumbersStayWhereTheNamesAgree) {
  const ValueNames names(numbered({{"off", 0}, {"on", 1}, {"old", 3}}),
                         numbered({{"off", 0}, {"on", 1}, {"new", 2}}));
  EXPECT_EQ(translated(names, 1), "1");
  EXPECT_EQ(translated(names, 2), "2");
  EXPECT_EQ(translated(names, 3), "3");
  EXPECT_EQ(translated(names, 9), "9");
}

TEST(ValueNames, OneNumberWithTwoNamesIsUnknown) {
  const ValueNames names(numbered({{"off", 0}, {"slow", 1}}),
                         numbered({{"off", 0}, {"fast", 1}}));
  EXPECT_EQ(translated(names, 1), "unknown");
}

TEST(ValueNames, WithoutCommonNamesNumbersStay) {
  EXPECT_EQ(translated(ValueNames({}, numbered({{"on", 1}})), 1), "1");
  EXPECT_EQ(
      translated(ValueNames(numbered({{"low", 1}}), numbered({{"on", 1}})), 1),
      "1");
}

TEST(ValueNames, EnumeratorsAreNamedByTheirType) {
  Signal signal;
  signal.type = "enum";
  signal.enumeration = std::make_shared<const logic::Enumeration>(
      logic::Enumeration{"St", {"opened", "shut"}});
  const NamedValues ours = named_values(signal);
  ASSERT_EQ(ours.size(), 2U);
  const ValueNames names(ours, numbered({{"shut", 4}, {"opened", 5}}));
  EXPECT_EQ(names.translate(ours[0].second)->to_string(), "5");
  EXPECT_EQ(names.translate(ours[1].second)->to_string(), "4");
}

}  // namespace
}  // namespace catenary::suite
