// SPDX-License-Identifier: Apache-2.0
/// \file
/// The native challenge in `generate` and `check`: what it is given, and what
/// becomes of the claims.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/commands.h"
#include "challenge/challenge.h"
#include "engine/reach/engine.h"
#include "model/step/step_system.h"

namespace catenary::app {

/// Whether claims are to be challenged; see load_challenged().
[[nodiscard]] inline bool is_challenged(const ChallengeOptions& options) {
  return options.challenge.time.count() != 0;
}

struct ChallengeJob {
  std::chrono::milliseconds most{0};
  std::chrono::milliseconds step_timeout{0};
  double proof_seconds = 0;
  /// Of the tests; not owned.
  std::vector<const model::Trace*> sequences = {};
  /// Where the run that contradicts is written, ".challenge.csv" added; empty =
  /// in the message.
  std::string output = {};
};

/// Runs the unmodified program against what `result` claims. Where some run
/// contradicts, the claims are withdrawn, goals that its replay hits are
/// covered, and the log has an error for each. Does nothing where
/// `plain` is null.
[[nodiscard]] challenge::Outcome challenge_claims(
    const model::StepSystem& system,
    const std::shared_ptr<model::PlainProgram>& plain,
    const ChallengeJob& job,
    engine::reach::Result& result,
    Context& context);

}  // namespace catenary::app
