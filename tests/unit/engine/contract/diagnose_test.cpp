// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/monitor/diagnose.h"

#include <gtest/gtest.h>

#include "interfaces.h"

namespace catenary::engine::contract {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)
using Names = std::vector<std::string>;

/// What the buffer of three places does: full is not shown.
std::vector<Snapshot> three_places(const model::Interface& interface) {
  const auto step = [&](bool enq, bool deq, bool empty, bool full) {
    return valuation(
        interface,
        {{"enq", b(enq)}, {"deq", b(deq)}, {"E", b(empty)}, {"F", b(full)}});
  };
  return {step(true, true, true, false),
          step(true, false, false, false),
          step(true, false, false, false)};
}

Names requirements(const model::Interface& interface, const Diagnosis& d) {
  Names out;
  for (const std::uint32_t r : d.requirements) {
    out.push_back(interface.requirements[r].id);
  }
  return out;
}

std::vector<int> values(const model::Interface& interface,
                        const Diagnosis& d,
                        const char* name) {
  std::vector<int> out;
  for (const Snapshot& v : d.execution) {
    out.push_back(
        static_cast<int>(v[*interface.find_variable(name)].as_int64()));
  }
  return out;
}

class ThreePlaces : public ::testing::TestWithParam<bool> {};

TEST_P(ThreePlaces, AreDiagnosedAsThePaperSays) {
  const model::Interface interface = buffer(2, GetParam());
  const Semantics semantics(interface);
  const Diagnoses found = diagnose(semantics, three_places(interface), {}, {});
  EXPECT_TRUE(found.complete);
  ASSERT_EQ(found.found.size(), 2U);
  EXPECT_EQ(requirements(interface, found.found[0]), (Names{"r1", "r3"}));
  EXPECT_EQ(values(interface, found.found[0], "k"),
            (std::vector<int>{0, 1, 0}));
  EXPECT_EQ(requirements(interface, found.found[1]), (Names{"r4"}));
  EXPECT_EQ(values(interface, found.found[1], "k"),
            (std::vector<int>{0, 1, 2}));
}

TEST_P(ThreePlaces, HaveOneMoreSetOfRequirements) {
  const model::Interface interface = buffer(2, GetParam());
  const Semantics semantics(interface);
  DiagnosisOptions options;
  options.all = true;
  const Diagnoses found =
      diagnose(semantics, three_places(interface), options, {});
  EXPECT_TRUE(found.complete);
  ASSERT_EQ(found.found.size(), 3U);
  EXPECT_EQ(requirements(interface, found.found[2]), (Names{"r1"}));
  EXPECT_EQ(values(interface, found.found[2], "k"),
            (std::vector<int>{0, 1, 1}));
}

TEST_P(ThreePlaces, MayHaveHadTheFaultBefore) {
  const model::Interface interface = buffer(2, GetParam());
  const Semantics semantics(interface);
  DiagnosisOptions options;
  options.latent = true;
  const Diagnoses found =
      diagnose(semantics, three_places(interface), options, {});
  ASSERT_EQ(found.found.size(), 4U);
  EXPECT_FALSE(found.found[1].latent);
  // The second item was lost.
  EXPECT_TRUE(found.found[2].latent);
  EXPECT_EQ(found.found[2].step, 1U);
  EXPECT_EQ(requirements(interface, found.found[2]), (Names{"r1", "r3"}));
  EXPECT_EQ(values(interface, found.found[2], "k"),
            (std::vector<int>{0, 0, 1}));
  // It was stored twice, and nothing says what a full buffer does then.
  EXPECT_EQ(found.found[3].step, 1U);
  EXPECT_EQ(requirements(interface, found.found[3]), (Names{"r1", "r4"}));
  EXPECT_EQ(values(interface, found.found[3], "k"),
            (std::vector<int>{0, 2, 1}));
}

INSTANTIATE_TEST_SUITE_P(Views, ThreePlaces, ::testing::Bool());

TEST(Diagnose, NamesTheRangeOfAnOutput) {
  Builder builder("outputs");
  builder.boolean(Role::input, "x").integer(Role::output, "o", 0, 3);
  builder.requirement("r0").contract("c0", At::always, "x'", "(>= o' 1)");
  builder.requirement("r1").contract("c1", At::always, "", "(<= o' 2)");
  const model::Interface interface = builder.build();
  const Semantics semantics(interface);
  const std::vector<Snapshot> trace{
      valuation(interface, {{"x", b(true)}, {"o", i(7)}})};
  const Diagnoses found = diagnose(semantics, trace, {}, {});
  ASSERT_EQ(found.found.size(), 1U);
  EXPECT_EQ(requirements(interface, found.found[0]), (Names{"r1"}));
  ASSERT_EQ(found.found[0].rules.size(), 2U);
  const Rule& range = semantics.rules()[found.found[0].rules[1]];
  EXPECT_EQ(range.kind, Rule::Kind::range);
  EXPECT_EQ(interface.variables[range.index].name, "o");
}

TEST(Diagnose, NamesTheRangeOfAHiddenVariableWhereItIsToBlame) {
  Builder builder("overflow");
  builder.boolean(Role::input, "x").boolean(Role::output, "o");
  builder.integer(Role::hidden, "n", 0, 1);
  builder.requirement("r0").contract("c0", At::init, "", "(= n' 0)");
  builder.requirement("r1").contract("c1", At::step, "", "(= n' (+ n 1))");
  const model::Interface interface = builder.build();
  const Semantics semantics(interface);
  const std::vector<Snapshot> trace(3, valuation(interface, {}));
  const Diagnoses found = diagnose(semantics, trace, {}, {});
  ASSERT_EQ(found.found.size(), 2U);
  EXPECT_EQ(requirements(interface, found.found[0]), (Names{"r1"}));
  EXPECT_EQ(values(interface, found.found[0], "n"),
            (std::vector<int>{0, 1, 0}));
  EXPECT_TRUE(found.found[1].requirements.empty());
  ASSERT_EQ(found.found[1].rules.size(), 1U);
  EXPECT_EQ(semantics.rules()[found.found[1].rules[0]].kind, Rule::Kind::range);
  EXPECT_EQ(values(interface, found.found[1], "n"),
            (std::vector<int>{0, 1, 2}));
}

TEST(Diagnose, TellsAnEmptyTraceFromAFailure) {
  const model::Interface interface = buffer(2);
  const Semantics semantics(interface);
  EXPECT_TRUE(diagnose(semantics, {}, {}, {}).found.empty());
}

}  // namespace
}  // namespace catenary::engine::contract
