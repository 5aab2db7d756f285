// SPDX-License-Identifier: Apache-2.0
/// \file
/// What calls and labels mean: goals, assumptions, annotations, the library;
/// and which are refused.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "unit/program/program.h"

namespace catenary::program {
namespace {

using model::StepOutcome;
using test::build_step;
using test::build_whole;
using test::fault_of;
using test::Instance;
using test::recipe_of;

// Prepared or not, ahead or between: no two share memory.
TEST(Steppers, HaveMemoryOfTheirOwn) {
  const Built built = build_step(
      "int in, o;\nstatic int sum;\n"
      "void __cat_step(void) { sum += in; o = sum; }\n"
      "INPUT(0, in, 5) OUTPUT(0, o, 5)",
      {1, 0, 1});
  built.factory->prepare();
  const auto first = built.factory->make();
  const auto second = built.factory->make();
  built.factory->prepare();
  built.factory->prepare();
  const auto third = built.factory->make();
  const std::array<std::int32_t, 2> letter{21, 0};
  const auto* bytes = reinterpret_cast<const std::byte*>(letter.data());
  EXPECT_EQ(first->step(bytes), StepOutcome::running);
  EXPECT_EQ(first->step(bytes), StepOutcome::running);
  EXPECT_EQ(third->step(bytes), StepOutcome::running);
  EXPECT_EQ(first->output(0).to_string(), "42");
  EXPECT_EQ(second->output(0).to_string(), "0");
  EXPECT_EQ(third->output(0).to_string(), "21");
}

/// A step program of one int input and these statements.
std::string stepping(const std::string& statements) {
  return "int in, o;\nvoid __cat_step(void) {\n" + statements +
         "\n}\nINPUT(0, in, 5) OUTPUT(0, o, 5)";
}

/// "outcome: hits" of a step with this input.
std::string hit_by(const std::string& statements, long in) {
  Instance run(build_step(stepping(statements), {1, 0, 1}));
  run.reset();
  const StepOutcome outcome = run.step({in});
  return std::string(model::to_string(outcome)) + ": " + run.hits();
}

/// Functions without source, and stubs for them that write to what they are
/// given, as frontend/c/environment writes them.
constexpr const char* kShow =
    "void show(char text[]);\n"
    "void catenary_stub_show(void *p) __asm__(\"show\");\n"
    "void catenary_stub_show(void *p) { if (p) *(char *)p = 7; }\n"
    "static char *names[] = {\"idle\", \"run\"};\n"
    "static const char table[3] = {1, 2, 3};\n"
    "static const char large[2000] = {1};\n"
    "static char own[3];\n"
    "static void hand_on(char *text) { show(text); }\n"
    "static void (*by_pointer)(char *) = hand_on;\n"
    "static char *own_or_none(void) { return own; }\n"
    "static char *(*chosen)(void) = own_or_none;\n"
    "extern void __cat_hit(int);\n";

TEST(Stubs, DoNotWriteToConstants) {
  const auto outcome = [](const std::string& statements, long in) {
    Instance run(build_step(kShow + stepping(statements), {1, 0, 1}));
    run.reset();
    const StepOutcome ended = run.step({in});
    return std::string(model::to_string(ended)) + " " + run.output(0);
  };
  EXPECT_EQ(outcome("show(\"idle\"); o = in;", 5), "running 5");
  EXPECT_EQ(outcome("show(names[in & 1]); o = in;", 5), "running 5");
  EXPECT_EQ(outcome("show((char *)table + 1); o = table[1];", 5), "running 2");
  EXPECT_EQ(outcome("hand_on(in > 3 ? \"a\" : \"b\"); o = in;", 5),
            "running 5");
  EXPECT_EQ(outcome("show(own); o = own[0];", 5), "running 7");
  // Either of both.
  EXPECT_EQ(outcome("show(in > 3 ? own : \"b\"); o = own[0];", 5), "running 7");
  EXPECT_EQ(outcome("show(in > 3 ? own : \"b\"); o = own[0];", 2), "running 0");
  EXPECT_EQ(outcome("show((char *)(in > 3 ? own : table) + 1); o = own[1];", 5),
            "running 7");
  EXPECT_EQ(outcome("show((char *)(in > 3 ? own : table) + 1); o = in;", 2),
            "running 2");
  // Near the end of a large one.
  EXPECT_EQ(outcome("show((char *)(in > 3 ? large : own) + 1500); o = in;", 5),
            "running 5");
  // The choice is no check: what the program does itself still crashes.
  EXPECT_EQ(outcome("char *p = in > 3 ? own : (char *)table; show(p); "
                    "p[in - 4] = 1; o = own[1];",
                    5),
            "running 1");
  EXPECT_EQ(outcome("char *p = (char *)(in > 3 ? own : table) + in - 2; "
                    "show(in == 3 ? p : 0); *p = 1; o = own[0];",
                    3)
                .substr(0, 7),
            "crashed");
  // Calls through pointers.
  EXPECT_EQ(outcome("hand_on(\"a\"); by_pointer(own); o = own[0];", 5),
            "running 7");
  EXPECT_EQ(outcome("show(in > 3 ? chosen() : \"b\"); o = own[0];", 5),
            "running 7");
  // Others still crash.
  EXPECT_EQ(
      outcome("*(char *)(table + (in & 1)) = 1; o = table[1];", 5).substr(0, 7),
      "crashed");
}

std::string refused(const std::string& statements,
                    const std::string& before = "") {
  return fault_of(recipe_of(before + stepping(statements), {1, 0, 1}));
}

/// An argument that the stub does not use is not compared with constants, so
/// the variable that it comes from may be undefined.
TEST(Stubs, NeedNoVariablesThatTheyDoNotUse) {
  const std::string put =
      "extern char *const port;\nstatic int last;\n"
      "void put(char *where, int what);\n"
      "void catenary_stub_put(void *p, int k) __asm__(\"put\");\n"
      "void catenary_stub_put(void *p, int k) { last = k; }\n";
  Instance run(build_step(
      kShow + put +
          stepping("put(port, in); show((char *)(in > 3 ? own : table)); "
                   "o = last + own[0];"),
      {1, 0, 1}));
  run.reset();
  EXPECT_EQ(run.step({4}), StepOutcome::running);
  EXPECT_EQ(run.output(0), "11");
}

/// A constant that no source defines has no bytes to compare with.
TEST(Stubs, AreNotGivenConstantsThatNobodyDefines) {
  const std::string fault =
      refused("show((char *)(in > 3 ? ext : own) + (in & 1)); o = in;",
              std::string("extern const char ext[4];\n") + kShow);
  EXPECT_NE(fault.find("'ext'"), std::string::npos) << fault;
}

TEST(Calls, ErrorCallsAreGoalsThatEndTheRun) {
  const std::string declared = "extern void __VERIFIER_error(int);\n";
  EXPECT_EQ(hit_by(declared + "if (in == 3) __VERIFIER_error(12); o = 1;", 3),
            "ended: error_12");
  EXPECT_EQ(hit_by(declared + "if (in == 3) __VERIFIER_error(12); o = 1;", 2),
            "running: ");
  EXPECT_EQ(hit_by("if (in == 3) reach_error();", 3), "ended: reach_error");
  EXPECT_EQ(hit_by("extern void __VERIFIER_error(void); "
                   "if (in) __VERIFIER_error();",
                   1),
            "ended: error");
  EXPECT_EQ(refused(declared + "if (in) __VERIFIER_error(in);"),
            "t.c:4:9: __VERIFIER_error needs a constant argument "
            "[error-number]");
}

// No test can contain such a step, since its result is unknown. A defect that
// it hit before is a defect all the same.
TEST(Calls, AStepThatIsUnsupportedHitsNoGoalsButDefects) {
  Instance run(build_step(
      "extern void __catenary_unsupported(const char *);\n"
      "extern void __cat_hit(int);\n" +
          stepping("__cat_hit(0); if (in == 1) { error_7: o = 1; }\n"
                   "if (in < 2) __catenary_unsupported(\"far\"); o = in;"),
      {1, 0, 1, 1}));
  run.reset();
  EXPECT_EQ(run.step({0}), StepOutcome::unsupported);
  EXPECT_EQ(run.hits(), "");
  run.reset();
  EXPECT_EQ(run.step({2}), StepOutcome::running);
  EXPECT_EQ(run.hits(), "g0");
  run.reset();
  EXPECT_EQ(run.step({1}), StepOutcome::unsupported);
  EXPECT_EQ(run.hits(), "error_7");
}

TEST(Calls, TheirMeaningDoesNotDependOnTheirBody) {
  Instance run(
      build_step("void reach_error(void) { for (;;) {} }\n"
                 "void __VERIFIER_assume(int c) { if (!c) for (;;) "
                 "{} }\n" +
                     stepping("if (in == 1) reach_error();\n"
                              "__VERIFIER_assume(in == 2); o = 5;"),
                 {1, 0, 1}));
  run.reset();
  EXPECT_EQ(run.step({1}), StepOutcome::ended);
  EXPECT_EQ(run.hits(), "reach_error");
  run.reset();
  EXPECT_EQ(run.step({3}), StepOutcome::discarded);
  run.reset();
  EXPECT_EQ(run.step({2}), StepOutcome::running);
  EXPECT_EQ(run.output(0), "5");
}

TEST(Calls, LabelsThatSayErrorAreGoals) {
  EXPECT_EQ(hit_by("if (in == 1) { error_7: o = 1; }\n"
                   "if (in >= 1) { globalError: o = 2; }\n"
                   "if (in == 9) goto out; out: o = 3;",
                   1),
            "running: error_7 globalError");
  EXPECT_EQ(hit_by("if (in == 1) { error_7: reach_error(); }", 1),
            "ended: error_7");
  const Built built =
      build_step(stepping("if (in) { ERROR: o = 1; } done: ;"), {1, 0, 1});
  ASSERT_EQ(built.goals.size(), 1U);
  EXPECT_EQ(built.goals[0].id, "ERROR");
  EXPECT_EQ(built.goals[0].kind, model::GoalKind::label);
  EXPECT_EQ(built.goals[0].where.to_string(), "t.c:3");
}

TEST(Calls, AssertionsAreGoalsOfTheirOwnPlace) {
  const std::string text = "assert(in != 1);\nassert(in < 5);";
  EXPECT_EQ(hit_by(text, 1), "ended: assert@t.c:3");
  EXPECT_EQ(hit_by(text, 7), "ended: assert@t.c:4");
  EXPECT_EQ(hit_by(text, 2), "running: ");
  const Built built = build_step(stepping(text), {1, 0, 1});
  ASSERT_EQ(built.goals.size(), 2U);
  EXPECT_TRUE(built.goals[0].is_violation());
  EXPECT_EQ(built.goals[0].text, "assertion 'in != 1' fails");
  EXPECT_EQ(hit_by("__VERIFIER_assert(in < 5);", 7).substr(0, 15),
            "ended: assert@t");
  EXPECT_EQ(hit_by("__CPROVER_assert(in < 5, \"low\");", 7).substr(0, 15),
            "ended: assert@t");
}

TEST(Calls, AssumptionsDiscardOnlyWhatFollows) {
  const std::string text =
      "if (in > 3) { error_1: o = 1; }\n__CPROVER_assume(in < 9);\n"
      "if (in > 5) { error_2: o = 2; }";
  EXPECT_EQ(hit_by(text, 7), "running: error_1 error_2");
  EXPECT_EQ(hit_by(text, 12).substr(0, 11), "discarded: ");
  EXPECT_NE(hit_by(text, 12).find("error_1"), std::string::npos);
  EXPECT_EQ(hit_by(text, 12).find("error_2"), std::string::npos);
}

// Without a prototype, anything can be passed.
TEST(Calls, AnAssumptionHasOneIntegerOrPointer) {
  const std::string declared = "void __VERIFIER_assume();\n";
  const std::string no_assumption =
      "call of '__VERIFIER_assume' that is no assumption; expected one "
      "argument, an integer or a pointer, and no use of a result "
      "[unsupported-assume]";
  EXPECT_EQ(refused(declared + "double d = in; __VERIFIER_assume(d);"),
            "t.c:4:16: " + no_assumption);
  EXPECT_EQ(refused(declared + "__VERIFIER_assume();"),
            "t.c:4:1: " + no_assumption);
  EXPECT_EQ(refused(declared + "__VERIFIER_assume(in, 1);"),
            "t.c:4:1: " + no_assumption);
  EXPECT_EQ(
      refused("int __VERIFIER_assume();\nif (__VERIFIER_assume(in)) o = 1;"),
      "t.c:4:5: " + no_assumption);
  EXPECT_EQ(hit_by(declared + "__VERIFIER_assume(in ? &o : (int *)0);", 1),
            "running: ");
  EXPECT_EQ(hit_by(declared + "__VERIFIER_assume(in ? &o : (int *)0);", 0)
                .substr(0, 9),
            "discarded");
  EXPECT_EQ(hit_by(declared + "__VERIFIER_assume((long)in << 32);", 1),
            "running: ");
}

TEST(Calls, AnAssumptionOfTheHarnessForbidsTheStep) {
  Instance run(build_step(stepping("o = in;") +
                              "int __cat_assume(void) { return in < 3; }\n"
                              "void __cat_pre(void) { if (in > 1) "
                              "__cat_hit(0); }",
                          {1, 0, 1, 1}));
  run.reset();
  EXPECT_EQ(run.step({2}), StepOutcome::running);
  EXPECT_EQ(run.hits(), "g0");
  EXPECT_EQ(run.step({3}), StepOutcome::discarded);
  EXPECT_EQ(run.hits(), "");
}

TEST(Calls, OutputIsLeftOut) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(hit_by("extern int printf(const char*, ...);\n"
                   "extern int puts(const char*);\n"
                   "printf(\"%d\", in); puts(\"x\");",
                   1),
            "running: ");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST(Calls, TheMathematicsOfTheLibraryRuns) {
  Instance run(
      build_step("#include <math.h>\n#include <string.h>\n"
                 "#include <stdlib.h>\n" +
                     stepping("char a[8] = \"abc\", b[8]; "
                              "memcpy(b, a, 8); o = (int)(floor(in / "
                              "2.0) + fabs(-3.0) + sqrt(16.0)) + "
                              "abs(-in) + (int)strlen(b);"),
                 {1, 0, 1}));
  run.reset();
  ASSERT_EQ(run.step({5}), StepOutcome::running);
  EXPECT_EQ(run.output(0), "17");
}

TEST(Calls, WhatNobodyDefinesIsRefusedWithItsPlace) {
  EXPECT_EQ(refused("extern int sensor(void); o = sensor();"),
            "t.c:3:30: call of 'sensor', which no source defines and which is "
            "not one of the library functions that can be run and replayed; "
            "expected a definition or a stub among the sources, or the option "
            "--stub-missing [unsupported-call]");
  EXPECT_NE(refused("o = *(int*)malloc(4);", "#include <stdlib.h>\n")
                .find("call of 'malloc'"),
            std::string::npos);
  // Stubs are for functions of other components; what the C library does is
  // known, but not to us.
  const std::string library =
      refused("o = sscanf(\"1\", \"%d\", &in);", "#include <stdio.h>\n");
  EXPECT_NE(library.find("call of 'sscanf'"), std::string::npos) << library;
  EXPECT_EQ(library.find("--stub-missing"), std::string::npos) << library;
  EXPECT_NE(refused("o = rand();", "#include <stdlib.h>\n").find("'rand'"),
            std::string::npos);
  EXPECT_EQ(refused("__asm__ volatile(\"nop\");"),
            "t.c:3:1: inline assembly is not supported [unsupported-asm]");
  EXPECT_NE(refused("extern int far_away; o = far_away;").find("far_away"),
            std::string::npos);
  // Not where no step can call it.
  EXPECT_EQ(refused("o = 1;",
                    "extern int sensor(void); int idle(void) { return "
                    "sensor(); }\n"),
            "");
}

TEST(Calls, FunctionsInTablesAreFollowed) {
  Instance run(
      build_step("static int twice(int x) { return 2 * x; }\n"
                 "static int less(int x) { return x - 1; }\n"
                 "static int (*const table[])(int) = {twice, less};\n"
                 "int in, o; void __cat_step(void) { "
                 "o = table[in & 1](o + 3); }\n"
                 "INPUT(0, in, 5) OUTPUT(0, o, 5)",
                 {1, 0, 1}));
  run.reset();
  run.step({0});
  EXPECT_EQ(run.output(0), "6");
  run.step({1});
  EXPECT_EQ(run.output(0), "8");
}

TEST(Calls, TheMeaningOfAnnotations) {
  const std::string include = std::string("#include \"") + CATENARY_SOURCE_DIR +
                              "/include/catenary/c.h\"\n#line 1 \"t.c\"\n";
  Instance run(
      build_step(include + "unsigned char x; int o;\nvoid __cat_step(void) {\n"
                           "  CATENARY_INPUT(x);\n  CATENARY_ASSUME(x < 9);\n"
                           "  o = x;\n  CATENARY_GOAL(\"five\", o == 5); }\n"
                           "OUTPUT(0, o, 5)",
                 {0, 0, 1}));
  ASSERT_EQ(run.built().inputs.size(), 1U);
  EXPECT_EQ(run.built().inputs[0].name, "x");
  EXPECT_EQ(run.built().inputs[0].type, model::ScalarType::uint8);
  run.reset();
  EXPECT_EQ(run.step({5}), StepOutcome::running);
  EXPECT_EQ(run.hits(), "five");
  EXPECT_EQ(run.step({9}), StepOutcome::discarded);
  EXPECT_NE(fault_of(recipe_of(include + "int o; void __cat_step(void) { "
                                         "const char* id = o ? \"a\" : \"b\"; "
                                         "CATENARY_GOAL(id, 1); }"))
                .find("must be a string literal"),
            std::string::npos);
}

}  // namespace
}  // namespace catenary::program
