// SPDX-License-Identifier: Apache-2.0
/// \file
/// The native challenge: before claims are printed, the unmodified program is
/// run as the plain compiler made it, and every goal, output and number of the
/// state that is seen must be within what was claimed.
///
/// It cannot show that a claim is right; it finds claims that are wrong for
/// reasons that a run shows: state that was missed, inputs that were not tried,
/// steps that were not judged, a pass that changed the program.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "challenge/claims.h"
#include "engine/reach/replay.h"

namespace catenary::challenge {

struct Options {
  /// Wall-clock.
  std::chrono::milliseconds most{2000};
  /// What the search took.
  double proof_seconds = 0;
  /// Inputs to begin runs with, e.g. those of tests.
  std::vector<model::Trace> sequences;
};

/// A run that contradicts a claim.
struct Contradiction {
  Claim claim;
  std::uint64_t run = 0;
  /// 0 = not known.
  std::uint64_t steps = 0;
  std::vector<model::PlainGiven> given;
  /// The same for the system, where it can be told.
  std::optional<model::Trace> trace;
  /// Compiled with optimisation, the program does something else: what it does
  /// depends on the compiler or on addresses.
  bool unstable = false;
};

struct Outcome {
  bool done = false;
  std::string why_not;
  std::uint64_t steps = 0, runs = 0;
  std::size_t claims = 0, observable = 0;
  std::vector<Contradiction> contradictions;
};

/// `plain` is the program of the system. Cost: see Options::most; more where a
/// claim is contradicted.
[[nodiscard]] Outcome challenge(const model::StepSystem& system,
                                model::PlainProgram& plain,
                                const engine::reach::Result& result,
                                const Options& options,
                                const base::Budget& budget);

/// "challenge: 20,000 native steps, 0 contradictions (37 of 40 claims
/// observable)".
[[nodiscard]] std::string summary(const Outcome& outcome);
/// For people: what was claimed, and what the run does.
[[nodiscard]] std::string describe(const Contradiction& contradiction);
/// A table of what the run was given: step, name, value, bits.
[[nodiscard]] std::string as_csv(const Contradiction& contradiction);

/// Takes back all that `result` claims of what no run does. A goal that the
/// system hits, too, when the run is replayed is covered by it.
void withdraw(const model::StepSystem& system,
              const Outcome& outcome,
              const engine::reach::ReplayOptions& replay,
              const base::Budget& budget,
              engine::reach::Result& result);

}  // namespace catenary::challenge
