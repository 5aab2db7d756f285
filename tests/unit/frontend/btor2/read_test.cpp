// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the reader makes of BTOR2, run by the simulator, and faults at their
/// places.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "frontend/btor2/btor2.h"
#include "model/transition/simulator.h"

namespace catenary::frontend::btor2 {
namespace {

using logic::Value;
using model::TransitionSimulator;

/// A counter of three bits that stops at 5, if asked to count.
const char* const kCounter = R"(; counts while "go" holds
1 sort bitvec 1
2 sort bitvec 3
3 input 1 go
4 state 2 count
5 zero 2
6 init 2 4 5
7 constd 2 5
8 eq 1 4 7
9 inc 2 4
10 ite 2 8 4 9
11 ite 2 3 10 4 ; kept
12 next 2 4 11
13 bad 8 full
14 output 4 shown
)";

TEST(Btor2, StatesCountAndBadsHold) {
  const model::TransitionSystem system = parse(kCounter, "counter.btor2");
  model::check(system);
  ASSERT_EQ(system.goals.size(), 1U);
  EXPECT_EQ(system.goals[0].name, "full");
  EXPECT_EQ(system.goals[0].where.to_string(), "counter.btor2:14:8");
  TransitionSimulator run(system);
  run.start({});
  std::vector<std::uint32_t> full;
  for (std::uint32_t k = 0; k < 8; ++k) {
    const auto step = run.step(std::vector{Value::bitvec(1, 1)});
    ASSERT_TRUE(step.exists);
    EXPECT_EQ(step.outputs[0], Value::bitvec(3, std::min<int>(k, 5)));
    if (!step.hits.empty()) full.push_back(k);
  }
  EXPECT_EQ(full, (std::vector<std::uint32_t>{5, 6, 7}));
}

/// The value of an operator of two operands of four bits.
Value value_of(const std::string& op, int width, int a, int b) {
  const std::string text =
      "1 sort bitvec 4\n2 sort bitvec " + std::to_string(width) +
      "\n3 input 1 a\n4 input 1 b\n5 " + op + " 2 3 4\n6 output 5\n" +
      "7 sort bitvec 1\n8 one 7\n9 bad 8\n";
  const model::TransitionSystem system = parse(text, "op.btor2");
  TransitionSimulator run(system);
  run.start({});
  return run.step(std::vector{Value::bitvec(4, a), Value::bitvec(4, b)})
      .outputs.at(0);
}

// The values are those of the format's own semantics, in Boolector's words:
// division by 0 as in SMT-LIB, rotations modulo the width.
TEST(Btor2, OperatorsHaveTheirMeaning) {
  struct Row {
    const char* op;
    int width, a, b, result;
  };
  for (const Row& r : {Row{"udiv", 4, 7, 0, 15},   Row{"urem", 4, 7, 0, 7},
                       Row{"sdiv", 4, 9, 2, 13},   Row{"srem", 4, 9, 2, 15},
                       Row{"smod", 4, 9, 2, 1},    Row{"rol", 4, 9, 5, 3},
                       Row{"ror", 4, 9, 1, 12},    Row{"rol", 4, 9, 8, 9},
                       Row{"sra", 4, 8, 15, 15},   Row{"sll", 4, 3, 4, 0},
                       Row{"concat", 8, 1, 2, 18}, Row{"uaddo", 1, 15, 1, 1},
                       Row{"saddo", 1, 7, 1, 1},   Row{"saddo", 1, 15, 1, 0},
                       Row{"ssubo", 1, 8, 1, 1},   Row{"usubo", 1, 0, 1, 1},
                       Row{"smulo", 1, 4, 2, 1},   Row{"umulo", 1, 5, 3, 0},
                       Row{"sdivo", 1, 8, 15, 1},  Row{"slt", 1, 8, 7, 1},
                       Row{"neq", 1, 3, 3, 0},     Row{"ugte", 1, 3, 3, 1}}) {
    EXPECT_EQ(value_of(r.op, r.width, r.a, r.b),
              Value::bitvec(static_cast<std::uint32_t>(r.width), r.result))
        << r.op << " " << r.a << " " << r.b;
  }
}

TEST(Btor2, NegatedIdsAndConstraintsAreRead) {
  const model::TransitionSystem system = parse(
      "1 sort bitvec 2\n2 sort bitvec 1\n3 input 1\n4 redor 2 3\n"
      "5 constraint 4\n6 bad -4\n7 output -3\n",
      "c.btor2");
  TransitionSimulator run(system);
  run.start({});
  EXPECT_FALSE(run.step(std::vector{Value::bitvec(2, 0)}).exists);
  const auto step = run.step(std::vector{Value::bitvec(2, 1)});
  ASSERT_TRUE(step.exists);
  EXPECT_TRUE(step.hits.empty());
  EXPECT_EQ(step.outputs[0], Value::bitvec(2, 2));
}

TEST(Btor2, AStateWithoutNextValueIsChosenAtEachStep) {
  const model::TransitionSystem system = parse(
      "1 sort bitvec 2\n2 sort bitvec 1\n3 state 1 free\n4 redand 2 3\n"
      "5 bad 4\n",
      "f.btor2");
  ASSERT_EQ(system.inputs.size(), 1U);
  EXPECT_EQ(system.inputs[0].name, "free.next");
  TransitionSimulator run(system);
  run.start(std::vector{Value::bitvec(2, 0)});
  EXPECT_TRUE(run.step(std::vector{Value::bitvec(2, 3)}).hits.empty());
  EXPECT_EQ(run.step(std::vector{Value::bitvec(2, 0)}).hits.size(), 1U);
}

TEST(Btor2, ArraysKeepWhatIsWritten) {
  const model::TransitionSystem system = parse(
      "1 sort bitvec 2\n2 sort bitvec 8\n3 sort array 1 2\n4 input 1 at\n"
      "5 input 2 data\n6 state 3 memory\n7 constd 2 9\n8 init 3 6 7\n"
      "9 write 3 6 4 5\n10 next 3 6 9\n11 read 2 6 4\n12 output 11 old\n"
      "13 sort bitvec 1\n14 eq 13 11 5\n15 bad 14\n",
      "m.btor2");
  TransitionSimulator run(system);
  run.start({});
  const auto put = [&](int at, int data) {
    return run.step(std::vector{Value::bitvec(2, at), Value::bitvec(8, data)})
        .outputs[0];
  };
  EXPECT_EQ(put(3, 200), Value::bitvec(8, 9));
  EXPECT_EQ(put(3, 1), Value::bitvec(8, 200));
  EXPECT_EQ(put(2, 1), Value::bitvec(8, 9));
}

std::string fault_of(const std::string& text) {
  try {
    (void)parse(text, "x.btor2");
  } catch (const base::InputError& e) {
    const base::Diagnostic& d = e.diagnostics().front();
    return d.where.to_string() + ": " + d.message + " [" + d.code + "]";
  }
  return "";
}

TEST(Btor2, FaultsAreAtTheirPlaces) {
  const std::string sorts = "1 sort bitvec 1\n2 sort bitvec 8\n";
  EXPECT_EQ(fault_of("1 sort bitvec 0\n"),
            "x.btor2:1:15: a width of 0 bits; expected 1 to 2^20 [btor2-sort]");
  EXPECT_EQ(fault_of(sorts + "3 input 4\n"),
            "x.btor2:3:9: no line before has a sort of this id "
            "[btor2-unknown]");
  EXPECT_EQ(fault_of(sorts + "3 input 1\n4 input 2\n5 add 2 3 4\n"),
            "x.btor2:5:11: 'add' takes two bit-vectors of one width, not of 1 "
            "and 8 bits [btor2-sort]");
  EXPECT_EQ(fault_of(sorts + "3 input 2\n4 not 1 3\n"),
            "x.btor2:4:9: the value is of sort (_ BitVec 8), not (_ BitVec 1) "
            "[btor2-sort]");
  EXPECT_EQ(fault_of(sorts + "3 input 1\n4 fair 3\n"),
            "x.btor2:4:3: 'fair' is a liveness property, which a finite test "
            "can never violate; expected a model with 'bad' alone "
            "[btor2-liveness]");
  EXPECT_EQ(fault_of(sorts + "3 constd 2 256\n"),
            "x.btor2:3:12: '256' is not a number of 8 bits to the base 10 "
            "[btor2-syntax]");
  EXPECT_EQ(fault_of(sorts + "3 frob 2 3\n"),
            "x.btor2:3:3: 'frob' is not an operator of BTOR2 "
            "[btor2-unknown]");
  EXPECT_EQ(fault_of("hello\n"),
            "x.btor2:1:1: 'hello'; expected the id of the line, from 1 "
            "[btor2-syntax]");
  EXPECT_EQ(fault_of(sorts),
            "x.btor2: the model has no 'bad', so that there is nothing to "
            "cover [btor2-no-goal]");
}

}  // namespace
}  // namespace catenary::frontend::btor2
