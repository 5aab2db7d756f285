// SPDX-License-Identifier: Apache-2.0
#include "app/fleet/shipping.h"

#include <gtest/gtest.h>

#include <utility>

#include "app/fleet/prepare.h"

namespace catenary::app {
namespace {

using Words = std::vector<std::string>;

std::string refusal(const Words& words) {
  std::string why;
  return ship_words(words, why) ? "" : why;
}

TEST(Shipping, SendsCommandsOfABatch) {
  std::string why;
  const auto words = ship_words({"generate",
                                 "a/m.sm#Top",
                                 "--jobs=1",
                                 "--output=../out/m.json",
                                 "--force",
                                 "--goal=p1,p2",
                                 "--oracle=r.req",
                                 "--cache=/home/me/cache"},
                                why);
  ASSERT_TRUE(words) << why;
  EXPECT_EQ(words->inputs, (Words{"a/m.sm", "r.req"}));
  EXPECT_EQ(words->outputs, Words{"../out/m.json"});
  EXPECT_EQ(words->words.size(), 7U);  // without the cache
  EXPECT_EQ(steps_up(words->outputs), 1U);
  const auto run = ship_words(
      {"run", "s.json", "--sut=model:a/m.sm#Top", "--mutate=all"}, why);
  ASSERT_TRUE(run) << why;
  EXPECT_EQ(run->inputs, (Words{"s.json", "a/m.sm"}));
}

// The list is what keeps a holder of the key from running any program.
TEST(Shipping, RefusesWhatIsNotOnTheList) {
  for (const char* sut : {"exec:sh",
                          "native:/tmp/x.so",
                          "tcp:host:1",
                          "fmu:x.fmu",
                          "",
                          "MODEL:x"}) {
    EXPECT_NE(refusal({"run", "s.json", std::string("--sut=") + sut}), "")
        << sut;
  }
  EXPECT_NE(refusal({}), "");
  for (const char* command : {"convert",
                              "init",
                              "doctor",
                              "lsp",
                              "bench",
                              "batch",
                              "worker",
                              "trace",
                              "help",
                              "--version",
                              "\x01prepare",
                              ""}) {
    EXPECT_NE(refusal({command}), "") << command;
  }
  for (const char* option : {"--config=x",
                             "--events=x",
                             "--certificate=x",
                             "--sandbox=none",
                             "--junit=x",
                             "--log=x",
                             "--sarif=x",
                             "--include=x",
                             "--output",
                             "--output=",
                             "-o",
                             "-ox",
                             "-",
                             "--no-such"}) {
    EXPECT_NE(refusal({"generate", "m.toml", option}), "") << option;
  }
  EXPECT_NE(refusal({"report", "s.json", "--serve"}), "");
  EXPECT_NE(refusal({"run", "s.json", "--online"}), "");
}

// Every word behind it is a file, whatever it looks like.
TEST(Shipping, KnowsTheEndOfTheOptions) {
  std::string why;
  const auto sent = ship_words(
      {"run", "--sut=model:m.toml", "--", "-s.json", "--output=x"}, why);
  ASSERT_TRUE(sent) << why;
  EXPECT_EQ(sent->inputs,
            (std::vector<std::string>{"m.toml", "-s.json", "--output=x"}));
  EXPECT_TRUE(sent->outputs.empty());
}

fleet::TaskMessage a_task(Words words) {
  fleet::TaskMessage out;
  out.words = std::move(words);
  out.files = {{"m.toml", ""}, {"m.c", ""}};
  out.outputs = {"out/s.json"};
  return out;
}

TEST(Shipping, WorkersRefuseFilesOutsideOfTheFolder) {
  EXPECT_EQ(why_refused(a_task(
                {"generate", "m.toml", "--output=out/s.json", "--force"})),
            "");
  for (const char* path : {"/etc/passwd", "../m.toml", "a/../../m.toml"}) {
    const std::string text = path;
    EXPECT_NE(why_refused(a_task({"generate", text})), "") << path;
    EXPECT_NE(why_refused(a_task({"generate", "m.toml", "--oracle=" + text})),
              "")
        << path;
    EXPECT_NE(why_refused(a_task({"run", text, "--sut=model:m.toml"})), "")
        << path;
    EXPECT_NE(why_refused(a_task({"run", "s.json", "--sut=model:" + text})), "")
        << path;
    fleet::TaskMessage writes =
        a_task({"generate", "m.toml", "--output=" + text});
    EXPECT_NE(why_refused(writes), "") << path;
    writes.outputs = {text};
    EXPECT_NE(why_refused(writes), "") << path;
  }
  EXPECT_NE(why_refused(a_task({"generate", "m.toml", "--output=other.json"})),
            "");
}

TEST(Shipping, WorkersRefuseConfigFiles) {
  fleet::TaskMessage task = a_task({"generate", "m.toml"});
  task.files.push_back({"sub/catenary.toml", ""});
  EXPECT_EQ(why_refused(task), "config files are not taken");
}

TEST(Shipping, WhatWorkersWouldRefuseIsNotSent) {
  const ShippedWords words{{"generate", "m.toml"}, {"m.toml"}, {}};
  PreparedInputs inputs;
  std::string why;
  EXPECT_TRUE(message_of(words, inputs, why)) << why;
  inputs.folders.assign(fleet::kMostFiles + 1, "folder");
  EXPECT_FALSE(message_of(words, inputs, why));
  EXPECT_EQ(why, "it has too many files");
}

}  // namespace
}  // namespace catenary::app
