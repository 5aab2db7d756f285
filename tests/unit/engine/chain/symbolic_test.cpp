// SPDX-License-Identifier: Apache-2.0
/// \file
/// Chains found by a solver against chains on the graph of all states.
#include "engine/chain/symbolic/symbolic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "engine/reach/explicit/explicit.h"
#include "engine/reach/replay.h"
#include "unit/engine/reach/table_systems.h"

namespace catenary::engine::chain::test {
namespace {

using reach::test::random_table;
using reach::test::system_of;
using reach::test::Table;
using reach::test::TableMove;

std::vector<std::uint32_t> covered(const reach::Result& reached) {
  std::vector<std::uint32_t> goals;
  for (std::uint32_t g = 0; g < reached.goals.size(); ++g) {
    if (reached.goals[g].trace) goals.push_back(g);
  }
  return goals;
}

/// Goals hit by the chains, each of which must end well.
std::set<std::uint32_t> walk(const model::StepSystem& system,
                             const std::vector<model::Trace>& chains) {
  std::set<std::uint32_t> hit;
  const auto stepper = system.factory->make();
  for (const model::Trace& chain : chains) {
    const model::Simulation run = model::simulate(system, *stepper, chain);
    EXPECT_EQ(run.steps.size(), chain.steps.size());
    hit.insert(run.initial.hits.begin(), run.initial.hits.end());
    for (const auto& step : run.steps) {
      hit.insert(step.hits.begin(), step.hits.end());
    }
    const model::StepOutcome last =
        run.steps.empty() ? run.initial.outcome : run.steps.back().outcome;
    EXPECT_TRUE(run.ends_final ||
                (system.any_state_final && last != model::StepOutcome::running))
        << "ends in no final state";
  }
  return hit;
}

class SymbolicChainTables : public testing::TestWithParam<unsigned> {};

TEST_P(SymbolicChainTables, AreThoseOfTheGraph) {
  const model::StepSystem system =
      system_of(random_table(2000 + GetParam(), false, 9));
  reach::Options keep;
  keep.keep_edges = true;
  const reach::Result reached =
      reach::ExplicitEngine().explore(system, keep, {}, {});
  const std::vector<std::uint32_t> goals = covered(reached);
  for (const bool costly : {false, true}) {
    ChainOptions expected_options;
    SymbolicChainOptions options;
    if (costly) options.reset_cost = expected_options.reset_cost = 3;
    const ChainResult expected =
        find_chains(*reached.graph, goals, expected_options);
    const SymbolicChains found =
        find_symbolic_chains(system, reached, goals, options);

    EXPECT_EQ(found.uncoverable_to_final, expected.uncoverable_to_final);
    const std::set<std::uint32_t> hit = walk(system, found.chains);
    for (const std::uint32_t g : goals) {
      const bool left_out = std::count(found.uncoverable_to_final.begin(),
                                       found.uncoverable_to_final.end(),
                                       g) != 0;
      EXPECT_NE(hit.contains(g), left_out) << "goal " << g;
    }
    ASSERT_TRUE(expected.bounds.minimal);
    EXPECT_LE(found.bounds.lower, found.bounds.upper);
    if (found.bounds.minimal) {
      EXPECT_EQ(found.bounds.upper, expected.bounds.upper);
      EXPECT_EQ(found.chains.size(), expected.chains.size());
    } else if (found.chains.size() == expected.chains.size() || costly) {
      EXPECT_GE(found.bounds.upper, expected.bounds.upper);
      EXPECT_LE(found.bounds.lower, expected.bounds.upper);
    }
    if (!costly && expected.chains.size() == 1 &&
        expected.uncoverable_to_final.empty()) {
      EXPECT_TRUE(found.bounds.minimal) << found.bounds.lower;
      EXPECT_NE(found.bounds.by, "");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, SymbolicChainTables, testing::Range(0U, 40U));

// A ring of ten states with goals at 3, 6 and 8; only state 0 is final. One
// letter goes on, the other stays.
Table ring() {
  Table table;
  table.letters = 2;
  table.goals = 3;
  table.some_final = true;
  for (unsigned s = 0; s < 10; ++s) {
    TableMove on;
    on.target = (s + 1) % 10;
    TableMove stay;
    stay.target = s;
    if (s == 3) on.hits = {0};
    if (s == 6) stay.hits = {1};
    if (s == 8) on.hits = {2};
    table.moves.push_back({on, stay});
    table.is_final.push_back(s == 0);
  }
  table.initial.emplace_back();
  return table;
}

TEST(SymbolicChains, AreMinimalByRefutationOfShorterOnes) {
  const model::StepSystem system = system_of(ring());
  const reach::Result reached =
      reach::SymbolicEngine().explore(system, {}, {}, {});
  const SymbolicChains found =
      find_symbolic_chains(system, reached, {0, 1, 2}, {});
  ASSERT_EQ(found.chains.size(), 1u);
  EXPECT_EQ(found.chains[0].steps.size(), 11u);
  EXPECT_TRUE(found.bounds.minimal);
  EXPECT_EQ(found.bounds.lower, 11u);
  EXPECT_EQ(found.bounds.by, "refutation of shorter chains");
}

TEST(SymbolicChains, WithoutTimeBoundsAreThoseOfSingleGoals) {
  Table table = ring();
  table.some_final = false;
  const model::StepSystem system = system_of(table);
  const reach::Result reached =
      reach::SymbolicEngine().explore(system, {}, {}, {});
  SymbolicChainOptions options;
  options.symbolic.sat =
      [](const logic::smt::Options&) -> std::unique_ptr<logic::smt::SatSolver> {
    std::abort();
  };
  const SymbolicChains found =
      find_symbolic_chains(system, reached, {0, 1, 2}, options);
  EXPECT_EQ(walk(system, found.chains).size(), 3u);
  EXPECT_EQ(found.bounds.lower, 9u);
  EXPECT_EQ(found.bounds.by, "distance of the farthest single goal");
}

TEST(SymbolicChains, NothingToCoverIsMinimal) {
  const model::StepSystem system = system_of(ring());
  const SymbolicChains found = find_symbolic_chains(system, {}, {}, {});
  EXPECT_TRUE(found.chains.empty());
  EXPECT_TRUE(found.bounds.minimal);
}

}  // namespace
}  // namespace catenary::engine::chain::test
