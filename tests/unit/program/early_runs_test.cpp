// SPDX-License-Identifier: Apache-2.0
// Runs of the plain program beside a search: how many, and how they end.
#include "program/plain/early_runs.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "base/error.h"

namespace catenary::program::plain {
namespace {

using std::chrono::milliseconds;

/// As many steps as are asked for, in runs of 100; each costs nothing.
void run_at_once(const model::PlainJob& job,
                 const base::Budget&,
                 Report& into) {
  EXPECT_EQ(job.first_run, into.next_run);
  const std::uint64_t runs = (job.steps + 99) / 100;
  into.steps += runs * 100;
  into.next_run += runs;
  into.complete = true;
}

/// A pace that tells how often it was asked.
model::PlainPace counted(std::uint64_t steps, std::atomic<int>& asked) {
  return {[steps, &asked](double) {
            ++asked;
            return steps;
          },
          [](double) { return milliseconds(1000); }};
}

void wait_until_asked(const std::atomic<int>& asked, int times) {
  while (asked < times) std::this_thread::sleep_for(milliseconds(1));
}

TEST(EarlyRuns, LeaveAThirdOfTheSteps) {
  std::atomic<int> asked = 0;
  EarlyRuns runs(
      {[](const base::Budget&) { return std::string(); }, run_at_once});
  runs.begin(counted(30'000, asked));
  wait_until_asked(asked, 2);
  EXPECT_EQ(runs.finish({}), "");
  EXPECT_EQ(runs.report().steps, 20'000U);
  EXPECT_EQ(runs.report().next_run, 200U);
}

TEST(EarlyRuns, EndWhereTheirTimeIsSpent) {
  std::atomic<int> asked = 0;
  EarlyRuns runs(
      {[](const base::Budget&) { return std::string(); },
       [](const model::PlainJob& job, const base::Budget&, Report& into) {
         EXPECT_LE(job.cap, milliseconds(25));
         into.busy_ms += 24;
         into.next_run += 1;
       }});
  runs.begin({[&asked](double) {
                ++asked;
                return std::uint64_t{1} << 40;
              },
              [](double) { return milliseconds(300); }});
  wait_until_asked(asked, 10);
  EXPECT_EQ(runs.finish({}), "");
  // 200 ms, of which the last are too few for a batch.
  EXPECT_EQ(runs.report().next_run, 8U);
}

TEST(EarlyRuns, AreNotMadeWhereTheProgramIsNot) {
  EarlyRuns runs({[](const base::Budget&) { return "it does not compile"; },
                  [](const model::PlainJob&, const base::Budget&, Report&) {
                    ADD_FAILURE() << "there is no program";
                  }});
  runs.begin({[](double) { return std::uint64_t{1}; },
              [](double) { return milliseconds(1000); }});
  EXPECT_EQ(runs.finish({}), "it does not compile");
  EXPECT_FALSE(runs.report().complete);
}

TEST(EarlyRuns, KeepWhatWasSeenBeforeAFailure) {
  std::atomic<int> asked = 0;
  EarlyRuns runs({[](const base::Budget&) { return std::string(); },
                  [](const model::PlainJob& job,
                     const base::Budget& budget,
                     Report& into) {
                    if (into.next_run != 0) throw base::ToolError("it fails");
                    model::PlainJob less = job;
                    less.steps = 100;
                    run_at_once(less, budget, into);
                  }});
  runs.begin(counted(30'000, asked));
  wait_until_asked(asked, 2);
  EXPECT_EQ(runs.finish({}), "");
  EXPECT_EQ(runs.report().steps, 100U);
}

TEST(EarlyRuns, TellWhatThePreparationThrew) {
  EarlyRuns runs({[](const base::Budget&) -> std::string {
                    throw base::ToolError("no counters");
                  },
                  run_at_once});
  EXPECT_THROW((void)runs.finish({}), base::ToolError);
}

// A program that compiles for ever does not keep the command from ending.
TEST(EarlyRuns, TheDestructorStopsThePreparation) {
  bool stopped = false;
  {
    const EarlyRuns runs({[&stopped](const base::Budget& budget) {
                            while (budget.poll() == base::StopReason::none) {
                              std::this_thread::sleep_for(milliseconds(1));
                            }
                            stopped = true;
                            return std::string("no time is left");
                          },
                          run_at_once});
  }
  EXPECT_TRUE(stopped);
}

TEST(EarlyRuns, AreNotMadeWhereNobodyBegins) {
  EarlyRuns runs({[](const base::Budget&) { return std::string(); },
                  [](const model::PlainJob&, const base::Budget&, Report&) {
                    ADD_FAILURE() << "nobody began";
                  }});
  EXPECT_EQ(runs.finish({}), "");
  EXPECT_FALSE(runs.report().complete);
}

// Neither does one keep an interrupted command.
TEST(EarlyRuns, ASpentBudgetStopsThePreparation) {
  EarlyRuns runs({[](const base::Budget& budget) {
                    while (budget.poll() == base::StopReason::none) {
                      std::this_thread::sleep_for(milliseconds(1));
                    }
                    return std::string("no time is left");
                  },
                  run_at_once});
  base::Budget spent;
  spent.interrupt();
  EXPECT_EQ(runs.finish(spent), "no time is left");
}

Report report_of(std::int64_t lo, std::int64_t hi, std::uint64_t next) {
  Report out;
  out.outputs[0] = {true, false, lo, hi, 0, 0};
  out.state[0] = {true, false, lo, hi, 0, 0};
  out.hits[3] = lo;
  out.counts[7] = {2, 1};
  out.frames[0x40] = 5;
  out.steps = 10;
  out.next_run = next;
  out.complete = true;
  return out;
}

TEST(EarlyRuns, ReportsAddUp) {
  const ReportTypes types{{model::ScalarType::uint64},
                          {model::ScalarType::int64}};
  Report all;
  merge(report_of(5, 6, 4), types, all);
  merge(report_of(-1, 9, 3), types, all);
  // -1 is the largest of the unsigned numbers.
  EXPECT_EQ(all.outputs.at(0).ilo, 5);
  EXPECT_EQ(all.outputs.at(0).ihi, 9);
  EXPECT_EQ(all.state.at(0).ilo, -1);
  EXPECT_EQ(all.state.at(0).ihi, 9);
  EXPECT_EQ(all.hits.at(3), -1);
  EXPECT_EQ(all.counts.at(7).first, 4U);
  EXPECT_EQ(all.counts.at(7).second, 2U);
  EXPECT_EQ(all.frames.at(0x40), 10);
  EXPECT_EQ(all.steps, 20U);
  EXPECT_EQ(all.next_run, 4U);
  EXPECT_TRUE(all.complete);
}

}  // namespace
}  // namespace catenary::program::plain
