// SPDX-License-Identifier: Apache-2.0
#include "model/mutate/mutate_interface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "unit/engine/contract/interfaces.h"

namespace catenary::model {
namespace {

using namespace engine::contract::testing;  // NOLINT

std::map<std::string, std::vector<std::string>> by_kind(const Interface& of) {
  std::map<std::string, std::vector<std::string>> out;
  for (const InterfaceMutant& m : interface_mutants(of)) {
    out[m.mutation.kind].push_back(m.mutation.text);
  }
  return out;
}

TEST(MutateInterface, MakesEveryKindOfFault) {
  const auto kinds = by_kind(buffer(2));
  for (const MutationOperator& o : interface_operators()) {
    EXPECT_TRUE(kinds.contains(o.kind)) << o.kind;
  }
  EXPECT_EQ(kinds.size(), interface_operators().size());
  const std::vector<std::string>& dropped = kinds.at("dropped-conjunct");
  EXPECT_TRUE(
      std::any_of(dropped.begin(), dropped.end(), [](const std::string& text) {
        return text.starts_with("c5: then ") && text.ends_with("true");
      }));
}

TEST(MutateInterface, ChangesOneContractOnly) {
  const Interface original = buffer(2);
  for (const InterfaceMutant& m : interface_mutants(original)) {
    const Interface mutant = mutate(original, m);
    int changed = 0;
    for (std::size_t c = 0; c < original.contracts.size(); ++c) {
      const Contract& a = original.contracts[c];
      const Contract& b = mutant.contracts[c];
      changed += a.assumption != b.assumption || a.guarantee != b.guarantee;
      EXPECT_EQ(a.id, b.id);
    }
    EXPECT_EQ(changed, 1) << m.mutation.text;
    const Contract& c = original.contracts[changed_contract(original, mutant)];
    EXPECT_EQ(m.mutation.text.rfind(c.id + ": ", 0), 0U) << m.mutation.text;
  }
}

TEST(MutateInterface, MakesNoMutantTwiceAndAlwaysTheSame) {
  const Interface original = buffer(2);
  std::set<std::string> texts;
  std::set<std::string> ids;
  for (const InterfaceMutant& m : interface_mutants(original)) {
    EXPECT_TRUE(texts.insert(m.mutation.text).second) << m.mutation.text;
    EXPECT_TRUE(ids.insert(m.mutation.id).second);
    const auto again = find_mutant(original, m.mutation.id);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->mutation.text, m.mutation.text);
  }
  EXPECT_FALSE(find_mutant(original, "m999999"));
}

TEST(MutateInterface, ConfusesStepsOnlyWhereThereAreTwo) {
  Builder b("x");
  b.integer(Role::output, "x", 0, 3);
  b.requirement("r");
  b.contract("first", At::init, "", "(= x' 0)");
  b.contract("later", At::step, "", "(= x' 1)");
  const auto kinds = by_kind(b.build());
  EXPECT_EQ(kinds.at("prime").size(), 1U);
  EXPECT_EQ(kinds.at("prime").front().rfind("later", 0), 0U);
}

TEST(MutateInterface, TriesTheOtherEnumerators) {
  Builder b("x");
  b.enumeration(Role::output, "c", {"RED", "GREEN", "BLUE"});
  b.requirement("r").contract("k", At::always, "", "true");
  Interface of = b.build();
  const logic::Term c = of.variables[0].now;
  const logic::Value green =
      logic::Value::enumerator(c.sort().enumeration_decl(), 1);
  of.contracts[0].guarantee = of.terms->equal(c, of.terms->constant(green));
  const auto kinds = by_kind(of);
  EXPECT_EQ(kinds.at("constant").size(), 2U);
}

}  // namespace
}  // namespace catenary::model
