// SPDX-License-Identifier: Apache-2.0
#include "base/text_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "base/error.h"

namespace catenary::base {
namespace {

namespace fs = std::filesystem;

/// A fresh directory for each test.
class TextFile : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = ::testing::TempDir() + "catenary-file-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    dir_ = name;
  }
  void TearDown() override { fs::remove_all(dir_); }

  std::string path(const std::string& name) const {
    return (dir_ / name).string();
  }
  std::string put(const std::string& name, const std::string& content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(dir_), {}));
  }

  fs::path dir_;
};

/// The code of the InputError that `action` throws; "" where it throws none.
template <typename Action>
std::string code_of(Action action) {
  try {
    action();
  } catch (const InputError& e) {
    return e.diagnostics().at(0).code;
  }
  return "";
}

template <typename Action>
Diagnostic diagnostic_of(Action action) {
  try {
    action();
  } catch (const InputError& e) {
    return e.diagnostics().at(0);
  }
  return {};
}

TEST_F(TextFile, ReadsAllBytes) {
  const std::string content("a\0b\xff\n", 5);
  EXPECT_EQ(read_file(put("f", content)), content);
  EXPECT_EQ(read_file(put("empty", "")), "");
}

TEST_F(TextFile, NamesWhatIsWrongWithAPath) {
  EXPECT_EQ(code_of([&] { return read_file(path("none")); }), "file-missing");
  EXPECT_EQ(code_of([&] { return read_file(put("f", "") + "/x"); }),
            "file-missing");
  EXPECT_EQ(code_of([&] { return read_file(dir_.string()); }),
            "file-is-directory");
  if (::geteuid() != 0) {
    ::chmod(put("secret", "s").c_str(), 0);
    EXPECT_EQ(code_of([&] { return read_file(path("secret")); }),
              "file-unreadable");
  }
  EXPECT_EQ(diagnostic_of([&] { return read_file(path("none")); }).where.file,
            path("none"));
}

TEST_F(TextFile, StopsAtTheSizeLimit) {
  put("ten", "0123456789");
  EXPECT_EQ(read_file(path("ten"), 10).size(), 10U);
  EXPECT_EQ(code_of([&] { return read_file(path("ten"), 9); }),
            "file-too-large");
  EXPECT_EQ(code_of([&] { return read_file("/dev/zero", 1000); }),
            "file-too-large");
}

TEST_F(TextFile, APipeNeedsAWriter) {
  constexpr std::chrono::milliseconds kPatience(50);
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const auto read = [&] { return read_file(path("pipe"), 100, kPatience); };
  EXPECT_EQ(code_of(read), "file-silent");
  // One that is slow, but there.
  std::thread writer([&] {
    const int fd = ::open(path("pipe").c_str(), O_WRONLY);
    for (const char* part : {"slow", " and steady"}) {
      std::this_thread::sleep_for(4 * kPatience);
      EXPECT_GT(::write(fd, part, std::strlen(part)), 0);
    }
    ::close(fd);
  });
  std::string content;
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (content.empty() && std::chrono::steady_clock::now() < deadline) {
    try {  // on a busy machine the writer may come late
      content = read();
    } catch (const InputError& e) {
      EXPECT_EQ(e.diagnostics().at(0).code, "file-silent");
    }
  }
  writer.join();
  EXPECT_EQ(content, "slow and steady");
}

TEST_F(TextFile, AcceptsUtf8) {
  const std::string text = "é\u20ac\U0001f600 \t\r\n\x7f";
  EXPECT_EQ(read_text_file(put("f", text)), text);
}

TEST_F(TextFile, FindsTheFirstByteThatIsNotText) {
  const auto nul = diagnostic_of(
      [] { require_text(std::string_view("ab\nc\u00e9\0x", 8), "f"); });
  EXPECT_EQ(nul.where, (SourceLocation{"f", 2, 3}));
  EXPECT_NE(nul.message.find("byte 0x00 at offset 6"), std::string::npos)
      << nul.message;
  EXPECT_EQ(nul.code, "file-binary");
}

TEST_F(TextFile, RejectsEveryIllFormedSequence) {
  for (const char* bad : {"\x80",
                          "\xbf",
                          "\xc0\x80",
                          "\xc1\xbf",
                          "\xc3",
                          "\xc3(",
                          "\xe0\x80\x80",
                          "\xe2\x82",
                          "\xed\xa0\x80",
                          "\xf0\x80\x80\x80",
                          "\xf4\x90\x80\x80",
                          "\xf5\x80\x80\x80",
                          "\xff"}) {
    EXPECT_EQ(code_of([&] { require_text(bad, "f"); }), "file-binary");
  }
}

TEST_F(TextFile, WritesNewFilesAndLeavesNothingElse) {
  write_file(path("f"), "content", Overwrite::no);
  EXPECT_EQ(read_file(path("f")), "content");
  EXPECT_EQ(files(), 1U);
}

TEST_F(TextFile, OverwritesOnlyWhenAsked) {
  put("f", "old");
  EXPECT_EQ(code_of([&] { write_file(path("f"), "new", Overwrite::no); }),
            "file-exists");
  EXPECT_EQ(code_of([&] { check_can_write(path("f"), Overwrite::no); }),
            "file-exists");
  EXPECT_EQ(read_file(path("f")), "old");
  ::chmod(path("f").c_str(), 0640);
  write_file(path("f"), "new", Overwrite::yes);
  EXPECT_EQ(read_file(path("f")), "new");
  EXPECT_EQ(files(), 1U);
  EXPECT_EQ(static_cast<int>(fs::status(path("f")).permissions()), 0640);
}

TEST_F(TextFile, TreatsLinksAsFilesThatExist) {
  put("target", "old");
  fs::create_symlink("target", path("link"));
  fs::create_symlink("nowhere", path("dangling"));
  for (const char* name : {"link", "dangling"}) {
    EXPECT_EQ(code_of([&] { write_file(path(name), "x", Overwrite::no); }),
              "file-exists");
  }
  write_file(path("link"), "new", Overwrite::yes);
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(read_file(path("target")), "new");
}

TEST_F(TextFile, NamesWhyItCannotWrite) {
  EXPECT_EQ(code_of([&] { write_file(dir_.string(), "x", Overwrite::yes); }),
            "file-is-directory");
  EXPECT_EQ(code_of([&] { write_file(path("no/f"), "x", Overwrite::no); }),
            "directory-missing");
  EXPECT_EQ(code_of([&] { write_file("", "x", Overwrite::no); }), "file-name");
  EXPECT_EQ(code_of([&] { check_can_write(path("no/f"), Overwrite::no); }),
            "directory-missing");
}

TEST_F(TextFile, WritesToDevicesDirectly) {
  write_file("/dev/null", "x", Overwrite::no);
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_THROW(write_file("/dev/full", "x", Overwrite::yes), ToolError);
}

TEST_F(TextFile, RemovesWhatKilledWritersLeft) {
  const pid_t gone = ::fork();
  if (gone == 0) ::_exit(0);
  ASSERT_EQ(::waitpid(gone, nullptr, 0), gone);
  const auto left = [&](const std::string& name, pid_t pid) {
    return put(name + "." + std::to_string(pid) + "-0.tmp", "half");
  };
  const std::string stale = left("out", gone);
  const std::string busy = left("out", ::getpid());
  const std::string other = left("other", gone);
  write_file(path("out"), "whole", Overwrite::no);
  EXPECT_FALSE(fs::exists(stale));
  EXPECT_TRUE(fs::exists(busy));
  EXPECT_TRUE(fs::exists(other));
}

TEST_F(TextFile, WritesElsewhereWhereTheDiskFails) {
  fs::create_directory(path("elsewhere"));
  const std::string whole(5000, 'x');
  // In a child: the limit is for good.
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    ::setenv("TMPDIR", path("elsewhere").c_str(), 1);
    const rlimit small{4096, RLIM_INFINITY};
    ::setrlimit(RLIMIT_FSIZE, &small);
    int code = 1;
    try {
      write_file(path("out"), whole, Overwrite::no);
    } catch (const ToolError& e) {
      // Nothing takes it under this limit, which is said and leaves nothing.
      code = std::string(e.what()).find("File too large") == std::string::npos
                 ? 2
                 : 0;
    }
    ::_exit(code);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_FALSE(fs::exists(path("out")));
  EXPECT_TRUE(fs::is_empty(path("elsewhere")));
}

TEST_F(TextFile, KnowsTheSameFileByOtherNames) {
  const std::string file = put("a", "x");
  fs::create_hard_link(file, path("hard"));
  fs::create_symlink("a", path("soft"));
  fs::create_symlink(dir_, path("here"));
  EXPECT_TRUE(is_same_file(file, path("hard")));
  EXPECT_TRUE(is_same_file(file, path("soft")));
  EXPECT_TRUE(is_same_file(file, path("here/./a")));
  EXPECT_FALSE(is_same_file(file, put("b", "x")));
  EXPECT_FALSE(is_same_file(file, path("none")));
  EXPECT_TRUE(is_same_file(path("none"), path("here/none")));
  EXPECT_TRUE(is_same_file("no-such-file", "./no-such-file"));
}

}  // namespace
}  // namespace catenary::base
