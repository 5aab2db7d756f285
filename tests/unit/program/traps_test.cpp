// SPDX-License-Identifier: Apache-2.0
/// \file
/// Undefined behaviour and library calls that end a run.
#include <gtest/gtest.h>

#include "program/build/library.h"
#include "unit/program/program.h"

namespace catenary::program {
namespace {

using model::StepOutcome;
using test::build_step;
using test::Instance;

/// The outcome of one step of `statement` with input `in`, and what it was.
std::string outcome(const std::string& statement, long in) {
  Instance run(
      build_step("#include <stdlib.h>\n#include <assert.h>\n"
                 "#line 1 \"t.c\"\n"
                 "int in, o; int a[4]; static int* none;\n"
                 "void __cat_step(void) {\n" +
                     statement + "\n}\nINPUT(0, in, 5)",
                 {1}));
  run.reset();
  const StepOutcome result = run.step({in});
  if (result == StepOutcome::running) return "";
  return std::string(model::to_string(result)) + " " + run.event();
}

TEST(Traps, StopTheRunAtTheirPlace) {
  EXPECT_EQ(outcome("o = 7 / in;", 0), "crashed t.c:3:7: division by zero");
  EXPECT_EQ(outcome("o = 7 % in;", 0), "crashed t.c:3:7: division by zero");
  EXPECT_EQ(outcome("o = 7 / in;", 2), "");
  EXPECT_EQ(outcome("o = (-2147483647 - 1) / in;", -1).substr(0, 7), "crashed");
  EXPECT_EQ(outcome("a[in] = 1;", 4),
            "crashed t.c:3:7: array index out of bounds");
  EXPECT_NE(outcome("o = a[in];", -1).find("out of bounds"), std::string::npos);
  EXPECT_EQ(outcome("a[in] = 1;", 3), "");
  EXPECT_NE(outcome("o = 1 << in;", 32).find("shift"), std::string::npos);
  EXPECT_NE(outcome("o = 1 >> in;", -1).find("shift"), std::string::npos);
  EXPECT_EQ(outcome("o = 1 << in;", 31), "");
  EXPECT_NE(outcome("if (in) o = *none;", 1).find("null pointer"),
            std::string::npos);
  EXPECT_EQ(outcome("if (in) o = *none;", 0), "");
  EXPECT_NE(outcome("if (in) __builtin_unreachable();", 1).find("crashed"),
            std::string::npos);
  EXPECT_NE(outcome("o = (int)(in * 1e9);", 5).find("crashed"),
            std::string::npos);
}

TEST(Traps, AccessesThroughPointersStayInTheirObject) {
  const std::string outside = "access outside of an object";
  const auto stops = [&](const std::string& statement, long in) {
    return outcome(statement, in).find(outside) != std::string::npos;
  };
  const std::string read = "int* p = a; p += in; o = *p;";
  EXPECT_EQ(outcome(read, 4), "crashed t.c:3:26: access outside of an object");
  EXPECT_TRUE(stops(read, -1));
  EXPECT_EQ(outcome(read, 3), "");
  // A part of the access is outside.
  const std::string wide = "char* p = (char*)a + in; o = *(int*)p;";
  EXPECT_TRUE(stops(wide, 13));
  EXPECT_EQ(outcome(wide, 12), "");
  // The pointer comes from memory.
  const std::string kept = "static int* p = a; p = &a[in & 3] + (in & 4);";
  EXPECT_TRUE(stops(kept + " *p = 1;", 6));
  EXPECT_EQ(outcome(kept + " *p = 1;", 2), "");
  // Sizes that are not constant; none is accessed for size 0.
  const std::string fill = "__builtin_memset(&a[1], 0, in * 4);";
  EXPECT_TRUE(stops(fill, 4));
  EXPECT_EQ(outcome(fill, 3), "");
  EXPECT_EQ(outcome("__builtin_memset(&a[3] + 1, 0, in);", 0), "");
  EXPECT_TRUE(
      stops("int b[4] = {0}; __builtin_memcpy(b, a, in * 4); o = b[1];", 5));
  // What the optimiser proves needs no check, and has none.
  EXPECT_EQ(outcome("int* p = a; if (in >= 0 && in < 4) o = p[in];", 9), "");
}

TEST(Traps, OnlyOverflowsAreRecoveredFrom) {
  const auto runs_on = [](const std::string& trap) {
    const std::optional<Trap> found = trap_of("__ubsan_handle_" + trap);
    EXPECT_TRUE(found) << trap;
    return found && found->runs_on;
  };
  EXPECT_TRUE(runs_on("add_overflow_minimal"));
  EXPECT_TRUE(runs_on("divrem_overflow_minimal"));
  EXPECT_FALSE(runs_on("divrem_overflow_minimal_abort"));
  EXPECT_FALSE(runs_on("float_cast_overflow_minimal"));
  // What never returns has no suffix "_abort".
  EXPECT_FALSE(runs_on("builtin_unreachable_minimal"));
  EXPECT_FALSE(runs_on("missing_return_minimal"));
  EXPECT_FALSE(trap_of("malloc"));
}

TEST(Traps, AnElementOfNullIsNull) {
  EXPECT_EQ(outcome("static int* volatile p; if (in) o = p[in];", 3),
            "crashed t.c:3:37: null pointer used");
  EXPECT_EQ(outcome("struct S { int x, y[3]; }; static struct S* volatile p; "
                    "if (in) p->y[in] = 1;",
                    1)
                .substr(0, 7),
            "crashed");
  EXPECT_EQ(outcome("int* p = a; if (in) o = p[in];", 3), "");
  EXPECT_EQ(outcome("o = *(int*)((char*)0 + (unsigned long)&a[in]);", 3), "");
}

TEST(Traps, BuiltInsOutOfTheirDomain) {
  EXPECT_EQ(outcome("o = __builtin_clz(in);", 0).substr(0, 7), "crashed");
  EXPECT_NE(outcome("o = __builtin_ctz(in);", 0).find("of zero"),
            std::string::npos);
  EXPECT_EQ(outcome("o = __builtin_clz(in);", 1), "");
}

/// The output after one step with this input.
std::string result(const std::string& text, long in) {
  Instance run(build_step(
      "int in, o;\n" + text + "\nINPUT(0, in, 5) OUTPUT(0, o, 5)", {1, 0, 1}));
  run.reset();
  if (run.step({in}) != StepOutcome::running) return "no end";
  return run.output(0);
}

TEST(Traps, PromisesOfTheSourceAreNotBelieved) {
  // The first store is what a compiler that trusts `restrict` returns.
  EXPECT_EQ(result("static void two(int* restrict a, int* restrict b) "
                   "{ *a = 1; *b = 2; o = *a; }\n"
                   "int x, y; void __cat_step(void) "
                   "{ two(&x, in == 5 ? &x : &y); }",
                   5),
            "2");
  EXPECT_EQ(result("void __cat_step(void) "
                   "{ __builtin_assume(in > 5); o = in == 3; }",
                   3),
            "1");
  EXPECT_EQ(result("__attribute__((const)) static int next(void) "
                   "{ static int n; return ++n; }\n"
                   "void __cat_step(void) { o = next() + next() + next(); }",
                   0),
            "6");
  EXPECT_EQ(result("__attribute__((nonnull, noinline)) static int "
                   "none(int* p) { return p == 0; }\n"
                   "void __cat_step(void) { o = none(in ? 0 : &in); }",
                   1),
            "1");
}

TEST(Traps, AForgottenResultIsZero) {
  const std::string text =
      "static int f(int a) { if (a > 3) return 7; }\n"
      "struct S { int a, b[3]; };\n"
      "static struct S g(int a) { if (a > 3) return (struct S){7, {1}}; }\n"
      "void __cat_step(void) { o = f(in) + g(in).a; }";
  EXPECT_EQ(result(text, 4), "14");
  EXPECT_EQ(result(text, 3), "0");
}

TEST(Traps, WhatAnInitialiserLeavesOpenIsZero) {
  EXPECT_EQ(result("static const union { char c; int i; } u = {1};\n"
                   "void __cat_step(void) { o = u.i; }",
                   0),
            "1");
}

TEST(Traps, ProductsAndSumsAreRoundedEach) {
  const std::string text =
      "\n#pragma STDC FP_CONTRACT ON\n"
      "__attribute__((target(\"fma\"), noinline)) static double f(double x) "
      "{ return x * x - 1.0; }\n"
      "void __cat_step(void) "
      "{ double x = 1.0 + in * 0x1p-30; o = f(x) == in * 0x1p-29; }";
  EXPECT_EQ(result(text, 1), "1");
}

TEST(Traps, OtherMachinesAreRefused) {
  for (const char* flag : {"-m32", "-mx32", "--target=armv7-none-eabi"}) {
    Recipe recipe = test::recipe_of("void __cat_step(void) {}");
    recipe.flags = {flag};
    try {
      (void)build(recipe, {});
      ADD_FAILURE() << flag;
    } catch (const base::InputError& e) {
      EXPECT_NE(std::string(e.what()).find("this machine"), std::string::npos)
          << e.what();
    }
  }
}

TEST(Traps, OverflowWraps) {
  Instance run(
      build_step("int in, o; void __cat_step(void) { o = in + 1; }\n"
                 "INPUT(0, in, 5) OUTPUT(0, o, 5)",
                 {1, 0, 1}));
  run.reset();
  ASSERT_EQ(run.step({2147483647}), StepOutcome::running);
  EXPECT_EQ(run.output(0), "-2147483648");
}

TEST(Traps, VariablesStartAtZero) {
  Instance run(
      build_step("int o; void __cat_step(void) { int fresh; "
                 "int many[3]; o = fresh + many[2] + 5; }\n"
                 "OUTPUT(0, o, 5)",
                 {0, 0, 1}));
  run.reset();
  ASSERT_EQ(run.step(), StepOutcome::running);
  EXPECT_EQ(run.output(0), "5");
}

TEST(Traps, LibraryCallsThatEndTheRun) {
  EXPECT_EQ(outcome("if (in) exit(3);", 1), "ended t.c:3:9: exit() called");
  EXPECT_EQ(outcome("if (in) abort();", 1), "ended t.c:3:9: abort() called");
  EXPECT_EQ(outcome("if (in) exit(3);", 0), "");
  EXPECT_EQ(outcome("if (in) __builtin_trap();", 1).substr(0, 5), "ended");
  EXPECT_NE(outcome("assert(in < 3);", 3).find("assertion 'in < 3' failed"),
            std::string::npos);
}

TEST(Traps, AStepThatNeverEndsIsHung) {
  Recipe recipe = test::recipe_of(
      "static volatile int go = 1; void __cat_step(void) { while (go) {} }");
  recipe.step_time_limit = std::chrono::milliseconds(100);
  Instance run(build(recipe, {}));
  run.reset();
  EXPECT_EQ(run.step(), StepOutcome::hung);
  // The instance is good for another run.
  EXPECT_EQ(run.reset(), StepOutcome::running);
}

TEST(Traps, ARunGoesOnAfterAResetFromATrap) {
  Instance run(
      build_step("int in, o = 10; void __cat_step(void) { "
                 "o = o / in; }\nvoid __cat_init(void) { o = 10; }\n"
                 "INPUT(0, in, 5) OUTPUT(0, o, 5)",
                 {1, 0, 1}));
  run.reset();
  EXPECT_EQ(run.step({2}), StepOutcome::running);
  EXPECT_EQ(run.step({0}), StepOutcome::crashed);
  EXPECT_EQ(run.reset(), StepOutcome::running);
  EXPECT_EQ(run.step({5}), StepOutcome::running);
  EXPECT_EQ(run.output(0), "2");
}

}  // namespace
}  // namespace catenary::program
