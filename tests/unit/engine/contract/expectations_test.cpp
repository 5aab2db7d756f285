// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/testing/expectations.h"

#include <gtest/gtest.h>

#include <functional>

#include "engine/contract/monitor/monitor.h"
#include "exec/oracle.h"
#include "interfaces.h"

namespace catenary::engine::contract {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)
using Inputs = std::vector<std::vector<std::pair<std::string, Value>>>;

InputSequence sequence(const model::Interface& interface,
                       const Inputs& inputs) {
  InputSequence out;
  for (const auto& step : inputs) {
    out.emplace_back(interface.variables.size());
    for (const auto& [name, value] : step) {
      out.back()[*interface.find_variable(name)] = value;
    }
  }
  return out;
}

/// What a runner says of one step.
bool accepts(const model::Interface& interface,
             const Expectations& expected,
             const std::vector<Snapshot>& trace) {
  const suite::Signature signature = signature_of(interface);
  std::vector<exec::Binding> bindings;
  for (std::size_t s = 0; s < trace.size(); ++s) {
    for (std::size_t v = 0; v < interface.variables.size(); ++v) {
      if (interface.variables[v].role == Role::hidden) continue;
      const std::string& name = interface.variables[v].name;
      bindings.emplace_back(name + "@" + std::to_string(s + 1), trace[s][v]);
      if (s + 1 == trace.size()) bindings.emplace_back(name, trace[s][v]);
      if (s + 2 == trace.size()) {
        bindings.emplace_back(name + "@pre", trace[s][v]);
      }
    }
  }
  for (const suite::ExpectedOutput& e : expected.steps[trace.size() - 1]) {
    const auto v = interface.find_variable(signature.outputs[e.signal].name);
    std::string why;
    const auto judged =
        exec::judge(e.expectation, trace.back()[*v], bindings, why);
    EXPECT_NE(judged, exec::Judgement::unresolved) << why;
    if (judged != exec::Judgement::holds) return false;
  }
  return true;
}

/// All values an output may show, some beyond its range.
std::vector<Value> shown(const model::InterfaceVariable& v) {
  std::vector<Value> out;
  if (v.sort().kind() == logic::SortKind::integer) {
    for (long long n = v.lo->as_int64() - 1; n <= v.hi->as_int64() + 1; ++n) {
      out.push_back(i(n));
    }
    return out;
  }
  for (std::uint64_t n = 0; n < *logic::cardinality(v.sort()); ++n) {
    out.push_back(logic::nth_value(v.sort(), n));
  }
  return out;
}

/// Compares verdicts of the expectations and the monitor for all outputs, as
/// long as all is allowed; returns how many traces were judged.
int compare(const model::Interface& interface, const Inputs& inputs) {
  const Expectations expected =
      ExpectationMaker(interface).make(sequence(interface, inputs));
  EXPECT_TRUE(expected.exact) << expected.why_not;
  EXPECT_EQ(expected.steps.size(), inputs.size());
  const Semantics semantics(interface);
  int judged = 0;
  std::vector<Snapshot> trace;
  const std::function<void()> go = [&] {
    const std::size_t s = trace.size();
    if (s == inputs.size()) return;
    std::vector<Snapshot> open{valuation(interface, inputs[s])};
    for (std::size_t v = 0; v < interface.variables.size(); ++v) {
      if (interface.variables[v].role != Role::output) continue;
      std::vector<Snapshot> more;
      for (const Snapshot& step : open) {
        for (const Value& value : shown(interface.variables[v])) {
          more.push_back(step);
          more.back()[v] = value;
        }
      }
      open = std::move(more);
    }
    for (const Snapshot& step : open) {
      trace.push_back(step);
      Monitor monitor(semantics);
      Allowed allowed = Allowed::yes;
      for (const Snapshot& t : trace) allowed = monitor.step(t);
      ++judged;
      const bool ok = accepts(interface, expected, trace);
      EXPECT_EQ(ok, allowed != Allowed::no) << "step " << s;
      if (ok && allowed == Allowed::yes) go();
      trace.pop_back();
    }
  };
  go();
  return judged;
}

const Inputs kFull{{},
                   {{"enq", b(true)}, {"deq", b(false)}},
                   {{"enq", b(true)}, {"deq", b(false)}}};

TEST(Expectations, OfTheBufferAreThoseOfThePaper) {
  const model::Interface interface = buffer(2);
  const Expectations e =
      ExpectationMaker(interface).make(sequence(interface, kFull));
  ASSERT_EQ(e.steps.size(), 3U);
  EXPECT_TRUE(e.exact);
  const auto value = [&](std::size_t step, std::size_t at) {
    return std::get<Value>(e.steps[step].at(at).expectation).as_bool();
  };
  EXPECT_TRUE(value(0, 0));
  EXPECT_FALSE(value(0, 1));
  EXPECT_FALSE(value(1, 0));
  EXPECT_FALSE(value(1, 1));
  EXPECT_FALSE(value(2, 0));
  EXPECT_TRUE(value(2, 1));
  // How much may be drawn at the first step depends on what is requested.
  EXPECT_TRUE(
      std::holds_alternative<suite::Formula>(e.steps[0].at(2).expectation));
  for (const std::size_t s : {1U, 2U}) {
    const auto& pc = std::get<suite::Interval>(e.steps[s].at(2).expectation);
    EXPECT_EQ(*pc.lo, i(0));
    EXPECT_EQ(*pc.hi, i(2));
  }
}

TEST(Expectations, OfTheBufferAreExact) {
  EXPECT_GT(compare(buffer(2), kFull), 60);
  EXPECT_GT(compare(buffer(2, false), kFull), 8);
  Inputs other = kFull;
  other[0] = {{"enq", b(true)}, {"deq", b(false)}};
  other[2] = {{"deq", b(true)}};
  compare(buffer(2), other);
}

TEST(Expectations, SpeakOfEarlierOutputsWhereThoseTellHiddenStates) {
  Builder builder("late");
  builder.boolean(Role::input, "x").integer(Role::output, "o", 0, 6);
  builder.integer(Role::hidden, "h", 0, 7);
  builder.requirement("r")
      .contract("c0",
                At::init,
                "",
                "(and (<= 1 o' 2) (or (= h' o') (= h' (+ o' 2))))")
      .contract("c1", At::step, "", "(= h' (+ h 1))")
      .contract("c2", At::step, "", "(= o' (ite x' h' 0))");
  const model::Interface interface = builder.build();
  const Inputs inputs{{{"x", b(false)}}, {{"x", b(true)}}, {{"x", b(true)}}};
  EXPECT_GT(compare(interface, inputs), 30);
}

TEST(Expectations, EndWhereAPromiseMayBeBroken) {
  Builder builder("promise");
  builder.boolean(Role::input, "x").integer(Role::output, "o", 0, 2);
  builder.requirement("r")
      .contract("c0", At::init, "", "(<= o' 1)")
      .contract("c1", At::step, "", "(= o' 2)");
  builder.promise("p", "(not (and x' (= o 1)))");
  const model::Interface interface = builder.build();
  const Inputs inputs{{{"x", b(false)}}, {{"x", b(true)}}, {{"x", b(false)}}};
  EXPECT_GT(compare(interface, inputs), 10);
}

/// Rationals that `o` shows step by step, with x as it is.
std::vector<Snapshot> shows(const model::Interface& interface,
                            bool x,
                            const std::vector<const char*>& values) {
  std::vector<Snapshot> out;
  for (const char* value : values) {
    out.push_back(valuation(
        interface,
        {{"x", b(x)}, {"o", logic::parse_value(Sort::real(), value)}}));
  }
  return out;
}

TEST(Expectations, OfRealNumbersEndWithAPromiseToo) {
  Builder builder("promise");
  builder.boolean(Role::input, "x").real(Role::output, "o");
  builder.requirement("r")
      .contract("c0", At::init, "", "(<= 0.0 o' 1.0)")
      .contract("c1", At::step, "", "(= o' 2.0)");
  builder.promise("p", "(not (and x' (= o 1.0)))");
  const model::Interface interface = builder.build();
  const Inputs inputs(3, {{"x", b(true)}});
  const Expectations e =
      ExpectationMaker(interface).make(sequence(interface, inputs));
  EXPECT_TRUE(e.exact) << e.why_not;
  const auto ok = [&](const std::vector<const char*>& values) {
    return accepts(interface, e, shows(interface, true, values));
  };
  EXPECT_TRUE(ok({"0", "2"}));
  EXPECT_FALSE(ok({"0", "3"}));
  EXPECT_TRUE(ok({"1", "3"}));
  EXPECT_TRUE(ok({"1", "3", "4"}));
  EXPECT_FALSE(ok({"0", "2", "3"}));
}

TEST(Expectations, SayWhatIsOnlyClearLaterAboutEarlierSteps) {
  Builder builder("dead_end");
  builder.boolean(Role::input, "x").real(Role::output, "o");
  builder.requirement("r")
      .contract("c0", At::init, "", "(or (= o' 1.0) (= o' 2.0))")
      .contract("c1", At::step, "", "(and (= o 1.0) (<= 0.0 o'))");
  const model::Interface interface = builder.build();
  const Expectations e =
      ExpectationMaker(interface).make(sequence(interface, Inputs(2)));
  EXPECT_TRUE(e.exact) << e.why_not;
  EXPECT_TRUE(accepts(interface, e, shows(interface, false, {"2"})));
  EXPECT_FALSE(accepts(interface, e, shows(interface, false, {"2", "5"})));
  EXPECT_TRUE(accepts(interface, e, shows(interface, false, {"1", "5"})));
}

/// Inputs may contradict the requirements without any output; which ones do can
/// depend on what was filled in before.
TEST(Expectations, AreAboutInputsThatHaveNoAnswer) {
  Builder builder("inputs");
  builder.boolean(Role::input, "x").boolean(Role::output, "o");
  builder.requirement("r")
      .contract("never_twice", At::step, "x", "(not x')")
      .contract("other", At::always, "", "o'");
  const model::Interface interface = builder.build();
  const Expectations e = ExpectationMaker(interface).make(
      sequence(interface, {{}, {{"x", b(true)}}}));
  EXPECT_TRUE(e.exact) << e.why_not;
  const Snapshot with_x{b(true), b(true)};
  const Snapshot without{b(false), b(true)};
  EXPECT_TRUE(accepts(interface, e, {without, with_x}));
  EXPECT_FALSE(accepts(interface, e, {with_x, with_x}));
}

TEST(Expectations, OfRealNumbersAreFormulas) {
  Builder builder("tank");
  builder.boolean(Role::input, "x").real(Role::output, "level");
  builder.real(Role::hidden, "rate");
  builder.requirement("r")
      .contract("c0", At::init, "", "(and (= level' 0.0) (<= 1.0 rate' 2.0))")
      .contract("c1",
                At::step,
                "",
                "(and (= rate' rate) (= level' (+ level rate')))");
  const model::Interface interface = builder.build();
  const Expectations e =
      ExpectationMaker(interface).make(sequence(interface, Inputs(3)));
  EXPECT_TRUE(e.exact) << e.why_not;
  const auto trace = [&](std::vector<const char*> levels) {
    std::vector<Snapshot> out;
    for (const char* level : levels) {
      out.push_back(valuation(
          interface, {{"level", logic::parse_value(Sort::real(), level)}}));
    }
    return out;
  };
  EXPECT_TRUE(accepts(interface, e, trace({"0"})));
  EXPECT_FALSE(accepts(interface, e, trace({"1"})));
  EXPECT_TRUE(accepts(interface, e, trace({"0", "3/2"})));
  EXPECT_FALSE(accepts(interface, e, trace({"0", "5/2"})));
  EXPECT_TRUE(accepts(interface, e, trace({"0", "3/2", "3"})));
  EXPECT_FALSE(accepts(interface, e, trace({"0", "3/2", "7/2"})));
}

}  // namespace
}  // namespace catenary::engine::contract
