// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs of the plain program that contradict a claim. Internal to challenge/.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "challenge/challenge.h"
#include "challenge/claims.h"
#include "engine/reach/replay.h"
#include "model/step/plain_program.h"
#include "model/step/step_system.h"

namespace catenary::challenge {

/// Finds short runs that contradict claims, by bisection over the length of
/// runs and then over their number. Runs are determined by seed and number, so
/// executions can be repeated.
class ContradictingRuns {
 public:
  /// After the deadline of the budget it has some seconds more.
  ContradictingRuns(const model::StepSystem& system,
                    model::PlainProgram& plain,
                    const std::vector<Claim>& claims,
                    const model::PlainJob& job,
                    const engine::reach::ReplayOptions& replay,
                    const base::Budget& budget);

  /// Looks for a run that the system does not end with a crash. `claim` is its
  /// index in `claims`, `runs` the number of runs that showed the
  /// contradiction. False: the system ends all runs that were looked at with a
  /// crash. Cost: the first time some dozen executions of one run; then one or
  /// two of all runs, and twenty more if the contradiction stands.
  [[nodiscard]] bool find(std::size_t claim,
                          std::uint64_t runs,
                          Contradiction& out);

 private:
  static constexpr std::uint64_t kLongest = 4096;

  /// What a run contradicts before the system ends it with a crash.
  struct Judged {
    std::uint64_t run = 0;
    /// Before the crash.
    std::uint64_t steps = 0;
    std::vector<std::size_t> claims;
  };

  /// Runs of the same seed, from `first` to before `last`.
  [[nodiscard]] model::PlainJob job_of(std::uint64_t first,
                                       std::uint64_t last) const;
  /// A run of the least length.
  void find_shortest(std::size_t claim, std::uint64_t runs, Contradiction& out);
  /// Fills in what is known of run number `out.run`.
  void fill_in(std::size_t claim, std::uint64_t length, Contradiction& out);
  [[nodiscard]] Judged judge(std::uint64_t run) const;
  /// A run that contradicts the claim before the system crashes.
  [[nodiscard]] std::optional<Judged> find_valid(std::size_t claim,
                                                 std::uint64_t runs);
  /// The first run from `first` to before `last` that contradicts the claim.
  [[nodiscard]] std::optional<std::uint64_t> find_run(std::size_t claim,
                                                      std::uint64_t first,
                                                      std::uint64_t last) const;
  /// The number of steps of the trace before the system crashes; all of them
  /// if it does not, or if that cannot be found out.
  [[nodiscard]] std::uint64_t steps_before_crash(
      const model::Trace& trace) const;
  /// The sorted indices of the claims that an execution of the job contradicts.
  [[nodiscard]] std::vector<std::size_t> contradicted_by(
      model::PlainProgram& program, const model::PlainJob& job) const {
    return contradicted(claims_, program.observe(system_, job, budget_));
  }
  /// Whether an execution of the job contradicts the claim again.
  [[nodiscard]] bool shows(model::PlainProgram& program,
                           std::size_t claim,
                           const model::PlainJob& job) const {
    return std::ranges::binary_search(contradicted_by(program, job), claim);
  }
  /// The least number of 1..most for which `holds`, by bisection; most where it
  /// never does. Requires that `holds` is monotone. It is for lengths of runs:
  /// a longer run begins with the shorter one.
  static std::uint64_t least(std::uint64_t most,
                             const std::function<bool(std::uint64_t)>& holds) {
    std::uint64_t lo = 1;
    while (lo < most) {
      const std::uint64_t middle = lo + (most - lo) / 2;
      if (holds(middle)) {
        most = middle;
      } else {
        lo = middle + 1;
      }
    }
    return most;
  }
  /// The inputs of a run as a trace of the system with `steps` steps. Empty
  /// where they do not fit its variables.
  [[nodiscard]] std::optional<model::Trace> trace_of(
      const std::vector<model::PlainGiven>& given, std::uint64_t steps) const;

  const model::StepSystem& system_;
  model::PlainProgram& plain_;
  const std::vector<Claim>& claims_;
  model::PlainJob job_;
  engine::reach::ReplayOptions replay_;
  base::Budget budget_;
  /// The first runs, and others that were looked at.
  std::vector<Judged> judged_;
  int tries_ = 0;
};

}  // namespace catenary::challenge
