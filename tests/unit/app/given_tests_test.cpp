// SPDX-License-Identifier: Apache-2.0
#include "app/generate/given_tests.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "unit/engine/reach/counter.h"

namespace catenary::app {
namespace {

namespace reach = engine::reach;
namespace fake = engine::reach::test;
using Numbers = std::vector<std::uint32_t>;

class Given : public ::testing::Test {
 protected:
  Given() : dir_(fs() / ("given_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(dir_);
  }
  ~Given() override { std::filesystem::remove_all(dir_); }

  std::string file(const std::string& name, const std::string& text) const {
    const std::string path = (dir_ / name).string();
    std::ofstream(path) << text;
    return path;
  }
  static GivenTests read(const std::string& path,
                         const model::StepSystem& system) {
    return read_given_tests(
        path, system, GenerateOptions(), [&] { return system; }, {});
  }
  /// What is wrong with a table of inputs.
  std::string fault(const model::StepSystem& system,
                    const std::string& text) const {
    try {
      (void)read(file("fault.csv", text), system);
    } catch (const base::InputError& e) {
      return e.what();
    }
    return "";
  }

 private:
  static std::filesystem::path fs() {
    return std::filesystem::temp_directory_path();
  }
  std::filesystem::path dir_;
};

TEST_F(Given, EmptyLinesBeginTestsAndColumnsHaveAnyOrder) {
  auto program = fake::counter(1000);
  program.init = [](auto& state, const auto& in) {
    fake::set_number(state, static_cast<std::uint32_t>(in.at(0)));
    return fake::Effect();
  };
  auto system = fake::make_system(program, {8, 4}, {5});
  system.inputs[1].names = {{"big", logic::Value::integer(3)}};
  const GivenTests given = read(file("t.csv",
                                     "i1, \"i0\",init:s0\r\n"
                                     "big,7,3\n"
                                     "0,1,\n"
                                     ",,\n"
                                     "\n"
                                     "2,5,4\n"),
                                system);
  ASSERT_EQ(given.tests.size(), 2U);
  EXPECT_EQ(given.steps, 3U);
  const model::Trace& first = given.tests[0].trace;
  EXPECT_EQ(first.initial[0].as_int64(), 3);
  ASSERT_EQ(first.steps.size(), 2U);
  EXPECT_EQ(first.steps[0][0].as_int64(), 7);
  EXPECT_EQ(first.steps[0][1].as_int64(), 3);
  EXPECT_EQ(fake::inputs_of(first), (std::vector<int>{7, 1}));
  EXPECT_EQ(given.tests[1].trace.initial[0].as_int64(), 4);
  // 3 + 7 is goal g0; 4 + 5 is none.
  EXPECT_EQ(given.hits, (Numbers{0}));
}

TEST_F(Given, FaultsHaveTheirLine) {
  const auto system = fake::make_system(fake::counter(20), {8, 4});
  EXPECT_NE(fault(system, "i0,i1\n1,1\n\n1,9\n").find(":4"), std::string::npos);
  EXPECT_NE(fault(system, "i0,i1\n1,9\n").find("'9' is not a value of 'i1'"),
            std::string::npos);
  EXPECT_NE(fault(system, "i0,i1\n1\n").find("expected 2 values"),
            std::string::npos);
  EXPECT_NE(fault(system, "i0,i1\n1,one\n").find("'one'"), std::string::npos);
  EXPECT_NE(fault(system, "i0\n1\n").find("no column for input 'i1'"),
            std::string::npos);
  EXPECT_NE(fault(system, "i0,i1,i0\n").find("twice"), std::string::npos);
  EXPECT_NE(fault(system, "i0,i1,j\n").find("no input 'j'"), std::string::npos);
  EXPECT_NE(fault(system, "").find("expected the names"), std::string::npos);
  EXPECT_EQ(fault(system, "i0,i1\n"), "");
  // A comma in quotes does not end a cell.
  EXPECT_NE(fault(system, "i0,i1\n\"1\",\"1,1\"\n").find("'1,1'"),
            std::string::npos);
  EXPECT_NE(fault(system, "i0,i1\n1,\"1\n")
                .find(":2: the file ends within a quoted cell"),
            std::string::npos);
}

TEST_F(Given, StepsThatAssumptionsForbidAreRefused) {
  auto program = fake::counter(20);
  program.step = [step = program.step](auto& state, const auto& in) {
    fake::Effect effect = step(state, in);
    if (in.at(0) == 3) effect.outcome = model::StepOutcome::discarded;
    return effect;
  };
  const auto system = fake::make_system(program, {8});
  EXPECT_NE(fault(system, "i0\n1\n\n2\n3\n")
                .find("given test 2: step 2 is not allowed by the assumptions"),
            std::string::npos);
}

TEST_F(Given, WhatFollowsTheEndOfARunIsLeftOut) {
  auto program = fake::counter(20);
  program.step = [step = program.step](auto& state, const auto& in) {
    fake::Effect effect = step(state, in);
    if (!effect.hits.empty()) effect.outcome = model::StepOutcome::ended;
    return effect;
  };
  const auto system = fake::make_system(program, {11});
  const GivenTests given = read(file("t.csv", "i0\n4\n6\n5\n5\n"), system);
  EXPECT_EQ(given.steps, 2U);
  EXPECT_EQ(given.hits, (Numbers{0}));
}

reach::Result nothing_known(std::size_t goals) {
  reach::Result r;
  r.goals.resize(goals);
  return r;
}

TEST_F(Given, HitsThatTheSearchMissedAreCovered) {
  const auto system = fake::make_system(fake::counter(20), {8});
  const GivenTests given = read(file("t.csv", "i0\n5\n5\n1\n"), system);
  reach::Result reached = nothing_known(3);
  reached.goals[2].result.status = model::GoalStatus::unreachable;
  EXPECT_TRUE(add_given(given, system, reached));
  EXPECT_EQ(reached.goals[0].result.status, model::GoalStatus::covered);
  EXPECT_EQ(reached.goals[0].result.trust, model::Trust::replayed);
  ASSERT_TRUE(reached.goals[0].trace);
  EXPECT_EQ(fake::inputs_of(*reached.goals[0].trace), (std::vector<int>{5, 5}));
  EXPECT_EQ(reached.goals[1].result.status, model::GoalStatus::undecided);
  EXPECT_EQ(reached.goals[2].result.status, model::GoalStatus::unreachable);
}

TEST_F(Given, ShorterRunsThanThoseOfTheSearchCountOrRefuteIt) {
  const auto system = fake::make_system(fake::counter(20), {8});
  const GivenTests given = read(file("t.csv", "i0\n5\n5\n1\n"), system);
  for (const bool shortest : {false, true}) {
    reach::Result reached = nothing_known(3);
    reached.goals[0].result = {
        model::GoalStatus::covered, model::Trust::replayed, "", 7};
    reached.goals[0].shortest = shortest;
    reached.goals[2].result.status = model::GoalStatus::unreachable;
    EXPECT_EQ(add_given(given, system, reached), !shortest);
    EXPECT_EQ(reached.goals[0].result.depth, 2);
    EXPECT_FALSE(reached.goals[0].shortest);
    EXPECT_EQ(reached.goals[2].result.status,
              shortest ? model::GoalStatus::undecided
                       : model::GoalStatus::unreachable);
  }
}

TEST_F(Given, AHitOfAnUnreachableGoalTakesAllProofsBack) {
  const auto system = fake::make_system(fake::counter(20), {8});
  const GivenTests given = read(file("t.csv", "i0\n5\n5\n1\n"), system);
  for (const auto status :
       {model::GoalStatus::unreachable, model::GoalStatus::not_within_bound}) {
    reach::Result reached = nothing_known(3);
    reached.closed = true;
    reached.goals[0].result.status = status;
    reached.goals[0].result.depth = 2;
    reached.goals[2].result.status = model::GoalStatus::unreachable;
    EXPECT_FALSE(add_given(given, system, reached));
    EXPECT_FALSE(reached.closed);
    EXPECT_EQ(reached.goals[0].result.status, model::GoalStatus::covered);
    EXPECT_EQ(reached.goals[2].result.status, model::GoalStatus::undecided);
  }
  reach::Result reached = nothing_known(3);
  reached.goals[0].result = {
      model::GoalStatus::not_within_bound, model::Trust::proved, "", 1};
  EXPECT_TRUE(add_given(given, system, reached));
}

TEST_F(Given, DefectsAreFindings) {
  auto program = fake::counter(20);
  program.step = [step = program.step](auto& state, const auto& in) {
    fake::Effect effect = step(state, in);
    if (in.at(0) == 3) {
      effect.outcome = model::StepOutcome::crashed;
      effect.text = "three";
    }
    return effect;
  };
  const auto system = fake::make_system(program, {8});
  const GivenTests given = read(file("t.csv", "i0\n1\n3\n\n3\n"), system);
  reach::Result reached = nothing_known(3);
  EXPECT_TRUE(add_given(given, system, reached));
  ASSERT_EQ(reached.findings.size(), 1U);
  EXPECT_EQ(reached.findings[0].event.text, "three");
  EXPECT_EQ(reached.findings[0].trace.steps.size(), 2U);
}

}  // namespace
}  // namespace catenary::app
