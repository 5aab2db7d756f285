// SPDX-License-Identifier: Apache-2.0
// Local variables that may be read before they are set.
#include "program/analyse/unset_locals.h"

#include <gtest/gtest.h>

#include "program/instrument/stub_notes.h"
#include "unit/program/program.h"

namespace catenary::program {
namespace {

using test::build_step;

/// Names of the variables that are noted in a step with these statements.
std::string unset(const std::string& statements) {
  const Built built = build_step(
      "int in, o; extern void *memcpy(void *, const void *, unsigned long);\n"
      "static void set(int *p) { *p = 1; }\n"
      "struct pair { int a, b; };\n"
      "void __cat_step(void) {\n" +
          statements + "\n}\nINPUT(0, in, 5) OUTPUT(0, o, 5)",
      {1, 0, 1});
  std::string out;
  for (const base::Diagnostic& w : built.warnings) {
    if (w.code != kUnsetRead) continue;
    out += w.message.substr(0, w.message.find(" may be read")) + " ";
  }
  return out;
}

TEST(UnsetLocals, AreReadOnSomePath) {
  EXPECT_EQ(unset("int t; if (in > 3) t = 1; o = t;"), "'t' ");
  EXPECT_EQ(unset("int t; while (in-- > 0) t = in; if (t) o = 1;"), "'t' ");
  EXPECT_EQ(unset("int t; o = t + 1;"), "'t' ");
  EXPECT_EQ(unset("int a[2]; if (in == 1) a[0] = 1; o = a[in & 1];"), "'a' ");
  EXPECT_EQ(unset("struct pair p, q; memcpy(&q, &p, sizeof p); o = q.a;"),
            "'p' ");
  EXPECT_EQ(unset("if (in) goto inside; { int t = 1; inside: o = t; }"),
            "'t' ");
}

TEST(UnsetLocals, AreNotThoseThatAreSet) {
  EXPECT_EQ(unset("int t; if (in > 3) t = 1; else t = 2; o = t;"), "");
  EXPECT_EQ(unset("int t; for (t = 0; t < in; ++t) o = t;"), "");
  EXPECT_EQ(unset("int t; set(&t); o = t;"), "");
  EXPECT_EQ(unset("int t; if (in) { t = 1; o = t; }"), "");
  EXPECT_EQ(unset("for (int i = 0; i < 3; ++i) { int t; t = i; o = t; }"), "");
  EXPECT_EQ(unset("struct pair p = {1}; o = p.b;"), "");
  EXPECT_EQ(unset("int unused; o = in;"), "");
}

}  // namespace
}  // namespace catenary::program
