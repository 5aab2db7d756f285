// SPDX-License-Identifier: Apache-2.0
#include "program/syntax/dependencies.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/inputs/input_log.h"
#include "base/process.h"
#include "base/temporary_directory.h"
#include "base/text_file.h"

namespace catenary::program {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

TEST(DependenciesTest, ReadsRulesOfMake) {
  EXPECT_EQ(prerequisites("a.o: a.c \\\n  b.h\n"), (Names{"a.c", "b.h"}));
  EXPECT_EQ(prerequisites("a.o: with\\ space.c do$$ar.h \\#.h"),
            (Names{"with space.c", "do$ar.h", "#.h"}));
  EXPECT_EQ(prerequisites(""), Names{});
  EXPECT_EQ(prerequisites("\\"), Names{});
}

/// Sources outside of temporary directories, which are left out.
class NotedDependenciesTest : public testing::Test {
 protected:
  NotedDependenciesTest() {
    std::string name = testing::TempDir() + "dependencies-XXXXXX";
    folder_ = ::mkdtemp(name.data());
    fs::create_directory(folder_ / "first");
    fs::create_directory(folder_ / "second");
  }
  ~NotedDependenciesTest() override { fs::remove_all(folder_); }

  void put(const std::string& name, const std::string& text) const {
    base::write_file(file(name), text, base::Overwrite::yes);
  }
  [[nodiscard]] std::string file(const std::string& name) const {
    return (folder_ / name).string();
  }
  /// What clang says about a.c, noted.
  [[nodiscard]] base::NotedInputs noted() const {
    base::ProcessCommand command;
    const Names flags = {"-Ifirst", "-I", "second"};
    command.argv = {"clang-19", "-MD", "-MF", "rule.d", "-fsyntax-only"};
    command.argv.insert(command.argv.end(), flags.begin(), flags.end());
    command.argv.push_back("a.c");
    command.working_directory = folder_.string();
    EXPECT_TRUE(base::run_process(command).succeeded());
    const base::InputLog log;
    note_dependencies(base::read_file(file("rule.d")), folder_.string(), flags);
    return log.inputs();
  }
  fs::path folder_;
};

TEST_F(NotedDependenciesTest, HaveHeadersAndTheirPossibleRivals) {
  put("a.c", "#include \"b.h\"\n");
  put("second/b.h", "int b;\n");
  const base::NotedInputs inputs = noted();
  for (const char* name : {"a.c", "second/b.h", "b.h", "first/b.h"}) {
    EXPECT_TRUE(inputs.files.contains(file(name))) << name;
  }
  EXPECT_EQ(inputs.obstacle, "");
}

TEST_F(NotedDependenciesTest, AreNotKnownWhereASourceAsksForTheTime) {
  put("a.c", "#include \"b.h\"\n");
  put("second/b.h", "const char b[] = __TIME__;\n");
  EXPECT_EQ(noted().obstacle, file("second/b.h") + " uses __TIME__");
}

}  // namespace
}  // namespace catenary::program
