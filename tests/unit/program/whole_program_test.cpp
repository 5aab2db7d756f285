// SPDX-License-Identifier: Apache-2.0
/// \file
/// Programs with their own main loop: where it is cut, what its locals become,
/// and what cannot be cut.
#include <gtest/gtest.h>

#include <utility>

#include "unit/program/program.h"

namespace catenary::program {
namespace {

using model::StepOutcome;
using test::build_whole;
using test::fault_of;
using test::Instance;
using test::whole_recipe;

constexpr const char* kReads =
    "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n";

/// Steps until reach_error is hit with these inputs; -1 where it never is.
int steps_to_error(const std::string& body, std::initializer_list<long> in) {
  Instance run(build_whole(std::string(kReads) + body));
  if (run.reset() != StepOutcome::running) return -2;
  int n = 0;
  for (const long value : in) {
    ++n;
    const StepOutcome outcome = run.step({value});
    if (run.hits() == "reach_error") return n;
    if (outcome != StepOutcome::running) return -1;
  }
  return -1;
}

TEST(WholeProgram, LocalsOfMainAreItsState) {
  const std::string body =
      "int main(void) { int sum = 0; unsigned char last = 9;\n"
      "  %s { int x = __VERIFIER_nondet_int(); sum += x;\n"
      "    if (sum == 6 && last == 3) reach_error(); last = x; } %s }";
  for (const auto& [head, tail] : {std::pair{"while (1)", ""},
                                   std::pair{"for (;;)", ""},
                                   std::pair{"do", "while (1);"},
                                   std::pair{"while (sum == sum || 1)", ""}}) {
    std::string text = body;
    text.replace(text.find("%s"), 2, head);
    text.replace(text.find("%s"), 2, tail);
    EXPECT_EQ(steps_to_error(text, {1, 3, 2}), 3) << head;
    EXPECT_EQ(steps_to_error(text, {3, 3, 0}), 2) << head;
    EXPECT_EQ(steps_to_error(text, {3, 1, 2}), -1) << head;
  }
}

TEST(WholeProgram, GotosMakeLoopsToo) {
  EXPECT_EQ(steps_to_error("int main(void) { int n = 0;\n"
                           "again: n += __VERIFIER_nondet_int();\n"
                           "  if (n == 5) reach_error(); goto again; }",
                           {2, 3}),
            2);
}

TEST(WholeProgram, LoopsBeforeAndInsideAreNotCut) {
  EXPECT_EQ(steps_to_error(
                "int main(void) { int n = 0, i, k;\n"
                "  for (i = 0; i < 10; ++i) n += i;\n"
                "  while (1) { int x = __VERIFIER_nondet_int();\n"
                "    for (i = 0; i < 3; ++i) { k = 0; while (k < x) { ++k; "
                "if (k == 2) break; } n += k; }\n"
                "    if (n == 54) reach_error(); } }",
                {1, 7}),
            2);
}

TEST(WholeProgram, AnInfiniteLoopInsideAStepIsNotTheStep) {
  EXPECT_EQ(steps_to_error("int main(void) { int n = 0;\n"
                           "  while (1) { n = __VERIFIER_nondet_int();\n"
                           "    for (;;) { if (--n <= 3) break; }\n"
                           "    if (n == 3) reach_error(); } }",
                           {2, 5}),
            2);
}

TEST(WholeProgram, ALoopThatEndsIsTheStepWhereItAloneReads) {
  EXPECT_EQ(steps_to_error("int main(void) { int n = 0, stop = 0, i;\n"
                           "  for (i = 0; i < 4; ++i) n += 1;\n"
                           "  while (!stop) { n += __VERIFIER_nondet_int();\n"
                           "    if (n == 9) reach_error(); stop = n > 20; }\n"
                           "  return 0; }",
                           {2, 3}),
            2);
}

TEST(WholeProgram, ReturningEndsTheRun) {
  Instance run(build_whole(std::string(kReads) +
                           "int main(void) { int n = 0; while (1) {\n"
                           "n += __VERIFIER_nondet_int();\n"
                           "if (n == 4) return 0;\n"
                           "if (n == 5) reach_error(); } }"));
  EXPECT_EQ(run.reset(), StepOutcome::running);
  EXPECT_EQ(run.step({3}), StepOutcome::running);
  EXPECT_EQ(run.step({1}), StepOutcome::ended);
  EXPECT_NE(run.event().find("main() returned"), std::string::npos);
}

TEST(WholeProgram, TheInitialisationMayReadAndEnd) {
  Instance run(
      build_whole(std::string(kReads) +
                  "int main(void) { int start = __VERIFIER_nondet_int();\n"
                  "  if (start < 0) return 1;\n"
                  "  if (start == 77) reach_error();\n"
                  "  while (1) { int x = __VERIFIER_nondet_int();\n"
                  "    if (start + x == 10) reach_error(); } }"));
  ASSERT_EQ(run.built().initial.size(), 1U);
  EXPECT_EQ(run.built().initial[0].name, "start");
  EXPECT_EQ(run.built().initial[0].where.to_string(), "t.c:2:30");
  ASSERT_EQ(run.built().inputs.size(), 1U);
  EXPECT_EQ(run.built().inputs[0].name, "x");
  EXPECT_EQ(run.reset({-1}), StepOutcome::ended);
  EXPECT_EQ(run.reset({77}), StepOutcome::ended);
  EXPECT_EQ(run.hits(), "reach_error");
  EXPECT_EQ(run.reset({4}), StepOutcome::running);
  EXPECT_EQ(run.step({6}), StepOutcome::ended);
  EXPECT_EQ(run.hits(), "reach_error");
}

TEST(WholeProgram, InputsHaveTheTypesOfTheirFunctions) {
  const Built built = build_whole(
      "extern unsigned short __VERIFIER_nondet_ushort(void);\n"
      "extern char __VERIFIER_nondet_char(void);\n"
      "extern _Bool __VERIFIER_nondet_bool(void);\n"
      "extern double nondet_double(void);\n"
      "extern unsigned long __VERIFIER_nondet_ulong(void);\n"
      "static unsigned char get(void) { extern unsigned char "
      "nondet_uchar(void); return nondet_uchar(); }\n"
      "int main(void) { int o = 0; while (1) {\n"
      "  unsigned short a = __VERIFIER_nondet_ushort();\n"
      "  char b = __VERIFIER_nondet_char();\n"
      "  _Bool c = __VERIFIER_nondet_bool();\n"
      "  double d = nondet_double();\n"
      "  unsigned long e = __VERIFIER_nondet_ulong();\n"
      "  unsigned char f = get(), g = get();\n"
      "  o += a + b + c + (d > 1) + (e > 1) + f + g; } }");
  std::string types;
  for (const BuiltVariable& v : built.inputs) {
    types += v.name + ":" + model::to_string(v.type) + " ";
  }
  EXPECT_EQ(types,
            "a:uint16 b:int8 c:bool d:float64 e:uint64 f:uint8 g:uint8 ");
}

std::string names(const std::vector<BuiltVariable>& variables) {
  std::string out;
  for (const BuiltVariable& v : variables) out += v.name + " ";
  return out;
}

TEST(WholeProgram, ALoopThatReadsAKnownNumberOfTimesHasAsManyInputs) {
  Instance run(build_whole(std::string(kReads) +
                           "static int in[2];\n"
                           "int main(void) { while (1) {\n"
                           "  for (int i = 0; i < 2; ++i)\n"
                           "    in[i] = __VERIFIER_nondet_int();\n"
                           "  if (in[0] == 3 && in[1] == 4) reach_error(); "
                           "} }"));
  EXPECT_EQ(names(run.built().inputs), "in in#2 ");
  run.reset();
  EXPECT_EQ(run.step({4, 3}), StepOutcome::running);
  EXPECT_EQ(run.step({3, 4}), StepOutcome::ended);
}

TEST(WholeProgram, AFunctionThatReadsHasInputsForEachOfItsCalls) {
  Instance run(build_whole(
      std::string(kReads) +
      "static int raw(void) { int v = __VERIFIER_nondet_int(); return v; }\n"
      "static int sum(void) { return raw() - raw(); }\n"
      "int main(void) { while (1) {\n"
      "  if (sum() == 1 && sum() == 2) reach_error(); } }"));
  EXPECT_EQ(names(run.built().inputs), "v v#2 v#3 v#4 ");
  run.reset();
  EXPECT_EQ(run.step({5, 4, 2, 1}), StepOutcome::running);
  EXPECT_EQ(run.step({5, 4, 3, 1}), StepOutcome::ended);
}

// The scheduler of a simulation: its inner loop reads until it is done. A step
// that leaves the loop reads nothing.
TEST(WholeProgram, AnInnerLoopThatReadsIsTheStep) {
  EXPECT_EQ(
      steps_to_error("static int left;\n"
                     "static void run(void) {\n"
                     "  while (left > 0) left -= __VERIFIER_nondet_int(); }\n"
                     "static void simulate(void) { int rounds = 0;\n"
                     "  while (1) { left = 2; run(); ++rounds;\n"
                     "    if (rounds == 2 && left == -1) reach_error(); } }\n"
                     "int main(void) { simulate(); return 0; }",
                     {1, 0, 1, 9, 1, 2, 9}),
      7);
}

// Neither loop is run in each iteration of the other one.
TEST(WholeProgram, SeveralLoopsThatReadAreCut) {
  const Built built = build_whole(std::string(kReads) +
                                  "int main(void) { int n = 0; while (1) {\n"
                                  "  int x = __VERIFIER_nondet_int();\n"
                                  "  while (x > 0) {\n"
                                  "    x = __VERIFIER_nondet_int(); ++n; }\n"
                                  "  if (n == 3) reach_error();\n"
                                  "  if (x == -1) break; }\n"
                                  "  do n = __VERIFIER_nondet_int();\n"
                                  "  while (n != 7);\n"
                                  "  reach_error(); return 0; }");
  std::string state;
  for (const model::StateField& f : built.state) state += f.name + " ";
  EXPECT_NE(state.find("main.loop"), std::string::npos) << state;
}

// There is no endless loop: the loop that reads is cut, however often it runs.
TEST(WholeProgram, AProgramThatEndsIsCutAtItsReadingLoop) {
  EXPECT_EQ(steps_to_error("int main(void) { int n = 0;\n"
                           "  for (int i = 0; i < 10; ++i) {\n"
                           "    n += __VERIFIER_nondet_int();\n"
                           "    if (n == 5 && i == 2) reach_error(); }\n"
                           "  return 0; }",
                           {2, 2, 1}),
            3);
}

TEST(WholeProgram, AProgramWithoutReadingLoopIsOneStep) {
  const Built built = build_whole(
      std::string(kReads) +
      "static int f(int a) { return a > 7; }\n"
      "int main(void) { int n = 0; int a = __VERIFIER_nondet_int();\n"
      "  for (int i = 0; i < 3; ++i) n += a;\n"
      "  if (f(n) && __VERIFIER_nondet_int() == 2) reach_error();\n"
      "  return 0; }");
  ASSERT_EQ(built.inputs.size(), 2U);
  ASSERT_EQ(built.warnings.size(), 1U);
  EXPECT_EQ(built.warnings[0].code, "one-step");
  Instance run(built);
  run.reset();
  EXPECT_EQ(run.step({2, 2}), StepOutcome::ended);
  EXPECT_EQ(run.hits(), "");
  run.reset();
  run.step({3, 2});
  EXPECT_EQ(run.hits(), "reach_error");
}

// A recursive function cannot be inlined: its call is a sequence of inputs.
TEST(WholeProgram, ACallThatIsMadeOftenHasAnInputForEachOfFourReads) {
  const Built built = build_whole(
      std::string(kReads) +
      "static int f(int k) { int v = __VERIFIER_nondet_int();\n"
      "  return k > 0 ? v + 10 * f(k - 1) : v; }\n"
      "int main(void) { int n = 0; while (1) {\n"
      "  int r = f(n++); if (r == 21 || r == 4321) reach_error(); } }");
  std::string names;
  for (const BuiltVariable& v : built.inputs) names += v.name + " ";
  EXPECT_EQ(names, "v v@2 v@3 v@4 ");
  Instance run(built);
  run.reset();
  EXPECT_EQ(run.step({21, 0, 0, 0}), StepOutcome::ended);
  run.reset();
  EXPECT_EQ(run.step({1, 0, 0, 0}), StepOutcome::running);
  EXPECT_EQ(run.step({1, 2, 0, 0}), StepOutcome::ended);
  run.reset();
  for (int n = 0; n < 3; ++n) {
    EXPECT_EQ(run.step({0, 0, 0, 0}), StepOutcome::running);
  }
  EXPECT_EQ(run.step({1, 2, 3, 4}), StepOutcome::ended);
  EXPECT_EQ(run.hits(), "reach_error");
}

TEST(WholeProgram, MoreReadsInAStepAreUnsupported) {
  Instance run(
      build_whole(std::string(kReads) +
                  "static int f(int k) { int v = __VERIFIER_nondet_int();\n"
                  "  return k > 0 ? v + f(k - 1) : v; }\n"
                  "int main(void) { int n = 3; while (1) f(n++); }"));
  run.reset();
  EXPECT_EQ(run.step({1, 1, 1, 1}), StepOutcome::running);
  EXPECT_EQ(run.step({1, 1, 1, 1}), StepOutcome::unsupported);
  EXPECT_NE(run.event().find("is read more than 4 times in one step"),
            std::string::npos);
  EXPECT_EQ(run.event().substr(0, 6), "t.c:2:");
}

// The first read splits the block that the second one is in.
TEST(WholeProgram, EachReadOfALoopHasASequenceOfInputs) {
  Built built = test::build_step(
      "extern int __VERIFIER_nondet_int(void);\n"
      "int in, o;\nvoid __cat_step(void) {\n"
      "  o = 0;\n  while (o < in) {\n"
      "    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();\n"
      "    if (a == b) return;\n    ++o;\n  }\n}\n"
      "INPUT(0, in, 5) OUTPUT(0, o, 5)",
      {1, 0, 1});
  std::string names;
  for (const auto& input : built.inputs) names += input.name + " ";
  EXPECT_EQ(names, " a a@2 a@3 a@4 b b@2 b@3 b@4 ");
  Instance run(std::move(built));
  run.reset();
  EXPECT_EQ(run.step({3, 1, 2, 3, 0, 9, 9, 3, 0}), StepOutcome::running);
  EXPECT_EQ(run.output(0), "2");
}

TEST(WholeProgram, WhatCannotBeCutIsSaidWithItsPlace) {
  EXPECT_EQ(fault_of(whole_recipe("int f(void) { return 1; }")),
            "t.c: no step function: expected a main() with an infinite loop, "
            "functions named init and step, or a description file that names "
            "them [no-step]");
  EXPECT_EQ(fault_of(whole_recipe("\nint main(void) { return 0; }")),
            "t.c:2: main() has no infinite loop; expected one such as 'while "
            "(1)' whose iterations are the steps, or a description file that "
            "names init and step [no-step-loop]");
  EXPECT_EQ(fault_of(whole_recipe("int n; int main(void) {\n"
                                  "  while (1) { int a[n + 1]; a[0] = 1; "
                                  "n = a[0]; } }")),
            "t.c:2:15: variable-length array in main(), or in what is inlined "
            "there since it reads inputs in a loop, is not supported "
            "[unsupported-vla]");
}

// SV-COMP's ltl_coolant: all branches behind such a call were "unreachable".
TEST(WholeProgram, AnInputThatIsDeclaredNotToReturnIsRefused) {
  const std::string text =
      "extern void reach_error(void);\n"
      "int main(void) { while (1) {\n"
      "  int x = __VERIFIER_nondet_int(); if (x == 3) reach_error(); } }";
  const std::string reads = "extern int __VERIFIER_nondet_int(void) ";
  EXPECT_EQ(
      fault_of(whole_recipe(reads + "__attribute__((__noreturn__));\n" + text)),
      "t.c:4:11: '__VERIFIER_nondet_int' is declared noreturn, so the compiler "
      "leaves out what follows its calls; expected a declaration without that, "
      "or the flag -D__noreturn__= [unsupported-input]");
  Instance run(build_whole(reads + ";\n" + text));
  run.reset();
  EXPECT_EQ(run.step({3}), StepOutcome::ended);
  EXPECT_EQ(run.hits(), "reach_error");
}

TEST(WholeProgram, MainHasItsNameAsOnlyArgument) {
  Instance run(build_whole(std::string(kReads) +
                           "int main(int argc, char** argv) { while (1) {\n"
                           "  if (argc == 1 && argv[0][0] && !argv[1] &&\n"
                           "      __VERIFIER_nondet_int() == 1)\n"
                           "    reach_error(); } }"));
  run.reset();
  EXPECT_EQ(run.step({1}), StepOutcome::ended);
  EXPECT_EQ(run.hits(), "reach_error");
}

}  // namespace
}  // namespace catenary::program
