// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a report of the driver shows of a system: hits of goals, and ranges of
/// outputs and of the state. Internal to program/plain.
#pragma once

#include <optional>
#include <vector>

#include "model/step/plain_program.h"
#include "program/plain/counters.h"
#include "program/plain/evidence.h"
#include "program/plain/job.h"
#include "program/plain/report.h"

namespace catenary::program::plain {

/// The program that ran. References must outlive the use.
struct Observed {
  const ExecutableMap& map;
  const EvidenceMap& evidence;
  /// See Interface::whole.
  bool whole = false;
};

/// `watched` has an entry for each number of the state; the report numbers
/// those that are not empty. Cost: linear in the counts of the goals.
[[nodiscard]] model::PlainSeen observations(
    const Report& report,
    const Observed& of,
    const model::StepSystem& system,
    const std::vector<std::optional<Watched>>& watched);

}  // namespace catenary::program::plain
