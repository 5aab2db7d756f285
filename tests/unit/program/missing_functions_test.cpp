// SPDX-License-Identifier: Apache-2.0
// Functions that a program calls and nobody defines, with their prototypes.
#include "program/syntax/missing_functions.h"

#include <gtest/gtest.h>

#include "base/budget.h"

namespace catenary::program {
namespace {

using Names = std::vector<std::string>;

TEST(ParameterNames, AreTheLastWordsOfParameters) {
  EXPECT_EQ(parameter_names("f(int a, const char *text, struct s *p)"),
            (Names{"a", "text", "p"}));
  EXPECT_EQ(parameter_names("f(GPIO_TypeDef *GPIOx, uint16_t pin)"),
            (Names{"GPIOx", "pin"}));
  EXPECT_EQ(parameter_names("f(int a[4])"), Names{"a"});
  EXPECT_EQ(parameter_names("f(\n    unsigned int a)"), Names{"a"});
}

TEST(ParameterNames, AreEmptyWhereThereAreNone) {
  EXPECT_EQ(parameter_names("f(int, const char *, struct s, uint8_t)"),
            (Names{"", "", "", ""}));
  EXPECT_EQ(parameter_names("f(unsigned int)"), Names{""});
  EXPECT_EQ(parameter_names("f(void)"), Names{});
  EXPECT_EQ(parameter_names("f = g"), Names{});
  EXPECT_EQ(parameter_names("f(int"), Names{});
}

/// Of a step that is this statement, with these declarations before it.
MissingSymbols missing(const std::string& declarations,
                       const std::string& step) {
  Recipe recipe;
  recipe.units.push_back(
      {"t.c",
       declarations + "\nvoid __cat_step(void) { " + step + " }",
       false});
  return missing_symbols(recipe, base::Budget());
}

TEST(MissingFunctions, MayBeUsedByTheirAddressesAlone) {
  const std::vector<MissingFunction> found =
      missing(
          "int f(int); int g(int); static int (*table[2])(int) = {0, f};\n"
          "void nobody(void) { g(1); }",
          "table[1](3);")
          .functions;
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].name, "f");
  EXPECT_EQ(found[0].result.scalar, model::ScalarType::int32);
  ASSERT_EQ(found[0].parameters.size(), 1U);
  EXPECT_FALSE(found[0].parameters[0].largest) << "of calls that are not seen";
}

TEST(MissingFunctions, HaveTheirPrototypes) {
  const std::vector<MissingFunction> found =
      missing(
          "unsigned short f(int, char *);\n"
          "typedef struct { volatile int r; } regs;\n"
          "enum e { one } ; enum e g(const regs *, regs *);",
          "char c; f(3, &c); f(7, &c); g(0, 0);")
          .functions;
  ASSERT_EQ(found.size(), 2U);
  const MissingFunction& f = found[0];
  EXPECT_EQ(f.name, "f");
  EXPECT_EQ(f.result.scalar, model::ScalarType::uint16);
  ASSERT_EQ(f.parameters.size(), 2U);
  EXPECT_EQ(f.parameters[0].largest, 7U);
  EXPECT_EQ(f.parameters[1].type.target, TypeShape::Kind::scalar);
  EXPECT_EQ(f.parameters[1].scalar, model::ScalarType::int8);
  const MissingFunction& g = found[1];
  EXPECT_EQ(g.result.type.name, "enum e");
  ASSERT_EQ(g.parameters.size(), 2U);
  EXPECT_TRUE(g.parameters[0].type.is_const);
  EXPECT_TRUE(g.parameters[1].is_volatile);
}

TEST(MissingFunctions, WithoutPrototypeAreAsTheirFirstCall) {
  const std::vector<MissingFunction> found =
      missing("int f();", "int v = f(1L, 2.0f); (void)v;").functions;
  ASSERT_EQ(found.size(), 1U);
  ASSERT_EQ(found[0].parameters.size(), 2U);
  EXPECT_EQ(found[0].parameters[0].scalar, model::ScalarType::int64);
  EXPECT_EQ(found[0].parameters[1].scalar, model::ScalarType::float64);
}

// Nobody knows the value of a constant, nor the size of `unsized`.
TEST(MissingVariables, AreWhatNobodyDefines) {
  const std::vector<MissingVariable> found =
      missing(
          "extern int read, both, unused; extern const int constant;\n"
          "extern int unsized[]; extern int table[2];",
          "both = read + constant + unsized[1] + table[0];")
          .variables;
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].name, "both");
  EXPECT_FALSE(found[0].is_read_number);
  EXPECT_EQ(found[1].name, "read");
  EXPECT_TRUE(found[1].is_read_number);
  EXPECT_EQ(found[2].name, "table");
}

// Functions with a meaning of their own, and those that no step calls.
TEST(MissingFunctions, AreThoseThatAStepNeeds) {
  EXPECT_TRUE(missing("int printf(const char *, ...);\n"
                      "int __VERIFIER_nondet_int(void); double sin(double);\n"
                      "int div(int); int never(void);\n"
                      "void unused(void) { never(); }",
                      "printf(\"%d\", __VERIFIER_nondet_int()); sin(1);"
                      " div(1);")
                  .functions.empty());
}

}  // namespace
}  // namespace catenary::program
