// SPDX-License-Identifier: Apache-2.0
#include "logic/term/copy.h"

#include <gtest/gtest.h>

#include "logic/term/smtlib/smtlib.h"
#include "unit/smtlib_script.h"

namespace catenary::logic {
namespace {

TEST(TermCopier, GivesTheSameTermInTheOtherManager) {
  TermManager from;
  const SmtlibScript script = parse_smtlib(from,
                                           R"(
      (declare-const x Int)
      (declare-const f Float32)
      (declare-const a (Array Int Bool))
      (declare-const v (_ BitVec 8))
      (assert (let ((y (+ x 1))) (and (< y 3) (= y (* y y)))))
      (assert (exists ((h Int)) (and (< h x) (forall ((k Int)) (< k h)))))
      (assert (fp.lt (fp.add RTZ f f) ((_ to_fp 8 24) RNE 0.5)))
      (assert (select (store a x true) 2))
      (assert (= a ((as const (Array Int Bool)) false)))
      (assert (= ((_ extract 3 1) v) #b101))
      )",
                                           "test");
  TermManager to;
  (void)to.variable("another", Sort::real());  // ids differ
  TermCopier copier(to);
  for (const Term t : script.assertions) {
    const Term copy = copier.copy(t);
    EXPECT_EQ(to_smtlib(copy), to_smtlib(t));
    EXPECT_EQ(copier.copy(t), copy);
    // Hash-consing holds among copies and what is built here.
    EXPECT_EQ(TermCopier(to).copy(t), copy);
  }
}

TEST(TermCopier, DoesNotRecurse) {
  TermManager from;
  Term deep = from.variable("x", Sort::boolean());
  for (int i = 0; i < 200'000; ++i) {
    deep = i % 2 == 0 ? from.logical_not(deep)
                      : from.logical_and(deep, from.boolean(true));
  }
  TermManager to;
  const Term copy = TermCopier(to).copy(deep);
  EXPECT_EQ(to.size(), from.size());
  EXPECT_EQ(copy.op(), deep.op());
}

}  // namespace
}  // namespace catenary::logic
