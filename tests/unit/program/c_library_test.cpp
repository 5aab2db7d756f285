// SPDX-License-Identifier: Apache-2.0
// Functions of the C library that are linked as C, against those of this
// machine.
#include "program/build/c_library.h"

#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <cstring>
#include <string>
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
  const bool converts = function.starts_with("to");
  std::string out;
  for (long c = -1; c < 256; ++c) {
    run.step({c});
    const std::string o = run.output(0);
    out += converts ? o + " " : o == "0" ? "0" : "1";
  }
  return out;
}

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
      const int o = function(c);
      expected += name.starts_with("to") ? std::to_string(o) + " "
                  : o == 0               ? "0"
                                         : "1";
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

// Only what is used is compiled, with what that calls.
TEST(CLibrary, HasWhatIsCalled) {
  const std::string text = c_library_text({"atoi", "unknown"});
  EXPECT_NE(text.find("int isspace(int c);"), std::string::npos) << text;
  EXPECT_NE(text.find("long atol(const char *s) {"), std::string::npos);
  EXPECT_EQ(text.find("unknown"), std::string::npos);
  EXPECT_TRUE(is_in_c_library("strchr"));
  EXPECT_FALSE(is_in_c_library("rand"));
}

}  // namespace
}  // namespace catenary::program
