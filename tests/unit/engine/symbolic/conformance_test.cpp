// SPDX-License-Identifier: Apache-2.0
#include "engine/symbolic/conformance.h"

#include <gtest/gtest.h>

#include "model/mutate/mutate.h"
#include "unit/engine/symbolic/automata.h"

namespace catenary::engine::symbolic {
namespace {

using testing::Builder;
using testing::cash_machine;

/// The mutant whose text contains all of these.
model::TimedAutomaton mutant_of(const model::TimedAutomaton& a,
                                const std::vector<std::string>& words) {
  for (const model::TimedMutant& m : model::timed_mutants(a)) {
    bool all = true;
    for (const std::string& w : words) {
      all = all && m.mutation.text.find(w) != std::string::npos;
    }
    if (all) return model::mutate(a, m);
  }
  ADD_FAILURE() << "no mutation of that text: " << words.front();
  return a;
}

Conformance ask(const model::TimedAutomaton& a,
                const std::vector<std::string>& words) {
  return conforms(mutant_of(a, words), a, TestCaseOptions(), base::Budget());
}

TEST(Conformance, AModelConformsToItself) {
  const model::TimedAutomaton a = cash_machine();
  const Conformance c = conforms(a, a, TestCaseOptions(), base::Budget());
  EXPECT_EQ(c.answer, Conformance::Answer::conforms) << c.reason;
  EXPECT_GT(c.queries, 0U);
}

TEST(Conformance, WhatNarrowsConforms) {
  const model::TimedAutomaton a = cash_machine();
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{
           {"tr2", "becomes amount <= balance && cl <= 9"},
           {"tr4", "becomes cl <= 4"},
           {"tr4", "becomes cl == 5"},
           {"tr2", "becomes amount <= balance && cl < 10"}}) {
    const Conformance c = ask(a, words);
    EXPECT_EQ(c.answer, Conformance::Answer::conforms)
        << words[1] << ": " << c.reason;
  }
}

TEST(Conformance, MoreInputsConform) {
  // What the model does not specify says nothing about the system.
  const Conformance c = ask(cash_machine(), {"tr1", "becomes 0 <= amount"});
  EXPECT_EQ(c.answer, Conformance::Answer::conforms) << c.reason;
}

TEST(Conformance, FaultsAreNotProved) {
  const model::TimedAutomaton a = cash_machine();
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{
           {"tr2", "becomes amount <= balance && cl <= 11"},
           {"tr4", "becomes cl < 0"},
           {"tr2", "sends amount + 1"},
           {"tr3 is removed", ""},
           {"tr1 is removed", ""},
           {"tr2", "balance := balance - amount is dropped"},
           {"tr1", "cl := 0 is dropped"},
           {"Idle: may send Cash", ""},
           {"tr2: leads to Verify", ""}}) {
    const Conformance c = ask(a, words);
    EXPECT_EQ(c.answer, Conformance::Answer::not_proved) << words[0];
    EXPECT_FALSE(c.reason.empty());
  }
}

TEST(Conformance, HiddenValuesAreNotItsMatter) {
  const model::TimedAutomaton a = Builder()
                                      .variable("h", testing::kInt)
                                      .output("Out", {testing::kInt})
                                      .states({"A"})
                                      .transition("t", "A", "A")
                                      .send("Out", {"h"})
                                      .build();
  const Conformance c = conforms(a, a, TestCaseOptions(), base::Budget());
  EXPECT_EQ(c.answer, Conformance::Answer::not_proved);
  EXPECT_NE(c.reason.find("h"), std::string::npos);
}

}  // namespace
}  // namespace catenary::engine::symbolic
