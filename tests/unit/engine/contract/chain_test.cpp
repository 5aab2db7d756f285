// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/search/chain.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>

#include "base/rng.h"
#include "engine/contract/monitor/monitor.h"
#include "interfaces.h"
#include "logic/term/evaluate/evaluate.h"

namespace catenary::engine::contract {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

bool holds(logic::Term term, const logic::Assignment& values) {
  const auto value = logic::evaluate(term, values);
  return value && value->as_bool();
}

/// All values within their ranges.
std::vector<Snapshot> all_valuations(const model::Interface& interface) {
  std::vector<Snapshot> out{{}};
  for (const model::InterfaceVariable& v : interface.variables) {
    std::vector<Snapshot> more;
    const bool is_flag = v.sort().kind() == logic::SortKind::boolean;
    const long lo = is_flag ? 0 : v.lo->as_integer().get_si();
    const long hi = is_flag ? 1 : v.hi->as_integer().get_si();
    for (const Snapshot& s : out) {
      for (long n = lo; n <= hi; ++n) {
        more.push_back(s);
        more.back().push_back(is_flag ? b(n == 1) : i(n));
      }
    }
    out = std::move(more);
  }
  return out;
}

/// By enumeration: fewest executions that meet all goals, and their fewest
/// steps. Nothing where some goal cannot be met.
std::optional<std::pair<std::size_t, std::size_t>> brute_force(
    const model::Interface& interface, const std::vector<TestGoal>& goals) {
  const Semantics semantics(interface);
  const std::vector<Snapshot> all = all_valuations(interface);
  const unsigned full = (1U << goals.size()) - 1;
  const auto step = [&](const std::vector<Snapshot>& run, unsigned& met) {
    const logic::Assignment values = values_at(interface, run, run.size() - 1);
    const bool first = run.size() == 1;
    if (!holds(semantics.theta(first), values) ||
        !holds(semantics.promise(first), values)) {
      return false;
    }
    for (std::size_t g = 0; g < goals.size(); ++g) {
      const Target& t = goals[g].target;
      if (holds(first ? t.first : t.later, values)) met |= 1U << g;
    }
    return true;
  };
  // Initial and later steps, once.
  std::map<std::size_t, unsigned> first;
  std::map<std::size_t, std::map<std::size_t, unsigned>> next;
  for (std::size_t u = 0; u < all.size(); ++u) {
    unsigned met = 0;
    if (step({all[u]}, met)) first[u] = met;
    for (std::size_t w = 0; w < all.size(); ++w) {
      met = 0;
      if (step({all[u], all[w]}, met)) next[u][w] = met;
    }
  }
  using Node = std::pair<std::size_t, unsigned>;  // state, goals met
  std::set<unsigned> begin{0};                    // met by earlier executions
  std::map<unsigned, std::size_t> cost{{0, 0}};   // in steps
  for (std::size_t chains = 1; chains <= goals.size(); ++chains) {
    // Steps in all, after which a set was met by so many executions.
    std::map<unsigned, std::size_t> reached;
    std::map<std::size_t, std::set<Node>> layers;
    for (const auto& [met, steps] : cost) {
      for (const auto& [u, now] : first) {
        layers[steps + 1].insert({u, met | now});
      }
    }
    std::set<Node> seen;
    while (!layers.empty()) {
      const auto [steps, nodes] = *layers.begin();
      layers.erase(layers.begin());
      for (const Node& node : nodes) {
        if (!seen.insert(node).second) continue;
        reached.emplace(node.second, steps);
        for (const auto& [w, now] : next[node.first]) {
          layers[steps + 1].insert({w, node.second | now});
        }
      }
    }
    if (reached.contains(full)) return std::pair{chains, reached[full]};
    cost = reached;
  }
  return std::nullopt;
}

/// What is claimed of chains, checked without the search.
void check(const model::Interface& interface,
           const std::vector<TestGoal>& goals,
           const Chains& chains) {
  const Semantics semantics(interface);
  std::set<std::size_t> met;
  for (const Chain& chain : chains.chains) {
    ASSERT_EQ(chain.goals.size(), chain.run.size());
    ASSERT_EQ(chain.inputs.size(), chain.run.size());
    Monitor monitor(semantics);
    for (std::size_t s = 0; s < chain.run.size(); ++s) {
      const logic::Assignment values = values_at(interface, chain.run, s);
      EXPECT_TRUE(holds(semantics.theta(s == 0), values));
      EXPECT_TRUE(holds(semantics.promise(s == 0), values));
      EXPECT_EQ(monitor.step(chain.run[s]), Allowed::yes);
      for (const std::size_t g : chain.goals[s]) {
        const Target& t = goals[g].target;
        EXPECT_TRUE(holds(s == 0 ? t.first : t.later, values));
        EXPECT_TRUE(met.insert(g).second) << "met twice";
      }
    }
  }
  EXPECT_EQ(met.size(), goals.size());
}

std::size_t steps_of(const Chains& chains) {
  std::size_t out = 0;
  for (const Chain& c : chains.chains) out += c.run.size();
  return out;
}

TEST(Chain, OfTheBufferIsOneRun) {
  const model::Interface interface = buffer(2, false);
  auto goals = purposes_of(interface);
  goals.pop_back();  // impossible
  for (TestGoal& g :
       goals_of(interface, model::ContractCriterion::contracts, -1)) {
    goals.push_back(std::move(g));
  }
  const Chains chains = make_chains(interface, goals, {}, {});
  check(interface, goals, chains);
  EXPECT_EQ(chains.chains.size(), 1U);
  EXPECT_TRUE(chains.fewest);
  EXPECT_TRUE(chains.shortest);
  EXPECT_TRUE(chains.chains[0].guaranteed);
  const auto known = brute_force(interface, goals);
  ASSERT_TRUE(known);
  EXPECT_EQ(known->first, 1U);
  EXPECT_EQ(steps_of(chains), known->second);
  ChainSettings greedy;
  greedy.most_exact = 0;
  const Chains longer = make_chains(interface, goals, greedy, {});
  check(interface, goals, longer);
  EXPECT_FALSE(longer.shortest);
  for (const Chain& chain : longer.chains) EXPECT_TRUE(chain.guaranteed);
  EXPECT_GE(steps_of(longer), known->second);
}

TEST(Chain, GuaranteesTheGoalsThatItIsCreditedWith) {
  // Only the execution without m forces c to be false; the other one may meet
  // that goal by chance, and first.
  Builder builder("chance");
  builder.boolean(Role::input, "sel")
      .boolean(Role::output, "m")
      .boolean(Role::output, "c");
  builder.requirement("r")
      .contract("a", At::init, "", "(= m' sel')")
      .contract("b", At::step, "", "(= m' m)")
      .contract("d", At::init, "(not m')", "(not c')")
      .contract("e", At::step, "(not m')", "(not c')");
  builder.purpose("on", "", "m'");
  builder.purpose("off", "", "(not m')");
  builder.purpose("low", "", "(not c')");
  const model::Interface interface = builder.build();
  const auto goals = purposes_of(interface);
  const Chains chains = make_chains(interface, goals, {}, {});
  check(interface, goals, chains);
  ASSERT_EQ(chains.chains.size(), 2U);
  for (const Chain& chain : chains.chains) {
    const bool on = chain.run.front()[1].as_bool();
    bool low = false;
    for (const std::vector<std::size_t>& step : chain.goals) {
      low = low || std::ranges::count(step, std::size_t{2}) != 0;
    }
    EXPECT_EQ(chain.guaranteed, !on || !low);
  }
}

TEST(Chain, AreSeveralWhereThereIsNoWayBack) {
  Builder builder("fork");
  builder.boolean(Role::input, "x").integer(Role::output, "n", 0, 4);
  builder.requirement("r")
      .contract("a", At::init, "", "(= n' 0)")
      .contract("b", At::step, "(and (= n 0) x')", "(= n' 1)")
      .contract("c", At::step, "(and (= n 0) (not x'))", "(= n' 3)")
      .contract(
          "d", At::step, "(> n 0)", "(= n' (ite (= n 1) 2 (ite (= n 3) 4 n)))");
  builder.purpose("left", "", "(= n' 2)");
  builder.purpose("right", "", "(= n' 4)");
  const model::Interface interface = builder.build();
  const auto goals = purposes_of(interface);
  for (const std::size_t exact : {0, 9}) {
    ChainSettings settings;
    settings.most_exact = exact;
    const Chains chains = make_chains(interface, goals, settings, {});
    check(interface, goals, chains);
    EXPECT_EQ(chains.chains.size(), 2U);
    EXPECT_EQ(steps_of(chains), 6U);
    EXPECT_EQ(chains.fewest, exact > 0);
  }
}

TEST(Chain, KeepsPromisesThatReadTheStepBefore) {
  Builder builder("polite");
  builder.boolean(Role::input, "x").integer(Role::output, "n", 0, 3);
  builder.promise("p", "(not (and x x'))");
  builder.requirement("r")
      .contract("a", At::init, "", "(= n' 0)")
      .contract("b", At::step, "x'", "(= n' (ite (< n 3) (+ n 1) n))")
      .contract("c", At::step, "(not x')", "(= n' n)");
  builder.purpose("two", "", "(= n' 2)");
  builder.purpose("three", "", "(= n' 3)");
  const model::Interface interface = builder.build();
  const auto goals = purposes_of(interface);
  for (const std::size_t exact : {0, 9}) {
    ChainSettings settings;
    settings.most_exact = exact;
    const Chains chains = make_chains(interface, goals, settings, {});
    check(interface, goals, chains);
    EXPECT_EQ(steps_of(chains), 6U);
  }
}

/// Contracts drawn at random over two inputs' and outputs' worth of states.
model::Interface random_interface(base::Rng& random) {
  Builder builder("random");
  builder.boolean(Role::input, "x").boolean(Role::output, "o");
  builder.integer(Role::hidden, "h", 0, 2);
  const std::vector<std::string> before{
      "o", "(not o)", "(= h 0)", "(= h 1)", "(< h 2)", "true"};
  const std::vector<std::string> now{"x'", "(not x')", "true"};
  const std::vector<std::string> then{"(= h' (ite (< h 2) (+ h 1) h))",
                                      "(= h' 0)",
                                      "(= h' h)",
                                      "o'",
                                      "(not o')",
                                      "(= o' (= h' 2))",
                                      "(= o' o)"};
  const auto one_of = [&](const std::vector<std::string>& texts) {
    return texts[random.below(texts.size())];
  };
  builder.requirement("r").contract("i", At::init, "", "(and (= h' 0) o')");
  for (int c = 0; c < 4; ++c) {
    builder.contract("c" + std::to_string(c),
                     At::step,
                     "(and " + one_of(before) + " " + one_of(now) + ")",
                     one_of(then));
  }
  builder.purpose("p0", "", "(and o' (= h' 1))");
  builder.purpose("p1", "", "(= h' 2)");
  builder.purpose("p2", "", "(and (not o') (= h' 0))");
  builder.purpose("p3", "", "(and (= h 2) (= h' 0))");
  return builder.build();
}

TEST(Chain, AreAsFewAndShortAsEnumerationFinds) {
  base::Rng random(7);
  int compared = 0;
  for (int round = 0; round < 60; ++round) {
    const model::Interface interface = random_interface(random);
    const auto goals = purposes_of(interface);
    const auto known = brute_force(interface, goals);
    if (!known) continue;
    ++compared;
    ChainSettings settings;
    settings.triggering = Triggering::none;
    const Chains chains = make_chains(interface, goals, settings, {});
    check(interface, goals, chains);
    EXPECT_TRUE(chains.fewest && chains.shortest);
    EXPECT_EQ(chains.chains.size(), known->first) << "round " << round;
    EXPECT_EQ(steps_of(chains), known->second) << "round " << round;
    settings.most_exact = 0;
    check(interface, goals, make_chains(interface, goals, settings, {}));
  }
  EXPECT_GT(compared, 20);
}

}  // namespace
}  // namespace catenary::engine::contract
