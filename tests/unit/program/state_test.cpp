// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is found to be the state of a program: everything that a step may read
/// before it writes it and that changes, and nothing else.
#include <gtest/gtest.h>

#include "unit/program/program.h"

namespace catenary::program {
namespace {

using test::build_step;
using test::Instance;

/// The fields found, "name:bytes", with spaces.
std::string state_of(const std::string& text, const test::Wiring& w = {}) {
  std::string out;
  for (const model::StateField& f : build_step(text, w).state) {
    out += (out.empty() ? "" : " ") + f.name + ":" + std::to_string(f.bytes);
  }
  return out;
}

std::uint64_t bytes_of(const std::string& text, const test::Wiring& w = {}) {
  std::uint64_t bytes = 0;
  for (const model::StateField& f : build_step(text, w).state) bytes += f.bytes;
  return bytes;
}

TEST(State, IsWhatIsReadBeforeItIsWritten) {
  EXPECT_EQ(state_of("int kept, fresh, in;\n"
                     "void __cat_step(void) {\n"
                     "  fresh = in + 1; kept = kept + fresh; }\n"
                     "INPUT(0, in, 5)",
                     {1}),
            "kept:4");
}

TEST(State, NothingThatNeverChangesIsInIt) {
  EXPECT_EQ(
      state_of("int table[4] = {1, 2, 3, 4}, at;\n"
               "void __cat_step(void) { at = (at + table[at & 3]) & 7; }"),
      "at:4");
}

TEST(State, AnOutputWrittenOnSomePathsIsLatched) {
  const std::string text =
      "_Bool in; int shown, plain;\n"
      "void __cat_step(void) { if (in) shown = 7; plain = in; }\n"
      "INPUT(0, in, 0)\n";
  EXPECT_EQ(
      state_of(text + "OUTPUT(0, shown, 5) OUTPUT(1, plain, 5)", {1, 0, 2}),
      "shown:4");
  // Nobody reads it where it is no output.
  EXPECT_EQ(state_of(text, {1}), "");
}

TEST(State, AnOutputThatEveryStepWritesIsNotInItWhateverElseIsReadByAddress) {
  // `raise` may read all that has an address; when it does, `shown` is written.
  EXPECT_EQ(state_of("struct Counter { int* at; };\n"
                     "int in, shown, kept;\n"
                     "__attribute__((noinline)) static void\n"
                     "raise(const struct Counter* c) { ++*c->at; }\n"
                     "void __cat_step(void) {\n"
                     "  shown = 0;\n"
                     "  if (in > 3) {\n"
                     "    struct Counter c = {in > 5 ? &shown : &kept};\n"
                     "    raise(&c); } }\n"
                     "INPUT(0, in, 5) OUTPUT(0, shown, 5)",
                     {1, 0, 1}),
            "kept:4");
}

TEST(State, WhatADiscardedStepLeavesUnwrittenIsNotInIt) {
  EXPECT_EQ(state_of("_Bool in; int shown, kept;\n"
                     "int __cat_assume(void) { return kept < 5 || !in; }\n"
                     "void __cat_step(void) { shown = kept; kept += in; }\n"
                     "INPUT(0, in, 0) OUTPUT(0, shown, 5)",
                     {1, 0, 1}),
            "kept:4");
}

TEST(State, ALatchedVariableOfFinalIsInIt) {
  EXPECT_EQ(state_of("_Bool in; int mode;\n"
                     "void __cat_step(void) { if (in) mode = 1; }\n"
                     "int __cat_final(void) { return mode == 0; }\n"
                     "INPUT(0, in, 0)",
                     {1}),
            "mode:4");
}

TEST(State, StaticLocalsAreInIt) {
  EXPECT_EQ(bytes_of("int out;\n"
                     "void __cat_step(void) {\n"
                     "  static unsigned char count; out = ++count; }"),
            1U);
}

TEST(State, OnlyTheFieldsInUseAreInIt) {
  EXPECT_EQ(bytes_of("struct { int a, b; char c; long d; } s;\n"
                     "void __cat_step(void) { s.b = s.b + 1; s.a = 3; "
                     "s.d = s.a; }"),
            4U);
}

TEST(State, BitFieldsShareTheirByte) {
  EXPECT_EQ(bytes_of("struct { unsigned char a : 3, b : 5; } s;\n"
                     "void __cat_step(void) { s.a = s.a + 1; s.b = 2; }"),
            1U);
}

TEST(State, MembersOfAUnionAreTheSameBytes) {
  EXPECT_EQ(bytes_of("union { int whole; unsigned char part[4]; } u;\n"
                     "void __cat_step(void) { u.part[0]++; u.whole ^= 256; }"),
            4U);
  // Written as one member, then read as the other: no state.
  EXPECT_EQ(bytes_of("union { int whole; unsigned char part[4]; } u; int o;\n"
                     "int in; void __cat_step(void) { u.whole = in; "
                     "o = u.part[1]; }\nINPUT(0, in, 5)",
                     {1}),
            0U);
}

TEST(State, AVariableIndexMayReadAndWritesNothingForSure) {
  EXPECT_EQ(state_of("int a[3], in, o;\n"
                     "void __cat_step(void) { a[in & 1] = 5; o = a[2]; }\n"
                     "INPUT(0, in, 5)",
                     {1}),
            "a [byte 8]:4");
  EXPECT_EQ(state_of("int a[3], in, o;\n"
                     "void __cat_step(void) { a[0] = in; o = a[in & 1]; "
                     "a[1] = in; }\nINPUT(0, in, 5)",
                     {1}),
            "a [byte 4]:4");
}

TEST(State, CopiesOfStructuresAreFollowed) {
  const std::string type = "typedef struct { int a, b; } pair; pair s, t;\n";
  EXPECT_EQ(bytes_of(type + "void __cat_step(void) { t = s; s.a = t.b; "
                            "s.b = t.a; }"),
            8U);
  EXPECT_EQ(bytes_of(type + "int in; void __cat_step(void) { pair p = {in, 1}; "
                            "s = p; t = s; in = t.a; }\nINPUT(0, in, 5)",
                     {1}),
            0U);
  EXPECT_EQ(bytes_of("#include <string.h>\n" + type +
                     "void __cat_step(void) { memcpy(&t, &s, sizeof t); "
                     "s.a = t.b; s.b = t.a; }"),
            8U);
}

TEST(State, AnArrayFilledByALoopIsWritten) {
  // A loop may run no time, as far as the analysis knows: more state is
  // sound, and the values are the same in every state.
  const Built built = build_step(
      "int a[2], in, o;\n"
      "void __cat_step(void) { for (int i = 0; i < 2; ++i) a[i] = in;\n"
      "  o = a[0] + a[1]; }\nINPUT(0, in, 5) OUTPUT(0, o, 5)",
      {1, 0, 1});
  Instance run(built);
  ASSERT_EQ(run.reset(), model::StepOutcome::running);
  ASSERT_EQ(run.step({21}), model::StepOutcome::running);
  EXPECT_EQ(run.output(0), "42");
}

TEST(State, AddressesMakeStatesGoodForOneInstanceOnly) {
  const std::string text =
      "int a, b, *p = &a;\n"
      "void __cat_step(void) { *p = *p + 1; p = p == &a ? &b : &a; }";
  EXPECT_FALSE(build_step(text).portable_states);
  EXPECT_EQ(bytes_of(text), 16U);
  EXPECT_TRUE(build_step("int a; void __cat_step(void) { int* p = &a; ++*p; }")
                  .portable_states);
  // A null pointer or an index is the same everywhere.
  EXPECT_TRUE(build_step("int a[3], i; void __cat_step(void) { "
                         "a[i] = 1; i = (i + 1) % 3; }")
                  .portable_states);
}

/// A function too large to be inlined, whose address is taken.
constexpr const char* kLargeFunction =
    "int in, kept, other, o;\n"
    "#define R(k) if (r % (k + 5) == (a & 3)) r += *p * k; "
    "else r ^= (r >> 3) + k;\n"
    "#define R8(k) R(k) R(k + 1) R(k + 2) R(k + 3) R(k + 4) R(k + 5) "
    "R(k + 6) R(k + 7)\n"
    "static int big(int* p, int a) { int r = a; R8(1) R8(9) R8(17) return r; "
    "}\n"
    "int (*hook)(int*, int) = big;\n";

TEST(State, WhatAFunctionWithATakenAddressReadsIsOfAllThatCallersGive) {
  EXPECT_EQ(
      state_of(std::string(kLargeFunction) +
                   "void __cat_step(void) { o = big(&kept, in) + big(&kept, "
                   "1); kept = in; }\nINPUT(0, in, 5)",
               {1}),
      "kept:4");
  // Through the pointer as well, which nobody changes.
  EXPECT_EQ(state_of(std::string(kLargeFunction) +
                         "void __cat_step(void) { o = hook(&kept, in); "
                         "kept = in; o += hook(&other, in); }\n"
                         "INPUT(0, in, 5)",
                     {1}),
            "kept:4");
}

TEST(State, AddressesAreFollowedThroughMemoryIntegersAndCopies) {
  const std::string end = "kept = in; }\nINPUT(0, in, 5) OUTPUT(0, o, 5)";
  const test::Wiring w{1, 0, 1};
  const std::string head = "int in, kept, o, n;\n";
  // Kept in a table, which steps index.
  EXPECT_NE(state_of(head +
                         "int z, *t[2] = {&z, &kept};\n"
                         "void __cat_step(void) { o = *t[in & 1]; " +
                         end,
                     w)
                .find("kept:4"),
            std::string::npos);
  // As an integer.
  EXPECT_NE(state_of(head +
                         "unsigned long number;\n"
                         "void __cat_init(void) { number = (unsigned long)"
                         "&kept; }\n"
                         "void __cat_step(void) { o = *(int*)number; " +
                         end,
                     w)
                .find("kept:4"),
            std::string::npos);
  // In a structure that is copied, and returned by a function.
  EXPECT_NE(state_of("#include <string.h>\n" + head +
                         "struct S { int n; int* p; } a, b;\n"
                         "static struct S get(void) { struct S s = {1, "
                         "&kept}; return s; }\n"
                         "void __cat_init(void) { a = get(); }\n"
                         "void __cat_step(void) { memcpy(&b, &a, sizeof b); "
                         "struct S c = b; o = *c.p; " +
                         end,
                     w)
                .find("kept:4"),
            std::string::npos);
}

TEST(State, AnAddressTakenApartStopsTheRun) {
  Instance run(build_step(
      "int in, kept, o; unsigned long low, high;\n"
      "void __cat_init(void) { low = (unsigned long)&kept & 0xffffffff;\n"
      "  high = (unsigned long)&kept >> 32; }\n"
      "void __cat_step(void) { o = *(int*)(high << 32 | low); kept = in; }\n"
      "INPUT(0, in, 5) OUTPUT(0, o, 5)",
      {1, 0, 1}));
  EXPECT_EQ(run.reset(), model::StepOutcome::unsupported);
}

TEST(State, AnArgumentByValueIsReadWhereItIsGiven) {
  // `take` overwrites the variable before it looks at its copy.
  const Built built = build_step(
      "struct S { int a[8]; } s; int in, o;\n"
      "__attribute__((noinline)) static int take(struct S c, int i) {\n"
      "  for (int k = 0; k < 8; ++k) s.a[k] = i;\n"
      "  s.a[0] = s.a[1] = s.a[2] = s.a[3] = i;\n"
      "  s.a[4] = s.a[5] = s.a[6] = s.a[7] = i; return c.a[i & 7]; }\n"
      "int (*hook)(struct S, int) = take;\n"
      "void __cat_step(void) { o = hook(s, in); }\n"
      "INPUT(0, in, 5) OUTPUT(0, o, 5)",
      {1, 0, 1});
  std::uint64_t bytes = 0;
  for (const model::StateField& f : built.state) bytes += f.bytes;
  EXPECT_GE(bytes, 32U);
}

TEST(State, WhatOutputsShowWhereTheRunEndsIsWrittenByThen) {
  const std::string text =
      "#include <stdlib.h>\nint in, o;\n"
      "void __cat_step(void) { if (in == 7) exit(0); o = in; }\n"
      "INPUT(0, in, 5) OUTPUT(0, o, 5)";
  EXPECT_EQ(state_of(text, {1, 0, 1}), "o:4");
  EXPECT_EQ(state_of("#include <stdlib.h>\nint in, o;\n"
                     "void __cat_step(void) { o = in; if (in == 7) exit(0); }\n"
                     "INPUT(0, in, 5) OUTPUT(0, o, 5)",
                     {1, 0, 1}),
            "");
}

TEST(State, AddressesCopiedOutOfLocalStructuresMakeStatesOfOneInstance) {
  EXPECT_FALSE(build_step("struct S { int n, *p; } kept; int a, b, in, o;\n"
                          "void __cat_step(void) { struct S s = {in, in & 1 ? "
                          "&a : &b}; o = kept.p ? *kept.p : 0; a = in; kept = "
                          "s; }\nINPUT(0, in, 5)",
                          {1})
                   .portable_states);
  // Addresses that stay in the initialiser, among numbers that change.
  EXPECT_FALSE(build_step("int a, in; struct S { int n, *p; } t[2] = {{0, &a}, "
                          "{0, &a}};\n"
                          "void __cat_step(void) { struct S* s = &t[in & 1]; "
                          "*s->p += s->n; t[in & 1].n = in; "
                          "if (in == 9) t[a & 1] = t[in & 1]; }\n"
                          "INPUT(0, in, 5)",
                          {1})
                   .portable_states);
}

TEST(State, SavingAndLoadingBringsEveryBehaviourBack) {
  Instance run(build_step(
      "struct { unsigned char low : 4, high : 4; } s; int in, out; "
      "static int ring[4]; static unsigned at;\n"
      "void __cat_init(void) { s.low = s.high = at = 0; "
      "for (int i = 0; i < 4; ++i) ring[i] = 0; }\n"
      "void __cat_step(void) { s.low += in; s.high ^= s.low; "
      "ring[at % 4] += s.high; out = ring[(at + 1) % 4] * 100 + ring[at % 4]; "
      "++at; }\nINPUT(0, in, 5) OUTPUT(0, out, 5)",
      {1, 0, 1}));
  run.reset();
  for (const long in : {3, 5, 1, 9, 7}) run.step({in});
  const std::vector<std::byte> saved = run.save();
  std::string first;
  for (const long in : {2, 4, 8}) {
    run.step({in});
    first += run.output(0) + " ";
  }
  run.reset();
  run.step({1});
  run.load(saved);
  EXPECT_EQ(run.save(), saved);
  std::string second;
  for (const long in : {2, 4, 8}) {
    run.step({in});
    second += run.output(0) + " ";
  }
  EXPECT_EQ(first, second);
}

TEST(State, InitialChoicesThatOnlyInitReadsDoNotOutliveIt) {
  EXPECT_EQ(state_of("int seed, level;\n"
                     "void __cat_init(void) { level = seed & 3; }\n"
                     "void __cat_step(void) { level = (level + 1) & 3; }\n"
                     "INITIAL(0, seed, 5)",
                     {0, 1}),
            "level:4");
  // One that steps read is part of the state, although none writes it.
  EXPECT_EQ(state_of("int seed, level;\n"
                     "void __cat_step(void) { level = (level + seed) & 3; }\n"
                     "INITIAL(0, seed, 5)",
                     {0, 1}),
            "level:4 seed:4");
}

}  // namespace
}  // namespace catenary::program
