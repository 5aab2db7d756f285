// SPDX-License-Identifier: Apache-2.0
// Functions of the C library that are linked as C, against those of this
// machine.
#include "program/build/c_library/c_library.h"

#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "unit/program/program.h"

namespace catenary::program {
namespace {

using test::build_step;
using test::Instance;

/// The results of a function for all characters and EOF, as text.
std::string results(const std::string& function) {
  Instance run(build_step("extern int " + function +
                              "(int); int in, o;\n"
                              "void __cat_step(void) { o = " +
                              function + "(in); }\n" +
                              "INPUT(0, in, 5) OUTPUT(0, o, 5)",
                          {1, 0, 1}));
  run.reset();
  std::string out;
  for (long c = -1; c < 256; ++c) {
    run.step({c});
    out += run.output(0) + " ";
  }
  return out;
}

// The very values, though C only says that they are not 0.
TEST(CLibrary, ClassifiesCharactersLikeThisMachine) {
  const std::vector<std::pair<std::string, int (*)(int)>> functions = {
      {"isdigit", std::isdigit},
      {"isupper", std::isupper},
      {"islower", std::islower},
      {"isalpha", std::isalpha},
      {"isalnum", std::isalnum},
      {"isxdigit", std::isxdigit},
      {"isspace", std::isspace},
      {"isblank", std::isblank},
      {"iscntrl", std::iscntrl},
      {"isprint", std::isprint},
      {"isgraph", std::isgraph},
      {"ispunct", std::ispunct},
      {"tolower", std::tolower},
      {"toupper", std::toupper}};
  for (const auto& [name, function] : functions) {
    std::string expected;
    for (int c = -1; c < 256; ++c) {
      expected += std::to_string(function(c)) + " ";
    }
    EXPECT_EQ(results(name), expected) << name;
  }
}

/// The value of an expression over strings in a step.
std::string value_of(const std::string& expression) {
  Instance run(build_step(
      "extern char *strchr(const char *, int), *strrchr(const char *, int),\n"
      "  *strstr(const char *, const char *), *strcat(char *, const char *),\n"
      "  *strncat(char *, const char *, unsigned long),\n"
      "  *strpbrk(const char *, const char *);\n"
      "extern void *memchr(const void *, int, unsigned long);\n"
      "extern unsigned long strspn(const char *, const char *),\n"
      "  strcspn(const char *, const char *), strlen(const char *),\n"
      "  strnlen(const char *, unsigned long);\n"
      "extern int atoi(const char *); extern long atol(const char *);\n"
      "extern long strtol(const char *, char **, int); char *end;\n"
      "extern unsigned long long strtoull(const char *, char **, int);\n"
      "extern double difftime(long, long);\n"
      "const char *text = \"a,bc,d\"; char room[8]; int in, o;\n"
      "void __cat_step(void) { o = (int)(" +
          expression + "); }\nINPUT(0, in, 5) OUTPUT(0, o, 5)",
      {1, 0, 1}));
  run.reset();
  run.step({0});
  return run.output(0);
}

TEST(CLibrary, SearchesStringsAsC11Says) {
  EXPECT_EQ(value_of("strchr(text, ',') - text"), "1");
  EXPECT_EQ(value_of("strchr(text, 0) - text"), "6");
  EXPECT_EQ(value_of("strchr(text, 'x') == 0"), "1");
  EXPECT_EQ(value_of("strrchr(text, ',') - text"), "4");
  EXPECT_EQ(value_of("strrchr(text, 0) - text"), "6");
  EXPECT_EQ(value_of("(char *)memchr(text, 'c', 6) - text"), "3");
  EXPECT_EQ(value_of("memchr(text, 'c', 3) == 0"), "1");
  EXPECT_EQ(value_of("strstr(text, \"bc\") - text"), "2");
  EXPECT_EQ(value_of("strstr(text, \"\") - text"), "0");
  EXPECT_EQ(value_of("strstr(text, \"bd\") == 0"), "1");
  EXPECT_EQ(value_of("strpbrk(text, \"dc\") - text"), "3");
  EXPECT_EQ(value_of("strspn(text, \",ab\")"), "3");
  EXPECT_EQ(value_of("strcspn(text, \"cd\")"), "3");
  EXPECT_EQ(value_of("strnlen(text, 4) * 10 + strnlen(text, 9)"), "46");
  EXPECT_EQ(value_of("strlen(strcat(strcat(room, \"ab\"), \"cd\"))"), "4");
  EXPECT_EQ(value_of("strlen(strncat(room, \"abcd\", 3))"), "3");
}

TEST(CLibrary, ReadsNumbersAsC11Says) {
  for (const char* text : {"0",
                           "42",
                           " \t-17x",
                           "+8",
                           "",
                           "x1",
                           "2147483647",
                           "-2147483648",
                           "00012"}) {
    EXPECT_EQ(value_of("atoi(\"" + std::string(text) + "\")"),
              std::to_string(std::atoi(text)))  // NOLINT(cert-err34-c)
        << text;
  }
  EXPECT_EQ(value_of("atol(\"1000000000000\") / 1000000000"), "1000");
  EXPECT_EQ(value_of("difftime(7, 10)"), "-3");
  EXPECT_EQ(value_of("difftime(0x7fffffffffffffff, -1) == 0x1p63"), "1");
  EXPECT_EQ(value_of("difftime(-0x7fffffffffffffff, 9) == -0x1p63"), "1");
}

// In hexadecimal, octal and base 36, with what follows, and out of range.
TEST(CLibrary, ReadsNumbersOfAnyBase) {
  for (const char* text : {"0",
                           " -0x1fg",
                           "0x",
                           "017",
                           "z9!",
                           "-",
                           "",
                           "-1",
                           "18446744073709551615",
                           "18446744073709551616",
                           "-9223372036854775808",
                           "-9223372036854775809",
                           "9223372036854775808"}) {
    for (const int base : {0, 36}) {
      const std::string call =
          "(\"" + std::string(text) + "\", &end, " + std::to_string(base) + ")";
      char* end = nullptr;
      const auto number =
          static_cast<unsigned long>(std::strtol(text, &end, base));
      const std::string rest = std::to_string(std::strlen(end));
      const auto positive = std::to_string(std::strtoull(text, nullptr, base));
      EXPECT_EQ(
          value_of("strtol" + call + " == (long)" + std::to_string(number) +
                   "UL && strlen(end) == " + rest + " && strtoull" + call +
                   " == " + positive + "ULL"),
          "1")
          << text << " in base " << base;
    }
  }
}

/// Expects that snprintf() of a program writes and returns what that of this
/// machine does, for a format with one argument of a C type.
template <typename T>
void expect_same_text(const std::string& type,
                      const std::string& format,
                      const std::vector<T>& values) {
  std::string table;
  for (const T v : values) {
    std::array<char, 64> text{};
    if constexpr (std::is_floating_point_v<T>) {
      (void)std::snprintf(text.data(), text.size(), "%a, ", v);
    } else {
      (void)std::snprintf(
          text.data(), text.size(), "%lldLL, ", static_cast<long long>(v));
    }
    table += text.data();
  }
  Instance run(build_step(
      "extern int snprintf(char *, unsigned long, const char *, ...);\n"
      "static const " +
          type + " values[] = {" + table +
          "};\n"
          "char room[72]; unsigned char at; int in, o;\n"
          "void __cat_step(void) {\n"
          "  if (in >= 0) at = (unsigned char)room[in];\n"
          "  else o = snprintf(room, 70, \"" +
          format + "\", values[-in - 1]);\n}\n" +
          "INPUT(0, in, 5) OUTPUT(0, o, 5) OUTPUT(1, at, 1)",
      {1, 0, 2}));
  run.reset();
  for (std::size_t k = 0; k < values.size(); ++k) {
    std::array<char, 70> expected{};
    const int size = std::snprintf(
        expected.data(), expected.size(), format.c_str(), values[k]);
    run.step({-static_cast<long>(k) - 1});
    EXPECT_EQ(run.output(0), std::to_string(size)) << format << " " << k;
    std::string text;
    for (long i = 0; i < 70; ++i) {
      run.step({i});
      const int c = std::stoi(run.output(1));
      if (c == 0) break;
      text += static_cast<char>(c);
    }
    EXPECT_EQ(text, expected.data()) << format << " of value " << k;
  }
}

TEST(CLibrary, WritesIntegersLikeThisMachine) {
  const std::vector<int> ints = {0, 1, -1, 9, 10, -12345, 2147483647, INT_MIN};
  for (const char* format : {"%d",
                             "[%5d]",
                             "[%-6i]",
                             "[%06d]",
                             "[%+d]",
                             "[% d]",
                             "[%.3d]",
                             "[%8.4d]",
                             "[%.0d]",
                             "%hd",
                             "%hhd",
                             "%u%%",
                             "%x",
                             "%#X",
                             "%#o",
                             "%#010x",
                             "[%-#6x]",
                             "%hhu"}) {
    expect_same_text<int>("int", format, ints);
  }
  expect_same_text<long>("long", "%ld %%", {0, -1, LONG_MIN, LONG_MAX});
  expect_same_text<long>("long", "%zx", {0, -1, LONG_MIN, LONG_MAX});
}

TEST(CLibrary, WritesDecimalsLikeThisMachine) {
  const std::vector<double> numbers = {
      0.0,    -0.0,   1.0,     0.5,           1.5,          2.5,     -2.5,
      0.125,  0.375,  9.995,   99.95,         0.1,          1e-9,    5e-324,
      1e15,   -1e18,  3.14159, 0.05,          123456.78901, 1.0 / 3, 8.5e17,
      0.9999, 9.9999, 1e-310,  1e300 * 1e-290};
  for (const char* format : {"%f",
                             "%.1f",
                             "%.0f",
                             "%#.0f",
                             "[%8.2f]",
                             "%08.3f",
                             "%-9.1fx",
                             "%+.2f",
                             "%.40f"}) {
    expect_same_text<double>("double", format, numbers);
  }
}

TEST(CLibrary, WritesTextsAndCutsThemOff) {
  const std::string program =
      "extern int snprintf(char *, unsigned long, const char *, ...);\n"
      "extern int sprintf(char *, const char *, ...);\n"
      "extern int strcmp(const char *, const char *);\n"
      "char room[32]; int in, o;\nvoid __cat_step(void) {\n"
      "  o = snprintf(room, 5, \"%s-%c\", \"abc\", 'x') == 5 &&\n"
      "      strcmp(room, \"abc-\") == 0;\n"
      "  o += snprintf(room, 0, \"%d\", 77) == 2 && room[0] == 'a';\n"
      "  o += sprintf(room, \"[%-4.2s|%3s|%*d]\", \"xyz\", \"q\", -3, 5) == "
      "14\n"
      "       && strcmp(room, \"[xy  |  q|5  ]\") == 0;\n"
      "}\nINPUT(0, in, 5) OUTPUT(0, o, 5)";
  Instance run(build_step(program, {1, 0, 1}));
  run.reset();
  run.step({0});
  EXPECT_EQ(run.output(0), "3");
}

TEST(CLibrary, RefusesWhatItDoesNotFormat) {
  for (const char* call : {"\"%g\", 1.0",
                           "\"%p\", room",
                           "\"%ls\", room",
                           "\"%lc\", 65",
                           "\"%llf\", 1.0",
                           "\"%Lf\", 1.0L",
                           "\"%f\", 1e19",
                           "\"%\"",
                           "\"%.61d\", 1",
                           "\"%.4294967297d\", 1",
                           "\"%*d\", -2147483647 - 1, 1"}) {
    Instance run(build_step(
        "extern int snprintf(char *, unsigned long, const char *, ...);\n"
        "char room[9]; int in, o;\nvoid __cat_step(void) {\n"
        "  o = snprintf(room, 9, " +
            std::string(call) + ");\n}\nINPUT(0, in, 5) OUTPUT(0, o, 5)",
        {1, 0, 1}));
    run.reset();
    EXPECT_EQ(run.step({0}), model::StepOutcome::unsupported) << call;
  }
}

TEST(CLibrary, CallsNoFunctionsOfTheProgram) {
  Instance run(
      build_step("extern int atoi(const char *); int in, o;\n"
                 "int isspace(int c) { if (c == '7') o = 9; return 0; }\n"
                 "void __cat_step(void) { o = 0; in = atoi(\" 7\"); "
                 "o = 10 * o + in; }\n"
                 "INPUT(0, in, 5) OUTPUT(0, o, 5)",
                 {1, 0, 1}));
  run.reset();
  run.step({0});
  EXPECT_EQ(run.output(0), "7");
}

TEST(CLibrary, GivesWayToFunctionsOfTheProgram) {
  Instance run(build_step(
      "extern int snprintf(char *, unsigned long, const char *, ...);\n"
      "int vsnprintf(char *to, unsigned long n, const char *f, ...) {\n"
      "  return 7; }\n"
      "char room[9]; int in, o;\nvoid __cat_step(void) {\n"
      "  o = snprintf(room, 9, \"%d\", in) + vsnprintf(room, 9, \"\");\n}\n"
      "INPUT(0, in, 5) OUTPUT(0, o, 5)",
      {1, 0, 1}));
  run.reset();
  run.step({42});
  EXPECT_EQ(run.output(0), "9");
}

// Only what is used is compiled, with what that calls.
TEST(CLibrary, HasWhatIsCalled) {
  const std::string text = c_library_text({"atoi", "unknown"}, {"isspace"});
  EXPECT_NE(text.find("int isspace(int c);"), std::string::npos) << text;
  // The program defines it: the library has a copy of its own.
  EXPECT_NE(text.find("#define isspace __catenary_isspace\nstatic int isspace"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("long atol(const char *s) {"), std::string::npos);
  EXPECT_EQ(text.find("unknown"), std::string::npos);
  EXPECT_TRUE(is_in_c_library("strchr"));
  EXPECT_FALSE(is_in_c_library("rand"));
}

}  // namespace
}  // namespace catenary::program
