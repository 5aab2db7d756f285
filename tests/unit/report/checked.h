// SPDX-License-Identifier: Apache-2.0
/// \file
/// A report of `check` with something of everything, for the tests of report.
#pragma once

#include "report/console/check_report.h"
#include "unit/suite/example.h"

namespace catenary::report::example {

inline CheckReport checked() {
  using logic::Value;
  CheckReport r;
  r.suite = suite::example::cruise();
  suite::SuiteGoal open = r.suite.goals[0];
  open.id = "p4";
  open.status = suite::GoalStatus::undecided;
  open.reason = "not hit, but only some values were tried";
  suite::SuiteGoal broken = r.suite.goals[1];
  broken.id = "p2.violated";
  broken.violation = true;
  suite::SuiteGoal holds = r.suite.goals[2];
  holds.id = "p1.violated";
  holds.violation = true;
  r.suite.goals.insert(r.suite.goals.end(), {open, broken, holds});
  r.suite.findings = {{"property-violated",
                       base::Severity::error,
                       "p2.violated: braking, after 3 steps",
                       {"cruise.toml", 12, 1},
                       {"CC-2"},
                       r.suite.tests[0].id},
                      {"goal-undecided",
                       base::Severity::warning,
                       "p4: " + open.reason,
                       {"cruise.toml", 12, 1},
                       {},
                       ""},
                      {"search-incomplete",
                       base::Severity::warning,
                       "the search was ended by the time limit",
                       {},
                       {},
                       ""}};
  r.inputs = {{{Value::integer(1), Value::integer(5)}, true, true}};
  r.outputs = {{},
               {true, Value::integer(0), Value::integer(2), false, false},
               {true, Value::boolean(false), Value::boolean(true)}};
  r.state = {
      {"s",
       12,
       false,
       {{"s.speed",
         "int32",
         {true, Value::integer(-1), Value::integer(2), false, true}},
        {"s.on", "bool", {true, Value::boolean(true), Value::boolean(true)}}}},
      {"ratio",
       8,
       false,
       {{"ratio",
         "float64",
         {true, Value::float64(0.5), Value::float64(2), true, true}}}},
      {"lost", 4, false, {{"lost", "float32", {true, {}, {}, true, true}}}},
      {"at", 8, false, {}},
      {"__cat_seen_0", 1, true, {}}};
  r.search = {"explicit", 1234, 5678, false, 7, "the time limit", 0.5};
  return r;
}

}  // namespace catenary::report::example
