// SPDX-License-Identifier: Apache-2.0
// Plans that are kept are those that would be made, in whatever order.
#include "engine/contract/testing/recorded_plan.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "interfaces.h"
#include "unit/memory_journal.h"

namespace catenary::engine::contract {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

/// Everything of a plan that is kept.
void expect_same(const Plan& a, const Plan& b, const std::string& goal) {
  EXPECT_EQ(a.status, b.status) << goal;
  EXPECT_EQ(a.reason, b.reason) << goal;
  EXPECT_EQ(a.depth, b.depth) << goal;
  EXPECT_EQ(a.shortest, b.shortest) << goal;
  EXPECT_EQ(a.guaranteed, b.guaranteed) << goal;
  EXPECT_EQ(a.inputs, b.inputs) << goal;
  EXPECT_EQ(a.run, b.run) << goal;
  EXPECT_EQ(a.views, b.views) << goal;
  EXPECT_EQ(a.added, b.added) << goal;
}

std::vector<Plan> plans(const model::Interface& interface,
                        const std::vector<TestGoal>& goals) {
  const PlanSettings settings;
  Planner planner(interface, goals, settings, {});
  std::vector<Plan> out;
  for (const TestGoal& goal : goals) {
    out.push_back(plan_recorded(planner, interface, goal, settings));
  }
  return out;
}

TEST(RecordedPlan, IsTheOneThatWouldBeMade) {
  const model::Interface interface = buffer(2);
  const auto goals = purposes_of(interface);
  ASSERT_GE(goals.size(), 2U);
  const std::vector<Plan> wanted = plans(interface, goals);
  catenary::test::MemoryJournal journal;
  {
    const base::JournalScope scope(journal);
    (void)plans(interface, goals);
  }
  const auto all = journal.items;
  ASSERT_GE(all.size(), 2U);
  // Every subset of up to eight of them may have been kept.
  for (std::size_t kept = 0;
       kept < (std::size_t{1} << std::min<std::size_t>(all.size(), 8));
       ++kept) {
    journal.items.clear();
    std::size_t i = 0;
    for (const auto& item : all) {
      if ((kept >> i++ & 1) == 1) journal.items.insert(item);
    }
    const base::JournalScope scope(journal);
    const std::vector<Plan> found = plans(interface, goals);
    for (std::size_t g = 0; g < goals.size(); ++g) {
      expect_same(found[g], wanted[g], goals[g].id);
    }
  }
}

TEST(RecordedPlan, IsTakenFromTheJournal) {
  const model::Interface interface = buffer(2);
  const auto goals = purposes_of(interface);
  catenary::test::MemoryJournal journal;
  const base::JournalScope scope(journal);
  const PlanSettings settings;
  Planner planner(interface, goals, settings, {});
  const Plan first = plan_recorded(planner, interface, goals[0], settings);
  ASSERT_EQ(journal.items.size(), 1U);
  std::string& bytes = journal.items.begin()->second;
  const std::size_t at = bytes.find(first.reason);
  ASSERT_NE(at, std::string::npos);
  bytes[at] = '#';
  // The second time it is another task.
  const auto item = *journal.items.begin();
  const std::string second = item.first.substr(0, item.first.size() - 1) + "2";
  journal.items[second] = item.second;
  const Plan again = plan_recorded(planner, interface, goals[0], settings);
  EXPECT_EQ(again.reason.front(), '#');
}

TEST(RecordedPlan, IsMadeAnewWhereTheBytesAreTorn) {
  const model::Interface interface = buffer(2);
  const auto goals = purposes_of(interface);
  const std::vector<Plan> wanted = plans(interface, goals);
  catenary::test::MemoryJournal journal;
  {
    const base::JournalScope scope(journal);
    (void)plans(interface, goals);
  }
  for (auto& [task, bytes] : journal.items) bytes.resize(bytes.size() / 2);
  const base::JournalScope scope(journal);
  const std::vector<Plan> found = plans(interface, goals);
  for (std::size_t g = 0; g < goals.size(); ++g) {
    expect_same(found[g], wanted[g], goals[g].id);
  }
}

}  // namespace
}  // namespace catenary::engine::contract
