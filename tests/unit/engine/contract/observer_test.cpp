// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/monitor/observer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "unit/engine/contract/interfaces.h"

namespace catenary::engine::contract {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

model::Interface lamp() {
  return Builder("lamp")
      .boolean(Role::input, "press")
      .enumeration(Role::output, "mode", {"OFF", "DIM", "BRIGHT"})
      .integer(Role::output, "level", 0, 9)
      .real(Role::output, "volts")
      .integer(Role::hidden, "count", 0, 3)
      .requirement("R")
      .contract("c", At::always, "", "press'")
      .build();
}

suite::Signal signal(const std::string& name, const std::string& type) {
  suite::Signal out;
  out.name = name;
  out.type = type;
  return out;
}

suite::Signature signals(const std::string& mode_type = "int32") {
  suite::Signature out;
  out.inputs = {signal("press", "bool"), signal("other", "int8")};
  out.outputs = {signal("s.level", "int32"),
                 signal("mode", mode_type),
                 signal("volts", "float64")};
  return out;
}

const std::vector<std::string> kMaps = {"level=s.level"};

Observation observe(const suite::Signature& signature,
                    const BindingTexts& texts,
                    const std::vector<std::optional<Value>>& outputs) {
  const model::Interface interface = lamp();
  const Observer observer(interface, signature, texts);
  const std::vector<Value> inputs = {b(true), i(0)};
  Observation out = observer.observe(inputs, outputs);
  out.values.resize(4);  // enumerations of another lamp() are equal by content
  return out;
}

std::string fault(const suite::Signature& signature,
                  const BindingTexts& texts) {
  try {
    const model::Interface interface = lamp();
    const Observer observer(interface, signature, texts);
    (void)observer;
  } catch (const base::InputError& e) {
    return e.what();
  }
  return "";
}

TEST(Observer, ReadsEnumerationsByPosition) {
  const Observation o =
      observe(signals(), {kMaps, {}, "x"}, {i(3), i(2), Value::float64(1.5)});
  EXPECT_TRUE(o.missing.empty());
  EXPECT_TRUE(o.unfit.empty());
  EXPECT_EQ(o.values[0], b(true));
  EXPECT_EQ(o.values[1].to_string(), "BRIGHT");
  EXPECT_EQ(o.values[2], i(3));
  EXPECT_EQ(o.values[3], Value::real(mpq_class(3, 2)));
}

TEST(Observer, ReadsEnumerationsByNameBeforePosition) {
  suite::Signature s = signals();
  s.outputs[1].names = {{"BRIGHT", i(0)}, {"DIM", i(7)}, {"OFF", i(1)}};
  const std::vector<std::optional<Value>> seven{i(0), i(7), Value::float64(0)};
  EXPECT_EQ(observe(s, {kMaps, {}, "x"}, seven).values[1].to_string(), "DIM");
  // Where a name is missing nobody can know what stands for it.
  s.outputs[1].names.pop_back();
  EXPECT_NE(fault(s, {kMaps, {}, "x"})
                .find("'mode.OFF': 'mode' has no value of that name, it has "
                      "BRIGHT, DIM; expected --map-value mode.OFF=VALUE"),
            std::string::npos)
      << fault(s, {kMaps, {}, "x"});
  const Observation o = observe(s, {kMaps, {"mode.OFF=5"}, "x"}, seven);
  EXPECT_EQ(o.values[1].to_string(), "DIM");
  // Other names altogether: by position.
  s.outputs[1].names = {{"bright", i(0)}, {"dim", i(1)}, {"off", i(2)}};
  const std::vector<std::optional<Value>> one{i(0), i(1), Value::float64(0)};
  EXPECT_EQ(observe(s, {kMaps, {}, "x"}, one).values[1].to_string(), "DIM");
}

TEST(Observer, ReadsNamesByTheirEndWhereThatIsClear) {
  suite::Signature s = signals();
  s.outputs[1].names = {
      {"a.BRIGHT", i(5)}, {"a.DIM", i(7)}, {"b.OFF", i(1)}, {"c.DULL", i(2)}};
  const std::vector<std::optional<Value>> seven{i(0), i(7), Value::float64(0)};
  EXPECT_EQ(observe(s, {kMaps, {}, "x"}, seven).values[1].to_string(), "DIM");
  s.outputs[1].names.emplace_back("b.DIM", i(8));
  EXPECT_NE(fault(s, {kMaps, {}, "x"}).find("'mode.DIM'"), std::string::npos)
      << "two values end so";
}

TEST(Observer, ReadsValuesAsMapped) {
  const BindingTexts texts{
      kMaps, {"mode.BRIGHT=7", "press.true=false", "press.false=true"}, "x"};
  const Observation o =
      observe(signals(), texts, {i(3), i(7), Value::float64(0)});
  EXPECT_EQ(o.values[1].to_string(), "BRIGHT");
  EXPECT_EQ(o.values[0], b(false));
}

TEST(Observer, TellsWhatFitsNoTypeAndWhatIsMissing) {
  const Observation o = observe(signals(),
                                {kMaps, {}, "x"},
                                {std::nullopt, i(3), Value::float64(HUGE_VAL)});
  EXPECT_EQ(o.missing, std::vector<std::uint32_t>{2});
  ASSERT_EQ(o.unfit.size(), 2U);
  EXPECT_EQ(o.unfit[0].first, 1U);
  EXPECT_EQ(o.unfit[1].first, 3U);
}

TEST(Observer, LeavesRangesToTheInterface) {
  const Observation o =
      observe(signals(), {kMaps, {}, "x"}, {i(10), i(0), Value::float64(0)});
  EXPECT_TRUE(o.unfit.empty());
  EXPECT_EQ(o.values[2], i(10));
}

TEST(Observer, SaysWhatCannotBeBound) {
  const auto has = [](const std::string& text, const char* part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  EXPECT_EQ(fault(signals(), {kMaps, {}, "x"}), "");
  has(fault(signals(), {{}, {}, "x"}), "'level'");
  has(fault(signals("float64"), {kMaps, {}, "x"}), "of type float64");
  suite::Signature s = signals();
  s.outputs[0].type = "real";
  has(fault(s, {kMaps, {}, "x"}), "expected a truth value, an integer");
  s = signals();
  s.outputs[2].type = "bool";
  has(fault(s, {kMaps, {}, "x"}), "expected a number");
  has(fault(signals(), {kMaps, {"mode.BRIGHT"}, "x"}), "VARIABLE.NAME=VALUE");
  has(fault(signals(), {kMaps, {"mode=3"}, "x"}), "VARIABLE.NAME=VALUE");
  has(fault(signals(), {kMaps, {"level.A=3"}, "x"}), "'level'");
  has(fault(signals(), {kMaps, {"count.A=3"}, "x"}), "'count'");
  has(fault(signals(), {kMaps, {"mode.RED=3"}, "x"}), "no value 'RED'");
  has(fault(signals(), {kMaps, {"mode.DIM=x"}, "x"}), "'x' is not a value");
  has(fault(signals("int8"), {kMaps, {"mode.DIM=300"}, "x"}), "'300' is no");
  // DIM is 1 already.
  has(fault(signals(), {kMaps, {"mode.OFF=1"}, "x"}), "would both be 1");
}

}  // namespace
}  // namespace catenary::engine::contract
