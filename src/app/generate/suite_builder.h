// SPDX-License-Identifier: Apache-2.0
/// \file
/// Suites of step systems: what engines found, in the form everything else
/// reads.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gmpxx.h>

#include "engine/reach/engine.h"
#include "engine/reach/replay.h"
#include "model/step/step_system.h"
#include "suite/suite.h"

namespace catenary::app {

/// A replayed run that is to become a test.
struct PlannedTest {
  model::Trace trace;
  suite::TestKind kind = suite::TestKind::chain;
  engine::reach::Replayed replayed;
  std::string note;
  /// When each step is, see suite::Step::at_ns; empty where there is no clock.
  std::vector<mpz_class> at_ns;
};

/// Whether a replayed run may become a test: it was simulated to its end, and
/// no step of it ran into something that cannot be executed faithfully. What
/// such a step showed is not what the system does.
[[nodiscard]] bool can_be_test(const engine::reach::Replayed& run);

class SuiteBuilder {
 public:
  /// `system` must outlive the builder.
  explicit SuiteBuilder(const model::StepSystem& system);

  /// Signature, model and goals with what `results` says of each. Goals whose
  /// hit no output shows get the derived output "ID.hit".
  void set_goals(const std::vector<model::GoalResult>& results);

  /// Adds a test: inputs of the trace, outputs of its replay as expectations.
  /// Requires: can_be_test().
  void add_test(const PlannedTest& planned);

  /// The finished suite. Covered goals that a test has are `replayed`.
  [[nodiscard]] suite::Suite take();

  suite::Suite& suite() { return suite_; }

 private:
  void expect(const model::SimulatedStep& step, suite::Step& out) const;
  std::vector<std::string> completed_pairs(
      const std::vector<std::uint32_t>& hits);

  const model::StepSystem& system_;
  suite::Suite suite_;
  /// Position in the signature of the derived output of a goal.
  std::map<std::uint32_t, std::uint32_t> hit_outputs_;
  std::set<std::uint32_t> vectors_;  ///< that the tests so far hit
  std::set<std::string> pairs_;      ///< goals that these cover
};

}  // namespace catenary::app
