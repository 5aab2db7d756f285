// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reading of SMT-LIB: what is written is read, and mistakes are told with
/// their places.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/error.h"
#include "logic/term/evaluate/evaluate.h"
#include "logic/term/smtlib/smtlib.h"
#include "logic/term/traverse.h"
#include "unit/logic/term/random_terms.h"
#include "unit/smtlib_script.h"

namespace catenary::logic {
namespace {

using testing::RandomTerms;
using testing::Tape;

class ParseSmtlib : public ::testing::Test {
 protected:
  std::string read(const std::string& text) {
    return to_smtlib(parse_smtlib_term(m, text, "t.smt2", variables));
  }
  void same(const std::string& text) { EXPECT_EQ(read(text), text); }
  void fails(const std::string& script, const std::string& expected) {
    TermManager other;
    try {
      (void)parse_smtlib(other, script, "f.smt2");
      FAIL() << "read: " << script;
    } catch (const base::InputError& e) {
      const base::Diagnostic& d = e.diagnostics().at(0);
      EXPECT_EQ(d.where.to_string() + ": " + d.message, expected);
    }
  }

  TermManager m;
  std::vector<Term> variables = {
      m.variable("x", Sort::bitvec(8)),
      m.variable("a b", Sort::bitvec(8)),
      m.variable("i", Sort::integer()),
      m.variable("r", Sort::real()),
      m.variable("f", Sort::float32()),
      m.variable("p", Sort::boolean()),
      m.variable("array", Sort::array(Sort::integer(), Sort::bitvec(8)))};
};

TEST_F(ParseSmtlib, ReadsWhatItPrints) {
  same("(bvult x |a b|)");
  same("((_ extract 6 2) x)");
  same("(fp.add RTZ f f)");
  same("((_ to_fp_unsigned 8 24) RNE x)");
  same("((_ to_fp 8 24) RNA r)");
  same("((_ to_fp 11 53) RNE f)");
  same("((_ to_fp 8 24) RTP x)");
  same("(select (store array i x) (+ i 1))");
  same("((as const (Array Int (_ BitVec 8))) x)");
  same("(let ((!1 (+ i 1))) (* !1 !1))");
  same("(forall ((k Int)) (< k i))");
  same("(and p (=> p (= r (/ 1.0 3.0))))");
  same("(- (- 3) i)");
}

TEST_F(ParseSmtlib, ReadsOtherNotations) {
  EXPECT_EQ(read("(bvadd x x x #x0f)"),
            "(bvadd (bvadd (bvadd x x) x) (_ bv15 8))");
  EXPECT_EQ(read("(< 1 i 5)"), "(and (< 1 i) (< i 5))");
  EXPECT_EQ(read("(>= r 2)"), "(<= 2.0 r)");
  EXPECT_EQ(read("(=> p p p)"), "(=> p (=> p p))");
  EXPECT_EQ(read("(+ r i 1)"), "(+ r (to_real i) 1.0)");
  EXPECT_EQ(read("(! (not p) :named n)"), "(not p)");
  EXPECT_EQ(read("; c\n(fp #b0 #b10000000 #b00000000000000000000000)"),
            Value::float32(2).to_smtlib());
  EXPECT_EQ(read("(_ -oo 8 24)"), "(_ -oo 8 24)");
  EXPECT_EQ(read("(fp.mul roundTowardZero f f)"), "(fp.mul RTZ f f)");
}

TEST_F(ParseSmtlib, BoundVariablesAreNotMistakenForOthers) {
  // The let's x is the free one.
  const Term t = parse_smtlib_term(
      m,
      "(let ((y x)) (exists ((x (_ BitVec 8))) (not (= x y))))",
      "t",
      variables);
  Assignment assignment;
  assignment.set(variables[0], Value::bitvec(8, 3));
  EXPECT_EQ(evaluate(t, assignment), Value::boolean(true));
  EXPECT_EQ(free_variables(t), std::vector{variables[0]});
  // A let is parallel.
  EXPECT_EQ(read("(let ((x |a b|) (|a b| x)) (bvsub x |a b|))"),
            "(bvsub |a b| x)");
}

TEST_F(ParseSmtlib, ReadsScripts) {
  TermManager other;
  const SmtlibScript script = parse_smtlib(
      other,
      "(set-logic ALL) (set-info :status sat)\n"
      "(declare-datatypes ((Mode 0)) (((off) (on))))\n"
      "(define-sort Byte () (_ BitVec 8))\n"
      "(declare-const m Mode) (declare-fun y () Byte)\n"
      "(define-fun twice ((y Byte)) Byte (bvadd y y))\n"
      "(define-fun limit () Real 5)\n"
      "(assert (and (= m on) (bvult (twice (bvnot y)) #xf0)))\n"
      "(check-sat)\n(assert (< 1.0 limit))(check-sat)(exit) nonsense",
      "s.smt2");
  EXPECT_EQ(script.logic, "ALL");
  EXPECT_EQ(script.checks, 2U);
  ASSERT_EQ(script.variables.size(), 2U);
  ASSERT_EQ(script.assertions.size(), 2U);
  EXPECT_EQ(to_smtlib(script.assertions[0]),
            "(let ((!1 (bvnot y))) (and (= m Mode!on) (bvult (bvadd !1 !1) "
            "(_ bv240 8))))");
  EXPECT_EQ(to_smtlib(script.assertions[1]), "(< 1.0 5.0)");
}

TEST_F(ParseSmtlib, TellsWhatIsWrongAndWhere) {
  fails("(assert p)", "f.smt2:1:9: 'p' is not declared");
  fails("(assert\n  (and true", "f.smt2:2:3: '(' without ')'");
  fails("(check-sat))", "f.smt2:1:12: ')' without '('");
  fails("(declare-const x (_ BitVec 0))",
        "f.smt2:1:28: expected a number from 1 to 1048576");
  fails("(declare-const x Int)(declare-const x Int)",
        "f.smt2:1:37: 'x' is declared already");
  fails("(declare-fun f (Int) Int)",
        "f.smt2:1:16: expected (), functions are not supported here");
  fails("(push 1)", "f.smt2:1:1: the command 'push' is not supported");
  fails("(assert (bvadd #x00 #b1))",
        "f.smt2:1:9: 'bvadd' needs operands of one sort, not (_ BitVec 8) "
        "(_ BitVec 1)");
  fails("(assert (frob true))", "f.smt2:1:10: no operator is called 'frob'");
  fails("(assert (= ((_ extract 8 0) #x00) #x00))",
        "f.smt2:1:12: 'extract' needs a range of bits that it has, not "
        "(_ BitVec 8)");
  fails("(assert #y1)",
        "f.smt2:1:9: expected #b and binary or #x and hexadecimal digits");
  fails("(assert |p)", "f.smt2:1:9: the closing '|' is missing");
  fails("(assert 1)", "f.smt2:1:9: expected a Boolean term");
  fails("(assert (let () true))", "f.smt2:1:9: expected bindings and a term");
  fails("(assert (fp.add 1 2))",
        "f.smt2:1:9: expected a rounding mode, such as RNE");
}

TEST_F(ParseSmtlib, DepthIsNoProblem) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "(not ";
  text += "p" + std::string(200'000, ')');
  EXPECT_EQ(dag_size(parse_smtlib_term(m, text, "t", variables)), 200'001U);
  std::string sort;
  for (int i = 0; i < 1'000; ++i) sort += "(Array Int ";
  fails("(declare-const a " + sort + "Int" + std::string(1'000, ')') + ")",
        "f.smt2:1:722: arrays are nested too deep");
}

TEST_F(ParseSmtlib, NamesComeBack) {
  TermManager other;
  std::vector<Term> written;
  for (const char* name : {"and",
                           "bvx",
                           ".x",
                           "@y",
                           "a|b",
                           "a%b",
                           "a!b",
                           "%",
                           "x%41",
                           "%.x",
                           ""}) {
    written.push_back(m.variable(name, Sort::boolean()));
  }
  const SmtlibScript script =
      parse_smtlib(other, smtlib_script(written), "names");
  ASSERT_EQ(script.variables.size(), written.size());
  for (std::size_t i = 0; i < written.size(); ++i) {
    EXPECT_EQ(script.assertions[i].name(), written[i].name());
  }
}

RC_GTEST_PROP(ParseSmtlibProperty, WrittenIsRead, ()) {
  Tape tape(
      *rc::gen::resize(600,
                       rc::gen::container<std::vector<std::uint32_t>>(
                           rc::gen::inRange<std::uint32_t>(0, 1U << 31))));
  TermManager m;
  RandomTerms random(m, tape, {});
  for (int i = 0; i < 60 && !tape.at_end(); ++i) {
    (void)random.grow(
        i % 8 == 0
            ? Op::forall
            : static_cast<Op>(
                  2 + tape.below(static_cast<std::size_t>(Op::last_) - 1)));
  }
  std::vector<Term> written;
  for (const Term t : random.built()) {
    if (t.sort().kind() == SortKind::boolean) written.push_back(t);
  }
  const Assignment assignment = random.assignment();
  TermManager other;
  const SmtlibScript script =
      parse_smtlib(other, smtlib_script(written), "written");
  Assignment translated;
  for (const Term v : script.variables) {
    translated.set(v, *assignment.find(m.find_variable(v.name())));
  }
  RC_ASSERT(script.assertions.size() == written.size());
  for (std::size_t i = 0; i < written.size(); ++i) {
    RC_ASSERT(evaluate(script.assertions[i], translated) ==
              evaluate(written[i], assignment));
  }
}

}  // namespace
}  // namespace catenary::logic
