// SPDX-License-Identifier: Apache-2.0
#include "option/help.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "option/describe.h"
#include "unit/option/sample.h"

namespace catenary::option {
namespace {

const ProgramText kProgram{
    "catenary", "1.2", "tests things", {{0, "fine"}, {2, "a usage error"}}};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Help, MentionsEveryRow) {
  const auto table = testing::sample_table();
  const CommandTable* const all[] = {&table};
  const std::string help = render_help(kProgram, table);
  const std::string markdown = render_markdown(kProgram, all);
  const std::string completion = render_bash_completion(kProgram, all);
  for (const Row& row : table.rows()) {
    const std::string name =
        row.spec.positional ? row.spec.value : "--" + row.spec.name;
    EXPECT_TRUE(contains(help, name)) << name;
    EXPECT_TRUE(contains(help, row.spec.help)) << name;
    EXPECT_TRUE(contains(markdown, name)) << name;
    EXPECT_TRUE(row.spec.positional || contains(completion, name)) << name;
  }
  EXPECT_TRUE(
      contains(help, "  # A door.\n  catenary sample door.c -o door.json"));
  EXPECT_TRUE(contains(help, "2  a usage error"));
}

TEST(Help, ShowsLimitsDefaultsAndExamples) {
  const std::string help = render_help(kProgram, testing::sample_table());
  EXPECT_TRUE(
      contains(help, "Usage: catenary sample [options] MODEL [EXTRA...]"));
  EXPECT_TRUE(contains(help, "Depth. Range 1..1000; default 64; e.g. 100."));
  EXPECT_TRUE(contains(help, "One of auto, explicit; default auto."));
  EXPECT_TRUE(contains(help, "default: no limit."));
  EXPECT_TRUE(contains(help, "  -o, --output FILE"));
  EXPECT_TRUE(contains(help, "\nSearch:\n"));
}

TEST(Help, FitsTheTerminal) {
  std::istringstream in(render_help(kProgram, testing::sample_table()));
  for (std::string line; std::getline(in, line);) {
    EXPECT_LE(line.size(), 80U) << line;
    EXPECT_FALSE(line.ends_with(' ')) << line;
  }
}

TEST(Help, OverviewNamesTheCommands) {
  const auto table = testing::sample_table();
  const CommandTable* const all[] = {&table};
  const std::string text = render_overview(kProgram, all);
  EXPECT_TRUE(contains(text, "catenary 1.2 - tests things"));
  EXPECT_TRUE(contains(text, "  sample      Shows a row of every kind."));
}

TEST(Help, WrapsAtBlanks) {
  EXPECT_EQ(wrap("aa bb cc", 5), (std::vector<std::string>{"aa bb", "cc"}));
  EXPECT_EQ(wrap("a\n\nb", 5), (std::vector<std::string>{"a", "", "b"}));
  EXPECT_EQ(wrap("longword x", 4), (std::vector<std::string>{"longword", "x"}));
  EXPECT_TRUE(wrap("", 5).empty());
}

}  // namespace
}  // namespace catenary::option
