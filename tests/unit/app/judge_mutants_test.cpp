// SPDX-License-Identifier: Apache-2.0
/// \file
/// Mutants that are judged one after the other, in several processes, by a
/// fleet, or were judged before: the report is the same. What a limit cuts
/// short is left out.
#include "app/run/judge_mutants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/console/mutation.h"
#include "unit/memory_journal.h"

namespace catenary::app {
namespace {

using suite::MutantResult;
using suite::MutantStatus;
using States = std::vector<std::optional<MutantStatus>>;

class JudgeMutantsTest : public testing::Test {
 protected:
  /// The report of mutants with these states; nothing = does not compile.
  suite::MutationReport judged(const States& states,
                               std::uint32_t jobs,
                               const CommandFleet* fleet = nullptr) {
    std::vector<model::Mutation> mutations(states.size());
    std::vector<const model::Mutation*> all;
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < states.size(); ++i) {
      mutations[i].id = "m" + std::to_string(i);
      all.push_back(&mutations[i]);
      chosen.push_back(i);
    }
    const exec::mutation::Judge judge =
        [&](std::size_t i) -> std::optional<MutantResult> {
      judged_.push_back(i);
      if (i == interrupted_) budget_.interrupt();
      if (!states[i]) return std::nullopt;
      MutantResult out;
      out.mutation = mutations[i];
      out.status = *states[i];
      out.reason = "reason " + std::to_string(i);
      out.requirements = {"R1", "R2"};
      return out;
    };
    suite::MutationReport report;
    judged_.clear();
    told_ = 0;
    complete_ = judge_mutants(
        {all, chosen, judge, [&](const std::string&) { ++told_; }, fleet},
        jobs,
        budget_,
        report);
    return report;
  }

  base::Budget budget_;
  std::size_t interrupted_ = 1'000;
  /// In this process.
  std::vector<std::size_t> judged_;
  int told_ = 0;
  bool complete_ = false;
};

/// Answers each part at once, from a report of all mutants.
class FakeFleet final : public Executor {
 public:
  explicit FakeFleet(suite::MutationReport all, std::size_t possible)
      : all_(std::move(all)), possible_(possible) {}
  std::size_t free_places() const override { return 2 - waiting_.size(); }
  void submit(const Task& task) override {
    waiting_.push_back(task);
    words.push_back(task.words);
  }
  std::optional<TaskResult> next(const base::Budget&) override {
    if (waiting_.empty()) return std::nullopt;
    const Task task = waiting_.front();
    waiting_.pop_front();
    TaskResult out;
    out.id = task.id;
    if (task.id == crashes) {
      out.crash = "killed by signal 11";
    } else if (task.id != says_nothing) {
      out.out = task.id == says_rubbish ? "{}" : document(task.words.at(1));
    }
    return out;
  }

  std::vector<std::vector<std::string>> words;
  std::size_t crashes = 99, says_nothing = 99, says_rubbish = 99;
  /// The answer for a part lacks its last mutant, as if a limit had ended it.
  std::size_t is_cut = 99;

 private:
  std::string document(const std::string& word) const {
    unsigned part = 0;
    unsigned of = 0;
    EXPECT_EQ(std::sscanf(word.c_str(), "--shard=%u/%u", &part, &of), 2);
    suite::MutationReport out;
    out.not_compiling = 0;
    for (std::size_t i = part - 1; i < possible_; i += of) {
      const std::string id = "m" + std::to_string(i);
      const auto found = std::ranges::find_if(
          all_.mutants, [&](const auto& m) { return m.mutation.id == id; });
      if (found == all_.mutants.end()) {
        ++out.not_compiling;
      } else {
        out.mutants.push_back(*found);
      }
    }
    if (part - 1 == is_cut) out.mutants.pop_back();
    return report::mutation_document(out).pretty();
  }

  suite::MutationReport all_;
  std::size_t possible_;
  std::deque<Task> waiting_;
};

/// The executor of a command that ends before its owner looks at it.
class Borrowed final : public Executor {
 public:
  explicit Borrowed(Executor& executor) : executor_(executor) {}
  std::size_t free_places() const override { return executor_.free_places(); }
  void submit(const Task& task) override { executor_.submit(task); }
  std::optional<TaskResult> next(const base::Budget& budget) override {
    return executor_.next(budget);
  }

 private:
  Executor& executor_;
};

CommandFleet fleet_of(FakeFleet& executor) {
  return {[&] { return std::make_unique<Borrowed>(executor); },
          {"run", "s.json"}};
}

States many() {
  States out;
  for (int i = 0; i < 20; ++i) {
    if (i % 7 == 3) {
      out.emplace_back();
    } else {
      out.emplace_back(static_cast<MutantStatus>(i % 6));
    }
  }
  return out;
}

void expect_same(const suite::MutationReport& found,
                 const suite::MutationReport& wanted) {
  EXPECT_EQ(found.not_compiling, wanted.not_compiling);
  ASSERT_EQ(found.mutants.size(), wanted.mutants.size());
  for (std::size_t i = 0; i < wanted.mutants.size(); ++i) {
    EXPECT_EQ(found.mutants[i].mutation.id, wanted.mutants[i].mutation.id);
    EXPECT_EQ(found.mutants[i].status, wanted.mutants[i].status);
    EXPECT_EQ(found.mutants[i].reason, wanted.mutants[i].reason);
    EXPECT_EQ(found.mutants[i].requirements, wanted.mutants[i].requirements);
  }
}

TEST_F(JudgeMutantsTest, CountsMutantsThatDoNotCompile) {
  for (const std::uint32_t jobs : {1U, 2U}) {
    const auto report = judged({MutantStatus::killed, std::nullopt}, jobs);
    EXPECT_EQ(report.mutants.size(), 1U);
    EXPECT_EQ(report.not_compiling, 1U);
    EXPECT_TRUE(complete_);
    EXPECT_EQ(told_, 2);
  }
}

TEST_F(JudgeMutantsTest, SaysTheSameWithAnyNumberOfProcesses) {
  const auto one = judged(many(), 1);
  ASSERT_EQ(one.mutants.size(), 17U);
  for (const std::uint32_t jobs : {2U, 5U, 50U}) {
    const auto some = judged(many(), jobs);
    EXPECT_TRUE(judged_.empty()) << "they are judged by children";
    expect_same(some, one);
  }
}

// Twenty mutants are three parts.
TEST_F(JudgeMutantsTest, AsksAFleetForParts) {
  const auto wanted = judged(many(), 1);
  FakeFleet executor(wanted, 20);
  const CommandFleet fleet = fleet_of(executor);
  expect_same(judged(many(), 1, &fleet), wanted);
  EXPECT_TRUE(judged_.empty());
  EXPECT_EQ(told_, 20);
  ASSERT_EQ(executor.words.size(), 3U);
  EXPECT_EQ(executor.words[0],
            (std::vector<std::string>{"run", "--shard=1/3", "s.json"}));
}

TEST_F(JudgeMutantsTest, JudgesHereWhatTheFleetLeavesOpen) {
  const auto wanted = judged(many(), 1);
  for (const std::size_t part : {0U, 1U, 2U}) {
    FakeFleet executor(wanted, 20);
    executor.crashes = part;
    executor.says_nothing = (part + 1) % 3;
    const CommandFleet fleet = fleet_of(executor);
    expect_same(judged(many(), 1, &fleet), wanted);
    EXPECT_GE(judged_.size(), 13U);
    EXPECT_TRUE(complete_);
  }
  FakeFleet executor(wanted, 20);
  executor.says_rubbish = 0;
  executor.is_cut = 1;
  const CommandFleet fleet = fleet_of(executor);
  expect_same(judged(many(), 1, &fleet), wanted);
  // Those that do not compile are open as well where an answer is cut.
  EXPECT_GE(judged_.size(), 8U);
  EXPECT_LT(judged_.size(), 14U);
}

TEST_F(JudgeMutantsTest, AsksAFleetForNoPartThatIsKnown) {
  const auto wanted = judged(many(), 1);
  catenary::test::MemoryJournal journal;
  {
    const base::JournalScope scope(journal);
    (void)judged(many(), 1);
  }
  EXPECT_EQ(std::erase_if(journal.items,
                          [](const auto& item) {
                            return item.first.find("mutant m4") !=
                                   std::string::npos;
                          }),
            1U);
  const base::JournalScope scope(journal);
  FakeFleet executor(wanted, 20);
  const CommandFleet fleet = fleet_of(executor);
  expect_same(judged(many(), 1, &fleet), wanted);
  ASSERT_EQ(executor.words.size(), 1U);
  EXPECT_EQ(executor.words[0].at(1), "--shard=2/3");
}

TEST_F(JudgeMutantsTest, StartsNoFleetForNothing) {
  catenary::test::MemoryJournal journal;
  {
    const base::JournalScope scope(journal);
    (void)judged(many(), 1);
  }
  const base::JournalScope scope(journal);
  const CommandFleet fleet{[]() -> std::unique_ptr<Executor> {
                             ADD_FAILURE() << "all mutants are known";
                             return nullptr;
                           },
                           {}};
  EXPECT_EQ(judged(many(), 1, &fleet).mutants.size(), 17U);
}

// A survivor may be killed by a test that was not run any more, and a system
// that ends with us has not crashed.
TEST_F(JudgeMutantsTest, DropsTheMutantThatAnInterruptCutsShort) {
  using S = MutantStatus;
  interrupted_ = 1;
  for (const S cut : {S::killed, S::survived, S::undecided, S::broken}) {
    budget_ = {};
    EXPECT_EQ(judged({S::killed, cut}, 1).mutants.size(), 1U)
        << suite::to_string(cut);
    EXPECT_FALSE(complete_);
  }
  budget_ = {};
  EXPECT_EQ(judged({S::killed, std::nullopt}, 1).not_compiling, 0U);
}

TEST_F(JudgeMutantsTest, JudgesNoMutantTwice) {
  const auto wanted = judged(many(), 1);
  catenary::test::MemoryJournal journal;
  {
    const base::JournalScope scope(journal);
    (void)judged(many(), 3);
  }
  EXPECT_EQ(journal.items.size(), 20U);
  journal.items.erase(journal.items.begin());
  journal.items.rbegin()->second.resize(2);  // torn
  const base::JournalScope scope(journal);
  const auto report = judged(many(), 1);
  EXPECT_EQ(judged_.size(), 2U);
  ASSERT_EQ(report.mutants.size(), wanted.mutants.size());
  for (std::size_t i = 0; i < wanted.mutants.size(); ++i) {
    EXPECT_EQ(report.mutants[i].mutation.id, wanted.mutants[i].mutation.id);
    EXPECT_EQ(report.mutants[i].reason, wanted.mutants[i].reason);
  }
}

}  // namespace
}  // namespace catenary::app
