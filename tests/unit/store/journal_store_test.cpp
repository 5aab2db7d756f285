// SPDX-License-Identifier: Apache-2.0
// The journal on the disk: what survives kill -9, and what is not believed.
#include "store/journal_store.h"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>

#include "base/temporary_directory.h"

namespace catenary::store {
namespace {

TEST(JournalStoreTest, HasWhatWasPutWhenItIsOpenedAgain) {
  const base::TemporaryDirectory folder;
  const std::string path = folder.file("a.journal");
  JournalStore(path).put({{"one", std::string("\0\1", 2)}, {"two", ""}});
  JournalStore(path).put({{"one", "other"}});
  const JournalStore store(path);
  EXPECT_EQ(store.size(), 2);
  EXPECT_EQ(store.find("one"), "other");
  EXPECT_EQ(store.find("two"), "");
  EXPECT_EQ(store.find("three"), std::nullopt);
}

TEST(JournalStoreTest, ForgetsWhatIsReplaced) {
  const base::TemporaryDirectory folder;
  const JournalStore store(folder.file("a.journal"));
  store.put({{"one", "1"}, {"two", "2"}});
  store.replace({{"two", "3"}});
  EXPECT_EQ(store.size(), 1);
  EXPECT_EQ(store.find("two"), "3");
}

TEST(JournalStoreTest, OfACommandIsNoneOfAFleet) {
  const base::TemporaryDirectory folder;
  const std::string path = folder.file("a.journal");
  JournalStore(path).put({{"one", "1"}});
  EXPECT_THROW(JournalStore(path, JournalStore::Kind::fleet), StoreError);
}

TEST(JournalStoreTest, DoesNotBelieveWhatSomebodyChanged) {
  const base::TemporaryDirectory folder;
  const std::string path = folder.file("a.journal");
  JournalStore(path).put({{"one", "body"}, {"two", "body"}});
  sqlite3* file = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &file), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(file,
                         "UPDATE item SET body = CAST('Body' AS BLOB) WHERE "
                         "name = CAST('one' AS BLOB)",
                         nullptr,
                         nullptr,
                         nullptr),
            SQLITE_OK);
  ASSERT_EQ(sqlite3_changes(file), 1);
  sqlite3_close(file);
  EXPECT_EQ(JournalStore(path).find("one"), std::nullopt);
  EXPECT_EQ(JournalStore(path).find("two"), "body");
}

TEST(JournalStoreTest, SurvivesKill) {
  const base::TemporaryDirectory folder;
  const std::string path = folder.file("a.journal");
  const pid_t child = ::fork();
  if (child == 0) {
    const JournalStore store(path);
    for (int i = 0;; ++i) {
      store.put({{"all", std::to_string(i)}, {"also", std::to_string(i)}});
      if (i == 20) ::raise(SIGKILL);
    }
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  const JournalStore store(path);
  EXPECT_EQ(store.find("all"), "20");
  EXPECT_EQ(store.find("also"), "20");
}

TEST(JournalStoreTest, RemovesAllItsFiles) {
  const base::TemporaryDirectory folder;
  const std::string path = folder.file("a.journal");
  {
    const JournalStore open(path);
    open.put({{"one", "body"}});
    remove_journal(path);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  remove_journal(path);
}

}  // namespace
}  // namespace catenary::store
