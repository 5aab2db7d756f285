// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/monitor/monitor.h"

#include <gtest/gtest.h>

#include "interfaces.h"
#include "logic/term/evaluate/evaluate.h"

namespace catenary::engine::contract {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

struct Seen {
  bool enq, deq, empty, full;
  int pc = 0;
};

Snapshot of(const model::Interface& interface, const Seen& s) {
  return valuation(interface,
                   {{"enq", b(s.enq)},
                    {"deq", b(s.deq)},
                    {"E", b(s.empty)},
                    {"F", b(s.full)},
                    {"pc", i(s.pc)}});
}

std::vector<Allowed> judge(const model::Interface& interface,
                           const std::vector<Seen>& trace) {
  const Semantics semantics(interface);
  Monitor monitor(semantics);
  std::vector<Allowed> out;
  for (const Seen& s : trace) out.push_back(monitor.step(of(interface, s)));
  return out;
}

TEST(Monitor, AcceptsTheBufferOfTwoPlaces) {
  const auto verdicts = judge(buffer(2),
                              {{true, true, true, false, 2},
                               {true, false, false, false, 1},
                               {true, false, false, true, 0},
                               {true, false, false, true, 2},
                               {false, true, false, false, 0}});
  EXPECT_EQ(verdicts, std::vector<Allowed>(5, Allowed::yes));
}

TEST(Monitor, FailsTheBufferOfThreePlacesAtTheThirdStep) {
  const auto verdicts = judge(buffer(2),
                              {{true, true, true, false},
                               {true, false, false, false},
                               {true, false, false, false},
                               {true, false, false, true}});
  EXPECT_EQ(verdicts,
            (std::vector<Allowed>{
                Allowed::yes, Allowed::yes, Allowed::no, Allowed::no}));
}

TEST(Monitor, JudgesTheOtherView) {
  // More than two units where something is requested; any where nothing is.
  EXPECT_EQ(judge(buffer(2), {{true, false, true, false, 3}}).back(),
            Allowed::no);
  EXPECT_EQ(judge(buffer(2), {{false, false, true, false, 1}}).back(),
            Allowed::no);
  EXPECT_EQ(judge(buffer(2), {{false, false, true, false, 0}}).back(),
            Allowed::yes);
}

TEST(Monitor, TakesARangeOfAnOutputForAContract) {
  Builder builder("ranges");
  builder.boolean(Role::input, "x").integer(Role::output, "o", 0, 3);
  const model::Interface interface = builder.build();
  const Semantics semantics(interface);
  Monitor monitor(semantics);
  EXPECT_EQ(monitor.step(valuation(interface, {{"o", i(3)}})), Allowed::yes);
  EXPECT_EQ(monitor.step(valuation(interface, {{"o", i(4)}})), Allowed::no);
}

TEST(Monitor, AsksNothingAfterABrokenPromise) {
  Builder builder("promises");
  builder.boolean(Role::input, "x").boolean(Role::output, "o");
  builder.requirement("r").contract("c", At::always, "", "o'");
  builder.promise("p", "(not (and x x'))");
  const model::Interface interface = builder.build();
  const Semantics semantics(interface);
  Monitor monitor(semantics);
  const Snapshot good = valuation(interface, {{"x", b(true)}, {"o", b(true)}});
  const Snapshot bad = valuation(interface, {{"x", b(true)}, {"o", b(false)}});
  EXPECT_EQ(monitor.step(good), Allowed::yes);
  EXPECT_EQ(monitor.step(bad), Allowed::anything);
  EXPECT_EQ(monitor.step(bad), Allowed::anything);
  monitor.restart();
  EXPECT_EQ(monitor.step(bad), Allowed::no);
}

TEST(Monitor, KeepsHiddenStatesApart) {
  // Which of two counters was started shows only at the third step.
  Builder builder("late");
  builder.boolean(Role::input, "x").integer(Role::output, "o", 0, 9);
  builder.integer(Role::hidden, "h", 0, 9);
  builder.requirement("r")
      .contract("c0", At::init, "", "(and (= o' 0) (or (= h' 1) (= h' 5)))")
      .contract("c1", At::step, "", "(= h' (+ h 1))")
      .contract("c2", At::step, "", "(= o' (ite x' h' 0))");
  const model::Interface interface = builder.build();
  const Semantics semantics(interface);
  Monitor monitor(semantics);
  const auto step = [&](bool x, int o) {
    return monitor.step(valuation(interface, {{"x", b(x)}, {"o", i(o)}}));
  };
  EXPECT_EQ(step(false, 0), Allowed::yes);
  EXPECT_EQ(step(false, 0), Allowed::yes);
  EXPECT_EQ(step(true, 7), Allowed::yes);
  EXPECT_EQ(step(true, 4), Allowed::no);
  EXPECT_EQ(monitor.steps(), 4U);
}

TEST(Monitor, IsExactForRealHiddenVariables) {
  // The rate is hidden and within a range; the level shows it bit by bit.
  Builder builder("tank");
  builder.boolean(Role::input, "x").real(Role::output, "level");
  builder.real(Role::hidden, "rate");
  builder.requirement("r")
      .contract("c0", At::init, "", "(and (= level' 0.0) (<= 1.0 rate' 2.0))")
      .contract("c1",
                At::step,
                "",
                "(and (<= (- 0.5) (- rate' rate) 0.5) "
                "(= level' (+ level rate')))");
  const model::Interface interface = builder.build();
  const Semantics semantics(interface);
  Monitor monitor(semantics);
  const auto step = [&](const char* level) {
    return monitor.step(valuation(
        interface, {{"level", logic::parse_value(Sort::real(), level)}}));
  };
  EXPECT_EQ(step("0"), Allowed::yes);
  EXPECT_EQ(step("5/2"), Allowed::yes);
  EXPECT_EQ(step("11/2"), Allowed::yes);  // 2.5 + 3
  EXPECT_EQ(step("10"), Allowed::no);     // 4.5 after 3
}

TEST(AllowedOutputs, OfTheBufferAreThoseOfThePaper) {
  const model::Interface interface = buffer(2);
  const Semantics semantics(interface);
  std::vector<std::vector<std::optional<Value>>> inputs;
  for (const auto& [enq, deq] : std::vector<std::pair<bool, bool>>{
           {true, true}, {true, false}, {true, false}}) {
    std::vector<std::optional<Value>> step(interface.variables.size());
    step[0] = b(enq);
    step[1] = b(deq);
    inputs.push_back(step);
  }
  const auto formulas = allowed_outputs(semantics, inputs, {});
  ASSERT_EQ(formulas.size(), 3U);
  int allowed = 0;
  for (int bits = 0; bits < 16; ++bits) {
    for (int pc = 0; pc <= 3; ++pc) {
      logic::Assignment a;
      const auto set = [&](const char* name, std::size_t at, Value value) {
        a.set(semantics.at(*interface.find_variable(name), at), value);
      };
      set("E", 0, b(true));
      set("F", 0, b(false));
      set("pc", 0, i(2));
      set("E", 1, b((bits & 1) != 0));
      set("F", 1, b((bits & 2) != 0));
      set("pc", 1, i(1));
      set("E", 2, b((bits & 4) != 0));
      set("F", 2, b((bits & 8) != 0));
      set("pc", 2, i(pc));
      const auto value = logic::evaluate(formulas.back(), a);
      ASSERT_TRUE(value);
      if (!value->as_bool()) continue;
      ++allowed;
      EXPECT_EQ(bits, 8);
      EXPECT_LE(pc, 2);
    }
  }
  EXPECT_EQ(allowed, 3);
}

}  // namespace
}  // namespace catenary::engine::contract
