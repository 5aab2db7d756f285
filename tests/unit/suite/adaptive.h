// SPDX-License-Identifier: Apache-2.0
/// \file
/// An adaptive test, for the tests of suite, exec and report.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "suite/suite.h"
#include "unit/suite/example.h"

namespace catenary::suite::example {

/// A system that says where a light is, left or right, and is to be asked at
/// that side. Its second step depends on the answer to the first; a light in
/// the middle (2) ends the test at once.
inline Suite light() {
  Suite suite;
  suite.tool = "catenary 0.1.0";
  suite.model = {"light", "req", "light.req", std::string(64, 'b')};
  suite.seed = 1;
  Signal ask = signal("ask", "int32");
  Signal side = signal("side", "int32");
  Signal seen = signal("seen", "bool");
  suite.signature.inputs = {ask};
  suite.signature.outputs = {side, seen};

  SuiteGoal goal;
  goal.id = "found";
  goal.status = GoalStatus::covered;
  goal.trust = Trust::replayed;
  goal.reason = "an adaptive test";
  goal.depth = 1;
  suite.goals = {goal};

  const auto number = [](int n) { return logic::Value::integer(n); };
  Test test;
  test.kind = TestKind::tree;
  test.goals = {"found"};
  Step first;
  first.inputs = {{0, number(7)}};
  first.expect = {{0, Interval{number(0), number(2)}}};
  first.goals = {"found"};
  first.next = {{{{0, number(0)}}, 1},
                {{{0, formula(suite.signature, "(= side 1)")}}, 2}};
  Step left;
  left.inputs = {{0, number(0)}};
  left.expect = {{1, logic::Value::boolean(true)}};
  left.goals = {"found"};
  Step right = left;
  right.inputs = {{0, number(1)}};
  right.expect = {{1, formula(suite.signature, "(= seen (= side@1 1))")}};
  test.steps = {first, left, right};
  suite.tests = {test};
  canonicalise(suite);
  return suite;
}

}  // namespace catenary::suite::example
