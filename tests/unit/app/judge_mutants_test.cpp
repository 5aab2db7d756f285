// SPDX-License-Identifier: Apache-2.0
/// \file
/// Mutants that are judged one after the other, in several processes, or were
/// judged before: the report is the same. What a limit cuts short is left out.
#include "app/run/judge_mutants.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "unit/memory_journal.h"

namespace catenary::app {
namespace {

using suite::MutantResult;
using suite::MutantStatus;
using States = std::vector<std::optional<MutantStatus>>;

class JudgeMutantsTest : public testing::Test {
 protected:
  /// The report of mutants with these states; nothing = does not compile.
  suite::MutationReport judged(const States& states, std::uint32_t jobs) {
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
        {all, chosen, judge, [&](const std::string&) { ++told_; }},
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
    ASSERT_EQ(some.mutants.size(), one.mutants.size());
    EXPECT_EQ(some.not_compiling, one.not_compiling);
    for (std::size_t i = 0; i < one.mutants.size(); ++i) {
      EXPECT_EQ(some.mutants[i].mutation.id, one.mutants[i].mutation.id);
      EXPECT_EQ(some.mutants[i].status, one.mutants[i].status);
      EXPECT_EQ(some.mutants[i].reason, one.mutants[i].reason);
      EXPECT_EQ(some.mutants[i].requirements, one.mutants[i].requirements);
    }
  }
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
