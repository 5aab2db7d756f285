// SPDX-License-Identifier: Apache-2.0
/// \file
/// The inputs of a command that runs a suite, from those of generating it;
/// answers of workers that become results.
#include "app/fleet/prepare.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/sha256.h"
#include "base/temporary_directory.h"
#include "base/text_file.h"

namespace catenary::app {
namespace {

namespace fs = std::filesystem;

/// A project as working directory: a program, its header, a suite.
class WithFiles : public testing::Test {
 protected:
  void SetUp() override {
    before_ = fs::current_path();
    fs::current_path(folder_.path());
    folder_.write("a.c", "#include \"a.h\"\n");
    folder_.write("a.h", "int x;\n");
    folder_.write("suite.json", "{}\n");
    known_.files = {digest_of("a.c"), digest_of("a.h")};
    known_.absent = {folder_.file("stdint.h")};
  }
  void TearDown() override { fs::current_path(before_); }
  static fleet::FileDigest digest_of(const std::string& path) {
    return {path, base::sha256(base::read_file(path))};
  }

  base::TemporaryDirectory folder_;
  fs::path before_;
  PreparedInputs known_;
};

TEST_F(WithFiles, AddsAFileAndReadsAll) {
  const auto all = with_files(known_, {"suite.json"});
  ASSERT_TRUE(all.has_value());
  ASSERT_EQ(all->files.size(), 3U);
  ASSERT_EQ(all->contents.size(), 3U);
  for (std::size_t i = 0; i < all->files.size(); ++i) {
    EXPECT_EQ(base::read_file(all->files[i].path), all->contents[i]);
  }
  EXPECT_EQ(all->absent, known_.absent);
}

TEST_F(WithFiles, KnowsNothingOnceAFileChanged) {
  folder_.write("a.h", "int y;\n");
  EXPECT_FALSE(with_files(known_, {"suite.json"}).has_value());
}

TEST_F(WithFiles, KnowsNothingOnceAHeaderAppears) {
  folder_.write("stdint.h", "");
  EXPECT_FALSE(with_files(known_, {"suite.json"}).has_value());
}

TEST_F(WithFiles, KnowsNothingOfAFileThatIsGone) {
  fs::remove("a.h");
  EXPECT_FALSE(with_files(known_, {"suite.json"}).has_value());
}

// More than a task may have is for whoever reads the file to refuse.
TEST_F(WithFiles, KnowsNothingOfAFileThatIsTooLarge) {
  fs::resize_file("suite.json", std::uintmax_t{65} << 20);
  EXPECT_FALSE(with_files(known_, {"suite.json"}).has_value());
}

TEST_F(WithFiles, NamesFoldersWithoutASlashAtTheEnd) {
  fs::create_directory("b");
  const auto all = with_files(known_, {"b/./../a.h"});
  ASSERT_TRUE(all.has_value());
  for (const std::string& folder : all->folders) {
    EXPECT_TRUE(fleet::is_inside(folder, 0)) << folder;
  }
}

TEST(AdoptHereTest, GivesTheAnswerToTheCallInThisProcess) {
  ForeignAnswer answer;
  answer.code = ExitCode::findings;
  answer.body.out = "table\n";
  std::vector<std::string> got;
  const CallProgram adopt = [&](const std::vector<std::string>& words,
                                std::ostream& out,
                                std::ostream& err,
                                CallNotes& notes) {
    const ForeignAnswer read = foreign_from(words.at(0));
    got.assign(words.begin() + 1, words.end());
    out << read.body.out;
    err << "note\n";
    notes.partial = true;
    return read.code;
  };
  const TaskResult result = adopt_here(adopt, {"check", "a.toml"}, answer);
  EXPECT_EQ(got, (std::vector<std::string>{"check", "a.toml"}));
  EXPECT_EQ(result.code, ExitCode::findings);
  EXPECT_EQ(result.out, "table\n");
  EXPECT_EQ(result.err, "note\n");
  EXPECT_TRUE(result.partial);
  EXPECT_TRUE(result.crash.empty());
}

}  // namespace
}  // namespace catenary::app
