// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs a suite of timed tests on mutants of the model. Some faults only show
/// where a system answers late, others only at the limits of guards, so a
/// mutant is run in several ways. A proof of conformance (tioco) is tried after
/// the ways that kill most mutants and before the costly ones. A mutant that is
/// neither killed nor proved to conform is tested on line against the original.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/budget.h"
#include "engine/symbolic/testing/test_case.h"
#include "exec/adapter/timed_model.h"
#include "exec/runner.h"
#include "exec/tree/tree_run.h"
#include "model/mutate/mutate.h"
#include "model/timed/timed_automaton.h"
#include "suite/mutation.h"
#include "suite/suite.h"

namespace catenary::exec::mutation {

/// Settings of TimedMutants.
struct TimedMutantOptions {
  RunOptions run;
  /// Of systems and testers that choose at random.
  std::uint64_t seed = 1;
  /// For on-line testing; channels that the suite calls uncontrollable are
  /// added.
  engine::symbolic::TestCaseOptions test_case;
};

/// Judges mutants of one automaton.
class TimedMutants {
 public:
  /// The automaton, the suite and the budget must outlive it.
  TimedMutants(const model::TimedAutomaton& original,
               const suite::Suite& suite,
               TimedMutantOptions options,
               const base::Budget& budget);

  /// Cost: a proof of conformance, and at most 12 runs of the suite for each
  /// case of its guards, 20 more, and two on-line tests of 200 observations.
  [[nodiscard]] suite::MutantResult judge(const model::TimedMutant& mutant);

 private:
  /// How a mutant answers, and how it is stimulated.
  struct Way {
    TimedModelOptions::AnswerTime sut = TimedModelOptions::AnswerTime::earliest;
    Policy tester = Policy::minimal;
    /// Added to the user's; the number of the plan for Policy::boundary.
    std::uint64_t seed = 0;
    TimedModelOptions::ThirdParties others =
        TimedModelOptions::ThirdParties::arranged;
  };

  [[nodiscard]] static std::vector<Way> first_ways();
  [[nodiscard]] static std::vector<Way> more_ways(std::size_t cases);
  [[nodiscard]] bool killed_by(const Way& way,
                               const model::TimedAutomaton& mutant,
                               suite::MutantResult& out);
  [[nodiscard]] bool killed(const std::vector<Way>& ways,
                            const model::TimedAutomaton& mutant,
                            suite::MutantResult& out);
  void test_online(const model::TimedAutomaton& mutant,
                   suite::MutantResult& out);

  const model::TimedAutomaton& original_;
  const suite::Suite& suite_;
  TimedMutantOptions options_;
  const base::Budget& budget_;
  std::vector<Way> first_ways_, more_ways_;
};

}  // namespace catenary::exec::mutation
