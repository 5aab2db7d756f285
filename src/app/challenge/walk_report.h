// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random runs that challenge claims about a timed model or an interface: how
/// long they take by the options, and how a contradiction is reported.
#pragma once

#include <string>

#include "app/commands.h"
#include "app/options.h"
#include "base/budget.h"
#include "challenge/walk/walk_budget.h"

namespace catenary::app {

/// Returns the budget of the runs: 20,000 steps in 50 ms and 3 % of
/// `proof_seconds`, the time that the search took. Where the user asks for
/// another time than the default, all of it may be spent. `budget` must outlive
/// the result.
[[nodiscard]] challenge::WalkBudget walk_budget(const ChallengeOptions& options,
                                                double proof_seconds,
                                                const base::Budget& budget);

/// Prints the contradiction and writes its run to OUTPUT.challenge.txt, or into
/// the message where `output` is empty.
void report_contradiction(const std::string& claim,
                          const challenge::WalkContradiction& found,
                          const std::string& output,
                          Context& context);

}  // namespace catenary::app
