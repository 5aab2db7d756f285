// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is shipped beside the program: pages for man(1) and completions, given
/// to the programs that read them.
#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "base/process.h"
#include "option/help.h"
#include "unit/option/sample.h"

namespace catenary::option {
namespace {

const ProgramText kProgram{
    "catenary", "1.2", "tests things", {{0, "fine"}, {2, "a usage error"}}};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// A command whose texts have every character that a shell or troff minds.
Table<testing::SharedOptions> nasty_table() {
  using testing::SharedOptions;
  Table<SharedOptions> t(
      {"nasty",
       "What's in it: [all] of `it`, $HOME and \"more\" \\ less?",
       ".leading dot\n\n'leading quote",
       {{"catenary nasty 'a b' | cat", "It's a pipe."}}});
  t.row({.name = "json", .help = "It's [one]: \\n 'document' $(exit 1)."},
        &SharedOptions::json);
  return t;
}

/// The shell's output; skips the test, with "", where there is no such shell.
class Shell : public ::testing::Test {
 protected:
  std::string run(std::vector<std::string> argv, const std::string& script) {
    base::ProcessCommand command;
    command.argv = std::move(argv);
    command.stdin_text = script;
    command.environment = {{"HOME", ::testing::TempDir()}};
    try {
      const auto result = base::run_process(command);
      EXPECT_EQ(result.err, "") << script;
      EXPECT_TRUE(result.succeeded()) << result.describe();
      return result.out;
    } catch (const base::ToolError&) {
      missing_ = true;
      return "";
    }
  }

  const Table<testing::SampleOptions> sample_ = testing::sample_table();
  const Table<testing::SharedOptions> nasty_ = nasty_table();
  const std::vector<const CommandTable*> all_{&sample_, &nasty_};
  bool missing_ = false;
};

TEST_F(Shell, PagesAreFaultlessTroff) {
  for (const std::string& page : {render_man(kProgram, all_),
                                  render_man(kProgram, sample_),
                                  render_man(kProgram, nasty_)}) {
    const std::string text =
        run({"groff", "-man", "-ww", "-Tutf8", "-P-cbou"}, page);
    if (missing_) GTEST_SKIP() << "no groff";
    EXPECT_TRUE(contains(text, "EXIT STATUS")) << text;
  }
}

TEST_F(Shell, PagesSayWhatIsInTheTables) {
  const std::string text = run({"groff", "-man", "-Tascii", "-P-cbou"},
                               render_man(kProgram, sample_));
  if (missing_) GTEST_SKIP() << "no groff";
  EXPECT_TRUE(contains(text, "catenary-sample - Shows a row of every kind\n"));
  EXPECT_TRUE(contains(text, "catenary sample [options] MODEL [EXTRA...]"));
  EXPECT_TRUE(contains(text, "--max-steps STEPS"));
  EXPECT_TRUE(contains(text, "Depth.  Range 1..1000; default 64"));
  EXPECT_TRUE(contains(text, "catenary sample door.c -o door.json"));
  EXPECT_TRUE(contains(text, "a usage error."));
  const std::string nasty = run({"groff", "-man", "-Tascii", "-P-cbou"},
                                render_man(kProgram, nasty_));
  EXPECT_TRUE(contains(nasty, ".leading dot")) << nasty;
  EXPECT_TRUE(contains(nasty, "'leading quote")) << nasty;
  EXPECT_TRUE(contains(nasty, "\"more\" \\ less?")) << nasty;
  EXPECT_TRUE(contains(nasty, "catenary nasty 'a b' | cat")) << nasty;
  const std::string whole =
      run({"groff", "-man", "-Tascii", "-P-cbou"}, render_man(kProgram, all_));
  EXPECT_TRUE(contains(whole, "catenary - tests things"));
  EXPECT_TRUE(contains(whole, "catenary-sample(1), catenary-nasty(1)"));
}

TEST_F(Shell, Bash) {
  const std::string out = run(
      {"bash", "-s"},
      render_bash_completion(kProgram, all_) +
          "try() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMPREPLY=()\n"
          "  _catenary; echo \"${COMPREPLY[*]}\"; }\n"
          "try catenary sam\n"
          "try catenary h\n"
          "try catenary help na\n"
          "try catenary sample --max\n"
          "try catenary sample --engine ''\n"
          "try catenary sample -c a\n");
  if (missing_) GTEST_SKIP() << "no bash";
  EXPECT_EQ(out, "sample\nhelp\nnasty\n--max-steps\nauto explicit\nassert\n");
}

TEST_F(Shell, Fish) {
  const auto complete = [&](const std::string& line) {
    return run(
        {"fish", "--no-config", "-c", "source - ; complete -C '" + line + "'"},
        render_fish_completion(kProgram, all_));
  };
  EXPECT_EQ(complete("catenary sam"), "sample\tShows a row of every kind.\n");
  if (missing_) GTEST_SKIP() << "no fish";
  EXPECT_EQ(complete("catenary help na"), "nasty\n");
  EXPECT_EQ(complete("catenary sample --max"), "--max-steps\tDepth.\n");
  EXPECT_EQ(complete("catenary sample --engine "),
            "auto\tEngine.\nexplicit\tEngine.\n");
  EXPECT_EQ(complete("catenary nasty --j"),
            "--json\tIt's [one]: \\n 'document' $(exit 1).\n");
}

TEST_F(Shell, Zsh) {
  // What zsh's own functions would be told, shown by stand-ins.
  const std::string out = run(
      {"zsh", "-f", "-s"},
      "compdef() { print compdef $* }\n"
      "_describe() { print -rl -- ${(P)2} }\n"
      "_arguments() { [[ $1 == -C ]] && state=$want || print -rl -- $* }\n" +
          render_zsh_completion(kProgram, all_) +
          "want=command; _catenary\n"
          "want=argument; words=(sample ''); _catenary\n"
          "words=(nasty ''); _catenary\n");
  if (missing_) GTEST_SKIP() << "no zsh";
  EXPECT_TRUE(out.starts_with("compdef _catenary catenary\n")) << out;
  for (const char* line :
       {"sample:Shows a row of every kind.",
        "nasty:What's in it\\: \\[all\\] of `it`, $HOME and \"more\" \\\\ "
        "less?",
        "(-o --output)--output[Where to write.]:FILE:_files",
        "(-o --output)-o[Where to write.]:FILE:_files",
        "--engine[Engine.]:ENGINE:(auto explicit)",
        "(-c --cover)--cover[Criteria.]:LIST:_values -s , LIST branch assert "
        "property",
        "*:MODEL:_files",
        "--json[One JSON document.]",
        "--json[It's \\[one\\]\\: \\\\n 'document' $(exit 1).]"}) {
    EXPECT_TRUE(contains(out, std::string("\n") + line + "\n")) << line << "\n"
                                                                << out;
  }
}

}  // namespace
}  // namespace catenary::option
