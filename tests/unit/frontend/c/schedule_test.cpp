// SPDX-License-Identifier: Apache-2.0
/// \file
/// Interrupts and tasks of a description: what they add to it, their faults,
/// and when the harness calls them.
#include "frontend/c/environment/schedule.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "frontend/c/adapter.h"
#include "frontend/c/harness.h"
#include "unit/frontend/c/fault.h"

namespace catenary::frontend::c {
namespace {

constexpr const char* kProgram =
    "[program]\nsources = [\"a.c\"]\nstep = \"loop();\"\n";
constexpr const char* kNoStep = "[program]\nsources = [\"a.c\"]\n";

Description parse(const std::string& text) {
  return parse_description(text, "m.toml");
}

std::string fault(const std::string& text) {
  return test::fault_of([&] { (void)parse(text); });
}

/// The harness from the definition of `begin` on, up to its last line.
std::string function(const Description& d, const std::string& begin) {
  HarnessOptions options;
  options.positions = false;
  const std::string text = write_harness(d, options).text;
  const std::size_t at = text.find(begin);
  if (at == std::string::npos) return "";
  return text.substr(at, text.find("\n}\n", at) + 3 - at);
}

TEST(Schedule, AnInterruptIsABooleanInputNamedAfterItsHandler) {
  const Description d = parse(std::string(kProgram) +
                              "[inputs]\n\"x\" = {}\n[interrupts]\n"
                              "\"rx_isr( 0 );\" = {}\n\"TIM2()\" = {}\n");
  ASSERT_EQ(d.inputs.size(), 3U);
  EXPECT_EQ(d.inputs[1].shown(), "rx_isr");
  EXPECT_EQ(d.inputs[1].lvalue.text, "__cat_interrupt_0");
  EXPECT_EQ(d.inputs[1].lvalue.where.to_string(), "m.toml:7:2");
  EXPECT_EQ(d.inputs[2].shown(), "TIM2");
  EXPECT_TRUE(d.assume.empty());
  EXPECT_EQ(d.interrupts_where.to_string(), "m.toml:6:1");
}

TEST(Schedule, HandlersRunInTheOrderOfTheFileBeforeTheStep) {
  const Description d = parse(std::string(kProgram) +
                              "[interrupts]\n\"b()\" = {}\n"
                              "\"a()\" = { assume = \"on\" }\n");
  EXPECT_EQ(function(d, "void __cat_interrupts"),
            "void __cat_interrupts(void) {\n"
            "  if (__cat_interrupt_0) __cat_handler_0();\n"
            "  if (__cat_interrupt_1 && __cat_may_happen_1()) "
            "__cat_handler_1();\n"
            "}\n");
  EXPECT_EQ(function(d, "void __cat_step"),
            "void __cat_step(void) {\n  __cat_interrupts();\n"
            "  __cat_user_step();\n}\n");
  ASSERT_EQ(d.assume.size(), 1U);
  EXPECT_EQ(d.assume[0].text, "!__cat_interrupt_1 || __cat_may_happen_1()");
  EXPECT_EQ(d.assume[0].where.to_string(), "m.toml:6:21");
}

TEST(Schedule, TasksAloneAreAStep) {
  const Description d =
      parse(std::string(kNoStep) +
            "[tasks]\n\"slow()\" = { period = 6, offset = 5 }\n"
            "\"fast()\" = { period = 4 }\n");
  ASSERT_TRUE(d.step.has_value());
  EXPECT_EQ(d.step->text, "");
  EXPECT_TRUE(d.inputs.empty());
  EXPECT_EQ(function(d, "void __cat_tasks"),
            "void __cat_tasks(void) {\n"
            "  if (__cat_task_step % 6 == 5) __cat_task_0();\n"
            "  if (__cat_task_step % 4 == 0) __cat_task_1();\n"
            "  __cat_task_step = (unsigned short)((__cat_task_step + 1) % "
            "12);\n}\n");
  EXPECT_NE(
      function(d, "void __cat_after_init").find("  __cat_task_step = 0;\n"),
      std::string::npos);
}

TEST(Schedule, AProgramWithoutBothIsCalledAsItIs) {
  const Description d = parse(kProgram);
  EXPECT_EQ(write_harness(d).text.find("__cat_user_step"), std::string::npos);
}

TEST(Schedule, WholeProgramsHaveNoInterrupts) {
  EXPECT_EQ(fault(std::string(kNoStep) + "[interrupts]\n\"a()\" = {}\n"),
            "m.toml:3:1: a whole program has no steps before which an "
            "interrupt could happen; expected 'step' in [program], or [tasks] "
            "[interrupts-without-step]");
  EXPECT_EQ(fault(std::string(kNoStep) + "[interrupts]\n\"a()\" = {}\n"
                                         "[tasks]\n\"t()\" = { period = 1 }\n"),
            "");
}

TEST(Schedule, NamesOfInterruptsMustDifferFromOtherInputs) {
  EXPECT_EQ(fault(std::string(kProgram) +
                  "[inputs]\n\"a\" = {}\n[interrupts]\n\"a()\" = {}\n")
                .substr(0, 42),
            "m.toml:7:2: an input 'a' was defined befor");
  EXPECT_EQ(fault(std::string(kProgram) +
                  "[interrupts]\n\"a(0)\" = {}\n\"a(1)\" = {}\n")
                .substr(0, 42),
            "m.toml:6:2: an input 'a' was defined befor");
  EXPECT_EQ(fault(std::string(kProgram) + "[interrupts]\n\"(a)()\" = {}\n"),
            "m.toml:5:2: this interrupt has no name; expected a call such as "
            "\"TIM2_IRQHandler()\" [interrupt-name]");
}

TEST(Schedule, PeriodsAreWholeNumbersOfSteps) {
  const auto task = [](const std::string& values) {
    return fault(std::string(kProgram) + "[tasks]\n\"t()\" = " + values + "\n");
  };
  EXPECT_EQ(task("{ period = 65536, offset = 65535 }"), "");
  EXPECT_EQ(task("{}"),
            "m.toml:5:2: task 't()' has no 'period'; expected { period = N }, "
            "a number of steps [toml-missing-key]");
  EXPECT_EQ(task("{ period = 0 }"),
            "m.toml:5:20: the period of 't()' must be a whole number of steps, "
            "from 1 to 65536 [toml-type]");
  EXPECT_EQ(task("{ period = 1.5 }").substr(0, 12), "m.toml:5:20:");
  EXPECT_EQ(task("{ period = 4, offset = 4 }"),
            "m.toml:5:32: the offset of 't()' must be a whole number of steps, "
            "from 0 to 3 [toml-type]");
  EXPECT_EQ(task("{ period = 4, priority = 1 }"),
            "m.toml:5:23: unknown key 'priority' in 't()'; expected one of "
            "period, offset [toml-unknown-key]");
}

TEST(Schedule, TheTasksMustRepeat) {
  EXPECT_EQ(
      fault(std::string(kProgram) + "[tasks]\n\"a()\" = { period = 256 }\n"
                                    "\"b()\" = { period = 257 }\n"),
      "m.toml:6:2: with 'b()', the tasks repeat after 65792 steps only; "
      "expected periods whose least common multiple is at most 65536 "
      "[task-periods]");
}

TEST(Schedule, AnAdapterKnowsAnInterruptByItsName) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) /
      ("schedule_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "a.c") << "void loop(void) {}\nvoid rx(void) {}\n";
  const Description d =
      parse_description(std::string(kProgram) + "[interrupts]\n\"rx()\" = {}\n",
                        (folder / "m.toml").string());
  EXPECT_NE(write_adapter(d, "").find("    {\"rx\", &__cat_type_0, "),
            std::string::npos);
  std::filesystem::remove_all(folder);
}

TEST(Schedule, AnInterruptIsNamedByTheTextOfItsCall) {
  EXPECT_EQ(called_function(" f (1)"), "f");
  EXPECT_EQ(called_function("flag = 1"), "flag = 1");
  EXPECT_EQ(called_function(""), "");
}

}  // namespace
}  // namespace catenary::frontend::c
