// SPDX-License-Identifier: Apache-2.0
/// \file
/// Searches whose results are kept in a journal: what a resumed search does
/// again, what it does not, and that nothing is lost on the way.
#include "engine/reach/journal/recorded_search.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/reach/journal/result_wire.h"
#include "unit/engine/reach/counter.h"
#include "unit/memory_journal.h"

namespace catenary::engine::reach {
namespace {

using model::GoalStatus;
using std::chrono::milliseconds;
using test::counter;
using test::make_system;

/// Covers goal k in slice k, by a run of k + 1 steps, and ends with the last
/// goal. Takes all the work that it is given.
class Finder final : public RunningSearch {
 public:
  Finder(std::size_t goals, std::vector<std::size_t>& slices)
      : slices_(slices) {
    says_.goals.resize(goals);
    says_.stop = Stop::work;
  }
  void start(const base::Budget& slice,
             const std::vector<model::Trace>& news) override {
    work_ = slice.work_left();
    slices_.push_back(news.size());
    if (next_ == says_.goals.size()) return;
    GoalReport& goal = says_.goals[next_++];
    goal.result = {GoalStatus::covered,
                   model::Trust::claimed,
                   "hit",
                   static_cast<std::int64_t>(next_)};
    goal.trace = model::Trace{{}, {next_, {logic::Value::integer(1LL)}}};
    if (next_ == says_.goals.size()) says_.stop = Stop::none;
  }
  void look() override {}
  void wait() override { base::WorkClock::charge(work_); }
  [[nodiscard]] bool ended() const override { return says_.stop == Stop::none; }
  [[nodiscard]] Result result() const override { return says_; }

 private:
  std::vector<std::size_t>& slices_;
  std::size_t next_ = 0;
  milliseconds work_{0};
  Result says_;
};

class FinderEngine final : public Engine {
 public:
  std::unique_ptr<RunningSearch> begin(const model::StepSystem& system,
                                       const Options&,
                                       const base::Budget&,
                                       const ProgressCallback&) override {
    return std::make_unique<Finder>(system.goals.size(), slices);
  }
  Result explore(const model::StepSystem&,
                 const Options&,
                 const base::Budget&,
                 const ProgressCallback&) override {
    ++calls;
    base::WorkClock::charge(milliseconds(5));
    Result out;
    out.states = 7;
    out.engine = "finder";
    return out;
  }
  /// Of all searches: how many runs each slice was told.
  std::vector<std::size_t> slices;
  int calls = 0;
};

class RecordedSearchTest : public testing::Test {
 protected:
  /// What a command does, up to this slice: the goals covered after each one.
  std::vector<std::uint32_t> command(int slices, milliseconds work) {
    engine_ = {};
    const base::JournalScope scope(journal_);
    const auto search =
        begin_recorded(engine_, "finder", system_, {}, budget_, {});
    std::vector<std::uint32_t> covered;
    const auto before = base::WorkClock::now();
    for (int i = 0; i < slices && !search->ended(); ++i) {
      search->start(budget_.share(work), {});
      search->wait();
      last_ = search->result();
      std::uint32_t n = 0;
      for (const GoalReport& goal : last_.goals) {
        n += goal.result.status == GoalStatus::covered ? 1 : 0;
      }
      covered.push_back(n);
    }
    work_ = std::chrono::duration_cast<milliseconds>(base::WorkClock::now() -
                                                     before);
    return covered;
  }

  model::StepSystem system_ = make_system(counter(20), {2});
  base::Budget budget_;
  FinderEngine engine_;
  catenary::test::MemoryJournal journal_;
  Result last_;
  milliseconds work_{0};
};

TEST_F(RecordedSearchTest, DoesAgainWhatWasLittleAndGoesOn) {
  EXPECT_EQ(command(1, milliseconds(10)), (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(engine_.slices.size(), 1U);
  EXPECT_EQ(command(3, milliseconds(10)),
            (std::vector<std::uint32_t>{1, 2, 3}));
  // The first slice was repeated before the second one, but is charged once.
  EXPECT_EQ(engine_.slices.size(), 3U);
  EXPECT_EQ(work_, milliseconds(30));
}

TEST_F(RecordedSearchTest, IsNotBegunWhereTheJournalHasEverything) {
  (void)command(3, milliseconds(10));
  EXPECT_EQ(command(3, milliseconds(10)),
            (std::vector<std::uint32_t>{1, 2, 3}));
  EXPECT_TRUE(engine_.slices.empty());
  EXPECT_EQ(work_, milliseconds(30));
  EXPECT_EQ(last_.goals[2].trace->steps.size(), 3U);
}

TEST_F(RecordedSearchTest, BeginsAnewAfterMuchWorkWithWhatWasFound) {
  const milliseconds much = kRepeatedWork;
  EXPECT_EQ(command(2, much), (std::vector<std::uint32_t>{1, 2}));
  // The new search finds the first goal again; the second one stays covered.
  EXPECT_EQ(command(3, much), (std::vector<std::uint32_t>{1, 2, 2}));
  EXPECT_EQ(engine_.slices, (std::vector<std::size_t>{1}))
      << "one slice, which was told the longer of two runs, as one begins the "
         "other";
}

TEST_F(RecordedSearchTest, KeepsTheResultOfAWholeSearch) {
  for (int call = 0; call < 2; ++call) {
    const base::JournalScope scope(journal_);
    const auto before = base::WorkClock::now();
    const Result found =
        explore_recorded(engine_, "whole", system_, {}, budget_, {});
    EXPECT_EQ(found.states, 7U);
    EXPECT_EQ(found.engine, "finder");
    EXPECT_EQ(base::WorkClock::now() - before, milliseconds(5));
  }
  EXPECT_EQ(engine_.calls, 1);
}

TEST_F(RecordedSearchTest, KeepsNothingWithoutAJournal) {
  (void)explore_recorded(engine_, "whole", system_, {}, budget_, {});
  (void)explore_recorded(engine_, "whole", system_, {}, budget_, {});
  EXPECT_EQ(engine_.calls, 2);
}

/// A result with a graph, samples and errors, as exploration gives it.
TEST(ResultWireTest, ReadsWhatItWrites) {
  const model::StepSystem system =
      make_system(test::counter_with(20, 7, [] { std::abort(); }), {2});
  const Result made = test::explore(system, {.keep_edges = true});
  ASSERT_TRUE(made.graph);
  ASSERT_FALSE(made.findings.empty());
  base::WireWriter to;
  write(to, system, made, {});
  base::WireReader from(to.bytes());
  Result back;
  read(from, system, back);
  EXPECT_TRUE(from.at_end());
  base::WireWriter again;
  write(again, system, back, {});
  EXPECT_EQ(to.bytes(), again.bytes());
  EXPECT_EQ(back.graph->edges, made.graph->edges);
  EXPECT_EQ(back.goals.size(), made.goals.size());
  for (std::size_t g = 0; g < made.goals.size(); ++g) {
    EXPECT_EQ(back.goals[g].result.reason, made.goals[g].result.reason);
  }
}

TEST(ResultWireTest, LeavesOutWhatHasNotChanged) {
  const model::StepSystem system = make_system(counter(20), {2});
  const Result before = test::explore(system);
  Result after = before;
  after.goals[2].result.reason = "changed";
  base::WireWriter all, difference;
  write(all, system, after, {});
  write(difference, system, after, before);
  EXPECT_LT(difference.bytes().size(), all.bytes().size());
  base::WireReader from(difference.bytes());
  Result back = before;
  read(from, system, back);
  EXPECT_EQ(back.goals[2].result.reason, "changed");
  EXPECT_EQ(back.goals[1].trace->steps, before.goals[1].trace->steps);
}

TEST(ResultWireTest, RefusesTornBytes) {
  const model::StepSystem system = make_system(counter(20), {2});
  base::WireWriter to;
  write(to, system, test::explore(system, {.keep_edges = true}), {});
  for (std::size_t size = 0; size < to.bytes().size(); size += 7) {
    base::WireReader from(std::string_view(to.bytes()).substr(0, size));
    Result back;
    EXPECT_THROW(read(from, system, back), base::WireError) << size;
  }
}

}  // namespace
}  // namespace catenary::engine::reach
