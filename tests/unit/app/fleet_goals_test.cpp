// SPDX-License-Identifier: Apache-2.0
/// \file
/// Groups of goals as tasks, and the search of a generation that asks a fleet
/// for what its first part leaves open.
#include "app/generate/goals/fleet_goals.h"

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

#include "app/exploration.h"
#include "app/fleet/fleet_executor.h"
#include "app/generate/goals/chosen_goals.h"
#include "app/generate/goals/goal_search.h"
#include "app/generate/suite_builder.h"
#include "base/error.h"
#include "suite/write.h"
#include "unit/engine/reach/counter.h"
#include "unit/memory_journal.h"

namespace catenary::app {
namespace {

namespace reach = engine::reach;
using model::GoalStatus;
using std::chrono::milliseconds;
using Goals = std::vector<std::uint32_t>;
using Groups = std::vector<Goals>;

TEST(FleetGoals, GroupsKeepTheOrderAndAreEquallyLarge) {
  EXPECT_EQ(groups_of({1, 3, 5, 6, 9}, 2), (Groups{{1, 3}, {5, 6, 9}}));
  EXPECT_EQ(groups_of({1, 3}, 8), (Groups{{1}, {3}}));
  EXPECT_EQ(groups_of({}, 8), Groups{});
}

class Silent final : public Progress {
 public:
  void update(const ProgressUpdate&) override {}
  void finish() override {}
  void message(std::string_view) override {}
};

/// Answers in the reverse order of the tasks.
class Answering final : public Executor {
 public:
  using Answer = std::function<TaskResult(const Task&)>;
  Answering(Answer answer, std::vector<Task>& seen)
      : answer_(std::move(answer)), seen_(seen) {}
  std::size_t free_places() const override { return 3 - waiting_.size(); }
  void submit(const Task& task) override {
    seen_.push_back(task);
    waiting_.push_back(task);
  }
  std::optional<TaskResult> next(const base::Budget& budget) override {
    if (waiting_.empty() || budget.poll() != base::StopReason::none) {
      return std::nullopt;
    }
    const Task task = waiting_.back();
    waiting_.pop_back();
    TaskResult out = answer_(task);
    out.id = task.id;
    return out;
  }

 private:
  Answer answer_;
  std::vector<Task>& seen_;
  std::deque<Task> waiting_;
};

class FleetGoalsTest : public testing::Test {
 protected:
  CommandFleet fleet(Answering::Answer answer) {
    return {[this, answer = std::move(answer)] {
              ++starts_;
              return std::make_unique<Answering>(answer, seen_);
            },
            {"generate", "--method=single", "m.c"}};
  }
  std::vector<GoalTaskAnswer> ask(const Answering::Answer& answer) {
    const std::vector<GoalTask> tasks = {{"a", milliseconds(7)},
                                         {"b,c", milliseconds(7)},
                                         {"d", milliseconds(8)},
                                         {"e", milliseconds(7)}};
    seen_.clear();
    return ask_fleet_for_goals(tasks, fleet(answer), budget_, context_);
  }
  static TaskResult says(const std::string& out) {
    TaskResult result;
    result.out = out;
    return result;
  }

  base::Budget budget_;
  std::string messages_;
  base::Logger log_{base::LogLevel::info,
                    [this](base::LogLevel, std::string_view text) {
                      messages_ += std::string(text) + "\n";
                    }};
  Silent progress_;
  std::ostringstream out_;
  Context context_{budget_, log_, progress_, out_};
  std::vector<Task> seen_;
  int starts_ = 0;
};

TEST_F(FleetGoalsTest, ATaskSearchesForItsGoals) {
  const auto answers =
      ask([](const Task& t) { return says("suite " + t.words.at(1)); });
  ASSERT_EQ(answers.size(), 4U);
  EXPECT_EQ(answers[1].suite, "suite --goal=b,c");
  EXPECT_EQ(answers[3].suite, "suite --goal=e");
  EXPECT_EQ(seen_.at(2).words,
            (std::vector<std::string>{
                "generate", "--goal=d", "--work=8", "--method=single", "m.c"}));
}

TEST_F(FleetGoalsTest, WhatHasNoAnswerSaysWhy) {
  const auto answers = ask([](const Task& t) {
    TaskResult result;
    if (t.id == 0) result.crash = "killed by signal 11";
    if (t.id == 2) result.out = "suite";
    return result;
  });
  EXPECT_NE(answers[0].why.find("killed by signal 11"), std::string::npos);
  EXPECT_EQ(answers[1].why, "the search of a worker failed");
  EXPECT_EQ(answers[2].why, "");
}

TEST_F(FleetGoalsTest, AFleetThatFailsLeavesGoalsOpen) {
  const auto answers = ask([](const Task& t) -> TaskResult {
    if (t.id != 2) throw base::ToolError("the broker is away");
    return says("suite");
  });
  EXPECT_EQ(answers[2].suite, "suite");
  EXPECT_EQ(answers[1].why, "no worker has answered");
  EXPECT_NE(messages_.find("the broker is away; goals"), std::string::npos);
}

TEST_F(FleetGoalsTest, WorkersThatDisagreeAreNoWarning) {
  EXPECT_THROW((void)ask([](const Task&) -> TaskResult {
                 throw DisagreementError("two workers");
               }),
               DisagreementError);
}

TEST_F(FleetGoalsTest, TheJournalHasWhatWasAnswered) {
  test::MemoryJournal journal;
  const base::JournalScope scope(journal);
  const auto some = [](const Task& t) {
    return t.id == 1 ? TaskResult() : says("suite " + t.words.at(1));
  };
  (void)ask(some);
  EXPECT_EQ(journal.items.size(), 3U);
  // The names count the calls of one command.
  std::map<std::string, std::string> again;
  for (const auto& [name, suite] : journal.items) {
    again[name.substr(0, name.rfind(' ')) + " 2"] = suite;
  }
  journal.items = again;
  const auto answers = ask(some);
  ASSERT_EQ(seen_.size(), 1U);
  EXPECT_EQ(seen_[0].id, 1U);
  EXPECT_EQ(answers[3].suite, "suite --goal=e");
}

/// A search for g0, g1 and g2 of a counter, with a worker that explores.
class GoalSearchTest : public FleetGoalsTest {
 protected:
  GoalSearchTest()
      : system_(reach::test::make_system(reach::test::counter(40'000), {5})) {
    system_.sha256 = "0123";
    options_.engine = EngineChoice::explicit_states;
  }
  reach::Result search() {
    const GenerateJob job{options_, system_, context_, {}};
    reach::Options o = reach_options(options_, options_, context_);
    o.jobs = 1;
    return GoalSearch(job).run(o, budget_);
  }
  /// What `generate --goal` says, made worse by `spoil`.
  Answering::Answer worker(
      const std::function<void(suite::Suite&)>& spoil = {}) {
    return [this, spoil](const Task& task) {
      const std::string list = task.words.at(1).substr(7);
      std::vector<std::string> ids;
      std::istringstream words(list);
      for (std::string id; std::getline(words, id, ',');) ids.push_back(id);
      model::StepSystem some = system_;
      std::shared_ptr<model::PlainProgram> none;
      keep_goals(ids, some, none);
      const reach::Result found = reach::test::explore(some);
      std::vector<model::GoalResult> results;
      for (const reach::GoalReport& g : found.goals) {
        results.push_back(g.result);
      }
      SuiteBuilder builder(some);
      builder.set_goals(results);
      for (const reach::GoalReport& g : found.goals) {
        if (!g.trace) continue;
        PlannedTest t;
        t.kind = suite::TestKind::linear;
        t.trace = *g.trace;
        t.replayed = reach::replay(some, {&t.trace, 1}, {}, {}).front();
        builder.add_test(t);
      }
      suite::Suite suite = builder.take();
      for (suite::SuiteGoal& g : suite.goals) {
        if (g.status == GoalStatus::covered) continue;
        g.trust = model::Trust::proved;
        suite.certificates.push_back(
            {"unreachability", "never", "exploration", {g.id}});
      }
      if (spoil) spoil(suite);
      return says(suite::write_suite(suite));
    };
  }
  GoalStatus status(const reach::Result& result, std::size_t goal) {
    return result.goals[goal].result.status;
  }

  model::StepSystem system_;
  GenerateOptions options_;
};

TEST_F(GoalSearchTest, WorkersDecideWhatTheFirstSearchLeavesOpen) {
  const reach::Result alone = search();
  const CommandFleet fleet = this->fleet(worker());
  context_.fleet = &fleet;
  options_.first_work = 5;
  const reach::Result found = search();
  EXPECT_EQ(starts_, 1);
  ASSERT_GE(seen_.size(), 2U);
  EXPECT_EQ(seen_.back().words.at(1), "--goal=g2");
  EXPECT_EQ(seen_.back().words.at(2), "--work=10000");
  for (std::size_t g = 0; g < 3; ++g) {
    EXPECT_EQ(status(found, g), status(alone, g));
    EXPECT_EQ(found.goals[g].result.depth, alone.goals[g].result.depth);
    EXPECT_EQ(found.goals[g].shortest, alone.goals[g].shortest);
  }
  EXPECT_EQ(found.proof, "exploration");
  EXPECT_EQ(found.stop, reach::Stop::none);
  EXPECT_FALSE(found.closed);
  ASSERT_FALSE(found.shares.empty());
  EXPECT_EQ(found.shares.back().unreachable, 1U);
}

TEST_F(GoalSearchTest, ASearchThatNeedsNoMoreStartsNoFleet) {
  const reach::Result alone = search();
  const CommandFleet fleet = this->fleet(worker());
  context_.fleet = &fleet;
  const reach::Result found = search();
  EXPECT_EQ(starts_, 0);
  EXPECT_EQ(found.states, alone.states);
  EXPECT_TRUE(found.closed);
}

// Only exploration goes on, which is not what workers are for.
TEST_F(GoalSearchTest, WhereAllGoalsAreDecidedNobodyIsAsked) {
  system_ = reach::test::make_system(reach::test::counter(400'000), {5});
  std::shared_ptr<model::PlainProgram> none;
  keep_goals({"g0"}, system_, none);
  const reach::Result alone = search();
  const CommandFleet fleet = this->fleet(worker());
  context_.fleet = &fleet;
  options_.first_work = 50;
  const reach::Result found = search();
  EXPECT_EQ(starts_, 0);
  EXPECT_EQ(found.states, alone.states);
  EXPECT_TRUE(found.closed);
}

TEST_F(GoalSearchTest, AnswersThatAreWrongAreNotUsed) {
  options_.first_work = 5;
  const auto spoil = [](suite::Suite& s) {
    if (s.goals[0].id == "g2") s.model.sha256 = "0124";
  };
  const CommandFleet fleet = this->fleet(worker(spoil));
  context_.fleet = &fleet;
  const reach::Result found = search();
  EXPECT_EQ(status(found, 1), GoalStatus::covered);
  EXPECT_EQ(status(found, 2), GoalStatus::not_within_bound);
  EXPECT_NE(found.goals[2].result.reason.find("another program"),
            std::string::npos);
  EXPECT_NE(messages_.find("is not used"), std::string::npos);
  EXPECT_EQ(found.stop, reach::Stop::work);
}

// One worker says that g1 is unreachable, a test of another hits it.
TEST_F(GoalSearchTest, WorkersThatContradictEachOtherProveNothing) {
  options_.first_work = 5;
  const auto hit = reach::test::counter(40'000);
  reach::test::FakeProgram program = hit;
  program.goals = 4;
  program.step = [hit](auto& state, const auto& in) {
    auto effect = hit.step(state, in);
    if (!effect.hits.empty() && effect.hits.back() == 1) {
      effect.hits.push_back(3);
    }
    return effect;
  };
  model::StepSystem fresh = reach::test::make_system(program, {5});
  fresh.goals[3].id = "same";
  fresh.sha256 = system_.sha256;
  system_ = fresh;
  const auto spoil = [](suite::Suite& s) {
    if (s.goals[0].id != "g1") return;
    s.tests.clear();
    s.goals[0].status = GoalStatus::unreachable;
    s.goals[0].trust = model::Trust::proved;
    s.goals[0].depth = -1;
  };
  const CommandFleet fleet = this->fleet(worker(spoil));
  context_.fleet = &fleet;
  const reach::Result found = search();
  EXPECT_EQ(status(found, 1), GoalStatus::covered);
  EXPECT_EQ(status(found, 2), GoalStatus::undecided);
  EXPECT_NE(found.contradiction, "");
  EXPECT_NE(messages_.find("called unreachable"), std::string::npos);
}

TEST(GoalsLeftOpen, OfVectorsThoseThatMayStillHelp) {
  model::StepSystem system;
  system.goals.resize(8);
  for (std::size_t g = 1; g < 8; ++g) {
    system.goals[g].kind = model::GoalKind::vector;
  }
  system.goals[0].id = "a";
  system.pair_goals.resize(2);
  system.pair_goals[0].pairs = {{1, 2}, {1, 3}};  // covered by the first
  system.pair_goals[1].pairs = {{4, 5}, {6, 7}};
  reach::Result reached;
  reached.goals.resize(8);
  for (const std::size_t g : {1U, 2U, 4U}) {
    reached.goals[g].result.status = GoalStatus::covered;
  }
  reached.goals[6].result.status = GoalStatus::unreachable;
  EXPECT_EQ(goals_left_open(system, reached, 0), (Goals{0, 5}));
  reached.goals[5].result = {
      GoalStatus::not_within_bound, model::Trust::proved, "", 4};
  EXPECT_EQ(goals_left_open(system, reached, 5), (Goals{0, 5}));
  EXPECT_EQ(goals_left_open(system, reached, 4), (Goals{0}));
  system.goals[0].id = "a,b";
  EXPECT_TRUE(goals_left_open(system, reached, 4).empty())
      << "a list cannot name it";
}

}  // namespace
}  // namespace catenary::app
