// SPDX-License-Identifier: Apache-2.0
/// \file
/// Proofs that a changed system conforms: where it narrows what is allowed, and
/// never where it sends, omits or ignores something.
#include "engine/symbolic/refinement.h"

#include <gtest/gtest.h>

#include <map>

#include "frontend/xlia/xlia.h"
#include "model/mutate/mutate.h"

namespace catenary::engine::symbolic {
namespace {

/// What stands for TOUCH may stay in Busy however late it is.
std::string kiosk(const std::string& touch) {
  return R"(timed system S {
@composite:
  statemachine M {
  @public:
    port input Coin(int);
    port input Key;
    port output Cup;
    port output Back(int);
  @private:
    var int sum;
    var clock urational x;
  @region:
    state<start> Idle {
      @init { sum := 0; }
      transition pay --> Busy { input Coin(sum); guard (sum > 0); x := 0; }
    }
    state Busy {
      transition serve --> Idle { guard (sum >= 5 && x <= 3); output Cup; }
      transition refund --> Idle { guard (sum < 5 && x <= 2); output Back(sum); }
      )" + touch +
         R"(
    }
    state Cellar {
      transition lost --> Idle { output Cup; }
    }
  @com:
    connect<env> { input Coin; input Key; output Cup; output Back; }
  }
}
)";
}

/// Which mutants, by what they change, are proved to conform.
std::map<std::string, bool> proved(const model::TimedAutomaton& original) {
  const std::set<std::uint32_t> unreachable{*original.find_state("Cellar")};
  std::map<std::string, bool> out;
  for (const model::TimedMutant& m : model::timed_mutants(original)) {
    out[m.mutation.text] = refines(original,
                                   model::mutate(original, m),
                                   unreachable,
                                   {},
                                   base::Budget())
                               .proved;
  }
  return out;
}

TEST(Refinement, ASystemRefinesItself) {
  const auto m = frontend::xlia::parse(kiosk(""), "m.xlia");
  const Refinement r = refines(m, m, {}, {}, base::Budget());
  EXPECT_TRUE(r.proved) << r.reason;
}

TEST(Refinement, EarlierDeadlinesConformAndLaterOnesDoNot) {
  const auto m = frontend::xlia::parse(kiosk(""), "m.xlia");
  const auto of = proved(m);
  const std::string serve = "Busy.serve: guard 5 <= sum && x <= 3 becomes ";
  EXPECT_TRUE(of.at(serve + "5 <= sum && x < 3"));
  EXPECT_TRUE(of.at(serve + "5 <= sum && x <= 2"));
  EXPECT_FALSE(of.at(serve + "5 <= sum && x <= 4"));
  EXPECT_FALSE(of.at(serve + "4 <= sum && x <= 3"));
  EXPECT_FALSE(of.at(serve + "5 < sum && x <= 3"));  // silent at 5
  EXPECT_FALSE(of.at("Busy.serve is removed"));
  EXPECT_FALSE(of.at("Idle.pay is removed"));
  EXPECT_FALSE(of.at("Busy.refund: sends sum + 1 instead of sum"));
}

TEST(Refinement, WhatIsNeverReachedDoesNotMatter) {
  const auto m = frontend::xlia::parse(kiosk(""), "m.xlia");
  const auto of = proved(m);
  EXPECT_TRUE(of.at("Cellar.lost is removed"));
  EXPECT_TRUE(of.at("Cellar: may send Cup at any time"));
  EXPECT_FALSE(of.at("Idle: may send Cup at any time"));
}

// After a Key at 3, the original has to answer at once; one with the deadline
// "x < 3" is silent for ever.
TEST(Refinement, AnEarlierDeadlineThatCanBeMissedIsNoProof) {
  const auto m = frontend::xlia::parse(
      kiosk("transition touch --> Busy { input Key; }"), "m.xlia");
  const auto of = proved(m);
  EXPECT_FALSE(of.at(
      "Busy.serve: guard 5 <= sum && x <= 3 becomes 5 <= sum && x < 3"));
}

}  // namespace
}  // namespace catenary::engine::symbolic
