// SPDX-License-Identifier: Apache-2.0
#include "logic/term/smtlib/smtlib_scope.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "logic/term/smtlib/smtlib.h"

namespace catenary::logic {
namespace {

TEST(SmtlibScope, KeepsNamesFromTextToText) {
  TermManager terms;
  SmtlibScope scope(terms);
  EXPECT_EQ(scope.sort("(_ BitVec 8)", "s"), Sort::bitvec(8));
  scope.know(terms.variable("x", Sort::integer()));
  scope.define("(define-fun low ((y Int)) Bool (< y 5))", "s");
  scope.define("(define-fun both ((y Int)) Bool (and (low y) (low 3)))", "s");
  EXPECT_EQ(to_smtlib(scope.term("(both (+ x 1))", "s")),
            "(and (< (+ x 1) 5) (< 3 5))");
  for (const char* wrong : {"", "x x", "y", "(low", "x) (assert x"}) {
    EXPECT_THROW((void)scope.term(wrong, "s"), base::InputError) << wrong;
  }
  EXPECT_THROW(scope.define("(define-fun low () Bool true)", "s"),
               base::InputError);
  EXPECT_THROW((void)scope.sort("Int Int", "s"), base::InputError);
}

}  // namespace
}  // namespace catenary::logic
