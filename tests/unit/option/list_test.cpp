// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lists: separated by commas, or given several times with commas in them; and
/// choices that stand for many.
#include <gtest/gtest.h>

#include "option/command_line.h"
#include "option/config.h"
#include "option/describe.h"
#include "unit/option/sample.h"

namespace catenary::option {
namespace {

using testing::diagnostic_of;

struct ListOptions {
  std::vector<std::string> words;
  std::vector<std::string> paths;
  std::vector<std::string> cover;
};

Table<ListOptions> list_table() {
  Table<ListOptions> t({"lists", "Lists.", "Lists.", {}});
  t.row({.name = "words", .value = "LIST", .help = "Words."},
        &ListOptions::words);
  t.row({.name = "path", .value = "A,B", .help = "Paths."},
        &ListOptions::paths,
        ListForm::repeated);
  t.row({.name = "cover", .value = "LIST", .help = "Goals."},
        &ListOptions::cover,
        {"branch", "depth:K"});
  return t;
}

ListOptions parse(const std::vector<std::string>& arguments) {
  const auto table = list_table();
  ListOptions options;
  apply(table, split_command_line(table, arguments), options);
  return options;
}

using Texts = std::vector<std::string>;

TEST(Lists, CommasSeparateUnlessTheElementsHaveThem) {
  const ListOptions o =
      parse({"--words", "a,b", "--path", "a,b", "--words=c", "--path=c, d"});
  EXPECT_EQ(o.words, (Texts{"a", "b", "c"}));
  EXPECT_EQ(o.paths, (Texts{"a,b", "c, d"}));
}

TEST(Lists, RepeatedOnesSurviveTheConfigFile) {
  const auto table = list_table();
  ListOptions o;
  o.paths = {"a,b", "c"};
  const std::string text = dump_config(table, o);
  ListOptions read;
  const std::vector<const CommandTable*> tables{&table};
  Config(text, "catenary.toml", tables).apply(table, read);
  EXPECT_EQ(read.paths, o.paths) << text;
}

TEST(Lists, SayHowTheyAreGiven) {
  const auto table = list_table();
  EXPECT_EQ(describe_values(*table.find("path"), {}),
            "May be given several times.");
  EXPECT_EQ(describe_values(*table.find("words"), {}),
            "A list separated by commas.");
}

TEST(Lists, AChoiceWithAColonStandsForWhateverFollows) {
  EXPECT_EQ(parse({"--cover", "depth:4,branch"}).cover,
            (Texts{"depth:4", "branch"}));
  for (const char* wrong : {"depth:", "depth", "deep:4", "depths:4"}) {
    EXPECT_EQ(diagnostic_of([&] { parse({"--cover", wrong}); }).code,
              "option-choice")
        << wrong;
  }
}

}  // namespace
}  // namespace catenary::option
