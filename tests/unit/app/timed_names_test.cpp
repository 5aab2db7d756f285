// SPDX-License-Identifier: Apache-2.0
/// \file
/// Names of the command line in a timed model: found, or an error that names
/// the nearest; never a shorter test.
#include "app/timed/timed_names.h"

#include <gtest/gtest.h>

#include "app/run/sut.h"
#include "app/timed/run_online.h"
#include "base/error.h"
#include "frontend/xlia/xlia.h"

namespace catenary::app {
namespace {

const char* const kModel = R"(timed system S {
@composite:
  statemachine M {
  @public:
    port input In(int);
    port input Key;
    port output Out(int);
  @private:
    var int n;
    var clock urational x;
  @region:
    state<start> Idle {
      @init { n := 0; }
      transition begin --> Busy { input In(n); x := 0; }
      transition back --> Idle { input Key; }
    }
    state Busy {
      transition done --> Idle { tguard (x <= 5); output Out(n); }
      transition back --> Idle { input Key; }
    }
  @com:
    connect<env> { input In; input Key; output Out; }
  }
}
)";

model::TimedAutomaton machine() {
  return frontend::xlia::parse(kModel, "m.xlia");
}

template <typename Call>
base::Diagnostic fault_of(const Call& call) {
  try {
    call();
  } catch (const base::InputError& e) {
    return e.diagnostics().front();
  }
  return {};
}

TEST(TimedNames, PathsAreReadFromTheStateTheyAreIn) {
  const auto m = machine();
  const auto path = read_path(m, "back, begin,back,begin,Busy.done");
  ASSERT_EQ(path.size(), 5U);
  EXPECT_EQ(m.qualified(path[0]), "Idle.back");
  EXPECT_EQ(m.qualified(path[2]), "Busy.back");
  EXPECT_EQ(m.qualified(path[4]), "Busy.done");
  EXPECT_EQ(path_text(m, path), "Idle.back, begin, Busy.back, begin, done");
}

TEST(TimedNames, ATypingErrorIsAnErrorWithTheNearestName) {
  const auto m = machine();
  const auto fault = fault_of([&] { (void)read_path(m, "begin,doen"); });
  EXPECT_EQ(fault.code, "unknown-transition");
  EXPECT_NE(fault.message.find("did you mean 'done'?"), std::string::npos)
      << fault.message;
  for (const char* wrong : {"", ",", "begin,", ",begin", "begin,,done"}) {
    EXPECT_EQ(fault_of([&] { (void)read_path(m, wrong); }).code, "option-path")
        << wrong;
  }
}

TEST(TimedNames, AMilestoneHasToBeUnique) {
  const auto m = machine();
  EXPECT_EQ(read_milestones(m, "Idle.back,done").size(), 2U);
  const auto fault = fault_of([&] { (void)read_milestones(m, "back"); });
  EXPECT_EQ(fault.code, "ambiguous-transition");
  EXPECT_NE(fault.message.find("Idle.back, Busy.back"), std::string::npos);
}

TEST(TimedNames, ChannelsAndStatesAreFound) {
  const auto m = machine();
  TimedOptions o;
  o.uncontrollable = {"Key"};
  o.time_out = "2.5";
  o.quiescence = {"Busy=7/2"};
  o.no_simplify = true;
  const auto out = test_case_options(m, o);
  EXPECT_EQ(out.uncontrollable.size(), 1U);
  EXPECT_EQ(out.time_out, mpq_class(5, 2));
  EXPECT_EQ(out.time_out_in.at(*m.find_state("Busy")), mpq_class(7, 2));
  EXPECT_FALSE(out.simplify);

  const auto code = [&](const TimedOptions& wrong) {
    return fault_of([&] { (void)test_case_options(m, wrong); }).code;
  };
  TimedOptions wrong;
  wrong.uncontrollable = {"Kye"};
  EXPECT_EQ(code(wrong), "unknown-channel");
  wrong.uncontrollable = {"Out"};
  EXPECT_EQ(code(wrong), "uncontrollable-output");
  wrong.uncontrollable = {};
  wrong.quiescence = {"Bsuy=3"};
  EXPECT_EQ(code(wrong), "unknown-state");
  wrong.quiescence = {"Busy"};
  EXPECT_EQ(code(wrong), "option-quiescence");
  wrong.quiescence = {};
  for (const char* text : {"0", "-1", "x", "1/0", "1e3", "3.", ".5", "1/2/3"}) {
    wrong.time_out = text;
    EXPECT_EQ(code(wrong), "option-number") << text;
  }
}

TEST(TimedNames, NumbersAreExact) {
  EXPECT_EQ(read_number("12", "--tm"), 12);
  EXPECT_EQ(read_number("0.125", "--tm"), mpq_class(1, 8));
  EXPECT_EQ(read_number("6/4", "--tm"), mpq_class(3, 2));
}

TEST(Limits, AreATimeOrANumberOfSteps) {
  EXPECT_EQ(read_limit("").time, std::chrono::seconds(10));
  EXPECT_EQ(read_limit("1m").time, std::chrono::minutes(1));
  EXPECT_EQ(read_limit("500steps").steps, 500U);
  EXPECT_EQ(read_limit("1 step").steps, 1U);
  for (const char* wrong : {"0", "0steps", "steps", "10", "ten", "5stepss"}) {
    EXPECT_EQ(fault_of([&] { (void)read_limit(wrong); }).code, "option-for")
        << wrong;
  }
}

TEST(Suts, AreAKindAndAPlace) {
  EXPECT_EQ(read_sut("exec:./a b:c").where, "./a b:c");
  EXPECT_EQ(read_sut("tcp:[::1]:80").kind, "tcp");
  for (const char* wrong : {"", "exec", "exec:", "ftp:x", "a.xlia"}) {
    EXPECT_EQ(fault_of([&] { (void)read_sut(wrong); }).code, "sut") << wrong;
  }
}

TEST(Suts, TheUnitIsWhatTheUserSaysElseTheSuite) {
  RunOptions o;
  EXPECT_EQ(seconds_of_unit(o, "step"), mpq_class(1, 10));
  EXPECT_EQ(seconds_of_unit(o, "1m"), 60);
  o.unit = std::chrono::milliseconds(250);
  EXPECT_EQ(seconds_of_unit(o, "1m"), mpq_class(1, 4));
}

}  // namespace
}  // namespace catenary::app
