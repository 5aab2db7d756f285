// SPDX-License-Identifier: Apache-2.0
#include "store/result_store.h"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "base/temporary_directory.h"

namespace catenary::store {
namespace {

namespace fs = std::filesystem;
using Kind = StoreError::Kind;

class ResultStoreTest : public testing::Test {
 protected:
  [[nodiscard]] std::string path() const { return folder_.file("results.db"); }
  [[nodiscard]] std::string bytes() const {
    std::ifstream in(path(), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void put_bytes(const std::string& content) const {
    std::ofstream(path(), std::ios::binary) << content;
  }
  /// Runs SQL on the file as another program would.
  void run_sql(const std::string& sql) const {
    sqlite3* file = nullptr;
    ASSERT_EQ(sqlite3_open(path().c_str(), &file), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(file, sql.c_str(), nullptr, nullptr, nullptr),
              SQLITE_OK)
        << sqlite3_errmsg(file);
    sqlite3_close(file);
  }
  base::TemporaryDirectory folder_;
};

/// The kind of the StoreError that `action` throws.
template <typename Action>
Kind kind_of(Action action) {
  try {
    action();
  } catch (const StoreError& e) {
    EXPECT_NE(std::string(e.what()), "");
    return e.kind();
  }
  ADD_FAILURE() << "nothing was thrown";
  return Kind::unusable;
}

/// The exit status of a process that does this.
template <typename Action>
int status_of_child(Action action) {
  const pid_t child = ::fork();
  if (child == 0) {
    action();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

TEST_F(ResultStoreTest, FindsWhatWasPutAfterReopening) {
  const std::string body("\0binary\xff", 8);
  ResultStore(path()).put("key", {"inputs", body});
  const auto found = ResultStore(path()).find("key");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].inputs, "inputs");
  EXPECT_EQ(found[0].body, body);
  EXPECT_TRUE(ResultStore(path()).find("another").empty());
}

TEST_F(ResultStoreTest, KeepsEmptyBodies) {
  const ResultStore store(path());
  store.put("", {"", ""});
  ASSERT_EQ(store.find("").size(), 1U);
  EXPECT_EQ(store.find("")[0].body, "");
}

TEST_F(ResultStoreTest, ReplacesTheResultOfTheSameInputs) {
  const ResultStore store(path());
  store.put("key", {"a", "old"});
  store.put("key", {"b", "other"});
  store.put("key", {"a", "new"});
  const auto found = store.find("key");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].body, "new");
  EXPECT_EQ(found[1].body, "other");
}

TEST_F(ResultStoreTest, KeepsTheNewestOfAKey) {
  const ResultStore store(path());
  store.put("other", {"x", "y"});
  for (int i = 0; i < 20; ++i) store.put("key", {std::to_string(i), "body"});
  const auto found = store.find("key");
  ASSERT_EQ(found.size(), static_cast<std::size_t>(ResultStore::kMostOfAKey));
  EXPECT_EQ(found.front().inputs, "19");
  EXPECT_EQ(store.find("other").size(), 1U);
}

TEST_F(ResultStoreTest, TrimsTheOldest) {
  const ResultStore store(path());
  for (int i = 0; i < 10; ++i) {
    store.put(std::to_string(i), {"", std::string(1000, 'x')});
  }
  store.trim(10'000);
  EXPECT_EQ(store.size(), 10);
  store.trim(3'500);
  EXPECT_EQ(store.size(), 3);
  EXPECT_EQ(store.find("9").size(), 1U);
  store.trim(0);
  EXPECT_EQ(store.size(), 0);
}

TEST_F(ResultStoreTest, MakesTheFolder) {
  const std::string deep = folder_.file("a/b/results.db");
  ResultStore(deep).put("key", {"", "body"});
  EXPECT_TRUE(fs::exists(deep));
}

TEST_F(ResultStoreTest, RefusesFilesOfOthersAndLeavesThemAsTheyAre) {
  const std::string text =
      "This is a letter, and not short: " + std::string(5000, 'x');
  put_bytes(text);
  EXPECT_EQ(kind_of([&] { ResultStore store(path()); }), Kind::foreign);
  EXPECT_EQ(bytes(), text);
}

TEST_F(ResultStoreTest, RefusesDatabasesOfOthers) {
  run_sql("CREATE TABLE result (key, inputs, body, digest)");
  EXPECT_EQ(kind_of([&] { ResultStore store(path()); }), Kind::foreign);
}

TEST_F(ResultStoreTest, RefusesEmptyDatabasesThatAreMarkedAsOthers) {
  run_sql("PRAGMA application_id=7");
  EXPECT_EQ(kind_of([&] { ResultStore store(path()); }), Kind::foreign);
}

TEST_F(ResultStoreTest, RefusesAnotherVersion) {
  {
    const ResultStore store(path());
  }
  run_sql("PRAGMA user_version=99");
  EXPECT_EQ(kind_of([&] { ResultStore store(path()); }), Kind::foreign);
}

TEST_F(ResultStoreTest, RefusesTablesThatSomebodyChanged) {
  ResultStore(path()).put("key", {"", "body"});
  run_sql("ALTER TABLE result RENAME COLUMN body TO corpse");
  EXPECT_EQ(kind_of([&] { (void)ResultStore(path()).find("key"); }),
            Kind::damaged);
}

TEST_F(ResultStoreTest, RefusesDirectories) {
  fs::create_directory(path());
  EXPECT_EQ(kind_of([&] { ResultStore store(path()); }), Kind::unusable);
}

TEST_F(ResultStoreTest, SaysThatItMayNotWrite) {
  {
    const ResultStore store(path());
  }
  fs::remove(path() + "-wal");
  fs::remove(path() + "-shm");
  fs::permissions(path(), fs::perms::owner_read | fs::perms::others_read);
  fs::permissions(folder_.path(),
                  fs::perms::owner_read | fs::perms::owner_exec |
                      fs::perms::others_read | fs::perms::others_exec);
  const int status = status_of_child([&] {
    // Permissions do not concern root.
    if (::geteuid() == 0 && ::seteuid(65534) != 0) ::_exit(99);
    try {
      ResultStore(path()).put("key", {"", "body"});
    } catch (const StoreError& e) {
      ::_exit(e.kind() == Kind::read_only ? 7 : 8);
    }
  });
  fs::permissions(folder_.path(), fs::perms::owner_all);
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

TEST_F(ResultStoreTest, LeavesOutRowsThatWereChanged) {
  ResultStore(path()).put("key", {"a", "covered 7 of 9"});
  ResultStore(path()).put("key", {"b", "right"});
  run_sql(
      "UPDATE result SET body = 'covered 9 of 9' WHERE inputs = CAST('a' "
      "AS BLOB)");
  const auto found = ResultStore(path()).find("key");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].body, "right");
}

/// A wrong byte anywhere: an error, nothing, or what was put; never another
/// body, and never a crash.
TEST_F(ResultStoreTest, GivesNoOtherBodyWhereverAByteIsWrong) {
  {
    const ResultStore store(path());
    for (int i = 0; i < 5; ++i) store.put("key", {std::to_string(i), "body"});
    store.put("large", {"", std::string(30'000, 'x')});
  }
  const std::string right = bytes();
  ASSERT_GT(right.size(), 8192U);
  for (std::size_t at = 0; at < right.size(); at += 97) {
    std::string wrong = right;
    wrong[at] = static_cast<char>(wrong[at] ^ 0x55);
    put_bytes(wrong);
    fs::remove(path() + "-wal");
    fs::remove(path() + "-shm");
    try {
      const ResultStore store(path());
      for (const StoredResult& r : store.find("key")) {
        EXPECT_EQ(r.body, "body") << "byte " << at;
      }
    } catch (const StoreError&) {
      continue;
    }
  }
}

TEST_F(ResultStoreTest, GivesNoOtherBodyWhereverTheFileIsTorn) {
  ResultStore(path()).put("key", {"", "body"});
  const std::string right = bytes();
  for (std::size_t size = 0; size < right.size(); size += 301) {
    put_bytes(right.substr(0, size));
    try {
      for (const StoredResult& r : ResultStore(path()).find("key")) {
        EXPECT_EQ(r.body, "body") << size << " bytes";
      }
    } catch (const StoreError&) {
      continue;
    }
  }
}

TEST_F(ResultStoreTest, LosesNothingWhereTheDiskIsFull) {
  ResultStore(path()).put("key", {"", "body"});
  const int status = status_of_child([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const struct rlimit small{200'000, 200'000};
    ::setrlimit(RLIMIT_FSIZE, &small);
    try {
      ResultStore(path()).put("huge", {"", std::string(1'000'000, 'x')});
    } catch (const StoreError&) {
      ::_exit(7);
    }
  });
  EXPECT_EQ(WEXITSTATUS(status), 7);
  const ResultStore store(path());
  EXPECT_EQ(store.find("key").size(), 1U);
  EXPECT_TRUE(store.find("huge").empty());
}

TEST_F(ResultStoreTest, IsUsedByManyProcessesAtOnce) {
  constexpr int kProcesses = 6;
  constexpr int kPuts = 10;
  pid_t children[kProcesses];
  for (int p = 0; p < kProcesses; ++p) {
    children[p] = ::fork();
    if (children[p] != 0) continue;
    try {
      for (int i = 0; i < kPuts; ++i) {
        const std::string name = std::to_string(p) + "." + std::to_string(i);
        const ResultStore store(path());
        store.put(name, {"", name});
        if (store.find(name).size() != 1) ::_exit(2);
      }
    } catch (const std::exception& e) {
      std::fputs(e.what(), stderr);
      ::_exit(1);
    }
    ::_exit(0);
  }
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(ResultStore(path()).size(), kProcesses * kPuts);
}

/// Every result that put() returned from is there after kill -9.
TEST_F(ResultStoreTest, KeepsWhatWasPutWhenKilled) {
  {
    const ResultStore store(path());
  }
  int told[2];
  ASSERT_EQ(::pipe(told), 0);
  std::int64_t acknowledged = 0;
  for (int round = 0; round < 10; ++round) {
    const pid_t child = ::fork();
    if (child == 0) {
      const ResultStore store(path());
      for (int i = 0;; ++i) {
        store.put(std::to_string(round) + "." + std::to_string(i),
                  {"", std::string(2000, 'x')});
        (void)!::write(told[1], "x", 1);
      }
    }
    ::usleep(static_cast<useconds_t>(7'000 + 3'000 * round));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
  }
  ::close(told[1]);
  char one = 0;
  while (::read(told[0], &one, 1) == 1) ++acknowledged;
  ::close(told[0]);
  EXPECT_GT(acknowledged, 0);
  EXPECT_GE(ResultStore(path()).size(), acknowledged);
}

}  // namespace
}  // namespace catenary::store
