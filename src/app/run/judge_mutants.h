// SPDX-License-Identifier: Apache-2.0
/// \file
/// Mutants that are judged by a fleet, in several processes at a time, or one
/// after the other; results that the journal of the command has are taken from
/// there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/fleet/command_fleet.h"
#include "base/budget.h"
#include "exec/mutation/mutation.h"
#include "model/mutate/mutation.h"
#include "suite/mutation.h"

namespace catenary::app {

/// What is judged.
struct MutantsToJudge {
  /// All that there are.
  const std::vector<const model::Mutation*>& mutations;
  /// Indices of those to judge, ascending.
  const std::vector<std::size_t>& chosen;
  const exec::mutation::Judge& judge;
  /// Called for each mutant with its id, before or after it is judged.
  std::function<void(const std::string&)> tell;
  /// Judges first; this process judges the mutants that it leaves open. Null =
  /// this process judges all of them.
  const CommandFleet* fleet = nullptr;
};

/// As exec::mutation::judge_mutants(). With more than one job each process is a
/// fork of this one (exec/parallel.h); the report does not depend on the jobs.
[[nodiscard]] bool judge_mutants(const MutantsToJudge& mutants,
                                 std::uint32_t jobs,
                                 const base::Budget& budget,
                                 suite::MutationReport& report);

}  // namespace catenary::app
