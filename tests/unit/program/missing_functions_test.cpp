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
std::vector<MissingFunction> missing(const std::string& declarations,
                                     const std::string& step) {
  Recipe recipe;
  recipe.units.push_back(
      {"t.c",
       declarations + "\nvoid __cat_step(void) { " + step + " }",
       false});
  return missing_functions(recipe, base::Budget());
}

TEST(MissingFunctions, HaveTheirPrototypes) {
  const std::vector<MissingFunction> found = missing(
      "unsigned short f(int, char *);\n"
      "typedef struct { volatile int r; } regs;\n"
      "enum e { one } ; enum e g(const regs *, regs *);",
      "char c; f(3, &c); f(7, &c); g(0, 0);");
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

// Functions with a meaning of their own, and those that no step calls.
TEST(MissingFunctions, AreThoseThatAStepNeeds) {
  EXPECT_TRUE(missing("int printf(const char *, ...);\n"
                      "int __VERIFIER_nondet_int(void); double sin(double);\n"
                      "int isgraph(int); int never(void);\n"
                      "void unused(void) { never(); }",
                      "printf(\"%d\", __VERIFIER_nondet_int()); sin(1);"
                      " isgraph('a');")
                  .empty());
}

}  // namespace
}  // namespace catenary::program
