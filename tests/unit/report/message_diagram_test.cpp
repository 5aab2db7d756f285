// SPDX-License-Identifier: Apache-2.0
#include "report/export/drawing/message_diagram.h"

#include <gtest/gtest.h>

#include "report/export/drawing/diagram.h"
#include "report/export/drawing/plantuml.h"

namespace catenary::report {
namespace {

suite::Signal number(const std::string& name) {
  suite::Signal s;
  s.name = name;
  return s;
}

/// A door that is pushed, and tells how often it was opened.
suite::Suite door() {
  suite::Suite s;
  s.model.name = "Door";
  suite::Signal message = number("message");
  message.names = {{"handle.push", logic::Value::integer(0)},
                   {"timer.timeout", logic::Value::integer(1)}};
  suite::Signal state = number("state");
  state.names = {{"shut", logic::Value::integer(1)}};
  suite::Signal outcome = number("outcome");
  outcome.names = {{"handled", logic::Value::integer(0)},
                   {"unexpected", logic::Value::integer(1)}};
  s.signature.inputs = {message, number("force"), number("rand")};
  s.signature.outputs = {
      state, outcome, number("handle.opened"), number("handle.opened.times")};
  s.signature.channels = {
      {"handle.push", suite::Direction::input, true, {number("force")}},
      {"handle.opened",
       suite::Direction::output,
       true,
       {number("handle.opened.times")}}};
  suite::Test test;
  test.id = "0123456789abcdef";
  test.note = "crashed: <here>";
  const auto step = [&test](std::vector<int> inputs, std::vector<int> outputs) {
    suite::Step one;
    for (std::uint32_t i = 0; i < inputs.size(); ++i) {
      one.inputs.push_back({i, logic::Value::integer(inputs[i])});
    }
    for (std::uint32_t i = 0; i < outputs.size(); ++i) {
      one.expect.push_back({i, logic::Value::integer(outputs[i])});
    }
    test.steps.push_back(std::move(one));
  };
  step({0, 12, 5}, {1, 0, 2, 7});
  step({1, 12}, {1, 1, 0, 7});
  step({0, 3}, {});
  s.tests = {test};
  return s;
}

TEST(MessageDiagram, ShowsMessagesWithTheirOwnValues) {
  EXPECT_EQ(to_plantuml(message_sequence(door().tests[0], door())),
            "participant Tester\n"
            "participant \"Door\" as SUT\n"
            "Tester -> SUT : reset\n"
            "== step 1 ==\n"
            "note left of Tester : rand = 5\n"
            "Tester -> SUT : handle.push(force = 12)\n"
            "SUT -> Tester : handle.opened(times = 7), 2 times\n"
            "hnote over SUT : shut\n"
            "== step 2 ==\n"
            "SUT -> SUT : timer.timeout\n"
            "hnote over SUT : shut\n"
            "note right of SUT : unexpected\n"
            "== step 3 ==\n"
            "Tester -> SUT : handle.push(force = 3)\n"
            "note over SUT : crashed: ~<here>\n");
}

TEST(MessageDiagram, IsForMachinesOnly) {
  suite::Suite s = door();
  EXPECT_TRUE(delivers_messages(s.signature));
  EXPECT_NE(write_plantuml(s).find("handle.push(force = 12)"),
            std::string::npos);
  s.signature.channels.clear();
  EXPECT_FALSE(delivers_messages(s.signature));
  EXPECT_EQ(write_plantuml(s).find("handle.push(force"), std::string::npos);
}

TEST(MessageDiagram, ShowsTimesInSeconds) {
  suite::Suite s = door();
  s.tests[0].steps.resize(2);
  s.tests[0].steps[0].at_ns = 0;
  s.tests[0].steps[1].at_ns = 12340000000;
  const std::string drawn = to_plantuml(message_sequence(s.tests[0], s));
  EXPECT_NE(drawn.find("== step 1, at 0 s ==\n"), std::string::npos) << drawn;
  EXPECT_NE(drawn.find("== step 2, at 12.34 s ==\n"), std::string::npos);
}

}  // namespace
}  // namespace catenary::report
