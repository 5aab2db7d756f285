// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is said about faulty models, and where.
#include <gtest/gtest.h>

#include <algorithm>

#include "sample.h"

namespace catenary::frontend::xlia::test {
namespace {

/// Errors of a block that begins in line 10, column 1.
std::string in_block(const std::string& block) {
  return errors_of(with_block(block));
}

std::string in_machine(const std::string& sections) {
  return errors_of("timed system S {\n@composite:\nstatemachine M {\n" +
                   sections + "\n}}\n");
}

constexpr const char* kStart = "@region: state<start> a;\n";

TEST(Faults, Communications) {
  EXPECT_EQ(in_block("input In(x); output Done;"),
            "10:14: a second communication in transition 't': expected at most "
            "one [xlia-communication]\n");
  EXPECT_EQ(in_block("if (b) { output Done; }"),
            "10:10: an output under an 'if': expected two transitions, each "
            "with a guard [xlia-communication]\n");
  EXPECT_EQ(in_block("if (b) { } else { {|,| input In(x); } }"),
            "10:24: an input under an 'if': expected two transitions, each "
            "with a guard [xlia-communication]\n");
  EXPECT_EQ(in_machine("@public: port output Done;\n@region: state<start> a { "
                       "@init { output Done; } }"),
            "5:35: an output in '@init': expected communications in "
            "transitions only [xlia-communication]\n");
  EXPECT_EQ(in_block("input In(x); x := 1; { output Done; }").substr(0, 6),
            "10:24:");
}

TEST(Faults, PortsAndArguments) {
  EXPECT_EQ(in_block("input Inn(x);"),
            "10:7: 'Inn' is unknown: expected a declared input port "
            "[xlia-unknown-port]\n");
  EXPECT_EQ(in_block("output In(x);"),
            "10:8: 'In' is an input port: expected an output port "
            "[xlia-direction]\n");
  EXPECT_EQ(in_block("output Out(x, y);"),
            "10:1: port 'Out' carries 1 value: expected as many, found 2 "
            "[xlia-arguments]\n");
  EXPECT_EQ(in_block("output Done(1);"),
            "10:1: port 'Done' carries nothing: expected as many, found 1 "
            "[xlia-arguments]\n");
  EXPECT_EQ(in_block("input Two(x);"),
            "10:1: port 'Two' carries 2 values: expected as many, found 1 "
            "[xlia-arguments]\n");
  EXPECT_EQ(in_block("output Out(b);"),
            "10:12: what port 'Out' carries here is of type int: expected a "
            "number, found a Boolean [xlia-type]\n");
  EXPECT_EQ(in_block("input In(b);"),
            "10:10: port 'In' carries a int here, but 'b' is of type bool "
            "[xlia-type]\n");
  EXPECT_EQ(in_block("input In(cl);"),
            "10:10: 'cl' is a clock, which cannot be received: expected a "
            "variable [xlia-target]\n");
  EXPECT_EQ(in_block("input In(k);"),
            "10:10: 'k' is a constant, which cannot be received: expected a "
            "variable [xlia-target]\n");
  EXPECT_EQ(in_block("input In(p);"),
            "10:10: 'p' is a constant, which cannot be received: expected a "
            "variable [xlia-target]\n");
  EXPECT_EQ(in_block("input In(x + 1);"),
            "10:10: an input is received by variables: expected the name of "
            "one [xlia-target]\n");
  EXPECT_EQ(in_block("x := 1; input In(x);"),
            "10:9: this input receives what a statement above it uses: "
            "expected the input first [xlia-input-late]\n");
  EXPECT_EQ(in_block("output Out(1.5);"),
            "10:12: what port 'Out' carries here is of type int, which has no "
            "value 3/2 [xlia-range]\n");
}

TEST(Faults, Names) {
  EXPECT_EQ(in_block("z := q;"),
            "10:1: 'z' is unknown: expected a declared variable "
            "[xlia-unknown-variable]\n10:6: 'q' is unknown: expected a "
            "declared variable or constant [xlia-unknown-variable]\n");
  EXPECT_EQ(in_block("k := 1;"),
            "10:1: 'k' is a constant, which cannot be assigned: expected a "
            "variable [xlia-target]\n");
  EXPECT_EQ(in_block("newfresh(k);"),
            "10:10: 'k' is a constant, which cannot be made fresh: expected a "
            "variable [xlia-target]\n");
  EXPECT_EQ(
      in_machine("@private: var int x;\nvar bool x;\n" + std::string(kStart)),
      "5:10: 'x' is declared twice: expected another name "
      "[xlia-duplicate]\n");
  EXPECT_EQ(in_machine("@public: port input I; port output I;\n" +
                       std::string(kStart)),
            "4:36: a second port of the name 'I': expected another name "
            "[xlia-duplicate]\n");
  EXPECT_EQ(in_machine("@region: state<start> a; state a;"),
            "4:32: a second state of the name 'a': expected another name "
            "[xlia-duplicate]\n");
  EXPECT_EQ(in_machine("@region: state<start> a { transition t --> a {} "
                       "transition t --> a {} }"),
            "4:60: a second transition of the name 't' in state 'a': expected "
            "another name [xlia-duplicate]\n");
  EXPECT_EQ(in_machine("@region: state<start> a { transition t --> zz {} }"),
            "4:44: 'zz' is unknown: expected a state of this machine "
            "[xlia-unknown-state]\n");
  EXPECT_EQ(in_machine("@private: var int state;\n" + std::string(kStart)),
            "4:19: 'state' is a word of the language: expected the name of a "
            "variable [xlia-reserved]\n");
  EXPECT_EQ(in_machine("@region: state<start> a { transition b.t --> a {} }"),
            "4:38: 'b' is not the state around transition 't': expected 'a' "
            "[xlia-scope]\n");
}

TEST(Faults, Types) {
  EXPECT_EQ(in_block("guard x;"),
            "10:7: expected a Boolean as a guard, found a number "
            "[xlia-type]\n");
  EXPECT_EQ(in_block("guard b + 1 < 2;"),
            "10:7: expected a number, found a Boolean [xlia-type]\n");
  EXPECT_EQ(in_block("guard b == x;"),
            "10:9: '==' compares a Boolean with a number: expected two "
            "Booleans or two numbers [xlia-type]\n");
  EXPECT_EQ(in_block("guard b < 1;"),
            "10:7: expected a number, found a Boolean [xlia-type]\n");
  EXPECT_EQ(in_block("guard x && b;"),
            "10:7: expected a Boolean beside '&&', found a number "
            "[xlia-type]\n");
  EXPECT_EQ(in_block("guard !x;"),
            "10:8: expected a Boolean after '!', found a number "
            "[xlia-type]\n");
  EXPECT_EQ(in_block("b := 1;"),
            "10:6: 'b' is of type bool: expected a Boolean, found a number "
            "[xlia-type]\n");
  EXPECT_EQ(in_block("n := -1;"),
            "10:6: 'n' is of type uint, which has no value -1 [xlia-range]\n");
  EXPECT_EQ(in_block("guard r % 2 == 0;"),
            "10:9: '%' is the remainder of two integers, found a rational "
            "[xlia-type]\n");
  EXPECT_EQ(in_block("x := y / 0;"),
            "10:8: a division by zero [xlia-division]\n");
  EXPECT_EQ(in_block("if (x) { y := 1; }"),
            "10:5: expected a Boolean as the condition of 'if', found a number "
            "[xlia-type]\n");
}

TEST(Faults, Structure) {
  EXPECT_EQ(in_machine("@region: state a;"),
            "3:14: the state machine has no start state: expected one 'state< "
            "start > NAME' [xlia-start]\n");
  EXPECT_EQ(in_machine("@region: state<start> a; state<initial> b;"),
            "4:41: a second start state: expected one [xlia-start]\n");
  EXPECT_EQ(in_machine("@region: state<start> a; state b { @init { } }"),
            "4:36: '@init' in state 'b', which is not the start state "
            "[xlia-init]\n");
  EXPECT_EQ(in_machine("@region: state<start> a; state<final> b { transition t "
                       "--> a { } }"),
            "4:54: a transition leaves the terminal state 'b': expected none "
            "[xlia-terminal]\n");
  EXPECT_EQ(in_machine("@private: const int k = x; var int x;\n" +
                       std::string(kStart)),
            "4:25: 'x' is unknown: expected a declared variable or constant "
            "[xlia-unknown-variable]\n");
  EXPECT_EQ(in_machine("@private: var int x; const int k = x;\n" +
                       std::string(kStart)),
            "4:36: the value of constant 'k' depends on variables or "
            "parameters: expected literals and constants with values "
            "[xlia-constant]\n");
  EXPECT_EQ(in_machine("@public: port input I;\n" + std::string(kStart) +
                       "@com: connect<env> { output I; input J; }"),
            "6:29: 'I' is an input port: expected an output port "
            "[xlia-direction]\n6:38: 'J' is unknown: expected a declared input "
            "port [xlia-unknown-port]\n");
}

TEST(Faults, Simultaneous) {
  EXPECT_EQ(in_block("{|,| x := 1; x := 2; }"),
            "10:14: 'x' gets two values in one simultaneous block: expected "
            "one [xlia-simultaneous]\n");
  EXPECT_EQ(in_block("{|,| { newfresh(x); y := x; } }"),
            "10:21: using 'x' after its newfresh, together with other "
            "conditional or simultaneous statements, is outside of the subset "
            "of XLIA that is read [xlia-outside]\n");
  EXPECT_EQ(in_block("if (x > y) { newfresh(y); x := 2; }"),
            "10:1: newfresh(y) under a condition on a variable that changes "
            "with it is outside of the subset of XLIA that is read "
            "[xlia-outside]\n");
}

TEST(Faults, WhatIsOutsideOfTheSubsetIsNamed) {
  const std::string tail =
      " is outside of the subset of XLIA that is read "
      "[xlia-outside]\n";
  EXPECT_EQ(in_machine("@region: state<start> a; state<fork> f;"),
            "4:32: 'fork' pseudo-state" + tail);
  EXPECT_EQ(in_machine("@region: state<start> a; state<or> f { }"),
            "4:32: 'or' composite state" + tail);
  EXPECT_EQ(in_machine("@region: state<start> a { @region: state b; }"),
            "4:27: a composite state" + tail);
  EXPECT_EQ(in_machine("@routine: routine f() { }\n" + std::string(kStart)),
            "4:1: '@routine', a section of routines," + tail);
  EXPECT_EQ(in_machine(std::string(kStart) + "@moe: @schedule{ a; }"),
            "5:1: '@moe', a model of execution," + tail);
  EXPECT_EQ(in_machine("@private: buffer fifo<*> f;\n" + std::string(kStart)),
            "4:11: 'buffer', a buffer," + tail);
  EXPECT_EQ(in_machine("@private: var float x;\n" + std::string(kStart)),
            "4:15: 'float', a floating-point type," + tail);
  EXPECT_EQ(in_machine("@private: var int x[3];\n" + std::string(kStart)),
            "4:20: an array" + tail);
  EXPECT_EQ(in_machine("@private: var int:8 x;\n" + std::string(kStart)),
            "4:18: a type of given width" + tail);
  EXPECT_EQ(in_machine("@private: signal s; type T enum { A };\n" +
                       std::string(kStart)),
            "4:11: 'signal', a signal," + tail +
                "4:21: 'type', a type of its own," + tail);
  EXPECT_EQ(in_block("while (b) { x := 1; }"), "10:1: 'while', a loop," + tail);
  EXPECT_EQ(in_block("f(x);"), "10:1: a call" + tail);
  EXPECT_EQ(in_block("{|/| x := 1; }"),
            "10:2: a block with the operator '|/|'" + tail);
  EXPECT_EQ(in_block("guard b ? b : b;"),
            "10:9: '?', a conditional expression," + tail);
  EXPECT_EQ(in_block("output Done --> env;"),
            "10:13: a communication with a named partner" + tail);
  EXPECT_EQ(errors_of("dense timed system S { }"),
            "1:1: 'dense', an explicit kind of time," + tail);
  EXPECT_EQ(errors_of("timed system S { @machine: }"),
            "1:18: '@machine', a section of machines," + tail);
  EXPECT_EQ(in_machine(std::string(kStart) + "@com: connect<buffer> { }"),
            "5:15: 'connect< buffer >', which is not to the environment "
            "'env'," +
                tail);
}

TEST(Faults, Syntax) {
  EXPECT_EQ(in_block("x := 1"),
            "11:1: expected ';' after an assignment, found '}' "
            "[xlia-syntax]\n");
  EXPECT_EQ(in_block("x 1;"),
            "10:3: expected ':=' after the name of a variable, found '1' "
            "[xlia-syntax]\n");
  EXPECT_EQ(in_block("guard x = 1;"),
            "10:9: '=' is an assignment: expected '==' for a comparison "
            "[xlia-syntax]\n");
  EXPECT_EQ(in_block("guard (x < 1;"),
            "10:13: expected ')' after an expression, found ';' "
            "[xlia-syntax]\n");
  EXPECT_EQ(in_block("guard ;"),
            "10:7: expected an expression, found ';' [xlia-syntax]\n");
  EXPECT_EQ(errors_of("system S { }"),
            "1:1: expected 'timed' as in 'timed system NAME {', found 'system' "
            "[xlia-syntax]\n");
  EXPECT_EQ(errors_of(""),
            "1:1: expected 'timed' as in 'timed system NAME {', found the end "
            "of the file [xlia-syntax]\n");
}

TEST(Faults, SeveralAtOnce) {
  EXPECT_EQ(in_block("x = ;\ny := 1 2;\nguard x <;\nif b { }\nx := 1;"),
            "10:5: expected an expression, found ';' [xlia-syntax]\n"
            "11:8: expected ';' after an assignment, found '2' "
            "[xlia-syntax]\n"
            "12:10: expected an expression, found ';' [xlia-syntax]\n"
            "13:4: expected '(' after 'if', found 'b' [xlia-syntax]\n");
  EXPECT_EQ(in_block("z := 1;\nguard x;\noutput Nix;"),
            "10:1: 'z' is unknown: expected a declared variable "
            "[xlia-unknown-variable]\n"
            "11:7: expected a Boolean as a guard, found a number "
            "[xlia-type]\n"
            "12:8: 'Nix' is unknown: expected a declared output port "
            "[xlia-unknown-port]\n");
}

TEST(Faults, AMissingBraceCostsOneError) {
  const std::string text =
      "timed system S { @composite: statemachine M {\n@private: var int x;\n"
      "@region: state<start> a {\n transition t --> b { x := 1;\n}\n"
      "state b;\nstate c;\n}}";
  EXPECT_EQ(errors_of(text),
            "6:1: expected '@init', 'transition' or '}' in a state, found "
            "'state' [xlia-syntax]\n");
}

TEST(Faults, Characters) {
  EXPECT_EQ(in_block("x := 1 # 2;").substr(0, 48),
            "10:8: the character '#' has no meaning here [xli");
  EXPECT_EQ(in_block("x := \x01;").substr(0, 50),
            "10:6: the character with code 0x01 has no meaning ");
  EXPECT_EQ(in_block("x := 1e5;"),
            "10:6: a number is digits, or digits '.' digits; found '1e' "
            "[xlia-number]\n");
  EXPECT_EQ(in_block("x := " + std::string(2000, '9') + ";"),
            "10:6: this number is longer than 1000 characters "
            "[xlia-number]\n");
  EXPECT_EQ(errors_of("/* no end\n").substr(0, 60),
            "1:1: this comment has no end: expected '*/' [xlia-comment]\n2");
  EXPECT_NE(errors_of(std::string("timed\0system", 12)), "");
  EXPECT_NE(errors_of("timed system \xFF {"), "");
}

TEST(Faults, NestingIsBounded) {
  const auto nested = [](std::size_t n) {
    return in_block("x := " + std::string(n, '(') + "1" + std::string(n, ')') +
                    ";");
  };
  EXPECT_EQ(nested(150), "");
  EXPECT_NE(nested(1000).find("nested more than 200 deep [xlia-depth]"),
            std::string::npos);
  EXPECT_NE(nested(1000000).find("[xlia-depth]"), std::string::npos);
  EXPECT_NE(
      in_block("x := " + std::string(100000, '-') + "1;").find("[xlia-depth]"),
      std::string::npos);
  EXPECT_NE(in_block(std::string(100000, '{')).find("[xlia-depth]"),
            std::string::npos);
  std::string ifs;
  for (int i = 0; i < 10000; ++i) ifs += "if (b) { ";
  EXPECT_NE(in_block(ifs).find("[xlia-depth]"), std::string::npos);
  std::string chain = "if (b) { }";
  for (int i = 0; i < 10000; ++i) chain += " else if (b) { }";
  EXPECT_NE(in_block(chain).find("[xlia-depth]"), std::string::npos);
  std::string sum = "x := 1";
  for (int i = 0; i < 20000; ++i) sum += " + y";
  EXPECT_EQ(in_block(sum + ";"), "");  // long is not deep
}

TEST(Faults, TooManyEnd) {
  std::string bad;
  for (int i = 0; i < 500; ++i) bad += "x = ;\n";
  const std::string all = in_block(bad);
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 51);
  EXPECT_NE(all.find("0:0: there are more errors than the first 50"),
            std::string::npos);
}

}  // namespace
}  // namespace catenary::frontend::xlia::test
