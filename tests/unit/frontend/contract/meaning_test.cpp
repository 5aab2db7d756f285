// SPDX-License-Identifier: Apache-2.0
/// \file
/// What expressions, contracts and items mean.
#include <gtest/gtest.h>

#include "sample.h"

namespace catenary::frontend::contract::test {
namespace {

/// The guarantee of one step contract.
std::string term(const std::string& expression) {
  const model::Interface a = parse(with("step: " + expression), "m.req");
  return logic::to_smtlib(a.contracts.back().guarantee);
}

TEST(Expressions, BindAsTheGrammarSays) {
  EXPECT_EQ(term("i' or j' and not o = b"),
            "(or |i'| (and |j'| (not (= o b))))");
  EXPECT_EQ(term("i' => j' => o'"), "(=> |i'| (=> |j'| |o'|))");
  EXPECT_EQ(term("o' <=> k' = 0"), "(= |o'| (= |k'| 0))");
  EXPECT_EQ(term("x' = k - 1 - n' + 2 * n' - -k"),
            "(= |x'| (- (+ (- (- k 1) |n'|) (* 2 |n'|)) (- k)))");
  EXPECT_EQ(term("x' = (if i' then 1 else if j' then 2 else 3) + k-1"),
            "(= |x'| (- (+ (ite |i'| 1 (ite |j'| 2 3)) k) 1))");
  EXPECT_EQ(term("o' = not i'"), "(= |o'| (not |i'|))");
  EXPECT_EQ(term("not not i'"), "(not (not |i'|))");
}

TEST(Expressions, Compare) {
  EXPECT_EQ(term("0 <= x' < N"), "(and (<= 0 |x'|) (< |x'| 3))");
  EXPECT_EQ(term("x' >= -2"), "(<= (- 2) |x'|)");
  EXPECT_EQ(term("m' != FAIL"), "(not (= |m'| Mode!FAIL))");
  EXPECT_EQ(term("r' > x' + 0.5"), "(< (+ (to_real |x'|) (/ 1.0 2.0)) |r'|)");
  EXPECT_EQ(term("r' = 2"), "(= |r'| 2.0)");
}

TEST(Expressions, SeeEdges) {
  EXPECT_EQ(term("rise(i)"), "(and |i'| (not i))");
  EXPECT_EQ(term("fall(m = ON or b)"),
            "(and (or (= m Mode!ON) b) (not (or (= |m'| Mode!ON) |b'|)))");
}

TEST(Expressions, UseDefinitionsInAnyOrder) {
  const std::string defs =
      "def twice = once_d and on\ndef on = m = ON\ndef once_d = b and on\n";
  const auto last = [&](const std::string& e) {
    const model::Interface a =
        parse(kHead + defs + "view v req R step: " + e, "m.req");
    return logic::to_smtlib(a.contracts.back().guarantee);
  };
  EXPECT_EQ(last("on"), "(= m Mode!ON)");
  EXPECT_EQ(last("on'"), "(= |m'| Mode!ON)");
  EXPECT_EQ(last("twice'"),
            "(let ((!1 (= |m'| Mode!ON))) (and (and |b'| !1) !1))");
}

TEST(Contracts, SayForWhichSteps) {
  EXPECT_EQ(meaning_of("init: o'\nstep two: when i' then o'\nalways FSM-002: j'"
                       "\nstep: k' = k"),
            "init R.1: |o'|\n"
            "step two: |i'| |- |o'|\n"
            "always FSM-002: |j'|\n"
            "step R.4: (= |k'| k)\n");
}

TEST(Contracts, GetIdsThatAreNew) {
  EXPECT_EQ(meaning_of("step: o'\nstep R.2: i'\nstep: j'\nstep R.1: b'"),
            "step R.3: |o'|\nstep R.2: |i'|\nstep R.5: |j'|\nstep R.1: |b'|\n");
}

TEST(Frames, KeepWhatNothingElseIsAbout) {
  EXPECT_EQ(meaning_of("step: when i' then k' = 0\n"
                       "step: when j' then k' = 1 and o'\n"
                       "step: o' <=> b'\n"
                       "init: when j' then k' = 3\n"
                       "frame k, b\n"
                       "frame x"),
            "step R.1: |i'| |- (= |k'| 0)\n"
            "step R.2: |j'| |- (and (= |k'| 1) |o'|)\n"
            "step R.3: (= |o'| |b'|)\n"
            "init R.4: |j'| |- (= |k'| 3)\n"
            "step R.5: (not (or |i'| |j'|)) |- (= |k'| k)\n"
            "step R.6: (= |b'| b)\n"
            "step R.7: (= |x'| x)\n");
}

TEST(Frames, EndWhereALookBackMentionsTheVariable) {
  const std::string meaning = meaning_of(
      "step c: when i' then once(k' = 2)\n"
      "step d: when j' then pre(b')\n"
      "frame k, b");
  EXPECT_NE(meaning.find("step R.3: (not |i'|) |- (= |k'| k)\n"),
            std::string::npos)
      << meaning;
  // What b was a step ago does not depend on b now.
  EXPECT_NE(meaning.find("step R.4: (= |b'| b)\n"), std::string::npos)
      << meaning;
}

TEST(Frames, EndWhileAnAnswerIsOwed) {
  const std::string meaning = meaning_of(
      "when i' then within 2 steps k' = 1\n"
      "frame k");
  EXPECT_NE(meaning.find("step R.2: (not (or |i'| (< 0 R.1.within))) |- "
                         "(= |k'| k)\n"),
            std::string::npos)
      << meaning;
}

TEST(Items, AreAllRead) {
  const model::Interface a =
      parse(kHead +
                "env e \"never both\": not (i' and j') and (b => not i)\n"
                "view v \"the view\"\n"
                "req A-1.2 \"text\" from \"DOORS 7\" tags safety, slow\n"
                "step: o' => k' > 0\n"
                "view w req B step: o'\n"
                "purpose p \"why\" for v within N + 1 steps: o' and k = 1\n"
                "purpose q: b\n"
                "cover pairs for w\ncover mutants\n",
            "m.req");
  EXPECT_EQ(all_of(a).substr(all_of(a).find("input n")),
            "input n Int 0..9 view -1\n"
            "output o Bool view -1\n"
            "output m Mode OFF ON FAIL view -1\n"
            "output x Int -5..5 view -1\n"
            "output r Real view -1\n"
            "hidden k Int 0..3 view 0\n"
            "hidden b Bool view -1\n"
            "env e \"never both\" (and (not (and |i'| |j'|)) (=> b (not i)))\n"
            "view v the view\n"
            "view w \n"
            "req A-1.2 \"text\" \"DOORS 7\" 0 #safety #slow A-1.2.1\n"
            "req B \"\" \"\" 1 B.1\n"
            "step A-1.2.1: (=> |o'| (< 0 |k'|))\n"
            "step B.1: |o'|\n"
            "purpose p \"why\" 0 4 (and |o'| (= k 1))\n"
            "purpose q \"\" -1 0 b\n"
            "cover pairs 1\n"
            "cover mutants -1\n");
  EXPECT_EQ(a.sha256.size(), 64U);
}

TEST(Items, MakeHiddenVariablesPrivateToTheOnlyViewThatMentionsThem) {
  const model::Interface a =
      parse(kHead + "view v req A step: k' = k and b'\nview w req B step: b",
            "m.req");
  EXPECT_EQ(a.variables[*a.find_variable("k")].view, 0);
  EXPECT_EQ(a.variables[*a.find_variable("b")].view, -1);
}

TEST(Warnings, AreGiven) {
  EXPECT_EQ(warnings_of(with("always: i' => o")),
            "11:15: 'o' is of the step before, and the first step has none: "
            "there this contract is false; did you mean 'step'? "
            "[req-always-before]\n");
  EXPECT_EQ(warnings_of(with("step: x' = 7")),
            "11:10: this is never true: 'x' is in -5..5 [req-never]\n");
  EXPECT_EQ(warnings_of(with("")),
            "10:12: requirement 'R' has no contract: nothing of it is checked "
            "[req-no-contract]\n");
  const auto all =
      parse("interface a\nconst N = 1\nhidden h : bool\ndef d = h", "m.req")
          .warnings;
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].message, "'N' is never used");
  EXPECT_EQ(all[1].message, "'d' is never used");
}

}  // namespace
}  // namespace catenary::frontend::contract::test
