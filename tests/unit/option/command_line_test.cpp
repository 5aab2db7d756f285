// SPDX-License-Identifier: Apache-2.0
#include "option/command_line.h"

#include <gtest/gtest.h>

#include "base/check.h"
#include "unit/option/sample.h"

namespace catenary::option {
namespace {

using std::chrono::milliseconds;
using testing::diagnostic_of;
using testing::Engine;
using testing::sample_table;
using testing::SampleOptions;

SampleOptions parse(const std::vector<std::string>& arguments) {
  const auto table = sample_table();
  SampleOptions options;
  apply(table, split_command_line(table, arguments), options);
  return options;
}

std::string error_of(const std::vector<std::string>& arguments) {
  return diagnostic_of([&] { parse(arguments); }).message;
}

TEST(CommandLine, KeepsDefaults) {
  const auto o = parse({"m.c"});
  EXPECT_EQ(o.model, "m.c");
  EXPECT_TRUE(o.extra.empty());
  EXPECT_EQ(o.output, "out.json");
  EXPECT_EQ(o.cover, std::vector<std::string>{"branch"});
  EXPECT_FALSE(o.json);
}

TEST(CommandLine, ReadsEveryKind) {
  const auto o = parse({"--max-steps",
                        "7",
                        "m.c",
                        "--seed=18446744073709551615",
                        "-oresult.json",
                        "--percent",
                        "12.5",
                        "--timeout=1m",
                        "--memory",
                        "2G",
                        "--engine",
                        "explicit",
                        "--json",
                        "-j",
                        "4",
                        "x",
                        "y"});
  EXPECT_EQ(o.model, "m.c");
  EXPECT_EQ(o.extra, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(o.max_steps, 7U);
  EXPECT_EQ(o.seed, ~std::uint64_t{0});
  EXPECT_EQ(o.output, "result.json");
  EXPECT_EQ(o.percent, 12.5);
  EXPECT_EQ(o.timeout, milliseconds(60000));
  EXPECT_EQ(o.memory.count, std::uint64_t{2} << 30);
  EXPECT_EQ(o.engine, Engine::explicit_states);
  EXPECT_TRUE(o.json);
  EXPECT_EQ(o.jobs, 4U);
}

TEST(CommandLine, ListsSplitAndRepeat) {
  EXPECT_EQ(parse({"m", "--cover", "branch, assert", "-c", "property"}).cover,
            (std::vector<std::string>{"branch", "assert", "property"}));
}

TEST(CommandLine, TheLastOfSeveralCounts) {
  EXPECT_EQ(parse({"m", "--max-steps", "7", "--max-steps", "8"}).max_steps, 8U);
  EXPECT_FALSE(parse({"m", "--json", "--json=false"}).json);
}

TEST(CommandLine, DashesEndTheOptions) {
  const auto o = parse({"--", "-m.c", "--json"});
  EXPECT_EQ(o.model, "-m.c");
  EXPECT_EQ(o.extra, std::vector<std::string>{"--json"});
}

TEST(CommandLine, ValuesMayLookOdd) {
  EXPECT_EQ(parse({"m", "-o", "a b=c,d"}).output, "a b=c,d");
  EXPECT_EQ(parse({"m", "--output="}).output, "");
  EXPECT_EQ(parse({"m", "--output", "", "--json"}).output, "");
  EXPECT_EQ(parse({"m", "-o", "[x]"}).output, "[x]");
  EXPECT_EQ(parse({"m", "-o", "{}"}).output, "{}");
  EXPECT_EQ(parse({"m", "-o", "\"q\""}).output, "\"q\"");
}

std::vector<std::string> words_after(const std::vector<std::string>& given) {
  return words_of(sample_table(), parse(given));
}

TEST(CommandLine, WordsGiveTheSameOptions) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(words_after({"m", "--max-steps", "64"}), Words{"m"});
  const Words words = {"--output=a b=c,d",
                       "--max-steps=7",
                       "--percent=12.5",
                       "--timeout=1m",
                       "--engine=explicit",
                       "--cover=assert",
                       "--cover=property",
                       "--json=true",
                       "m",
                       "x"};
  EXPECT_EQ(words_after({"x"}), Words{"x"});
  EXPECT_EQ(words_after({"m",
                         "x",
                         "--json",
                         "-o",
                         "a b=c,d",
                         "--max-steps",
                         "7",
                         "--cover",
                         "assert,property",
                         "--engine",
                         "explicit",
                         "--percent=12.5",
                         "--timeout",
                         "60s"}),
            words);
  EXPECT_EQ(words_after(words), words);
}

TEST(CommandLine, WordsForOddValues) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(words_after({"m", "-o", ""}), (Words{"--output=", "m"}));
  EXPECT_EQ(words_after({"m", "--cover", ""}), (Words{"--cover=", "m"}));
  EXPECT_TRUE(parse({"m", "--cover="}).cover.empty());
  EXPECT_EQ(words_after({"--", "-m", "--json"}), (Words{"--", "-m", "--json"}));
}

TEST(CommandLine, SuggestsTheNearestOption) {
  EXPECT_EQ(error_of({"m", "--max-step", "3"}),
            "'catenary sample' has no option '--max-step'; did you mean "
            "'--max-steps'?");
  EXPECT_EQ(error_of({"m", "--qqqqqqqq=3"}),
            "'catenary sample' has no option '--qqqqqqqq'");
  EXPECT_EQ(error_of({"m", "-x"}), "'catenary sample' has no option '-x'");
}

TEST(CommandLine, NamesTheRange) {
  EXPECT_EQ(error_of({"m", "--max-steps", "0"}),
            "--max-steps: expected a value in 1..1000, found '0'");
  EXPECT_EQ(error_of({"m", "--timeout", "2h"}),
            "--timeout: expected a value in 0..1h, found '2h'");
  EXPECT_EQ(error_of({"m", "--max-steps", "many"}),
            "--max-steps: expected a non-negative integer, found 'many'");
  EXPECT_EQ(error_of({"m", "--percent", "101"}),
            "--percent: expected a value in 0..100, found '101'");
}

TEST(CommandLine, NamesTheChoices) {
  EXPECT_EQ(error_of({"m", "--engine", "explict"}),
            "--engine: expected one of auto, explicit, found 'explict'; did "
            "you mean 'explicit'?");
  EXPECT_EQ(error_of({"m", "--cover", "branch,brunch"}),
            "--cover: expected one of branch, assert, property, found "
            "'brunch'; did you mean 'branch'?");
}

TEST(CommandLine, MissesWhatIsMissing) {
  EXPECT_EQ(error_of({}),
            "'catenary sample' needs MODEL; see 'catenary sample --help'");
  EXPECT_EQ(error_of({"m", "--max-steps"}), "--max-steps needs a value: STEPS");
  EXPECT_EQ(error_of({"m", "-o"}), "--output needs a value: FILE");
  EXPECT_EQ(error_of({"m", "--max-steps", "--json"}),
            "--max-steps: expected a non-negative integer, found '--json'");
  EXPECT_NE(error_of({"m", "--json=maybe"}), "no exception");
}

TEST(CommandLine, RefusesArgumentsTooMany) {
  struct One {
    std::string model;
  };
  Table<One> table({"one", "One argument.", "", {}});
  table.row(
      {.name = "model", .value = "MODEL", .help = "It.", .positional = true},
      &One::model);
  const auto d = diagnostic_of([&] {
    static_cast<void>(
        split_command_line(table, std::vector<std::string>{"a", "b"}));
  });
  EXPECT_EQ(d.message, "unexpected argument 'b'");
}

TEST(CommandLine, HelpComesFirst) {
  const auto table = sample_table();
  EXPECT_TRUE(split_command_line(table, std::vector<std::string>{"-h"}).help);
  EXPECT_TRUE(
      split_command_line(table, std::vector<std::string>{"--bad", "--help"})
          .help);
}

TEST(CommandLine, EveryRowIsReachable) {
  const auto table = sample_table();
  const auto defaults = table.defaults();
  for (std::size_t i = 0; i < table.rows().size(); ++i) {
    const Row& row = table.rows()[i];
    if (row.spec.positional) continue;
    std::vector<std::string> arguments{"--" + row.spec.name};
    if (row.kind != Kind::flag) {
      arguments.push_back(defaults[i].at(0).empty() ? "x" : defaults[i].at(0));
    }
    const auto line = split_command_line(table, arguments);
    ASSERT_EQ(line.given.size(), 1U) << row.spec.name;
    EXPECT_EQ(line.given[0].row, i) << row.spec.name;
  }
}

TEST(Table, ChecksItself) {
  EXPECT_NO_THROW(sample_table().check());
  struct Bad {
    std::uint32_t depth = 5;
    std::uint32_t width = 1;
  };
  const Spec depth{.name = "depth", .value = "N", .help = "Depth."};
  Table<Bad> outside({"bad", "", "", {}});
  outside.row(depth, &Bad::depth, between(6U, 9U));
  EXPECT_THROW(outside.check(), base::InternalError);

  Table<Bad> twice({"bad", "", "", {}});
  twice.row(depth, &Bad::depth, between(0U, 9U));
  EXPECT_NO_THROW(twice.check());
  twice.row(depth, &Bad::width, between(0U, 9U));
  EXPECT_THROW(twice.check(), base::InternalError);

  Table<Bad> mute({"bad", "", "", {}});
  mute.row({.name = "depth", .value = "N"}, &Bad::depth, between(0U, 9U));
  EXPECT_THROW(mute.check(), base::InternalError);
}

}  // namespace
}  // namespace catenary::option
