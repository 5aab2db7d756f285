// SPDX-License-Identifier: Apache-2.0
#include "option/config.h"

#include <gtest/gtest.h>

#include "unit/option/sample.h"

namespace catenary::option {
namespace {

using std::chrono::milliseconds;
using testing::diagnostic_of;
using testing::sample_table;
using testing::SampleOptions;

struct OtherOptions {
  std::uint32_t jobs = 0;
  std::string name;
};

Table<OtherOptions> other_table() {
  Table<OtherOptions> t({"other", "Another command.", "", {}});
  t.row({.name = "jobs", .value = "N", .help = "Workers."},
        &OtherOptions::jobs,
        between(0U, 8U));
  t.row({.name = "name", .value = "NAME", .help = "Name."},
        &OtherOptions::name);
  return t;
}

SampleOptions read(const std::string& text) {
  const auto sample = sample_table();
  const auto other = other_table();
  const CommandTable* const all[] = {&sample, &other};
  const Config config(text, "catenary.toml", all);
  SampleOptions options;
  config.apply(sample, options);
  return options;
}

base::Diagnostic error_of(const std::string& text) {
  return diagnostic_of([&] { read(text); });
}

TEST(Config, ReadsEveryKind) {
  const auto o = read(
      "jobs = 3\n"
      "[sample]\n"
      "output = 'a.json'\nmax-steps = 5\nseed = 9\npercent = 12.5\n"
      "timeout = '5m'\nmemory = '1G'\nengine = 'explicit'\n"
      "cover = ['branch', 'assert']\njson = true\n");
  EXPECT_EQ(o.jobs, 3U);
  EXPECT_EQ(o.output, "a.json");
  EXPECT_EQ(o.max_steps, 5U);
  EXPECT_EQ(o.seed, 9U);
  EXPECT_EQ(o.percent, 12.5);
  EXPECT_EQ(o.timeout, milliseconds(300000));
  EXPECT_EQ(o.memory.count, std::uint64_t{1} << 30);
  EXPECT_EQ(o.engine, testing::Engine::explicit_states);
  EXPECT_EQ(o.cover, (std::vector<std::string>{"branch", "assert"}));
  EXPECT_TRUE(o.json);
}

TEST(Config, TheCommandsTableWins) {
  EXPECT_EQ(read("jobs = 3\n[sample]\njobs = 4\n").jobs, 4U);
  EXPECT_EQ(read("[other]\njobs = 5\n").jobs, 0U);
}

TEST(Config, ForeignKeysAtTheTopAreForTheCommandsThatHaveThem) {
  EXPECT_NO_THROW(read("name = 'x'\n"));
}

TEST(Config, UnknownKeysHaveAPlaceAndASuggestion) {
  auto d = error_of("# comment\n  max-step = 5\n");
  EXPECT_EQ(d.where, (base::SourceLocation{"catenary.toml", 2, 3}));
  EXPECT_EQ(d.message, "unknown key 'max-step'; did you mean 'max-steps'?");
  EXPECT_EQ(d.code, "config-unknown-key");

  d = error_of("[sample]\njson = true\nname = 'x'\n");
  EXPECT_EQ(d.where, (base::SourceLocation{"catenary.toml", 3, 1}));
  EXPECT_EQ(d.message, "unknown key 'name' in [sample]");

  d = error_of("[smaple]\n");
  EXPECT_EQ(d.where.line, 1U);
  EXPECT_EQ(d.message, "unknown key 'smaple'; did you mean 'sample'?");
}

TEST(Config, LineOnlyAndPositionalRowsAreUnknown) {
  EXPECT_EQ(error_of("config = 'x'\n").code, "config-unknown-key");
  EXPECT_EQ(error_of("model = 'x'\n").code, "config-unknown-key");
}

TEST(Config, WrongValuesHaveAPlace) {
  auto d = error_of("\n[sample]\nmax-steps = 5000\n");
  EXPECT_EQ(d.where, (base::SourceLocation{"catenary.toml", 3, 13}));
  EXPECT_EQ(d.message, "max-steps: expected a value in 1..1000, found '5000'");
  EXPECT_EQ(error_of("json = 1\n").message, "'json' is true or false");
  EXPECT_EQ(error_of("max-steps = [1]\n").code, "config-type");
  EXPECT_EQ(error_of("output = 1979-05-27\n").code, "config-type");
  EXPECT_EQ(error_of("sample = 3\n").code, "config-type");
  EXPECT_EQ(error_of("max-steps = -3\n").code, "option-value");
}

TEST(Config, ChecksTheTablesOfOtherCommandsToo) {
  const auto d = error_of("[other]\njobs = 9\n");
  EXPECT_EQ(d.where, (base::SourceLocation{"catenary.toml", 2, 8}));
  EXPECT_EQ(d.code, "option-range");
}

TEST(Config, SyntaxErrorsHaveAPlace) {
  const auto d = error_of("jobs = 3\njobs 4\n");
  EXPECT_EQ(d.where.line, 2U);
  EXPECT_EQ(d.code, "config-syntax");
}

TEST(Config, DumpsWhatItReads) {
  const auto table = sample_table();
  SampleOptions o;
  o.output = "a \"b\" \\ \t\x01 é";
  o.max_steps = 77;
  o.seed = 5;
  o.timeout = milliseconds(61001);
  o.memory.count = 3;
  o.engine = testing::Engine::explicit_states;
  o.cover = {"assert", "property"};
  o.json = true;
  const std::string text = dump_config(table, o);
  EXPECT_EQ(text.find("model"), std::string::npos);
  const auto again = read(text);
  EXPECT_EQ(dump_config(table, again), text);
  EXPECT_EQ(again.output, o.output);
  EXPECT_EQ(again.cover, o.cover);
}

TEST(Config, DumpsTheDefaults) {
  EXPECT_EQ(dump_config(other_table(), OtherOptions{}),
            "[other]\njobs = 0\nname = \"\"\n");
}

}  // namespace
}  // namespace catenary::option
