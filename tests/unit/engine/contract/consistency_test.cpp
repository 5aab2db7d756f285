// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/consistency/consistency.h"

#include <gtest/gtest.h>

#include "frontend/contract/contract.h"
#include "unit/engine/contract/interfaces.h"

namespace catenary::engine::contract {
namespace {

using model::Role;
using testing::At;
using testing::Builder;

using Ids = std::vector<std::string>;

Ids ids(const model::Interface& a, const Indices& contracts) {
  Ids out;
  for (const std::uint32_t c : contracts) out.push_back(a.contracts[c].id);
  return out;
}

Ids names(const model::Interface& a, const Indices& variables) {
  Ids out;
  for (const std::uint32_t v : variables) out.push_back(a.variables[v].name);
  return out;
}

std::vector<Ids> culprits(const model::Interface& a, const Judgement& j) {
  std::vector<Ids> out;
  for (const Culprits& c : j.culprits) out.push_back(ids(a, c.contracts));
  return out;
}

Consistency check(const model::Interface& a, bool z3 = false) {
  CheckSettings settings;
  settings.second_opinion = z3;
  return check_consistency(a, settings, {});
}

Ids found(const Consistency& c, const std::string& code) {
  Ids out;
  for (const suite::Finding& f : c.findings) {
    if (f.code == code) out.push_back(f.message);
  }
  return out;
}

/// By diagrams and by Z3.
class BothWays : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Consistency, BothWays, ::testing::Bool());

model::Interface broken_buffer() {
  model::Interface a = testing::buffer(2, false);
  // c2 without "k > 0".
  model::Contract& c2 = a.contracts[2];
  EXPECT_EQ(c2.id, "c2");
  c2.assumption = a.terms->logical_and(c2.assumption[0], c2.assumption[1]);
  return a;
}

model::Interface safing3() {
  Builder b("safing3");
  b.boolean(Role::input, "reset");
  b.enumeration(Role::output,
                "st",
                {"RESET", "INIT", "DIAG", "NORMAL", "TEST", "SAFE", "DESTR"});
  b.requirement("FR1").contract("i0", At::init, "", "(= st' st_t!RESET)");
  b.contract(
      "c1", At::step, "", "(or (= st' st_t!RESET) (not (= st' st_t!RESET)))");
  b.requirement("FR2").contract(
      "c2", At::step, "(= st st_t!RESET)", "(= st' st_t!INIT)");
  b.requirement("FR3").contract("c3", At::step, "reset'", "(= st' st_t!RESET)");
  return b.build();
}

TEST_P(BothWays, BufferIsConsistentForEver) {
  const model::Interface a = testing::buffer(2);
  const Consistency c = check(a, GetParam());
  EXPECT_EQ(c.strategy->verdict, ConsistencyStatus::consistent);
  EXPECT_TRUE(c.strategy->for_ever);
  // E and k = 1 is in range, and has no answer: but no run gets there.
  EXPECT_EQ(c.no_dead_end->verdict, ConsistencyStatus::consistent);
  EXPECT_TRUE(c.no_dead_end->for_ever);
  ASSERT_EQ(c.views.size(), 2U);
  EXPECT_EQ(c.views[0].strategy->verdict, ConsistencyStatus::consistent);
}

TEST_P(BothWays, BufferWithoutItsGuardHasAConflict) {
  const model::Interface a = broken_buffer();
  CheckSettings settings;
  settings.second_opinion = GetParam();
  settings.steps = 0;
  const Consistency zero = check_consistency(a, settings, {});
  EXPECT_EQ(zero.strategy->verdict, ConsistencyStatus::consistent);
  EXPECT_FALSE(zero.strategy->for_ever);
  EXPECT_EQ(zero.strategy->k, 0U);

  const Consistency c = check(a, GetParam());
  ASSERT_EQ(c.strategy->verdict, ConsistencyStatus::inconsistent);
  EXPECT_EQ(c.strategy->k, 1U);
  ASSERT_EQ(culprits(a, *c.strategy), (std::vector<Ids>{{"c0", "c2"}}));
  const Culprits& conflict = c.strategy->culprits[0];
  EXPECT_EQ(names(a, conflict.ranges), Ids{"k"});
  EXPECT_EQ(requirement_ids(a, conflict.contracts), (Ids{"r0", "r2"}));
  ASSERT_EQ(conflict.trace.size(), 2U);
  EXPECT_TRUE(conflict.inputs_suffice);
  EXPECT_EQ(conflict.trace[1].inputs.at(1), logic::Value::boolean(true));
  EXPECT_TRUE(conflict.trace[1].answer.empty());
  EXPECT_EQ(c.strategy->corrections.size(), 2U);
  ASSERT_EQ(c.no_dead_end->verdict, ConsistencyStatus::inconsistent);
  EXPECT_EQ(c.no_dead_end->k, 1U);
}

TEST_P(BothWays, Safing3) {
  const model::Interface a = safing3();
  const Consistency c = check(a, GetParam());
  ASSERT_EQ(c.strategy->verdict, ConsistencyStatus::inconsistent);
  EXPECT_EQ(c.strategy->k, 1U);
  ASSERT_EQ(culprits(a, *c.strategy), (std::vector<Ids>{{"i0", "c2", "c3"}}));
  EXPECT_EQ(requirement_ids(a, c.strategy->culprits[0].contracts),
            (Ids{"FR1", "FR2", "FR3"}));
  EXPECT_EQ(c.strategy->corrections, (std::vector<Indices>{{0}, {2}, {3}}));
  ASSERT_EQ(c.no_dead_end->verdict, ConsistencyStatus::inconsistent);
  EXPECT_EQ(c.no_dead_end->k, 1U);
  ASSERT_EQ(culprits(a, *c.no_dead_end), (std::vector<Ids>{{"c2", "c3"}}));
  const Culprits& core = c.no_dead_end->culprits[0];
  ASSERT_EQ(core.trace.size(), 2U);
  EXPECT_EQ(core.trace[0].answer.at(1).to_string(), "RESET");
  EXPECT_EQ(core.trace[1].inputs.at(0), logic::Value::boolean(true));
  EXPECT_TRUE(core.ranges.empty());
}

/// The two notions differ: one may avoid the dead end, but need not.
TEST_P(BothWays, AStrategyMayAvoidADeadEnd) {
  Builder b("avoid");
  b.boolean(Role::input, "i").integer(Role::output, "x", 0, 2);
  b.requirement("r").contract("c", At::step, "(= x 2)", "(and i' (= x' 2))");
  const model::Interface a = b.build();
  const Consistency c = check(a, GetParam());
  EXPECT_EQ(c.strategy->verdict, ConsistencyStatus::consistent);
  EXPECT_TRUE(c.strategy->for_ever);
  ASSERT_EQ(c.no_dead_end->verdict, ConsistencyStatus::inconsistent);
  EXPECT_EQ(c.no_dead_end->k, 1U);
  EXPECT_EQ(culprits(a, *c.no_dead_end), (std::vector<Ids>{{"c"}}));
  EXPECT_FALSE(c.no_dead_end->culprits[0].inputs_suffice);
}

/// The environment must look at the answers: no sequence of inputs wins.
TEST_P(BothWays, AnEnvironmentThatReacts) {
  Builder b("react");
  b.boolean(Role::input, "i").boolean(Role::output, "x");
  b.requirement("r").contract("c", At::step, "", "(distinct i' x)");
  const model::Interface a = b.build();
  const Consistency c = check(a, GetParam());
  ASSERT_EQ(c.strategy->verdict, ConsistencyStatus::inconsistent);
  EXPECT_EQ(c.strategy->k, 1U);
  ASSERT_EQ(c.strategy->culprits.size(), 1U);
  EXPECT_FALSE(c.strategy->culprits[0].inputs_suffice);
}

TEST_P(BothWays, PromisesRestrictInputs) {
  Builder b("promise");
  b.boolean(Role::input, "i").boolean(Role::output, "x");
  b.requirement("r").contract("c", At::step, "", "(distinct i' x)");
  b.promise("p", "(distinct i' x)");
  const Consistency c = check(b.build(), GetParam());
  EXPECT_EQ(c.strategy->verdict, ConsistencyStatus::consistent);
  EXPECT_EQ(c.no_dead_end->verdict, ConsistencyStatus::consistent);
}

TEST_P(BothWays, PromisesOfOthersThatCannotBeKeptMakeItVacuous) {
  Builder b("stuck");
  b.boolean(Role::input, "i").boolean(Role::input, "j");
  b.boolean(Role::output, "x");
  b.requirement("r").contract("c", At::step, "i'", "(and x' (not x'))");
  b.promise("p", "(and j j')").promise("q", "(not (= j j'))");
  const model::Interface a = b.build();
  const Consistency c = check(a, GetParam());
  EXPECT_EQ(c.strategy->verdict, ConsistencyStatus::consistent);
  EXPECT_EQ(c.no_dead_end->verdict, ConsistencyStatus::consistent);
}

// The product of x leads further beyond the range of y than all constants and
// spans together.
TEST(Consistency, RangesThatProductsLeaveAreCulprits) {
  Builder b("product");
  b.boolean(Role::input, "i");
  b.integer(Role::output, "x", 0, 100).integer(Role::output, "y", 0, 100);
  b.requirement("r").contract("c", At::always, "i'", "(= y' (* 60 x'))");
  b.requirement("s").contract("d", At::always, "i'", "(>= x' 50)");
  const model::Interface a = b.build();
  const Consistency c = check(a, false);
  ASSERT_EQ(c.strategy->verdict, ConsistencyStatus::inconsistent);
  ASSERT_EQ(culprits(a, *c.strategy), (std::vector<Ids>{{"c", "d"}}));
  EXPECT_EQ(names(a, c.strategy->culprits[0].ranges), Ids{"y"});
}

TEST_P(BothWays, ARangeIsACulpritWhereItIsOne) {
  Builder b("range");
  b.boolean(Role::input, "i");
  b.integer(Role::output, "x", 0, 3).integer(Role::output, "y", 0, 7);
  b.requirement("r").contract("c", At::always, "i'", "(> (+ x' y') 10)");
  b.requirement("s").contract("d", At::always, "i'", "(and (> y' 2) (< y' 2))");
  const model::Interface a = b.build();
  const Consistency c = check(a, GetParam());
  ASSERT_EQ(c.strategy->verdict, ConsistencyStatus::inconsistent);
  EXPECT_EQ(c.strategy->k, 0U);
  ASSERT_EQ(culprits(a, *c.strategy), (std::vector<Ids>{{"c"}, {"d"}}));
  EXPECT_EQ(names(a, c.strategy->culprits[0].ranges), (Ids{"x", "y"}));
  EXPECT_TRUE(c.strategy->culprits[1].ranges.empty());
  EXPECT_EQ(c.strategy->corrections, (std::vector<Indices>{{0, 1}}));
  EXPECT_EQ(culprits(a, *c.no_dead_end), (std::vector<Ids>{{"c"}, {"d"}}));
}

TEST_P(BothWays, AConflictBetweenViewsTakesBoth) {
  Builder b("views");
  b.boolean(Role::input, "i").boolean(Role::output, "x");
  b.view("one").requirement("r").contract("c", At::always, "i'", "x'");
  b.view("two").requirement("s").contract("d", At::always, "", "true");
  b.view("three").requirement("t").contract("e", At::always, "i'", "(not x')");
  const model::Interface a = b.build();
  const Consistency c = check(a, GetParam());
  EXPECT_EQ(culprits(a, *c.strategy), (std::vector<Ids>{{"c", "e"}}));
  ASSERT_EQ(c.views.size(), 5U);
  for (int v = 0; v < 4; ++v) {
    EXPECT_EQ(c.views[v].strategy->verdict, ConsistencyStatus::consistent) << v;
  }
  EXPECT_EQ(c.views[4].views, (Indices{0, 1, 2}));
  EXPECT_EQ(c.views[4].strategy->verdict, ConsistencyStatus::inconsistent);
}

TEST(Consistency, RationalsAreDecided) {
  Builder b("tank");
  b.real(Role::input, "in").real(Role::output, "level");
  b.promise("p", "(and (<= 0.0 in') (<= in' 1.0))");
  b.requirement("r").contract("c0", At::init, "", "(= level' 0.0)");
  b.requirement("s").contract("c1", At::step, "", "(= level' (+ level in'))");
  const Consistency fine = check(b.build());
  EXPECT_EQ(fine.strategy->verdict, ConsistencyStatus::consistent);
  EXPECT_TRUE(fine.strategy->for_ever);
  EXPECT_TRUE(fine.no_dead_end->for_ever);
  b.requirement("t").contract("c2", At::step, "", "(<= level' 2.5)");
  const model::Interface a = b.build();
  const Consistency c = check(a);
  ASSERT_EQ(c.strategy->verdict, ConsistencyStatus::inconsistent);
  EXPECT_EQ(c.strategy->k, 3U);
  EXPECT_EQ(culprits(a, *c.strategy), (std::vector<Ids>{{"c0", "c1", "c2"}}));
  ASSERT_EQ(c.no_dead_end->verdict, ConsistencyStatus::inconsistent);
  EXPECT_EQ(c.no_dead_end->k, 3U);
  EXPECT_EQ(culprits(a, *c.no_dead_end), (std::vector<Ids>{{"c1", "c2"}}));
}

TEST(Consistency, LargeBuffer) {
  const model::Interface a = testing::buffer(1000);
  const Consistency c = check(a);
  EXPECT_TRUE(c.strategy->for_ever);
  EXPECT_TRUE(c.no_dead_end->for_ever);
  EXPECT_TRUE(found(c, "findings-undecided").empty());
}

TEST(Consistency, LimitsEndInUndecided) {
  base::Budget budget;
  budget.set_memory(1);
  Builder b("large");
  b.integer(Role::input, "x", 0, 1'000'000);
  b.integer(Role::output, "y", 0, 1'000'000);
  b.integer(Role::output, "z", 0, 1'000'000);
  b.requirement("r").contract("c", At::always, "", "(= (* y' z') x')");
  const Consistency c = check_consistency(b.build(), {}, budget);
  EXPECT_EQ(c.strategy->verdict, ConsistencyStatus::undecided);
  EXPECT_EQ(c.strategy->reason, base::to_string(base::StopReason::memory));
  EXPECT_FALSE(c.strategy->settled);
  EXPECT_EQ(c.no_dead_end->verdict, ConsistencyStatus::undecided);
  EXPECT_EQ(c.stop, base::StopReason::memory);
}

TEST(Findings, Vacuity) {
  Builder b("vacuous");
  b.boolean(Role::input, "i").integer(Role::output, "x", 0, 3);
  b.requirement("r").contract("c0", At::init, "", "(= x' 0)");
  b.contract("c1", At::step, "", "(or (= x' x) (= x' (+ x 1)))");
  b.contract("c2", At::step, "", "(< x' 3)");
  b.requirement("v").contract("c3", At::step, "(and (= x 3) i')", "(= x' 0)");
  b.requirement("w").contract("c4", At::step, "(> x' 7)", "(= x' 0)");
  b.requirement("t").contract("c5", At::step, "(= x' 3)", "(not i')");
  b.requirement("u").contract("c6", At::step, "(= x' 2)", "i'");
  const Consistency c = check(b.build());
  EXPECT_EQ(found(c, "contract-vacuous"),
            (Ids{"c3: its assumption never holds",
                 "c4: its assumption never holds"}));
  EXPECT_EQ(found(c, "contract-conflict-triggered"),
            (Ids{"c5: no allowed step meets its assumption; where it holds, "
                 "c2 cannot be met"}));
}

TEST(Findings, Redundancy) {
  Builder b("redundant");
  b.boolean(Role::input, "i").integer(Role::output, "x", 0, 3);
  b.requirement("r").contract("c0", At::init, "", "(= x' 0)");
  b.contract("c1", At::step, "", "(= x' (ite (< x 3) (+ x 1) 0))");
  b.requirement("s").contract("c2", At::always, "", "(<= x' 3)");
  b.requirement("t").contract("c3", At::step, "(= x 1)", "(= x' 2)");
  const Consistency c = check(b.build());
  EXPECT_EQ(
      found(c, "contract-redundant"),
      (Ids{"c2: every possible step meets it anyway", "c3: follows from c1"}));
}

TEST(Findings, Gaps) {
  Builder b("gaps");
  b.boolean(Role::input, "i");
  b.boolean(Role::output, "x").boolean(Role::output, "y");
  b.requirement("r").contract("c0", At::always, "i'", "x'");
  const Consistency c = check(b.build());
  EXPECT_EQ(found(c, "variable-unconstrained"),
            (Ids{"no contract says anything about y"}));
  EXPECT_EQ(found(c, "assumption-gap"),
            (Ids{"no contract about x applies at the first step when i = false",
                 "no contract about x applies at later steps when i = false"}));
  EXPECT_TRUE(found(check(testing::buffer(2)), "assumption-gap").empty());
}

TEST(Findings, GapsLookThroughDerivedVariables) {
  const std::string head =
      "interface a\ninput i : bool\noutput x, n : bool\nview v req R\n";
  const auto unconstrained = [&](const std::string& contract) {
    return found(
        check_consistency(
            frontend::contract::parse(head + contract, "a.req"), {}, {}),
        "variable-unconstrained");
  };
  // As an assumption it asks for nothing.
  EXPECT_EQ(unconstrained("always: when n' then for 1 steps x'"),
            Ids{"no contract says anything about n"});
  EXPECT_EQ(unconstrained("always: x' => once(n')"), Ids{});
}

TEST(Findings, UnmetPromises) {
  Builder b("promises");
  b.boolean(Role::input, "i").boolean(Role::output, "x");
  b.promise("p", "(and i' (not x))");
  b.requirement("r").contract("c0", At::always, "i'", "(or x' (not x'))");
  EXPECT_EQ(found(check(b.build()), "promises-unmet"),
            (Ids{"after some runs no input keeps the promises of the "
                 "environment"}));
}

}  // namespace
}  // namespace catenary::engine::contract
