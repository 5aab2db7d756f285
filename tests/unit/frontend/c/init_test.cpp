// SPDX-License-Identifier: Apache-2.0
/// \file
/// First descriptions of C files: what is guessed, the text that is written,
/// and that it can be loaded.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "frontend/c/init/guess.h"
#include "frontend/c/load.h"
#include "unit/frontend/c/fault.h"

namespace catenary::frontend::c {
namespace {

namespace fs = std::filesystem;

class Init : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              ("frontend_c_init_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  Guess guess(const std::string& program, const ChooseStep& choose = {}) {
    std::ofstream(folder_ / "pump.c") << program;
    Description bare;
    bare.path = (folder_ / "pump.toml").string();
    bare.directory = folder_.string();
    bare.sources = {{"pump.c", {(folder_ / "pump.c").string(), 0, 0}}};
    return guess_description(bare, choose, {});
  }
  std::string text(const std::string& program) {
    return description_text(guess(program));
  }
  /// Loads what is written.
  model::StepSystem load_guessed(const std::string& program) {
    const std::string path = (folder_ / "pump.toml").string();
    std::ofstream(path) << text(program);
    return load(path, {}, {});
  }

  fs::path folder_;
};

std::string names(const std::vector<Candidate>& all) {
  std::string out;
  for (const Candidate& c : all) out += (out.empty() ? "" : " ") + c.name;
  return out;
}

std::string rows(const std::vector<GuessedRow>& all) {
  std::string out;
  for (const GuessedRow& r : all) {
    out += (out.empty() ? "" : " ") + std::string(r.taken ? "" : "#") +
           r.lvalue + ":" + r.type;
  }
  return out;
}

constexpr const char* kHead =
    "# A description of this program for Catenary, made by 'catenary init'.\n"
    "# It holds guesses: correct what is wrong. docs/description.md explains\n"
    "# all keys; 'catenary check' shows what they make of the program.\n"
    "\n[program]\nsources = [\"pump.c\"]\n"
    "# Add further sources here, or name a database in compile_commands.\n"
    "# flags = [\"-Iinclude\", \"-DVARIANT=1\"]\n";
constexpr const char* kTail =
    "\n# What must hold. Without properties, tests cover the branches.\n"
    "# [[property]]\n# id = \"name\"\n"
    "# when = \"a condition before the step, over state and inputs\"\n"
    "# then = \"a condition after it\"\n";

constexpr const char* kMicrocontroller =
    "unsigned char level; _Bool on;\nstatic volatile int ticks;\n"
    "static int limit = 3; int table[2];\n"
    "void TIM2_IRQHandler(void) { if (ticks < 9) ++ticks; }\n"
    "void HardFault_Handler(void) { while (1) {} }\n"
    "void setup(void) { on = 0; }\nvoid blink(void) { on = !on; }\n"
    "void loop(void) { if (level > limit && ticks > table[1]) on = 1; }\n";

TEST_F(Init, WritesWhatItGuessesAndWhatElseItCouldBe) {
  EXPECT_EQ(
      text(kMicrocontroller),
      std::string(kHead) +
          "# Taken as the step: nobody calls it, and its name says so "
          "(pump.c:8).\n"
          "step = \"loop();\"\n"
          "# It could also be:\n"
          "# step = \"blink();\"  # pump.c:7: nobody calls it\n"
          "# Runs once, before the first step.\n"
          "init = \"setup();\"\n"
          "\n[inputs]\n"
          "# Set before every step: what the file reads and never writes. A\n"
          "# constant of the program belongs under [parameters].\n"
          "\"level\" = {}  # uint8, e.g. { range = [0, 100] }\n"
          "\"limit\" = {}  # int32, e.g. { range = [0, 100] }\n"
          "# \"table[0]\" = {}  # read, but never written, e.g. { range = [0, "
          "100] }\n"
          "# \"table[1]\" = {}  # read, but never written, e.g. { range = [0, "
          "100] }\n"
          "\n[outputs]\n"
          "# Read after every step, and expected by tests.\n"
          "\"on\" = {}  # bool\n"
          "# \"ticks\" = {}  # int32, static\n"
          "\n[interrupts]\n"
          "# Handlers that may be called before a step. With a condition:\n"
          "# \"handler()\" = { assume = \"enabled\" }\n"
          "\"TIM2_IRQHandler()\" = {}  # pump.c:4\n"
          "# \"HardFault_Handler()\" = {}  # pump.c:5\n"
          "\n# [tasks]\n"
          "# Calls that run at every N-th step only, e.g.:\n"
          "# \"blink()\" = { period = 10 }\n" +
          kTail);
  const model::StepSystem system = load_guessed(kMicrocontroller);
  ASSERT_EQ(system.inputs.size(), 3U);
  EXPECT_EQ(system.inputs[2].name, "TIM2_IRQHandler");
}

TEST_F(Init, AProgramWithAnEndlessLoopRunsAsItIs) {
  const std::string program =
      "int n;\nvoid poll(void) { n = __VERIFIER_nondet_int(); }\n"
      "int main(void) { for (;;) poll(); }\n";
  EXPECT_EQ(
      text(program),
      std::string(kHead) +
          "# main() runs in an endless loop, so the file is a program of its "
          "own:\n"
          "# one iteration is a step. Inputs are calls such as "
          "CATENARY_INPUT(x).\n"
          "# To drive functions of the file instead, remove the '#' below.\n"
          "# rename_main = true\n"
          "# It could also be:\n"
          "# step = \"poll();\"  # pump.c:2: only main() calls it, and its "
          "name says so\n"
          "\n# [inputs]\n"
          "# Set before every step: what the file reads and never writes. A\n"
          "# constant of the program belongs under [parameters].\n"
          "# \"variable\" = { range = [0, 100] }\n"
          "\n# [outputs]\n"
          "# Read after every step, and expected by tests.\n"
          "# \"n\" = {}  # int32\n"
          "\n# [interrupts]\n"
          "# Handlers that may be called before a step. With a condition:\n"
          "# \"handler()\" = { assume = \"enabled\" }\n"
          "\n# [tasks]\n"
          "# Calls that run at every N-th step only, e.g.:\n"
          "# \"poll()\" = { period = 10 }\n" +
          kTail);
  EXPECT_TRUE(load_guessed(program).outputs.empty());
}

TEST_F(Init, AMainThatReadsNoInputsGivesWayToWhatItCalls) {
  const char* program =
      "static volatile int flag; int seen;\n"
      "static void b_init(void) { flag = 0; }\n"
      "static void a_setup(void) { seen = 0; }\n"
      "__attribute__((used)) void UART_ISR(void) { flag = 1; }\n"
      "static void poll(void) { if (flag) seen = 1; }\n"
      "int main(void) { b_init(); a_setup(); while (1) poll(); }\n";
  const Guess g = guess(program);
  EXPECT_FALSE(g.whole_program);
  EXPECT_TRUE(g.description.rename_main);
  EXPECT_EQ(g.step, "poll");
  EXPECT_EQ(g.description.init->text, "b_init(); a_setup();");
  EXPECT_EQ(names(g.handlers), "UART_ISR");
  EXPECT_EQ(load_guessed(program).inputs.size(), 1U);
}

TEST_F(Init, FunctionsNamedAfterTheirPeriodsAreTasks) {
  const char* program =
      "int a; _Bool in;\nvoid Log_1s(void) { a = 0; }\n"
      "void Door_250ms(void) { a = in; }\nvoid class_s(void) { a = 3; }\n";
  const std::string written = text(program);
  EXPECT_NE(written.find("\n[tasks]\n"
                         "# Their names end in their periods; a step is 250 "
                         "ms.\n"
                         "\"Log_1s()\" = { period = 4 }\n"
                         "\"Door_250ms()\" = { period = 1 }\n"
                         "\n[time]\nstep_ms = 250\n"),
            std::string::npos)
      << written;
  EXPECT_NE(written.find("# step = \"class_s();\""), std::string::npos);
  EXPECT_EQ(load_guessed(program).step_ms, 250);
}

TEST_F(Init, AsksOnlyWhereSeveralStepsAreAsLikely) {
  const std::string two =
      "int a, x;\nvoid spare(void) { a = 3; }\nvoid run(void) { a = x; }\n"
      "void motorUpdate(void) { a = 1; }\n";
  std::string asked;
  const auto second = [&](const std::vector<Candidate>& steps) {
    asked = names(steps);
    return std::size_t{1};
  };
  Guess g = guess(two, second);
  EXPECT_EQ(asked, "run motorUpdate spare");
  EXPECT_EQ(g.step, "motorUpdate");
  EXPECT_EQ(g.equally_likely, 0U);
  g = guess(two);
  EXPECT_EQ(g.step, "run");
  EXPECT_EQ(g.equally_likely, 2U);
  EXPECT_NE(description_text(g).find("# As likely, or less so:\n"
                                     "# step = \"motorUpdate();\""),
            std::string::npos);
  asked.clear();
  (void)guess(kMicrocontroller, second);
  EXPECT_EQ(asked, "");
}

TEST_F(Init, AStepWithArgumentsIsWiredLikeThatOfABareFile) {
  const char* program =
      "struct mem { int n; };\nvoid ctl_reset(struct mem *m) { m->n = 0; }\n"
      "void ctl_step(int speed, _Bool on, int *out, struct mem *m) "
      "{ if (on) m->n = speed; *out = m->n; }\n";
  const Guess g = guess(program);
  EXPECT_EQ(g.description.step->text, "ctl_step(speed, on, &out, &m);");
  EXPECT_EQ(rows(g.inputs), "speed:int on:_Bool");
  EXPECT_EQ(rows(g.outputs), "out:int");
  EXPECT_NE(description_text(g).find(
                "declare = \"\"\"\nstatic int speed;\nstatic _Bool on;\n"),
            std::string::npos);
  EXPECT_EQ(load_guessed(program).inputs.size(), 2U);
}

TEST_F(Init, WhatGuessWiringRefusesIsAComment) {
  const Guess g = guess(
      "int o;\nvoid a_step(int x) { o = x; }\nvoid b_step(void) { o = 1; }\n");
  EXPECT_EQ(g.step, "b_step");
  EXPECT_NE(description_text(g).find(
                "# In doubt: several step functions: 'b_step', 'a_step'.\n"),
            std::string::npos);
}

TEST_F(Init, AFileWithoutCandidatesHasAPlaceForTheStep) {
  const Guess g = guess("int f(int x) { return x; }\n");
  EXPECT_FALSE(g.description.step.has_value());
  EXPECT_NE(description_text(g).find("# No function looks like a step: name "
                                     "what runs at every step.\n"
                                     "# step = \"...();\"\n"),
            std::string::npos);
  EXPECT_EQ(names(guess("void __vector_16(void) {}\nint g;\n"
                        "void h_vect(void) { g = 1; }\nint s_isr(void) {}\n")
                      .handlers),
            "__vector_16 h_vect");
}

TEST_F(Init, TextsAreQuotedForToml) {
  Guess g = guess("void step(void) {}\n");
  g.description.flags = {"-DNAME=\"a\\b\"", "-Dx=\t1"};
  const Description d =
      parse_description(description_text(g), g.description.path);
  EXPECT_EQ(d.flags, g.description.flags);
}

}  // namespace
}  // namespace catenary::frontend::c
