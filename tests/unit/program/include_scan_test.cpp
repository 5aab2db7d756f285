// SPDX-License-Identifier: Apache-2.0
/// \file
/// Files that a unit may include, found without a compiler: never fewer than
/// clang reads.
#include "program/syntax/include_scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/inputs/input_log.h"
#include "base/process.h"
#include "base/temporary_directory.h"
#include "base/text_file.h"
#include "program/syntax/clang_messages.h"
#include "program/syntax/dependencies.h"

namespace catenary::program {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<IncludedName>;

TEST(IncludedNamesTest, AreFoundWhereverTheyStand) {
  EXPECT_EQ(included_names("#include <a.h>\n #  include \"b.h\" // more\n"),
            (Names{{"a.h", false}, {"b.h", true}}));
  EXPECT_EQ(included_names("#if 0\n#include_next <a.h>\n#endif\n"),
            (Names{{"a.h", false}}));
  EXPECT_EQ(included_names("/* */ %:/**/import/* \n */\"a.h\"\n"),
            (Names{{"a.h", true}}));
  EXPECT_EQ(included_names("#inc\\\nlude \\ \r\n<a\\\n.h>"),
            (Names{{"a.h", false}}));
  EXPECT_EQ(included_names("// #include <old.h>\n"), (Names{{"old.h", false}}));
}

TEST(IncludedNamesTest, AreNotMadeOfOtherDirectivesAndProse) {
  for (const char* text : {"",
                           "#",
                           "#include",
                           "#include <a.h\n",
                           "#included <a.h>\n",
                           "#define STR(x) #x\nint i = 1 # include;\n",
                           "/* Files have to #include this one, and\n"
                           "   #include's protect themselves. */\n",
                           " * #include FT_HEADER_H\n"}) {
    EXPECT_EQ(included_names(text), Names{}) << text;
  }
}

TEST(IncludedNamesTest, AreNotKnownWhereTextDoesNotTell) {
  for (const std::string text : {"#include HEADER\n",
                                 "/* more\n */ # /**/ include HEADER(a)\n",
                                 "#include \\u0041\n",
                                 "#\u00a0include <a.h>\n",
                                 "#include\u00a0<a.h>\n",
                                 "?\?=include <a.h>\n",
                                 "#inc?\?/\nlude <a.h>\n"}) {
    EXPECT_FALSE(included_names(text).has_value()) << text;
  }
  EXPECT_FALSE(included_names(std::string("#\0include <a.h>", 15)).has_value());
}

TEST(PlainFlagsTest, ChangeNothingButFolders) {
  EXPECT_TRUE(are_plain_flags({"-DA=1", "-I", "x", "-isystemy", "-std=c11"}));
  EXPECT_TRUE(are_plain_flags({"-D", "-nostdinc", "-O2", "-g", "-Wno-shift"}));
  for (const char* flag : {"-nostdinc",
                           "-include",
                           "-m32",
                           "--sysroot=/x",
                           "-fms-extensions",
                           "-Wp,-Ix",
                           "-ObjC",
                           "@flags"}) {
    EXPECT_FALSE(are_plain_flags({"-DA", flag})) << flag;
  }
}

/// Sources outside of temporary directories, which are left out of notes.
class IncludeScanTest : public testing::Test {
 protected:
  IncludeScanTest() {
    std::string name = testing::TempDir() + "includes-XXXXXX";
    folder_ = ::mkdtemp(name.data());
    for (const char* sub : {"first", "second", "second/sub"}) {
      fs::create_directory(folder_ / sub);
    }
  }
  ~IncludeScanTest() override { fs::remove_all(folder_); }

  void put(const std::string& name, const std::string& text) const {
    base::write_file(file(name), text, base::Overwrite::yes);
  }
  [[nodiscard]] std::string file(const std::string& name) const {
    return (folder_ / name).string();
  }
  [[nodiscard]] std::optional<IncludeScan> scan() const {
    return scan_includes("a.c", folder_.string(), flags_);
  }
  static std::set<std::string> normal(const std::vector<std::string>& files,
                                      const fs::path& base) {
    std::set<std::string> out;
    for (const std::string& f : files) {
      out.insert((base / f).lexically_normal().string());
    }
    return out;
  }
  /// Expects whatever clang reads for a.c among what was found.
  void expect_all_that_clang_reads() const {
    base::ProcessCommand command;
    command.argv = {kClang, "-M"};
    command.argv.insert(command.argv.end(), flags_.begin(), flags_.end());
    command.argv.push_back("a.c");
    command.working_directory = folder_.string();
    const base::ProcessResult rule = base::run_process(command);
    ASSERT_TRUE(rule.succeeded()) << rule.err;
    const auto read = normal(prerequisites(rule.out), folder_);
    ASSERT_FALSE(read.empty());
    const auto found = scan();
    ASSERT_TRUE(found.has_value());
    const auto all = normal(found->files, folder_);
    for (const std::string& f : read) EXPECT_TRUE(all.contains(f)) << f;
  }
  fs::path folder_;
  std::vector<std::string> flags_ = {"-Ifirst", "-iquote", "second"};
};

TEST_F(IncludeScanTest, FindsWhatClangReadsOfTheSystem) {
  std::string text;
  for (const char* name :
       {"assert",    "complex",  "ctype",  "errno",    "fenv",
        "float",     "inttypes", "iso646", "limits",   "locale",
        "math",      "setjmp",   "signal", "stdalign", "stdarg",
        "stdatomic", "stdbool",  "stddef", "stdint",   "stdio",
        "stdlib",    "string",   "tgmath", "threads",  "time",
        "uchar",     "wchar",    "wctype", "unistd",   "pthread",
        "sys/types", "sys/stat", "fcntl",  "poll",     "dirent",
        "sys/socket"}) {
    text += "#include <" + std::string(name) + ".h>\n";
  }
  put("a.c", "#define _GNU_SOURCE 1\n" + text);
  expect_all_that_clang_reads();
  put("a.c", text);
  expect_all_that_clang_reads();
}

TEST_F(IncludeScanTest, FollowsFoldersAndConditions) {
  put("a.c", "#include \"b.h\"\n#ifdef B\n#include <c.h>\n#endif\n");
  put("first/b.h", "#define B\n#include_next <b.h>\n");
  put("second/b.h", "#include \"sub/d.h\"\n");
  put("first/c.h", "");
  put("second/sub/d.h", "#include \"../../first/c.h\"\n#include \"e.h\"\n");
  put("second/sub/e.h", "#include <stdint.h>\n");
  flags_.emplace_back("-Isecond");
  expect_all_that_clang_reads();
}

TEST_F(IncludeScanTest, NamesFilesWithoutDots) {
  put("a.c", "#include \"./b.h\"\n");
  put("second/b.h", "");
  flags_.insert(flags_.end(), {"-iquote", "."});
  const auto found = scan();
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->files, (std::vector{file("a.c"), file("second/b.h")}));
  EXPECT_EQ(std::ranges::count(found->absent, file("b.h")), 1);
}

TEST_F(IncludeScanTest, ListsWhereAHeaderMightBeToo) {
  put("a.c", "#include <b.h>\n");
  put("second/b.h", "");
  const auto found = scan();
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->files, (std::vector{file("a.c"), file("second/b.h")}));
  EXPECT_EQ(std::ranges::count(found->absent, file("first/b.h")), 1);
  EXPECT_EQ(std::ranges::count(found->absent, "/usr/include/b.h"), 1);
}

// It may be missing, or not be needed.
TEST_F(IncludeScanTest, LeavesToClangAHeaderThatIsNotFound) {
  put("a.c", "#ifdef WINDOWS\n#include <windows.h>\n#endif\n");
  EXPECT_FALSE(scan().has_value());
}

TEST_F(IncludeScanTest, LeavesToClangWhatTextDoesNotTell) {
  put("b.h", "#include NAME\n");
  put("a.c", "#ifdef NAME\n#include \"b.h\"\n#endif\n");
  EXPECT_FALSE(scan().has_value());
  put("b.h", "#embed \"table.bin\"\n");
  EXPECT_FALSE(scan().has_value());
  put("b.h", "const char* t = __TIME__;\n");
  EXPECT_FALSE(scan().has_value());
  put("b.h", "");
  EXPECT_TRUE(scan().has_value());
  fs::remove(folder_ / "a.c");
  EXPECT_FALSE(scan().has_value());
  put("a.cpp", "");
  EXPECT_FALSE(scan_includes("a.cpp", folder_.string(), flags_).has_value());
}

TEST_F(IncludeScanTest, NotesFilesAndTheirRivals) {
  put("a.c", "#include \"b.h\"\n");
  put("second/b.h", "");
  const base::InputLog log;
  ASSERT_TRUE(note_by_scan("a.c", folder_.string(), flags_));
  const auto files = log.inputs().files;
  EXPECT_TRUE(files.at(file("a.c")));
  EXPECT_TRUE(files.at(file("second/b.h")));
  EXPECT_FALSE(files.at(file("first/b.h")));
  EXPECT_EQ(log.inputs().obstacle, "");
}

}  // namespace
}  // namespace catenary::program
