// SPDX-License-Identifier: Apache-2.0
#include "base/temporary_directory.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/text_file.h"

namespace catenary::base {
namespace {

namespace fs = std::filesystem;

/// A folder that stands for /tmp.
class Stale : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = ::testing::TempDir() + "stale-test-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    parent_ = name;
  }
  void TearDown() override { fs::remove_all(parent_); }

  /// The number of a process that is gone.
  static std::string dead() {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(0);
    ::waitpid(child, nullptr, 0);
    return std::to_string(child);
  }
  fs::path make(const std::string& name) const {
    fs::create_directories(parent_ / name / "inside");
    std::ofstream(parent_ / name / "inside" / "f") << "x";
    return parent_ / name;
  }

  fs::path parent_;
};

TEST(TemporaryDirectory, WritesAndReplacesFiles) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("f", "a longer text");
  EXPECT_EQ(path, directory.file("f"));
  directory.write("f", std::string_view("a\0b", 3));
  EXPECT_EQ(read_file(path), std::string("a\0b", 3));
  EXPECT_THROW(directory.write("no/such/folder", "x"), ToolError);
}

TEST(TemporaryDirectory, FilesAreForTheirUserAlone) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("token", "secret");
  EXPECT_EQ(fs::status(path).permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(Stale, WhatADeadProcessLeftGoesAway) {
  const fs::path left = make("catenary-" + dead() + "-aB3x9Z");
  EXPECT_EQ(remove_stale_directories(parent_), 1U);
  EXPECT_FALSE(fs::exists(left));
}

TEST_F(Stale, NothingElseIsTouched) {
  const std::string pid = dead();
  make("catenary-" + std::to_string(::getpid()) + "-aaaaaa");
  make("catenary-" + pid);
  make("catenary-" + pid + "-short");
  make("catenary-" + pid + "-toolong");
  make("catenary-" + pid + "x-aaaaaa");
  make("catenary--" + pid + "-aaaaaa");
  make("catenary-0-aaaaaa");
  make("catenary-99999999999999999999-aaaaaa");
  make("catenary-bench-aaaaaa");
  make("other-" + pid + "-aaaaaa");
  std::ofstream(parent_ / ("catenary-" + pid + "-ffffff")) << "a file";
  make("target");
  fs::create_directory_symlink(parent_ / "target",
                               parent_ / ("catenary-" + pid + "-llllll"));
  EXPECT_EQ(remove_stale_directories(parent_), 0U);
  EXPECT_EQ(std::distance(fs::directory_iterator(parent_), {}), 13);
  EXPECT_TRUE(fs::exists(parent_ / "target" / "inside" / "f"));
  EXPECT_EQ(remove_stale_directories(parent_ / "nowhere"), 0U);
}

TEST_F(Stale, LockedDirectoriesStay) {
  // The process is not to be seen, and yet somebody works there.
  const fs::path used = make("catenary-" + dead() + "-aB3x9Z");
  const int lock = ::open(used.c_str(), O_RDONLY | O_DIRECTORY);
  ASSERT_EQ(::flock(lock, LOCK_SH), 0);
  EXPECT_EQ(remove_stale_directories(parent_), 0U);
  ::close(lock);
  EXPECT_EQ(remove_stale_directories(parent_), 1U);
}

TEST_F(Stale, AnotherUsersDirectoriesStay) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root to give files away";
  const fs::path left = make("catenary-" + dead() + "-aB3x9Z");
  ASSERT_EQ(::chown(left.c_str(), 12345, 12345), 0);
  EXPECT_EQ(remove_stale_directories(parent_), 0U);
  EXPECT_TRUE(fs::exists(left / "inside" / "f"));
}

TEST_F(Stale, AKilledOwnerIsFollowedByATidyOne) {
  const char* before = std::getenv("TMPDIR");
  const std::string old = before == nullptr ? "" : before;
  ::setenv("TMPDIR", parent_.c_str(), 1);
  const pid_t child = ::fork();
  if (child == 0) {
    const TemporaryDirectory mine;
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(std::distance(fs::directory_iterator(parent_), {}), 1);
  {
    const TemporaryDirectory mine;
    const TemporaryDirectory other;
    EXPECT_NE(mine.path(), other.path());
    EXPECT_EQ(std::distance(fs::directory_iterator(parent_), {}), 2);
    std::ofstream(mine.file("f")) << "x";
  }
  EXPECT_TRUE(fs::is_empty(parent_));
  if (before == nullptr) {
    ::unsetenv("TMPDIR");
  } else {
    ::setenv("TMPDIR", old.c_str(), 1);
  }
}

}  // namespace
}  // namespace catenary::base
