// SPDX-License-Identifier: Apache-2.0
/// \file
/// SMT-LIB text: sharing, quoting, guards, declarations.
#include "logic/term/smtlib/smtlib.h"

#include <gtest/gtest.h>

#include "base/check.h"

namespace catenary::logic {
namespace {

TEST(Smtlib, PrintsPlainTerms) {
  TermManager m;
  const Term x = m.variable("x", Sort::bitvec(8));
  const Term y = m.variable("a y", Sort::bitvec(8));
  EXPECT_EQ(to_smtlib(m.make(Op::bv_ult, {x, y})), "(bvult x |a y|)");
  EXPECT_EQ(to_smtlib(m.make(Op::bv_extract, {x}, {6, 2})),
            "((_ extract 6 2) x)");
  const Term f = m.variable("f", Sort::float32());
  EXPECT_EQ(
      to_smtlib(m.make(Op::fp_add, {f, f}, {0, 0, RoundingMode::toward_zero})),
      "(fp.add RTZ f f)");
  EXPECT_EQ(to_smtlib(m.make(Op::fp_from_unsigned, {x}, {8, 24})),
            "((_ to_fp_unsigned 8 24) RNE x)");
  const Sort array = Sort::array(Sort::integer(), Sort::bitvec(8));
  EXPECT_EQ(to_smtlib(m.const_array(array, x)),
            "((as const (Array Int (_ BitVec 8))) x)");
}

TEST(Smtlib, NamesWhatIsSharedSoThatTextStaysLinear) {
  TermManager m;
  Term t = m.variable("x", Sort::integer());
  for (int i = 0; i < 1000; ++i) t = m.make(Op::add, {t, t});
  const std::string text = to_smtlib(t);
  EXPECT_LT(text.size(), 60'000U);
  EXPECT_TRUE(text.starts_with("(let ((!1 (+ x x))) (let ((!2 (+ !1 !1)))"));
}

TEST(Smtlib, NamesInsideAQuantifierStayThere) {
  TermManager m;
  const Term x = m.variable("x", Sort::integer());
  const Term sum = m.make(Op::add, {x, m.integer(1)});
  const Term twice = m.make(Op::less, {sum, m.make(Op::mul, {sum, sum})});
  const Term all = m.quantify(Op::forall, std::vector{x}, twice);
  EXPECT_EQ(to_smtlib(m.logical_and(twice, all)),
            "(let ((!1 (+ x 1))) (and (< !1 (* !1 !1)) (forall ((x Int)) "
            "(let ((!2 (+ x 1))) (< !2 (* !2 !2))))))");
}

TEST(Smtlib, GuardsWhatTheStandardLeavesOpen) {
  TermManager m;
  const Term x = m.variable("x", Sort::integer());
  const Term y = m.variable("y", Sort::integer());
  EXPECT_EQ(to_smtlib(m.make(Op::int_mod, {x, y})),
            "(ite (= y 0) x (mod x y))");
  EXPECT_EQ(to_smtlib(m.make(Op::int_mod, {x, m.integer(3)})), "(mod x 3)");
}

TEST(Smtlib, TheBitsOfNanAreTheQuietOnes) {
  TermManager m;
  const Term f = m.variable("f", Sort::floating(3, 4));
  EXPECT_EQ(to_smtlib(m.make(Op::fp_to_bits, {f})),
            "(ite (fp.isNaN f) (_ bv60 7) (fp.to_ieee_bv f))");
}

TEST(Smtlib, OddFormatsAreRoundedToIntegersInAWiderOne) {
  TermManager m;
  // The largest value is 15.5, and 16 is none of the format.
  const Term f = m.variable("f", Sort::floating(3, 5));
  EXPECT_EQ(to_smtlib(m.make(Op::fp_round_to_integral, {f})),
            "((_ to_fp 3 5) RNE (fp.roundToIntegral RNE ((_ to_fp 4 6) RNE "
            "f)))");
  const std::string text = to_smtlib(m.make(Op::fp_to_unsigned, {f}, {8, 0}));
  EXPECT_NE(text.find("(let ((!1 ((_ to_fp 4 6) RNE f))) (let ((!2 "
                      "(fp.roundToIntegral RNE !1)))"),
            std::string::npos)
      << text;
  const Term g = m.variable("g", Sort::float64());
  EXPECT_EQ(to_smtlib(m.make(Op::fp_round_to_integral, {g})),
            "(fp.roundToIntegral RNE g)");
}

TEST(Smtlib, GuardsDoNotMultiplyText) {
  TermManager m;
  const Term x = m.variable("x", Sort::integer());
  Term t = m.variable("y", Sort::integer());
  for (int i = 0; i < 200; ++i) t = m.make(Op::int_mod, {x, t});
  EXPECT_LT(to_smtlib(t).size(), 20'000U);
}

TEST(Smtlib, ScriptDeclaresWhatItUses) {
  TermManager m;
  const auto mode =
      std::make_shared<const Enumeration>(Enumeration{"Mode", {"off", "on"}});
  const Sort sort = Sort::enumeration(mode);
  const Term state = m.variable("state", sort);
  const Term p = m.variable("not", Sort::boolean());
  const Term bound = m.variable("bound", Sort::boolean());
  const Term t = m.logical_and(
      m.equal(state, m.constant(Value::enumerator(mode, 1))),
      m.quantify(Op::exists, std::vector{bound}, m.equal(bound, p)));
  EXPECT_EQ(smtlib_script(std::vector{t}),
            "(set-logic ALL)\n"
            "(declare-datatypes ((Mode 0)) (((Mode!off) (Mode!on))))\n"
            "(declare-fun state () Mode)\n"
            "(declare-fun not% () Bool)\n"
            "(assert (and (= state Mode!on) (exists ((bound Bool)) "
            "(= bound not%))))\n"
            "(check-sat)\n");
  EXPECT_THROW((void)smtlib_script(std::vector{state}), base::InternalError);
}

TEST(Smtlib, TwoEnumerationsOfOneNameAreADefect) {
  TermManager m;
  const auto sort = [](const char* value) {
    return Sort::enumeration(
        std::make_shared<const Enumeration>(Enumeration{"Mode", {value}}));
  };
  const std::vector<Term> terms = {m.variable("a", sort("x")),
                                   m.variable("b", sort("y"))};
  EXPECT_THROW((void)smtlib_declarations(terms), base::InternalError);
}

}  // namespace
}  // namespace catenary::logic
