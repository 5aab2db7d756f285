// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>

#include "base/rng.h"
#include "engine/contract/consistency/consistency.h"
#include "frontend/contract/contract.h"
#include "unit/engine/contract/interfaces.h"

namespace catenary::oracle {
namespace {

namespace contract = engine::contract;
using contract::testing::At;
using contract::testing::Builder;
using model::Role;

using Ids = std::vector<std::string>;

constexpr int kStates = 5;
constexpr int kInputs = 10;

/// Machines of 20 contracts each that share inputs; some have one more, which
/// contradicts one transition of theirs at step 1. `planted` gets the contracts
/// of each of these conflicts.
model::Interface machines(int count,
                          int conflicts,
                          base::Rng& rng,
                          std::set<Ids>& planted) {
  Builder b("machines");
  for (int i = 0; i < kInputs; ++i) {
    b.boolean(Role::input, "i" + std::to_string(i));
  }
  std::set<int> faulty;
  while (static_cast<int>(faulty.size()) < conflicts) {
    faulty.insert(static_cast<int>(rng.below(static_cast<unsigned>(count))));
  }
  for (int m = 0; m < count; ++m) {
    const std::string id = std::to_string(m);
    const std::string s = "s" + id;
    const std::string t = "t" + id;
    const std::string a = "a" + id;
    const std::string z = "b" + id;
    b.integer(Role::output, s, 0, kStates - 1);
    b.integer(Role::hidden, t, 0, 7);
    b.boolean(Role::output, a).boolean(Role::output, z);
    b.view("m" + id);
    int next = 0;
    const auto add = [&](At at, const std::string& when, const std::string& g) {
      const std::string c = id + "-" + std::to_string(next++);
      b.requirement("R" + c).contract("c" + c, at, when, g);
      return "c" + c;
    };
    const std::string init =
        add(At::init, "", "(and (= " + s + "' 0) (= " + t + "' 0))");
    std::string zero;
    std::uint64_t first_input = 0;
    for (int j = 0; j < kStates; ++j) {
      const std::uint64_t input = rng.below(kInputs);
      const std::string i = "i" + std::to_string(input) + "'";
      const std::string here = "(= " + s + " " + std::to_string(j) + ")";
      const std::string go = std::to_string((j + 1) % kStates);
      const std::string moves = add(At::step,
                                    "(and " + here + " " + i + ")",
                                    "(= " + s + "' " + go + ")");
      add(At::step,
          "(and " + here + " (not " + i + "))",
          "(= " + s + "' " + s + ")");
      if (j == 0) {
        zero = moves;
        first_input = input;
      }
    }
    const std::string stays = "(= " + s + "' " + s + ")";
    add(At::step,
        "(and " + stays + " (< " + t + " 7))",
        "(= " + t + "' (+ " + t + " 1))");
    add(At::step, "(and " + stays + " (= " + t + " 7))", "(= " + t + "' 7)");
    add(At::step, "(not " + stays + ")", "(= " + t + "' 0)");
    add(At::step, "", "(= " + a + "' (= " + s + "' 2))");
    add(At::step,
        "",
        "(= " + z + "' (and (= " + s + "' 4) (>= " + t + "' 3)))");
    add(At::step, a + "'", "(not " + z + "')");
    add(At::init, "", "(not (or " + a + "' " + z + "'))");
    add(At::step, z + "'", "(> " + t + "' 0)");
    add(At::step, "(= " + s + "' 3)", "(not " + a + "')");
    if (faulty.contains(m)) {
      const std::uint64_t other =
          (first_input + 1 + rng.below(kInputs - 1)) % kInputs;
      const std::string c =
          add(At::step,
              "(and (= " + s + " 0) i" + std::to_string(first_input) + "' i" +
                  std::to_string(other) + "')",
              "(= " + s + "' 3)");
      planted.insert({init, zero, c});
    }
  }
  return b.build();
}

std::set<Ids> found(const model::Interface& a, const contract::Judgement& j) {
  std::set<Ids> out;
  for (const contract::Culprits& c : j.culprits) {
    Ids ids;
    for (const std::uint32_t i : c.contracts) ids.push_back(a.contracts[i].id);
    out.insert(ids);
  }
  return out;
}

TEST(Planted, AllConflictsOfTwoThousandContractsAreFound) {
  base::Rng rng(5);
  std::set<Ids> planted;
  const model::Interface a = machines(100, 5, rng, planted);
  ASSERT_GE(a.contracts.size(), 2000U);
  contract::CheckSettings settings;
  settings.views = false;
  settings.findings = false;
  const contract::Consistency c = contract::check_consistency(a, settings, {});
  ASSERT_EQ(c.strategy->verdict, contract::ConsistencyStatus::inconsistent);
  EXPECT_EQ(c.strategy->k, 1U);
  EXPECT_EQ(found(a, *c.strategy), planted);
  EXPECT_TRUE(c.strategy->all_culprits);
  EXPECT_EQ(c.strategy->corrections.size(), 243U);  // 3^5
  ASSERT_EQ(c.no_dead_end->verdict, contract::ConsistencyStatus::inconsistent);
  EXPECT_EQ(c.no_dead_end->culprits.size(), 5U);
}

TEST(Planted, TwoThousandContractsWithoutConflictAreConsistentForEver) {
  base::Rng rng(6);
  std::set<Ids> planted;
  const model::Interface a = machines(100, 0, rng, planted);
  const contract::Consistency c = contract::check_consistency(a, {}, {});
  EXPECT_TRUE(c.strategy->for_ever);
  EXPECT_TRUE(c.no_dead_end->for_ever);
  EXPECT_EQ(c.views.size(), 100U);
}

/// Reads an interface of the shared data; nothing where there is none.
std::optional<model::Interface> published(const std::string& name) {
  const char* data = std::getenv("CATENARY_DATA");
  if (data == nullptr) return std::nullopt;
  const std::string path = std::string(data) + "/req/" + name;
  if (!std::filesystem::exists(path)) return std::nullopt;
  return frontend::contract::load(path);
}

TEST(Published, SafingIsConsistentForEver) {
  const auto a = published("safing.req");
  if (!a) GTEST_SKIP() << "no CATENARY_DATA";
  const contract::Consistency c = contract::check_consistency(*a, {}, {});
  EXPECT_TRUE(c.strategy->for_ever);
  EXPECT_TRUE(c.no_dead_end->for_ever);
  contract::CheckSettings bounded;
  bounded.steps = 20;
  const contract::Consistency b = contract::check_consistency(*a, bounded, {});
  EXPECT_EQ(b.strategy->verdict, contract::ConsistencyStatus::consistent);
}

TEST(Published, Safing3HasItsConflictAndItsCore) {
  const auto a = published("safing3.req");
  if (!a) GTEST_SKIP() << "no CATENARY_DATA";
  const contract::Consistency c = contract::check_consistency(*a, {}, {});
  ASSERT_EQ(c.strategy->culprits.size(), 1U);
  EXPECT_EQ(c.strategy->k, 1U);
  EXPECT_EQ(contract::requirement_ids(*a, c.strategy->culprits[0].contracts),
            (Ids{"FR1", "FR2", "FR3"}));
  ASSERT_EQ(c.no_dead_end->culprits.size(), 1U);
  EXPECT_EQ(c.no_dead_end->k, 1U);
  EXPECT_EQ(contract::requirement_ids(*a, c.no_dead_end->culprits[0].contracts),
            (Ids{"FR2", "FR3"}));
}

TEST(Published, LiquidMixerHasAConflictAtOnce) {
  const auto a = published("LiquidMixer.fret.json");
  if (!a) GTEST_SKIP() << "no CATENARY_DATA";
  const contract::Consistency c = contract::check_consistency(*a, {}, {});
  ASSERT_EQ(c.strategy->verdict, contract::ConsistencyStatus::inconsistent);
  EXPECT_EQ(c.strategy->k, 0U);
  ASSERT_EQ(c.strategy->culprits.size(), 1U);
  const Ids both{"LM-001", "LM-009"};
  EXPECT_EQ(contract::requirement_ids(*a, c.strategy->culprits[0].contracts),
            both);
  ASSERT_EQ(c.no_dead_end->culprits.size(), 1U);
  EXPECT_EQ(c.no_dead_end->k, 0U);
  EXPECT_EQ(contract::requirement_ids(*a, c.no_dead_end->culprits[0].contracts),
            both);
}

TEST(Published, BufferIsConsistentForEver) {
  const auto a = published("buffer.req");
  if (!a) GTEST_SKIP() << "no CATENARY_DATA";
  const contract::Consistency c = contract::check_consistency(*a, {}, {});
  EXPECT_TRUE(c.strategy->for_ever);
  EXPECT_TRUE(c.no_dead_end->for_ever);
}

}  // namespace
}  // namespace catenary::oracle
