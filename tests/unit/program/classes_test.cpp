// SPDX-License-Identifier: Apache-2.0
/// \file
/// Input classes: where values between two constants behave alike, and the
/// uses after which nothing of the kind is claimed.
#include <gtest/gtest.h>

#include "unit/program/program.h"

namespace catenary::program {
namespace {

using test::build_step;

/// The cuts of input 0 with spaces, or why there are no classes.
std::string cuts(const std::string& text) {
  const Built built = build_step(text, {1});
  const BuiltVariable& v = built.inputs.at(0);
  if (!v.classes_exact) return v.why_not_exact;
  std::string out;
  for (const std::int64_t c : v.cuts) {
    out += (out.empty() ? "" : " ") + std::to_string(c);
  }
  return out;
}

std::string stepping(const std::string& type,
                     int code,
                     const std::string& statements) {
  return type + " in; int o, p;\nvoid __cat_step(void) {\n" + statements +
         "\n}\nINPUT(0, in, " + std::to_string(code) + ")";
}

/// Whether `value` begins a class.
bool has_cut(const std::string& all, std::int64_t value) {
  return (" " + all + " ").find(" " + std::to_string(value) + " ") !=
         std::string::npos;
}

TEST(Classes, AnInputNobodyUsesIsOneClass) {
  EXPECT_EQ(cuts(stepping("int", 5, "o = 1;")), "");
}

TEST(Classes, EqualityAndOrderCutAtTheirConstants) {
  EXPECT_EQ(cuts(stepping("int", 5, "if (in == 100) o = 1;")), "100 101");
  EXPECT_EQ(cuts(stepping("int", 5, "if (in != -7) o = 1;")), "-7 -6");
  const std::string order = cuts(stepping("int", 5, "o = in > 100;"));
  EXPECT_TRUE(has_cut(order, 101)) << order;
  const std::string chain = cuts(stepping(
      "int", 5, "o = in <= 10 ? 1 : in < 20 ? 2 : in >= 500 ? 3 : 4;"));
  EXPECT_TRUE(has_cut(chain, 11)) << chain;
  EXPECT_TRUE(has_cut(chain, 20)) << chain;
  EXPECT_TRUE(has_cut(chain, 500)) << chain;
}

TEST(Classes, SwitchesCutAtTheirLabels) {
  const std::string all = cuts(
      stepping("unsigned",
               6,
               "switch (in) { case 5: o = 1; break; case 70000: o = 2; break; "
               "case 4000000000u: o = 3; }"));
  EXPECT_EQ(all, "5 6 70000 70001 4000000000 4000000001");
}

TEST(Classes, ComparisonsOfTheOtherSignednessTurnAtTheSign) {
  const std::string as_unsigned =
      cuts(stepping("int", 5, "if ((unsigned)in < 10u) o = 1;"));
  EXPECT_TRUE(has_cut(as_unsigned, 10)) << as_unsigned;
  EXPECT_TRUE(has_cut(as_unsigned, 0)) << as_unsigned;
  const std::string as_signed =
      cuts(stepping("unsigned", 6, "if ((int)in < 10) o = 1;"));
  EXPECT_TRUE(has_cut(as_signed, 10)) << as_signed;
  EXPECT_TRUE(has_cut(as_signed, 2147483648)) << as_signed;
}

TEST(Classes, NarrowInputsArePromotedFirst) {
  const std::string wide =
      cuts(stepping("short", 3, "if (in == 70000) o = 1; if (in == 9) o = 2;"));
  EXPECT_TRUE(has_cut(wide, 9)) << wide;
  EXPECT_FALSE(has_cut(wide, 4464)) << "70000 modulo 65536: " << wide;
}

TEST(Classes, FollowCopiesCallsAndStructures) {
  const std::string types =
      "typedef struct { int pad, speed; } box; static box kept, other;\n";
  EXPECT_EQ(cuts(types + stepping("int",
                                  5,
                                  "box b = {0, in}; kept = b; other = kept; "
                                  "if (other.speed == 42) o = 1;")),
            "42 43");
  EXPECT_EQ(cuts("static int is(int x) { return x == 42; }\n" +
                 stepping("int", 5, "o = is(in);")),
            "42 43");
  EXPECT_EQ(cuts("static int same(int x) { return x; }\n" +
                 stepping("int", 5, "if (same(in) == 42) o = 1;")),
            "42 43");
  EXPECT_EQ(cuts("static void put(int* to, int x) { *to = x; }\n" +
                 stepping("int", 5, "put(&p, in); if (p == 42) o = 1;")),
            "42 43");
}

TEST(Classes, FollowCopiesOfStructuresThroughParameters) {
  // As a queue of messages hands them on.
  const std::string queue =
      "struct entry { int kind, value; };\nstatic struct entry queue[2];\n"
      "__attribute__((noinline)) static void put(const struct entry* one) {\n"
      "  queue[1] = *one;\n}\n"
      "__attribute__((noinline)) static void take(struct entry* first) {\n"
      "  *first = queue[0];\n  queue[0] = queue[1];\n}\n";
  const std::string all =
      cuts(queue + stepping("int",
                            5,
                            "struct entry one = {1, in}, first; put(&one); "
                            "take(&first); if (first.value == 7) o = 1;"));
  EXPECT_EQ(all, "7 8");
  // A structure at an index that is not known may be any of the array.
  const std::string any =
      cuts(queue + stepping("int",
                            5,
                            "struct entry one = {1, in}; queue[p & 1] = one; "
                            "if (queue[0].value == 7) o = 1;"));
  EXPECT_EQ(any.find("stored through a pointer"), 0U) << any;
}

TEST(Classes, WhatIsKeptAndComparedLaterCounts) {
  EXPECT_EQ(cuts(stepping("int", 5, "if (p == 42) o = 1; p = in;")), "42 43");
  // Two steps apart, through two variables.
  EXPECT_EQ(cuts("int q;\n" +
                 stepping("int", 5, "if (q == 7) o = 1; q = p; p = in;")),
            "7 8");
}

TEST(Classes, OtherUsesDefeatThem) {
  EXPECT_EQ(cuts(stepping("int", 5, "o = in + 1;")),
            "used in arithmetic at t.c:3:8");
  EXPECT_EQ(cuts(stepping("int", 5, "o = in & 7;")).substr(0, 18),
            "used in arithmetic");
  EXPECT_EQ(cuts(stepping("int", 5, "o = in > p;")).substr(0, 24),
            "compared with a variable");
  EXPECT_NE(cuts("int a[4];\n" + stepping("int", 5, "o = a[in & 3];")), "");
  EXPECT_NE(cuts(stepping("int", 5, "float f = in; o = f > 2.5f;")), "");
  EXPECT_NE(cuts(stepping("int",
                          5,
                          "unsigned char* b = (unsigned char*)&in; "
                          "if (b[0] == 3) o = 1;")),
            "3 4");
  EXPECT_EQ(cuts(stepping("int", 5, "o = (char)in == 3;")).substr(0, 4),
            "used");
  // The difference of two readings of one input.
  EXPECT_EQ(
      cuts(stepping("int", 5, "if (in == p) o = 1; p = in;")).substr(0, 24),
      "compared with a variable");
}

/// Two or three inputs of a type, "a", "b" and "c".
std::string meeting(const std::string& type,
                    int code,
                    const std::string& statements) {
  const auto input = [&](int k, const std::string& name) {
    return "INPUT(" + std::to_string(k) + ", " + name + ", " +
           std::to_string(code) + ")\n";
  };
  return type + " a, b, c; int o, p;\nvoid __cat_step(void) {\n" + statements +
         "\n}\n" + input(0, "a") + input(1, "b") + input(2, "c");
}

/// "CUTS with INPUTS" of input 0, or why there are no classes.
std::string together(const std::string& text) {
  const Built built = build_step(text, {3});
  const BuiltVariable& v = built.inputs.at(0);
  if (!v.classes_exact) return v.why_not_exact;
  std::string out;
  for (const std::int64_t c : v.cuts) out += std::to_string(c) + " ";
  out += "with";
  for (const std::uint32_t i : v.compared_with) {
    EXPECT_EQ(built.inputs[i].cuts, v.cuts);
    EXPECT_EQ(built.inputs[i].compared_with, v.compared_with);
    out += " " + std::to_string(i);
  }
  return out;
}

/// The divisor of input 0, or why there are no classes.
std::string divisor(const std::string& text) {
  const Built built = build_step(text, {1});
  const BuiltVariable& v = built.inputs.at(0);
  return v.classes_exact ? std::to_string(v.divisor) : v.why_not_exact;
}

TEST(Classes, RemaindersAreToldApart) {
  EXPECT_EQ(divisor(stepping("int", 5, "o = in > 3;")), "1");
  EXPECT_EQ(divisor(stepping("int", 5, "o = in % 4; p = 7 * (in % 6);")), "12");
  EXPECT_EQ(divisor(stepping("unsigned", 6, "o = in % 10u == 3;")), "10");
  // The remainder has the sign of the dividend.
  EXPECT_EQ(cuts(stepping("int", 5, "o = in % 4 == -1;")), "0");
  for (const char* other : {"o = in % 1000;",
                            "o = 7 % in;",
                            "o = in / 4;",
                            "o = in % 4 == in + 1;",
                            "o = in % 201 + in % 202;"}) {
    EXPECT_NE(divisor(stepping("int", 5, other)).find("used in arithmetic"),
              std::string::npos)
        << other;
  }
  EXPECT_NE(divisor(stepping("unsigned", 6, "o = (int)in % 4;"))
                .find("used in arithmetic"),
            std::string::npos);
  EXPECT_NE(divisor(stepping("int", 5, "o = in % 4 + (in < p);")), "4");
}

TEST(Classes, WhatAFunctionIgnoresIsNoUse) {
  const std::string seed = "static void seed(short s) {}\n";
  EXPECT_EQ(cuts(seed + stepping("int", 5, "seed((short)in);")), "");
  const std::string uses =
      "static int last; static void seed(short s) { last = "
      "s; }\n";
  EXPECT_NE(cuts(uses + stepping("int", 5, "seed((short)in); o = last;"))
                .find("used in arithmetic"),
            std::string::npos);
}

TEST(Classes, InputsOfAStepMayBeComparedWithEachOther) {
  EXPECT_EQ(together(meeting("int", 5, "o = a < b;")), "with 0 1");
  EXPECT_EQ(together(meeting("int", 5, "o = a < b && c == 7;")), "with 0 1");
  EXPECT_EQ(together(meeting("int", 5, "o = a < b; if (b == 7) p = 1;")),
            "7 8 with 0 1");
  EXPECT_EQ(together(meeting("int", 5, "o = a < b; p = b == c;")),
            "with 0 1 2");
  EXPECT_EQ(together(meeting("unsigned short", 4, "o = a < b && a > 3;")),
            "3 4 with 0 1");
  EXPECT_EQ(together(meeting("int", 5, "o = (unsigned)a < (unsigned)b;")),
            "0 with 0 1");
  EXPECT_EQ(together(meeting("int", 5, "o = a <= a;")), "with");
  // What is kept is compared with a constant alone.
  EXPECT_EQ(together(meeting("int", 5, "if (p > 9) o = 1; if (a < b) p = a;")),
            "9 10 with 0 1");
}

TEST(Classes, OtherMeetingsOfInputsDefeatThem) {
  const auto fails =
      [](const std::string& type, int code, const std::string& statements) {
        const std::string why = together(meeting(type, code, statements));
        return why.find("compared with a") != std::string::npos ? "" : why;
      };
  // Of an earlier step.
  EXPECT_EQ(fails("int", 5, "o = a < p; p = b;"), "");
  EXPECT_EQ(fails("int", 5, "o = a < p; p = a;"), "");
  // One that may be something else.
  EXPECT_EQ(fails("int", 5, "int x = p ? b : 5; o = a < x;"), "");
  EXPECT_EQ(fails("int", 5, "if (p) b = 5; o = a < b;"), "");
  EXPECT_EQ(fails("int", 5, "int x = a < c ? a : c; o = x < b;"), "");
  // One that is used otherwise.
  EXPECT_EQ(fails("int", 5, "o = a < b; p = b + 1;"), "");
  EXPECT_EQ(fails("int", 5, "o = a < b; p = b < c; p += c * 2;"), "");
  // Extended in two ways.
  EXPECT_EQ(fails("short", 3, "o = a < (unsigned short)b;"), "");
}

TEST(Classes, ConstantVariablesAreConstants) {
  EXPECT_EQ(cuts("const volatile int limit = 400;\n" +
                 stepping("int", 5, "if (in == limit) o = 1;")),
            "400 401");
  EXPECT_EQ(cuts("static const struct { short pad, limit; } k = {1, 400};\n" +
                 stepping("int", 5, "if (in == k.limit + 2) o = 1;")),
            "402 403");
  EXPECT_EQ(cuts("volatile int limit = 400;\n" +
                 stepping("int", 5, "if (in == limit) o = 1;"))
                .substr(0, 24),
            "compared with a variable");
}

}  // namespace
}  // namespace catenary::program
