// SPDX-License-Identifier: Apache-2.0
/// \file
/// Engines that search in turn: who is given how much, what the others learn,
/// and that the number of processors makes no difference.
#include "engine/portfolio/turns.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "unit/engine/reach/counter.h"

namespace catenary::engine::portfolio {
namespace {

using model::GoalStatus;
using reach::Result;
using reach::Stop;
using std::chrono::milliseconds;

/// What a member does with the k-th slice, of so much work: it changes what it
/// says. Runs that it is told are added to `told`.
struct Script {
  std::function<void(int slice, milliseconds work, Result& says)> plays;
  std::vector<milliseconds> given;
  std::size_t told = 0;
  /// How often it was listened to while its slice went on.
  int looks = 0;
};

class Actor final : public reach::RunningSearch {
 public:
  Actor(Script& script, std::size_t goals, reach::ProgressCallback progress)
      : script_(script), progress_(std::move(progress)) {
    says_.goals.resize(goals);
    says_.stop = Stop::work;
  }
  void start(const base::Budget& slice,
             const std::vector<model::Trace>& news) override {
    const milliseconds work = slice.work_left();
    script_.told += news.size();
    script_.given.push_back(work);
    script_.plays(static_cast<int>(script_.given.size()), work, says_);
  }
  /// What is heard is told.
  void look() override {
    ++script_.looks;
    progress_({});
  }
  void wait() override { base::WorkClock::charge(script_.given.back()); }
  [[nodiscard]] bool ended() const override { return says_.stop != Stop::work; }
  [[nodiscard]] Result result() const override { return says_; }

 private:
  Script& script_;
  reach::ProgressCallback progress_;
  Result says_;
};

class Played final : public reach::Engine {
 public:
  explicit Played(Script& script) : script_(script) {}
  std::unique_ptr<reach::RunningSearch> begin(
      const model::StepSystem& system,
      const reach::Options& /*options*/,
      const base::Budget& /*budget*/,
      const reach::ProgressCallback& progress) override {
    return std::make_unique<Actor>(script_, system.goals.size(), progress);
  }
  Result explore(const model::StepSystem& /*system*/,
                 const reach::Options& /*options*/,
                 const base::Budget& /*budget*/,
                 const reach::ProgressCallback& /*progress*/) override {
    return {};
  }

 private:
  Script& script_;
};

/// A run of so many steps to goal `g`, all of whose inputs are 1.
void cover(Result& says, std::size_t g, std::size_t steps) {
  says.goals[g].result.status = GoalStatus::covered;
  says.goals[g].result.depth = static_cast<std::int64_t>(steps);
  says.goals[g].trace = model::Trace{{}, {steps, {logic::Value::integer(1LL)}}};
}

class TurnsTest : public testing::Test {
 protected:
  Member member(const char* name, Script& script, bool proves = false) {
    return {.name = name,
            .engine = std::make_shared<Played>(script),
            .proves = proves,
            .search = nullptr};
  }
  using Opening = std::function<bool(Ledger& ledger, Result& known)>;

  Result run(Script* solver,
             const std::map<const char*, Script*>& others,
             const Opening& opening = {}) {
    Ledger ledger({}, system_.goals.size(), no_progress_);
    Turns turns(system_,
                options_,
                budget_,
                {milliseconds(100), milliseconds(100), milliseconds(400)},
                ledger);
    for (const auto& [name, script] : others) {
      Member other = member(name, *script);
      other.has_graph = name == explores_;
      turns.add(std::move(other));
    }
    if (solver != nullptr) turns.set_solver(member("solver", *solver, true));
    Result known;
    known.goals.resize(system_.goals.size());
    Result out = turns.run(std::move(known), [&](Result& found) {
      return !opening || opening(ledger, found);
    });
    shares_ = ledger.shares();
    return out;
  }

  model::StepSystem system_ =
      reach::test::make_system(reach::test::counter(20), {2});
  reach::Options options_;
  base::Budget budget_;
  reach::ProgressCallback no_progress_;
  std::vector<reach::Share> shares_;
  /// The one of the others that is an exploration.
  std::string explores_;
};

/// Does nothing, `slices` times, and ends.
Script idle(int slices) {
  return {[slices](int slice, milliseconds /*work*/, Result& says) {
            if (slice == slices) says.stop = Stop::none;
          },
          {},
          0};
}

TEST_F(TurnsTest, SlicesDoubleUpToTheLongest) {
  Script solver = idle(5);
  (void)run(&solver, {});
  EXPECT_EQ(solver.given,
            (std::vector{milliseconds(100),
                         milliseconds(100),
                         milliseconds(200),
                         milliseconds(400),
                         milliseconds(400)}));
}

// What one search finds is often where another one goes on: it learns of it
// soon. An exploration keeps its part, though it may find nothing for long, and
// has three times the work, since a unit of it takes about a third of the time.
TEST_F(TurnsTest, RoundsAreShortWhileTheyFindSomething) {
  Script solver = idle(9);
  Script a{[](int slice, milliseconds /*work*/, Result& says) {
             if (slice == 1) cover(says, 0, 5);
             if (slice == 6) cover(says, 1, 6);
             if (slice == 8) says.stop = Stop::none;
           },
           {},
           0};
  explores_ = "a";
  (void)run(&solver, {{"a", &a}});
  EXPECT_EQ(a.given,
            (std::vector{milliseconds(300),
                         milliseconds(300),
                         milliseconds(600),
                         milliseconds(1'200),
                         milliseconds(1'200),
                         milliseconds(1'200),
                         milliseconds(600),
                         milliseconds(1'200)}));
}

TEST_F(TurnsTest, TheOthersHaveTogetherWhatTheSolverHas) {
  Script solver = idle(3), a = idle(2), b = idle(2);
  (void)run(&solver, {{"a", &a}, {"b", &b}});
  EXPECT_EQ(a.given, (std::vector{milliseconds(50), milliseconds(100)}));
  EXPECT_EQ(b.given, a.given);
}

TEST_F(TurnsTest, WhoFindsMoreGetsMoreAndNobodyStarves) {
  Script solver = idle(4), a = idle(3);
  Script b{[](int slice, milliseconds /*work*/, Result& says) {
             if (slice == 1) cover(says, 0, 5);
             if (slice == 3) says.stop = Stop::none;
           },
           {},
           0};
  (void)run(&solver, {{"a", &a}, {"b", &b}});
  EXPECT_GT(b.given[1], 3 * a.given[1]);
  EXPECT_GT(a.given[1], milliseconds(0));
  EXPECT_EQ(a.given[1] + b.given[1], milliseconds(100));
}

TEST_F(TurnsTest, TheOthersGetLessOnceTheyFindNothing) {
  Script solver = idle(8);
  Script a{[](int slice, milliseconds /*work*/, Result& says) {
             if (slice == 5) cover(says, 0, 5);
             if (slice == 7) says.stop = Stop::none;
           },
           {},
           0};
  (void)run(&solver, {{"a", &a}});
  EXPECT_EQ(a.given,
            (std::vector{milliseconds(100),
                         milliseconds(200),
                         milliseconds(200),
                         milliseconds(200),
                         milliseconds(200),
                         milliseconds(200),
                         milliseconds(400)}));
}

TEST_F(TurnsTest, EachLearnsWhatTheOthersFoundAndNotWhatItFound) {
  Script solver{[](int slice, milliseconds /*work*/, Result& says) {
                  if (slice == 1) cover(says, 2, 3);
                  if (slice == 4) says.stop = Stop::none;
                },
                {},
                0};
  Script a{[](int slice, milliseconds /*work*/, Result& says) {
             if (slice == 1) cover(says, 0, 5);
             if (slice == 3) says.stop = Stop::none;
           },
           {},
           0};
  const Result result = run(&solver, {{"a", &a}});
  EXPECT_EQ(solver.told, 1U) << "the run of a";
  EXPECT_EQ(a.told, 1U) << "the run of the solver";
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(result.goals[2].result.status, GoalStatus::covered);
  EXPECT_EQ(result.goals[1].result.status, GoalStatus::undecided);
}

// The solver works meanwhile, and would wait for a reader of what it says.
TEST_F(TurnsTest, TheOpeningListensToTheSolverAndTellsItItsRuns) {
  for (const std::uint32_t jobs : {1U, 2U}) {
    options_.jobs = jobs;
    Script solver = idle(2);
    const Result result = run(&solver, {}, [](Ledger& ledger, Result& known) {
      cover(known, 0, 5);
      ledger.teller("novelty")({});
      return true;
    });
    EXPECT_EQ(solver.looks, jobs == 1 ? 0 : 1);
    EXPECT_EQ(solver.told, 1U);
    EXPECT_TRUE(result.goals[0].trace);
  }
}

TEST_F(TurnsTest, TheOpeningMayEndTheSearch) {
  Script solver = idle(5), a = idle(5);
  const Result result = run(&solver, {{"a", &a}}, [](Ledger&, Result& known) {
    cover(known, 0, 5);
    return false;
  });
  EXPECT_TRUE(result.goals[0].trace);
  EXPECT_LE(solver.given.size(), 1U);
  EXPECT_TRUE(a.given.empty());
}

TEST_F(TurnsTest, OfOthersOnlyRunsCountUnlessTheyProve) {
  Script a{[](int /*slice*/, milliseconds /*work*/, Result& says) {
             says.goals[1].result = {
                 GoalStatus::unreachable, model::Trust::proved, "wrong", -1};
             says.stop = Stop::none;
           },
           {},
           0};
  EXPECT_EQ(run(nullptr, {{"a", &a}}).goals[1].result.status,
            GoalStatus::undecided);
}

TEST_F(TurnsTest, ARunAgainstAProofOfTheSolverEndsTheSearch) {
  Script solver{
      [](int /*slice*/, milliseconds /*work*/, Result& says) {
        says.goals[0].result = {
            GoalStatus::unreachable, model::Trust::proved, "wrong", -1};
      },
      {},
      0};
  Script a{[](int /*slice*/, milliseconds /*work*/, Result& says) {
             cover(says, 0, 5);
           },
           {},
           0};
  const Result result = run(&solver, {{"a", &a}});
  EXPECT_FALSE(result.contradiction.empty());
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
}

TEST_F(TurnsTest, ALimitOfWorkCountsTheWorkOfBothHalves) {
  budget_.set_work(milliseconds(1'000));
  Script solver = idle(-1), a = idle(-1);
  const auto before = base::WorkClock::now();
  (void)run(&solver, {{"a", &a}});
  EXPECT_GE(base::WorkClock::now() - before, milliseconds(1'000));
  EXPECT_LE(base::WorkClock::now() - before, milliseconds(1'400));
}

// An exploration may do as much as is left, but for what the solver does.
TEST_F(TurnsTest, AnExplorationKeepsTheLimitOfWork) {
  budget_.set_work(milliseconds(1'000));
  Script solver = idle(-1), a = idle(-1);
  explores_ = "a";
  const auto before = base::WorkClock::now();
  (void)run(&solver, {{"a", &a}});
  EXPECT_GE(base::WorkClock::now() - before, milliseconds(1'000));
  EXPECT_LE(base::WorkClock::now() - before, milliseconds(1'010));
}

// The number of processors decides only when something is done.
TEST_F(TurnsTest, TheNumberOfJobsMakesNoDifference) {
  std::vector<std::vector<milliseconds>> given;
  for (const std::uint32_t jobs : {1U, 2U}) {
    options_.jobs = jobs;
    base::Budget budget;
    budget.set_work(milliseconds(900));
    budget_ = budget;
    Script solver{[](int slice, milliseconds /*work*/, Result& says) {
                    if (slice == 2) cover(says, 2, 3);
                  },
                  {},
                  0};
    Script a{[](int slice, milliseconds /*work*/, Result& says) {
               if (slice == 1) cover(says, 0, 5);
             },
             {},
             0};
    Script b = idle(-1);
    (void)run(&solver, {{"a", &a}, {"b", &b}});
    given.push_back(solver.given);
    given.push_back(a.given);
    given.push_back(b.given);
    given.push_back({milliseconds(solver.told),
                     milliseconds(a.told),
                     milliseconds(b.told)});
    for (const reach::Share& share : shares_) {
      given.back().push_back(share.work);
    }
  }
  const auto half = static_cast<std::ptrdiff_t>(given.size() / 2);
  EXPECT_EQ(std::vector(given.begin(), given.begin() + half),
            std::vector(given.begin() + half, given.end()));
}

}  // namespace
}  // namespace catenary::engine::portfolio
