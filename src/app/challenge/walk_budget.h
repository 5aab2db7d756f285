// SPDX-License-Identifier: Apache-2.0
/// \file
/// How many steps random runs take that challenge the claims about a timed
/// model or an interface, and what a contradiction is.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <string>

#include "app/commands.h"
#include "app/options.h"
#include "base/budget.h"

namespace catenary::app {

/// Counts steps; a clock only ends what takes too long.
class WalkBudget {
 public:
  static constexpr std::uint64_t kSteps = 20'000;

  /// `proof_seconds`: what the search took. Where the option names another
  /// time than the default, all of it may be spent.
  WalkBudget(const ChallengeOptions& options,
             double proof_seconds,
             const base::Budget& budget)
      : WalkBudget(options,
                   proof_seconds,
                   budget,
                   is_default(options)
                       ? kSteps
                       : std::numeric_limits<std::uint64_t>::max()) {}
  /// The same with a number of steps.
  WalkBudget(const ChallengeOptions& options,
             double proof_seconds,
             const base::Budget& budget,
             std::uint64_t steps)
      : budget_(budget) {
    const auto most = options.challenge.time;
    const std::chrono::milliseconds share(
        50 + static_cast<std::int64_t>(proof_seconds * 30));
    end_ = Clock::now() + (is_default(options) ? std::min(most, share) : most);
    steps_left_ = most.count() == 0 ? 0 : steps;
  }

  /// False where the walks are to end.
  [[nodiscard]] bool step() {
    if (steps_left_ == 0) return false;
    --steps_left_;
    ++steps_;
    if (steps_ % 16 != 0) return true;
    const bool goes_on =
        Clock::now() < end_ && budget_.poll() == base::StopReason::none;
    if (!goes_on) steps_left_ = 0;
    return goes_on;
  }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }

 private:
  [[nodiscard]] static bool is_default(const ChallengeOptions& options) {
    return options.challenge == ChallengeOptions().challenge;
  }

  using Clock = std::chrono::steady_clock;
  const base::Budget& budget_;
  Clock::time_point end_;
  std::uint64_t steps_left_ = 0;
  std::uint64_t steps_ = 0;
};

/// A run that shows what was said never to happen.
struct WalkContradiction {
  std::size_t claim = 0;  ///< in the list of claims that was given
  std::string run;        ///< a line for each step, for people
};

/// Prints the contradiction and writes its run: to OUTPUT.challenge.txt, or
/// into the message where `output` is empty.
void report_contradiction(const std::string& claim,
                          const WalkContradiction& found,
                          const std::string& output,
                          Context& context);

}  // namespace catenary::app
