// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is said about faulty requirements, and where.
#include <gtest/gtest.h>

#include "sample.h"

namespace catenary::frontend::contract::test {
namespace {

/// Errors of contracts that begin in line 11, column 1.
std::string in(const std::string& contracts) {
  return errors_of(with(contracts));
}

/// Errors of one more item, in line 10.
std::string item(const std::string& text) {
  return errors_of(kHead + text + "\n");
}

TEST(Faults, UnknownNames) {
  EXPECT_EQ(in("step: o' and okk'"),
            "11:14: 'okk' is unknown: expected a variable, constant, "
            "definition or value of an enumeration [req-unknown-name]\n");
  EXPECT_EQ(in("step: m' = FIAL"),
            "11:12: 'FIAL' is unknown: expected a variable, constant, "
            "definition or value of an enumeration; did you mean 'FAIL'? "
            "[req-unknown-name]\n");
  EXPECT_EQ(item("output z : Mod"),
            "10:12: 'Mod' is not a type: expected 'bool', 'int LO..HI', 'real' "
            "or a declared enumeration; did you mean 'Mode'? "
            "[req-unknown-type]\n");
  EXPECT_EQ(item("view beh req R init: o'\npurpose p for beg: o'"),
            "11:15: 'beg' is unknown: expected a view; did you mean 'beh'? "
            "[req-unknown-view]\n");
  EXPECT_EQ(in("step: onc(i')"),
            "11:7: 'onc' is not a function: expected 'rise', 'fall', 'pre', "
            "'once', 'historically', 'since' or a 'function' of the file; did "
            "you mean 'once'? "
            "[req-unknown-function]\n");
  EXPECT_EQ(
      item("outptu z : bool"),
      "10:1: expected an item: 'const', 'enum', 'input', 'output', "
      "'hidden', 'env', 'def', 'function', 'view', 'purpose' or 'cover', found "
      "'outptu'; did you mean 'output'? [req-syntax]\n");
}

TEST(Faults, Types) {
  EXPECT_EQ(in("step: x' and o'"),
            "11:7: 'and' needs Booleans: expected one, found an integer "
            "[req-type]\n");
  EXPECT_EQ(in("step: o' + 1 = 2"),
            "11:7: '+' needs numbers: expected one, found a Boolean "
            "[req-type]\n");
  EXPECT_EQ(in("step: m' = 1"),
            "11:10: '=' compares a value of 'Mode' with an integer: expected "
            "one type [req-type]\n");
  EXPECT_EQ(in("step: m' < ON"),
            "11:10: '<' needs numbers: expected one, found a value of 'Mode' "
            "[req-type]\n");
  EXPECT_EQ(in("step: when x' then o'"),
            "11:12: an assumption is true or false: expected a condition, "
            "found an integer [req-type]\n");
  EXPECT_EQ(in("step: x' = if o' then 1 else ON"),
            "11:30: the values of an 'if' are of one type: expected an "
            "integer, found a value of 'Mode' [req-type]\n");
  EXPECT_EQ(in("step: i' <=> j' <=> o'"),
            "11:17: a second '<=>' can be read in two ways: expected "
            "parentheses around one of them [req-syntax]\n");
  EXPECT_EQ(in("step: 0 <= x' = k"),
            "11:15: a chain of comparisons has '<' and '<=', or '>' and '>=', "
            "only: expected parentheses or 'and' [req-syntax]\n");
}

TEST(Faults, Declarations) {
  EXPECT_EQ(item("output z : int 3..N - 1"),
            "10:16: the range 3..2 is empty: expected its lower end first "
            "[req-range]\n");
  EXPECT_EQ(item("output z : int"),
            "11:1: expected the range of the integer, as in 'int 0..10', "
            "found the end of the file [req-syntax]\n");
  EXPECT_EQ(item("output z\ninput y : bool"),
            "11:1: expected ':' and the type of 'z', or ',' and another "
            "variable, found 'input' [req-syntax]\n");
  EXPECT_EQ(item("output z : boolean"),
            "10:12: expected a type: 'bool', 'int LO..HI', 'real', 'real "
            "LO..HI' or the name of an enumeration, found 'boolean'; did you "
            "mean 'bool'? [req-syntax]\n");
  EXPECT_EQ(item("output z : int 0.5..2"),
            "10:16: the range of an integer has integers at its ends: expected "
            "one, found 1/2 [req-range]\n");
  EXPECT_EQ(item("const c = k"),
            "10:11: 'k' is unknown: expected a variable, constant, definition "
            "or value of an enumeration [req-unknown-name]\n");
  EXPECT_EQ(item("input n : bool"),
            "10:7: 'n' is declared twice: expected another name "
            "[req-duplicate]\n");
  EXPECT_EQ(item("enum E = A, ON, A"),
            "10:13: 'ON' is declared twice: expected another name "
            "[req-duplicate]\n10:17: 'A' is declared twice: expected another "
            "name [req-duplicate]\n");
  EXPECT_EQ(item("input when : bool"),
            "10:7: 'when' is a word of the language: expected the name of a "
            "variable [req-reserved]\n");
}

TEST(Faults, Definitions) {
  EXPECT_EQ(item("def a = b2\ndef b2 = c and i\ndef c = not a\ndef d = a"),
            "10:5: this definition needs itself: a -> b2 -> c -> a "
            "[req-circular]\n");
  EXPECT_EQ(item("def d = i'\nview v req R step: d'"),
            "11:20: 'd' speaks of the current step already: expected no prime "
            "[req-prime]\n");
  std::string chain = "def d0 = i\n";
  for (int n = 1; n < 5000; ++n) {
    chain +=
        "def d" + std::to_string(n) + " = d" + std::to_string(n - 1) + "\n";
  }
  EXPECT_EQ(item(chain), "");
}

TEST(Faults, DuplicateIds) {
  EXPECT_EQ(in("step c: o'\nstep c: i'"),
            "12:6: a second contract of the id 'c': expected another id "
            "[req-duplicate]\n");
  EXPECT_EQ(in("step: o' req R step: o'"),
            "11:14: a second requirement of the id 'R': expected another id "
            "[req-duplicate]\n");
  EXPECT_EQ(in("step: o'\nview v"),
            "12:6: a second view of the id 'v': expected another id "
            "[req-duplicate]\n");
  EXPECT_EQ(item("purpose p: o\npurpose p: i"),
            "11:9: a second purpose of the name 'p': expected another name "
            "[req-duplicate]\n");
}

TEST(Faults, Steps) {
  EXPECT_EQ(in("init: k' = 0 and o"),
            "11:18: 'o' is of the step before, and the first step has none: "
            "expected variables with a prime [req-init-before]\n");
  EXPECT_EQ(in("init: rise(i)"),
            "11:7: 'rise' is of the step before, and the first step has none: "
            "expected variables with a prime [req-init-before]\n");
  EXPECT_EQ(item("env e: i' or o'"),
            "10:14: the environment cannot promise what 'o' becomes, which the "
            "system chooses: expected inputs, or variables without a prime "
            "[req-env]\n");
  EXPECT_EQ(item("def d = o\nenv e: d'"),
            "11:8: the environment cannot promise what 'd' becomes, which the "
            "system chooses: expected inputs, or variables without a prime "
            "[req-env]\n");
  EXPECT_EQ(in("step: N' = 3 and m' = ON'"),
            "11:7: 'N' is the same at every step: expected no prime "
            "[req-prime]\n11:23: 'ON' is the same at every step: expected no "
            "prime [req-prime]\n");
  EXPECT_EQ(in("step: i''"),
            "11:9: a second prime: expected at most one, for the value at the "
            "current step [req-prime]\n");
  EXPECT_EQ(in("step: rise(i')"),
            "11:12: 'rise' looks at both steps itself: expected 'i' without a "
            "prime [req-prime]\n");
  EXPECT_EQ(in("step: once(i)"),
            "11:12: 'once' looks at whole steps: expected 'i' with a prime "
            "[req-prime]\n");
  EXPECT_EQ(item("purpose p: once(i')"),
            "10:12: 'once' looks back at earlier steps: expected it in a "
            "contract, or in a purpose for a view [req-memory]\n");
  EXPECT_EQ(item("def d = once(i')\npurpose p: d"),
            "11:12: 'd' looks back at earlier steps: expected it in a "
            "contract, or in a purpose for a view [req-memory]\n");
  EXPECT_EQ(item("view empty\npurpose p for empty: once(i')"),
            "11:22: 'once' looks back at earlier steps: expected it in a "
            "contract, or in a purpose for a view [req-memory]\n");
  EXPECT_EQ(item("view v req R init: o'\npurpose p for v: once(i)"),
            "11:23: 'once' looks at whole steps: expected 'i' with a prime "
            "[req-prime]\n");
}

TEST(Faults, ContractsOverSeveralSteps) {
  EXPECT_EQ(in("when i' then o'"),
            "11:1: this does not say for which steps: expected 'init', 'step' "
            "or 'always' before 'when' [req-syntax]\n");
  EXPECT_EQ(in("when i' then for N - 3 steps o'"),
            "11:18: the number of steps is 0: expected an integer from 1 to "
            "1000000000 [req-bound]\n");
  EXPECT_EQ(in("when i' then within n steps o'"),
            "11:21: the number of steps depends on variables: expected numbers "
            "and constants [req-constant]\n");
  EXPECT_EQ(in("when i' then within 3 o'"),
            "11:23: expected 'steps' after their number, found 'o'' "
            "[req-syntax]\n");
  EXPECT_EQ(in("frame o i kk"),
            "11:9: 'i' is an input, which the environment chooses: expected an "
            "output or hidden variable [req-frame]\n11:11: 'kk' is unknown: "
            "expected an output or hidden variable to keep; did you mean 'k'? "
            "[req-unknown-name]\n");
}

TEST(Faults, Characters) {
  EXPECT_EQ(in("step: i' && !(j' == o')"),
            "11:10: '&&' is written 'and' here [req-foreign]\n"
            "11:13: '!' is written 'not' here [req-foreign]\n"
            "11:18: '==' is written '=' here [req-foreign]\n");
  EXPECT_EQ(
      in("step: x' = k % 2"),
      "11:14: the character '%' has no meaning here: there is no remainder "
      "[req-character]\n11:16: expected an item: 'const', 'enum', "
      "'input', 'output', 'hidden', 'env', 'def', 'function', 'view', "
      "'purpose' or 'cover', found '2' [req-syntax]\n");
  EXPECT_EQ(item("// comment"),
            "10:1: a comment begins with '--' here [req-comment]\n");
  EXPECT_EQ(item("view w \"no end"),
            "10:8: this text has no end: expected '\"' on the same line "
            "[req-text]\n");
  EXPECT_EQ(in("step: x' = 12ab"),
            "11:12: a number is digits, or digits '.' digits; found '12ab' "
            "[req-number]\n");
}

TEST(Faults, StandWhereTheyShould) {
  EXPECT_EQ(errors_of(""),
            "1:1: expected 'interface' at the beginning, as in 'interface "
            "NAME', found the end of the file [req-syntax]\n");
  EXPECT_EQ(item("req R step: o'"),
            "10:1: a requirement stands in a view: expected 'view NAME' above "
            "it [req-syntax]\n");
  EXPECT_EQ(item("view v step: o'"),
            "10:8: a contract stands in a requirement: expected 'req ID' above "
            "it [req-syntax]\n");
  EXPECT_EQ(item("interface b"),
            "10:1: a second interface: expected one in a file [req-syntax]\n");
}

TEST(Faults, AreToldAllAtOnce) {
  EXPECT_EQ(in("step c1 o'\nstep c2: o' and\nstep c3: zz'\nstep c4: x'"),
            "11:9: expected ':' before what a contract says, found 'o'' "
            "[req-syntax]\n"
            "13:1: expected an expression, found 'step' [req-syntax]\n"
            "13:10: 'zz' is unknown: expected a variable, constant, definition "
            "or value of an enumeration [req-unknown-name]\n"
            "14:10: a guarantee is true or false: expected a condition, found "
            "an integer [req-type]\n");
  // Where a declaration is lost, its names are not looked for.
  EXPECT_EQ(errors_of("interface a\ninput i j : bool\nview v req R step: j'"),
            "2:9: expected ':' and the type of 'i', or ',' and another "
            "variable, found 'j' [req-syntax]\n");
}

TEST(Faults, Depth) {
  const auto nested = [](std::size_t n) {
    return "step: " + std::string(n, '(') + "o'" + std::string(n, ')');
  };
  EXPECT_EQ(in(nested(150)), "");
  EXPECT_NE(in(nested(100000)).find("[req-depth]"), std::string::npos);
  std::string nots = "step: ";
  for (int i = 0; i < 100000; ++i) nots += "not ";
  EXPECT_NE(in(nots + "o'").find("[req-depth]"), std::string::npos);
  // Length is no depth.
  std::string chain = "step: i'";
  std::string choice = "step: o' = (";
  for (int i = 0; i < 20000; ++i) {
    chain += " => i'";
    choice += "if i' then j' else ";
  }
  EXPECT_EQ(in(chain + "\n" + choice + "o)"), "");
}

TEST(Faults, OfEncoding) {
  EXPECT_THROW((void)parse("interface a \xFF", "m.req"), base::InputError);
  EXPECT_THROW((void)parse(std::string("interface a \0", 13), "m.req"),
               base::InputError);
}

/// 10 MB of contracts: no lookup may cost more than a constant.
TEST(Size, OfTenMegabytes) {
  std::string text = kHead + "view v\n";
  for (int i = 0; text.size() < 10'000'000; ++i) {
    const std::string n = std::to_string(i);
    text += "req REQ-" + n + " \"what it is about, in some words\"\n  step c" +
            n + ": when i' and not j' and n' > " + std::to_string(i % 9) +
            " then x' = k + 1 or m' != FAIL\n";
  }
  const model::Interface a = parse(text, "m.req");
  EXPECT_GT(a.contracts.size(), 50'000U);
}

TEST(Size, OfTenMegabytesOfFaults) {
  std::string text = kHead;
  for (int i = 0; text.size() < 10'000'000; ++i) {
    text += "hidden name" + std::to_string(i) + " : bool\n";
  }
  text += "view v req R\n";
  for (int i = 0; i < 100; ++i)
    text += "step: nome1234" + std::to_string(i) + "\n";
  EXPECT_NE(errors_of(text).find("[req-many]"), std::string::npos);
}

}  // namespace
}  // namespace catenary::frontend::contract::test
