// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/monitor/binding.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "interfaces.h"

namespace catenary::engine::contract {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

using Side = Place::Side;

model::Interface door() {
  return Builder("door")
      .boolean(Role::input, "push")
      .integer(Role::output, "angle", 0, 90)
      .integer(Role::hidden, "spring", 0, 3)
      .requirement("R")
      .contract("c", At::always, "push'", "(= angle' 90)")
      .build();
}

std::string fault(const SignalNames& signals,
                  const std::vector<std::string>& maps) {
  try {
    (void)bind_signals(door(), signals, maps);
  } catch (const base::InputError& e) {
    return e.what();
  }
  return "";
}

TEST(Binding, GoesByName) {
  const Binding b =
      bind_signals(door(), {{"other", "push"}, {"angle"}, "x"}, {});
  EXPECT_EQ(b.places,
            (std::vector<Place>{
                {Side::input, 1}, {Side::output, 0}, {Side::none, 0}}));
  EXPECT_EQ(b.variable_of_input(1), 0U);
  EXPECT_FALSE(b.variable_of_input(0).has_value());
}

TEST(Binding, GoesByMapBeforeName) {
  const Binding b = bind_signals(door(),
                                 {{"push", "in.p"}, {"angle", "d.a"}, "x"},
                                 {"push=in.p", "angle=d.a"});
  EXPECT_EQ(b.places[0], (Place{Side::input, 1}));
  EXPECT_EQ(b.places[1], (Place{Side::output, 1}));
}

TEST(Binding, LetsAnInputBeObservedOnly) {
  const Binding b = bind_signals(door(), {{}, {"push", "angle"}, "x"}, {});
  EXPECT_EQ(b.places[0], (Place{Side::output, 0}));
}

TEST(Binding, SaysWhatIsWrong) {
  EXPECT_NE(fault({{"push"}, {}, "d.toml"}, {}).find("output 'angle'"),
            std::string::npos);
  // The system does not choose its inputs.
  EXPECT_NE(fault({{"push", "angle"}, {}, "d.toml"}, {}), "");
  const SignalNames good{{"push"}, {"angle"}, "d.toml"};
  EXPECT_NE(fault(good, {"push"}).find("VARIABLE=SIGNAL"), std::string::npos);
  EXPECT_NE(fault(good, {"push="}).find("VARIABLE=SIGNAL"), std::string::npos);
  EXPECT_NE(fault(good, {"spring=push"}).find("'spring' is no"),
            std::string::npos);
  EXPECT_NE(fault(good, {"push=pull"}).find("have a signal 'pull'"),
            std::string::npos);
  EXPECT_NE(fault(good, {"push=push", "push=push"}).find("twice"),
            std::string::npos);
  EXPECT_NE(fault(good, {"push=angle"}).find("tell them apart"),
            std::string::npos);
  EXPECT_EQ(fault(good, {}), "");
}

TEST(Binding, ConvertsValues) {
  const auto colours = std::make_shared<const logic::Enumeration>(
      logic::Enumeration{"C", {"red", "green"}});
  const Sort colour = Sort::enumeration(colours);
  EXPECT_EQ(to_sort(i(1), colour), Value::enumerator(colours, 1));
  EXPECT_EQ(to_sort(Value::enumerator(colours, 1), Sort::integer()), i(1));
  EXPECT_FALSE(to_sort(i(2), colour).has_value());
  EXPECT_FALSE(to_sort(i(-1), colour).has_value());
  EXPECT_EQ(to_sort(i(1), Sort::boolean()), b(true));
  EXPECT_FALSE(to_sort(i(2), Sort::boolean()).has_value());
  EXPECT_EQ(to_sort(b(true), Sort::integer()), i(1));
  EXPECT_EQ(to_sort(Value::float64(0.5), Sort::real()),
            Value::real(mpq_class(1, 2)));
  EXPECT_FALSE(to_sort(Value::float64(0.5), Sort::integer()).has_value());
  EXPECT_EQ(to_sort(Value::float32(4), Sort::integer()), i(4));
  EXPECT_FALSE(to_sort(Value::float64(NAN), Sort::real()).has_value());
  EXPECT_EQ(to_sort(Value::real(mpq_class(1, 2)), Sort::float32()),
            Value::float32(0.5F));
  EXPECT_FALSE(
      to_sort(Value::real(mpq_class(1, 3)), Sort::float64()).has_value());
}

}  // namespace
}  // namespace catenary::engine::contract
