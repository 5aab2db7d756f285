// SPDX-License-Identifier: Apache-2.0
/// \file
/// Compilation databases: which flags matter and what paths mean, faults at
/// their places, and a project of several files that is described by one.
#include "frontend/c/compile_commands.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "frontend/c/adapter.h"
#include "frontend/c/load.h"
#include "unit/frontend/c/fault.h"

namespace catenary::frontend::c {
namespace {

namespace fs = std::filesystem;

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

TEST(CompileCommands, KeepFlagsThatChangeTheMeaning) {
  const auto commands = parse_compile_commands(
      R"([{"directory": "/p/build", "file": "../src/a.c", "arguments":
           ["cc", "-I../inc", "-I", "gen", "-isystem/usr/x", "-DA=1", "-D",
            "B=\"x y\"", "-UC", "-std=c11", "-O3", "-Wall", "-g", "-MD", "-MF",
            "a.d", "-funsigned-char", "-include", "pre.h", "-c", "-o", "a.o",
            "../src/a.c"]},
          {"directory": "/p/build", "file": "/p/src/b.c",
           "command": "/usr/bin/cc -D'N=\"a b\"' -DM=a\\ b  -c /p/src/b.c"},
          {"directory": "/p/build", "file": "../src/../src/b.c",
           "command": "cc -D'N=\"a b\"' -DM='a b' -O0 -c ../src/b.c"}])",
      "/p/build/compile_commands.json");
  ASSERT_EQ(commands.size(), 2U) << "twice with the same flags is once";
  EXPECT_EQ(commands[0].file, "/p/src/a.c");
  EXPECT_EQ(joined(commands[0].flags),
            "-I /p/inc -I /p/build/gen -isystem /usr/x -D A=1 -D B=\"x y\" -U "
            "C -std=c11 -funsigned-char -include pre.h");
  EXPECT_EQ(commands[1].file, "/p/src/b.c");
  EXPECT_EQ(joined(commands[1].flags), "-D N=\"a b\" -D M=a b");
}

// As dash splits them: printf '<%s>' -D"A=\"a\\nb\"" -DB=\'x -D"C=\$" -D'D=\"'
TEST(CompileCommands, WordsAreThoseOfAShell) {
  const auto commands = parse_compile_commands(
      R"json([{"directory": "/", "file": "a.c", "command":
    "cc -D\"A=\\\"a\\nb\\\"\" -DB=\\'x -D\"C=\\$\" -D'D=\\\"' a.c"}])json",
      "d.json");
  EXPECT_EQ(
      commands.at(0).flags,
      (std::vector<std::string>{
          "-D", R"(A="a\nb")", "-D", "B='x", "-D", "C=$", "-D", R"(D=\")"}));
}

TEST(CompileCommands, FlagsOfTheLanguageAreKeptOrRefused) {
  const auto flags = [](const std::string& of) {
    return joined(parse_compile_commands(
                      "[{\"directory\": \"/\", \"file\": \"a.c\", \"command\": "
                      "\"cc " +
                          of + " a.c\"}]",
                      "d.json")
                      .at(0)
                      .flags);
  };
  EXPECT_EQ(flags("-fcommon -fPIC -ffreestanding -fno-asm -ffast-math"),
            "-fcommon -ffreestanding -fno-asm");
  for (const char* foreign :
       {"-funsigned-bitfields", "-fsingle-precision-constant", "-fopenmp"}) {
    EXPECT_THROW((void)flags(foreign), base::InputError) << foreign;
  }
}

TEST(CompileCommands, FaultsAreAtTheirPlaces) {
  const auto fault = [](const std::string& text) {
    return test::fault_of(
        [&] { (void)parse_compile_commands(text, "d.json"); });
  };
  EXPECT_EQ(fault("[\n {\"directory\": }]"),
            "d.json:2:16: no compilation database: expected JSON, a list of "
            "objects [compile-commands]");
  const std::string entry = "{\"directory\": \"/\", \"file\": \"a.c\", ";
  EXPECT_EQ(fault("[" + entry + "\"command\": \"cc -Wp,-DX -c a.c\"}]"),
            "d.json: flag '-Wp,-DX' of 'a.c' is not understood; expected a "
            "database without it, or 'sources' and 'flags' in place of "
            "compile_commands [compile-commands]");
  EXPECT_EQ(fault("[" + entry + "\"command\": \"cc -DX a.c\"}, " + entry +
                  "\"command\": \"cc -DY a.c\"}]"),
            "d.json: '/a.c' is compiled twice, with different flags; expected "
            "it once [compile-commands]");
  EXPECT_EQ(fault("{}"),
            "d.json:1:1: no compilation database: expected a list of objects "
            "[compile-commands]");
  EXPECT_EQ(fault("[{\"file\": \"a.c\"}]"),
            "d.json: entry 1 has no 'directory' or no 'file'; expected both as "
            "strings [compile-commands]");
  EXPECT_EQ(fault("[{\"file\": \"a.c\", \"directory\": \"/\"}]"),
            "d.json: entry 1 has neither 'arguments', a list of strings, nor "
            "'command', a string [compile-commands]");
}

class Project : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              ("compile_commands_" + std::to_string(::getpid()));
    fs::create_directories(folder_ / "build");
    fs::create_directories(folder_ / "inc");
    put("inc/limit.h", "int limit(void);\n");
    put("main.c",
        "#include \"limit.h\"\nint level, valve;\n"
        "void step(void) { if (valve && level < limit()) ++level; }\n");
    put("limit.c", "#include \"limit.h\"\nint limit(void) { return MOST; }\n");
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string put(const std::string& name, const std::string& text) {
    const std::string path = (folder_ / name).string();
    std::ofstream(path) << text;
    return path;
  }
  std::string entry(const std::string& file, const std::string& flags) {
    return "{\"directory\": \"" + (folder_ / "build").string() +
           "\", \"file\": \"../" + file + "\", \"command\": \"cc -I../inc " +
           flags + " -c ../" + file + "\"}";
  }
  std::string description(const std::string& sources) {
    return put("p.toml",
               "[program]\ncompile_commands = \"build/cc.json\"\n" + sources +
                   "step = \"step();\"\n[inputs]\n\"valve\" = { range = [0, 1] "
                   "}\n[[property]]\nid = \"full\"\nwhen = \"level == 3\"\n");
  }

  fs::path folder_;
};

TEST_F(Project, SourcesAreCompiledAsTheDatabaseSays) {
  put("build/cc.json",
      "[" + entry("main.c", "") + ", " + entry("limit.c", "-DMOST=3") + "]");
  const std::string path = description("");
  const model::StepSystem system = load(path, {}, {});
  EXPECT_EQ(system.goals.at(0).id, "full");
  const auto stepper = system.factory->make();
  ASSERT_EQ(stepper->reset(nullptr), model::StepOutcome::running);
  std::vector<std::byte> letter(system.letter_bytes());
  model::encode_scalar(system.inputs.at(0).type,
                       logic::Value::integer(1),
                       letter.data() + system.inputs[0].offset);
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(stepper->step(letter.data()), model::StepOutcome::running);
    EXPECT_EQ(stepper->hits()[0] & 1, i == 3 ? 1U : 0U) << i;
  }
  EXPECT_NE(test::fault_of([&] {
              (void)write_adapter(describe(path, {}), "");
            }).find("[adapter-flags]"),
            std::string::npos);
}

TEST_F(Project, CommonFlagsAreTheDescriptions) {
  put("build/cc.json",
      "[" + entry("main.c", "-DMOST=3") + ", " + entry("limit.c", "-DMOST=3") +
          "]");
  const Description d =
      describe(description("sources = [\"main.c\", \"limit.c\"]\n"), {});
  EXPECT_TRUE(d.source_flags.empty());
  EXPECT_EQ(joined(d.flags), "-I " + (folder_ / "inc").string() + " -D MOST=3");
}

TEST_F(Project, SourcesHaveToBeInTheDatabase) {
  put("build/cc.json", "[" + entry("main.c", "") + "]");
  const std::string path = description("sources = [\"main.c\", \"limit.c\"]\n");
  EXPECT_EQ(test::fault_of([&] { (void)describe(path, {}); }),
            path +
                ":3:23: source 'limit.c' is not in 'build/cc.json'; expected "
                "one that is [compile-commands]");
  put("build/cc.json", "[]");
  EXPECT_EQ(test::fault_of([&] { (void)describe(description(""), {}); }),
            path +
                ":2:21: 'build/cc.json' names no C or C++ source "
                "[compile-commands]");
}

}  // namespace
}  // namespace catenary::frontend::c
