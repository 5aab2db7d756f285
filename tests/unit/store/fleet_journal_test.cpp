// SPDX-License-Identifier: Apache-2.0
#include "store/fleet_journal.h"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>

#include "base/temporary_directory.h"

namespace catenary::store {
namespace {

class FleetJournalTest : public testing::Test {
 protected:
  [[nodiscard]] std::string path() const { return folder_.file("journal"); }
  base::TemporaryDirectory folder_;
};

TEST_F(FleetJournalTest, KeepsTheFirstResultOfATask) {
  const FleetJournal journal(path());
  EXPECT_FALSE(journal.find("a"));
  journal.put("a", "first");
  journal.put("a", "second");
  EXPECT_EQ(journal.find("a"), "first");
}

TEST_F(FleetJournalTest, TheJobGoesOnUntilItIsFinished) {
  std::string name;
  {
    const FleetJournal journal(path());
    name = journal.job();
    journal.put("a", std::string("x\0y", 3));
  }
  FleetJournal journal(path());
  EXPECT_EQ(journal.job(), name);
  EXPECT_EQ(journal.find("a"), std::string("x\0y", 3));
  journal.finish();
  EXPECT_NE(journal.job(), name);
  EXPECT_FALSE(journal.find("a"));
}

TEST_F(FleetJournalTest, SurvivesAKillAfterPut) {
  {
    const FleetJournal create(path());
  }
  const pid_t child = ::fork();
  if (child == 0) {
    const FleetJournal journal(path());
    journal.put("a", "result");
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(FleetJournal(path()).find("a"), "result");
}

TEST_F(FleetJournalTest, ChangedBytesAreNoResult) {
  const FleetJournal journal(path());
  journal.put("a", "result");
  sqlite3* raw = nullptr;
  ASSERT_EQ(::sqlite3_open(path().c_str(), &raw), SQLITE_OK);
  ::sqlite3_exec(raw,
                 "UPDATE item SET body = 'other' WHERE name = CAST('task a' AS "
                 "BLOB)",
                 nullptr,
                 nullptr,
                 nullptr);
  ASSERT_EQ(::sqlite3_changes(raw), 1);
  ::sqlite3_close(raw);
  EXPECT_FALSE(journal.find("a"));
  journal.put("a", "again");
  EXPECT_EQ(journal.find("a"), "again");
}

}  // namespace
}  // namespace catenary::store
