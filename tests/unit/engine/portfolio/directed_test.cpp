// SPDX-License-Identifier: Apache-2.0
/// \file
/// Directed concolic search and the proofs that follow its runs.
#include "engine/portfolio/directed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/step/step_system.h"
#include "unit/engine/c_program.h"

namespace catenary::engine::portfolio {
namespace {

using model::GoalStatus;
using test::program;

concolic::ConcolicResult run(const model::StepSystem& system,
                             const concolic::CoverageCallback& progress = {}) {
  concolic::ConcolicOptions options;
  options.patience_steps = 300'000;
  options.patience_questions = 500;
  return search_directed(system, options, 1, {}, progress);
}

const model::GoalResult& result_of(const model::StepSystem& system,
                                   const reach::Result& found,
                                   const std::string& id) {
  for (std::size_t g = 0; g < system.goals.size(); ++g) {
    if (system.goals[g].id == id) return found.goals[g].result;
  }
  throw std::out_of_range(id);
}

TEST(DirectedSearch, ProvesWhatNoRunHits) {
  const model::StepSystem system = program(test::kSaturating);
  std::uint32_t told = 0;
  const concolic::ConcolicResult found =
      run(system, [&told](const concolic::CoveragePoint& p) {
        EXPECT_GE(p.covered, told);
        told = p.covered;
      });
  EXPECT_EQ(result_of(system, found.result, "full").status,
            GoalStatus::covered);
  EXPECT_EQ(result_of(system, found.result, "full").depth, 3);
  const model::GoalResult& over = result_of(system, found.result, "over");
  EXPECT_EQ(over.status, GoalStatus::unreachable);
  EXPECT_FALSE(over.reason.empty());
  // The curve goes on through all parts of the search.
  ASSERT_FALSE(found.coverage.empty());
  for (std::size_t i = 1; i < found.coverage.size(); ++i) {
    EXPECT_GE(found.coverage[i].seconds, found.coverage[i - 1].seconds);
    EXPECT_GE(found.coverage[i].covered, found.coverage[i - 1].covered);
  }
  EXPECT_EQ(found.coverage.back().covered, told);
}

// Some hundred states, and no rule of one step excludes what is not among
// them.
TEST(DirectedSearch, ExhaustsStatesWhereInputsAreClasses) {
  const model::StepSystem system = program(R"c(
int a;
short b;
static int x = 1;
void step(void) {
  CATENARY_INPUT(a);
  CATENARY_INPUT(b);
  if (a == b * 3 + x) x = x * 5 % 3001;
  else if (a > 5000000) x = 1;
  CATENARY_GOAL("far", x == 5 * 5 * 5 * 5 * 5 % 3001 * 5 % 3001);
  CATENARY_GOAL("never", x == 0);
}
)c");
  const concolic::ConcolicResult found = run(system);
  EXPECT_EQ(found.result.stop, reach::Stop::none);
  EXPECT_NE(found.result.engine.find("classes of inputs"), std::string::npos)
      << found.result.engine;
  EXPECT_EQ(result_of(system, found.result, "never").status,
            GoalStatus::unreachable);
  // Its run hits the goal when executed.
  const auto stepper = system.factory->make();
  for (std::uint32_t g = 0; g < system.goals.size(); ++g) {
    const auto& trace = found.result.goals[g].trace;
    if (!trace) continue;
    const model::Simulation ran = model::simulate(system, *stepper, *trace);
    ASSERT_FALSE(ran.steps.empty());
    const std::vector<std::uint32_t>& hits = ran.steps.back().hits;
    EXPECT_TRUE(std::binary_search(hits.begin(), hits.end(), g))
        << system.goals[g].id;
  }
}

}  // namespace
}  // namespace catenary::engine::portfolio
