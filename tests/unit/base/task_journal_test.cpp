// SPDX-License-Identifier: Apache-2.0
// Names of tasks, and who may use a journal.
#include "base/journal/task_journal.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

namespace catenary::base {
namespace {

class NoJournal final : public TaskJournal {
 public:
  std::optional<std::string> find(const std::string&) override { return {}; }
  void keep(const std::string&, std::string_view) override {}
};

TEST(TaskJournalTest, PartsOfATaskAreCounted) {
  NoJournal journal;
  const JournalScope scope(journal);
  EXPECT_EQ(TaskName("search").path(), "search 1");
  const TaskName second("search");
  EXPECT_EQ(second.path(), "search 2");
  EXPECT_EQ(TaskName("explicit").path(), "search 2/explicit 1");
  EXPECT_EQ(TaskName("random").path(), "search 2/random 1");
  EXPECT_EQ(TaskName("explicit").path(), "search 2/explicit 2");
}

TEST(TaskJournalTest, ANewCommandCountsAnew) {
  NoJournal journal;
  for (int i = 0; i < 2; ++i) {
    const JournalScope scope(journal);
    EXPECT_EQ(TaskName("search").path(), "search 1");
  }
  EXPECT_EQ(TaskName("search").path(), "") << "there is no journal";
}

TEST(TaskJournalTest, IsThatOfOneThreadOfOneProcess) {
  NoJournal journal;
  EXPECT_EQ(task_journal(), nullptr);
  const JournalScope scope(journal);
  EXPECT_EQ(task_journal(), &journal);
  std::thread([] { EXPECT_EQ(task_journal(), nullptr); }).join();
  const pid_t child = ::fork();
  if (child == 0) ::_exit(task_journal() == nullptr ? 0 : 1);
  int status = 1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace catenary::base
