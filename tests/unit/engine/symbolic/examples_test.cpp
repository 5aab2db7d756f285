// SPDX-License-Identifier: Apache-2.0
/// \file
/// Selection, chains and findings on the examples that are shipped.
#include <gtest/gtest.h>

#include <string>

#include "engine/symbolic/search/select.h"
#include "frontend/xlia/xlia.h"

namespace catenary::engine::symbolic {
namespace {

class Example : public ::testing::TestWithParam<const char*> {
 protected:
  Example()
      : automaton_(
            frontend::xlia::load(std::string(CATENARY_SOURCE_DIR "/examples/") +
                                 GetParam() + "/" + GetParam() + ".xlia")),
        execution_(automaton_) {
    // Of all examples; others have no such channel.
    for (const char* name : {"Auth", "Motion"}) {
      const auto channel = automaton_.find_channel(name);
      if (channel) options_.test_case.uncontrollable.insert(*channel);
    }
  }

  model::TimedAutomaton automaton_;
  Execution execution_;
  SelectOptions options_;
};

INSTANTIATE_TEST_SUITE_P(Shipped,
                         Example,
                         ::testing::Values("atm_bank", "alarm_two_clocks"));

TEST_P(Example, IsCoveredByTestPurposes) {
  const Selection s = select_paths(
      execution_, PathCriterion::transitions, options_, base::Budget());
  for (const Target& t : s.targets) {
    EXPECT_EQ(t.reachability, Reachability::reached) << t.id << t.reason;
    EXPECT_GE(t.covered_by, 0) << t.id << ": " << t.reason;
  }
}

TEST_P(Example, HasNoErrors) {
  const Analysis a = analyse(execution_, options_, base::Budget());
  for (const suite::Finding& f : a.findings) {
    EXPECT_NE(f.severity, base::Severity::error) << f.message;
    EXPECT_NE(f.code, "nondeterministic") << f.message;
  }
}

TEST_P(Example, HasAChainThroughAllTransitions) {
  const Chains c = select_chains(
      execution_, PathCriterion::transitions, options_, base::Budget());
  std::size_t steps = 0;
  for (const Path& p : c.selection.paths) steps += p.size();
  for (const Target& t : c.selection.targets) EXPECT_GE(t.covered_by, 0);
  EXPECT_LE(c.lower, static_cast<std::int64_t>(steps));
  EXPECT_GE(c.lower, static_cast<std::int64_t>(automaton_.transitions.size()));
  RecordProperty("paths", static_cast<int>(c.selection.paths.size()));
  RecordProperty("steps", static_cast<int>(steps));
  RecordProperty("lower", static_cast<int>(c.lower));
}

}  // namespace
}  // namespace catenary::engine::symbolic
