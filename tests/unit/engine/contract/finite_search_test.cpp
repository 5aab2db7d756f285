// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/search/finite_search.h"

#include <gtest/gtest.h>

#include "engine/contract/monitor/monitor.h"
#include "interfaces.h"

namespace catenary::engine::contract {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

Target target_of(const model::Interface& interface, const std::string& id) {
  for (const model::Purpose& p : interface.purposes) {
    if (p.id == id) {
      return {model::formula_at(interface, p, true),
              model::formula_at(interface, p, false)};
    }
  }
  ADD_FAILURE() << "no purpose " << id;
  return {};
}

FiniteSearch search(const model::Interface& interface, const Target& target) {
  return {interface, Triggering::any, std::vector<Target>{target}, {}};
}

/// Inputs as text: "1", "0", "-" for what does not matter.
std::string text(const model::Interface& interface,
                 const InputSequence& inputs) {
  std::string out;
  for (const auto& step : inputs) {
    if (!out.empty()) out += " ";
    for (std::size_t v = 0; v < interface.variables.size(); ++v) {
      if (interface.variables[v].role != Role::input) continue;
      out += !step[v] ? "-" : step[v]->to_string().substr(0, 1);
    }
  }
  return out;
}

class FullBuffer : public ::testing::TestWithParam<bool> {};

TEST_P(FullBuffer, IsReachedInThreeSteps) {
  const model::Interface interface = buffer(2, GetParam());
  const Target full = target_of(interface, "full");
  FiniteSearch finder = search(interface, full);
  std::vector<Snapshot> run;
  EXPECT_EQ(finder.shortest(full, {}, run), Reached::yes);
  ASSERT_EQ(run.size(), 3U);
  const InputSequence inputs = finder.generalise(full, run);
  EXPECT_EQ(text(interface, inputs), "-- tf tf");
  EXPECT_TRUE(finder.guaranteed(full, inputs));
  EXPECT_TRUE(finder.guaranteed(full, inputs_of(interface, run)));
  EXPECT_EQ(finder.along(full, inputs).size(), 3U);
  // The run is one that the monitor allows.
  const Semantics semantics(interface);
  Monitor monitor(semantics);
  for (const Snapshot& step : run) {
    EXPECT_EQ(monitor.step(step), Allowed::yes);
  }
}

TEST_P(FullBuffer, IsNotReachedInTwo) {
  const model::Interface interface = buffer(2, GetParam());
  const Target full = target_of(interface, "full");
  FiniteSearch finder = search(interface, full);
  std::vector<Snapshot> run;
  EXPECT_EQ(finder.shortest(full, 2, run), Reached::not_within);
  EXPECT_TRUE(run.empty());
  EXPECT_EQ(finder.shortest(full, 3, run), Reached::yes);
}

TEST_P(FullBuffer, IsNeverEmpty) {
  const model::Interface interface = buffer(2, GetParam());
  const Target impossible = target_of(interface, "impossible");
  FiniteSearch finder = search(interface, impossible);
  std::vector<Snapshot> run;
  EXPECT_EQ(finder.shortest(impossible, {}, run), Reached::no);
}

TEST_P(FullBuffer, FillsAndDrains) {
  const model::Interface interface = buffer(2, GetParam());
  const Target again = target_of(interface, "empty_again");
  FiniteSearch finder = search(interface, again);
  std::vector<Snapshot> run;
  EXPECT_EQ(finder.shortest(again, {}, run), Reached::yes);
  EXPECT_EQ(run.size(), 3U);
  EXPECT_EQ(text(interface, finder.generalise(again, run)), "-- tf ft");
}

INSTANTIATE_TEST_SUITE_P(Views, FullBuffer, ::testing::Bool());

TEST(FiniteSearch, IsFastForLargeBuffers) {
  const model::Interface interface = buffer(1000);
  const Target full = target_of(interface, "full");
  FiniteSearch finder = search(interface, full);
  std::vector<Snapshot> run;
  EXPECT_EQ(finder.shortest(full, {}, run), Reached::yes);
  EXPECT_EQ(run.size(), 1001U);
  const InputSequence inputs = finder.generalise(full, run);
  EXPECT_TRUE(finder.guaranteed(full, inputs));
}

TEST(FiniteSearch, WhatIsThereAtFirstMayCountLaterOnly) {
  Builder builder("later");
  builder.boolean(Role::input, "x").boolean(Role::output, "o");
  builder.requirement("r").contract("c", At::always, "", "(= o' x')");
  const model::Interface interface = builder.build();
  const Target later{interface.terms->boolean(false), builder.read("o'")};
  FiniteSearch finder{interface, Triggering::none, std::vector{later}, {}};
  std::vector<Snapshot> run;
  EXPECT_EQ(finder.shortest(later, {}, run), Reached::yes);
  EXPECT_EQ(run.size(), 2U);
  const Target first{later.later, later.first};
  EXPECT_EQ(finder.shortest(first, {}, run), Reached::yes);
  EXPECT_EQ(run.size(), 1U);
}

TEST(FiniteSearch, TellsCooperationFromAGuarantee) {
  Builder builder("choice");
  builder.boolean(Role::input, "x").boolean(Role::output, "o");
  builder.requirement("r").contract("c", At::always, "(not x')", "(not o')");
  builder.purpose("p", "", "o'");
  const model::Interface interface = builder.build();
  const Target p = target_of(interface, "p");
  FiniteSearch finder{interface, Triggering::none, std::vector{p}, {}};
  std::vector<Snapshot> run;
  EXPECT_EQ(finder.shortest(p, {}, run), Reached::yes);
  EXPECT_EQ(run.size(), 1U);
  EXPECT_FALSE(finder.guaranteed(p, finder.generalise(p, run)));
  // Where an assumption must hold, o cannot be had.
  FiniteSearch asked{interface, Triggering::any, std::vector{p}, {}};
  EXPECT_EQ(asked.shortest(p, {}, run), Reached::no);
}

}  // namespace
}  // namespace catenary::engine::contract
