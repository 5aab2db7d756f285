// SPDX-License-Identifier: Apache-2.0
#include "suite/texts.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "suite/read.h"
#include "suite/suite.h"
#include "suite/write.h"

namespace catenary::suite {
namespace {

/// Inputs x, t (a text of 3), y; a test of one step with these characters.
Suite suite_of(const std::vector<int>& characters_of_t) {
  Suite out;
  out.tool = "catenary 0";
  out.model = {"m", "sm", "m.sm", "00"};
  Signal x;
  x.name = "x";
  out.signature.inputs = {x};
  for (Signal& c : characters("t", 3)) out.signature.inputs.push_back(c);
  x.name = "y";
  out.signature.inputs.push_back(x);
  Step step;
  step.inputs.push_back({0, logic::Value::integer(7)});
  std::uint32_t i = 1;
  for (const int c : characters_of_t) {
    step.inputs.push_back({i++, logic::Value::integer(c)});
  }
  step.inputs.push_back({4, logic::Value::integer(8)});
  Test test;
  test.steps.push_back(step);
  out.tests.push_back(test);
  canonicalise(out);
  return out;
}

std::string step_of(const Suite& suite) {
  return to_json(suite.tests[0].steps[0], suite.signature)
      .find("inputs")
      ->compact();
}

TEST(Texts, AreStringsInSuites) {
  EXPECT_EQ(step_of(suite_of({'a', 'b', 0})), R"({"x":7,"t":"ab","y":8})");
  EXPECT_EQ(step_of(suite_of({0, 0, 0})), R"({"x":7,"t":"","y":8})");
  EXPECT_EQ(step_of(suite_of({-1, '"', 1})),
            "{\"x\":7,\"t\":\"\u00ff\\\"\\u0001\",\"y\":8}");
  // No text says that.
  EXPECT_EQ(step_of(suite_of({'a', 0, 'b'})),
            R"({"x":7,"t[0]":97,"t[1]":0,"t[2]":98,"y":8})");
  EXPECT_EQ(step_of(suite_of({'a'})), R"({"x":7,"t[0]":97,"y":8})");
}

TEST(Texts, ReadAsTheyWereWritten) {
  const std::vector<std::vector<int>> all = {
      {'a', 'b', 'c'}, {0, 0, 0}, {-128, 127, 0}, {'a', 0, 'b'}, {}, {-1}};
  for (const std::vector<int>& characters : all) {
    const Suite suite = suite_of(characters);
    const std::string text = write_suite(suite);
    const Suite read = read_suite(text, "s.json");
    EXPECT_EQ(read, suite) << text;
    EXPECT_EQ(write_suite(read), text);
  }
  EXPECT_NE(write_suite(suite_of({}))
                .find(R"({"name": "t", "type": "text", "size": 3})"),
            std::string::npos);
}

TEST(Texts, ThatAreNoneAreRefused) {
  const std::string text = write_suite(suite_of({'a', 'b', 'c'}));
  const auto refused = [&](const std::string& instead) {
    std::string changed = text;
    const std::string value = "\"t\": \"abc\"";
    changed.replace(changed.find(value), value.size(), "\"t\": " + instead);
    try {
      (void)read_suite(changed, "s.json");
    } catch (const base::InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_NE(refused("\"abcd\"").find("up to 3 characters"), std::string::npos);
  EXPECT_NE(refused("\"\u20ac\"").find("up to 3 characters"),
            std::string::npos);
  EXPECT_NE(refused("\"a\\u0000b\"").find("up to 3"), std::string::npos);
  EXPECT_NE(refused("3"), "");
}

}  // namespace
}  // namespace catenary::suite
