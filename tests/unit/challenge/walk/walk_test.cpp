// SPDX-License-Identifier: Apache-2.0
/// \file
/// Challenges to claims about interfaces and timed models: what is false is
/// contradicted by a run, what is true is not.
#include <gtest/gtest.h>

#include "challenge/walk/interface_walks.h"
#include "challenge/walk/timed_walks.h"
#include "engine/contract/testing/goals.h"
#include "frontend/contract/contract.h"
#include "frontend/xlia/xlia.h"

namespace catenary::challenge {
namespace {

constexpr const char* kBuffer = R"(interface buffer
input enq : bool
output full : bool
hidden k : int 0..2
view v
  req R
    init i: k' = 0 and not full'
    step up: when enq' and k < 2 then k' = k + 1
    step stay: when not enq' or k = 2 then k' = k
    always f: full' <=> k' = 2
    step more: when k = 2 then full'
    step none: when k > 2 then not full'
purpose reached for v: full'
purpose never for v: full' and k' = 0
)";

class Requirements : public ::testing::Test {
 protected:
  model::Interface interface = frontend::contract::parse(kBuffer, "b.req");
  std::vector<engine::contract::TestGoal> goals =
      engine::contract::purposes_of(interface);

  [[nodiscard]] std::uint32_t contract(const std::string& id) const {
    for (std::uint32_t c = 0; c < interface.contracts.size(); ++c) {
      if (interface.contracts[c].id == id) return c;
    }
    ADD_FAILURE() << id;
    return 0;
  }
  ContractClaim never(std::size_t goal) const {
    ContractClaim c;
    c.target = goals.at(goal).target;
    return c;
  }
  std::vector<WalkContradiction> challenge(std::vector<ContractClaim> claims) {
    const base::Budget forever;
    WalkBudget budget(5000, std::chrono::seconds(20), forever);
    return walk_interface(interface, claims, 1, budget);
  }
};

TEST_F(Requirements, WhatIsReachedContradictsUnreachable) {
  const auto found = challenge({never(1), never(0)});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].claim, 1U);
  EXPECT_NE(found[0].run.find("enq = true -> full = true, k = 2"),
            std::string::npos)
      << found[0].run;
}

TEST_F(Requirements, ShorterRunsContradictAShortestOne) {
  ContractClaim shortest = never(0);
  shortest.before = 2;  // true: it takes three steps
  ContractClaim wrong = never(0);
  wrong.before = 3;
  const auto found = challenge({shortest, wrong});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].claim, 1U);
}

TEST_F(Requirements, AViolationOfOneContractContradictsRedundancy) {
  ContractClaim redundant;
  redundant.kind = ContractClaim::Kind::redundant;
  redundant.contract = contract("more");
  ContractClaim needed = redundant;
  needed.contract = contract("up");
  const auto found = challenge({redundant, needed});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].claim, 1U);
}

TEST_F(Requirements, AnAssumptionThatHoldsContradictsVacuity) {
  ContractClaim none, more;
  none.target = assumption_of(interface, interface.contracts[contract("none")]);
  more.target = assumption_of(interface, interface.contracts[contract("more")]);
  const auto found = challenge({none, more});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].claim, 1U);
}

TEST_F(Requirements, ARunThatMissesTheGoalContradictsAGuarantee) {
  const std::uint32_t enq = *interface.find_variable("enq");
  const auto inputs = [&](std::vector<bool> values) {
    engine::contract::InputSequence out;
    for (const bool v : values) {
      out.emplace_back(interface.variables.size());
      out.back()[enq] = logic::Value::boolean(v);
    }
    return out;
  };
  ContractClaim sure = never(0);
  sure.kind = ContractClaim::Kind::guaranteed;
  sure.inputs = inputs({false, true, true});
  ContractClaim not_sure = sure;
  not_sure.inputs = inputs({false, true, false});
  const auto found = challenge({sure, not_sure});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].claim, 1U);
}

TEST_F(Requirements, AnInputWithoutAnswerContradictsConsistency) {
  ContractClaim answered;
  answered.kind = ContractClaim::Kind::answered;
  EXPECT_TRUE(challenge({answered}).empty());
  interface = frontend::contract::parse(R"(interface dead
input go : bool
output n : int 0..2
view v
  req R
    init i: n' = 0
    step c: when go' then n' = n + 1
)",
                                        "d.req");
  const auto found = challenge({answered});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].run.find("no answer is allowed"), std::string::npos);
  answered.before = 2;  // at step 3 at the earliest
  EXPECT_TRUE(challenge({answered}).empty());
}

constexpr const char* kKiosk = R"(timed system Kiosk {
@composite:
  statemachine M {
  @public:
    port input Coin(int);
    port output Cup;
  @private:
    var int sum;
    var clock urational c;
  @region:
    state<start> Idle {
      @init { sum := 0; }
      transition pay --> Busy {
        input Coin(sum);
        guard sum == 7;
        c := 0;
      }
    }
    state Busy {
      transition serve --> Idle {
        guard c >= 2;
        output Cup;
      }
      transition early --> Off {
        guard c < 2 && sum > 7;
        output Cup;
      }
    }
    state Off {
    }
  @com:
    connect<env> { input Coin; output Cup; }
  }
}
)";

TEST(TimedModels, WhatIsReachedContradictsUnreachable) {
  using Kind = engine::symbolic::Target::Kind;
  const model::TimedAutomaton a = frontend::xlia::parse(kKiosk, "k.xlia");
  const std::uint32_t pay = *a.find_transition("pay");
  const std::uint32_t serve = *a.find_transition("serve");
  const std::vector<TimedClaim> claims{
      {"early", Kind::transition, {*a.find_transition("early")}},
      {"serve", Kind::transition, {serve}},
      {"Off", Kind::state, {*a.find_state("Off")}},
      {"pay/serve", Kind::pair, {pay, serve}},
      {"serve/serve", Kind::pair, {serve, serve}}};
  const base::Budget forever;
  WalkBudget budget(500, std::chrono::seconds(20), forever);
  const auto found = walk_automaton(a, claims, 1, budget);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(claims[found[0].claim].text, "serve");
  EXPECT_EQ(claims[found[1].claim].text, "pay/serve");
  EXPECT_NE(found[0].run.find("Idle.pay: Coin 7"), std::string::npos)
      << found[0].run;
}

TEST(WalkBudget, AllowsAsManyStepsAsItWasGiven) {
  const base::Budget forever;
  WalkBudget budget(2, std::chrono::seconds(20), forever);
  EXPECT_TRUE(budget.step());
  EXPECT_TRUE(budget.step());
  EXPECT_FALSE(budget.step());
  EXPECT_EQ(budget.steps(), 2U);
}

TEST(WalkBudget, AllowsNoStepWhereItIsOff) {
  const base::Budget forever;
  WalkBudget budget(2, std::chrono::milliseconds(0), forever);
  EXPECT_FALSE(budget.step());
}

}  // namespace
}  // namespace catenary::challenge
