// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a suite says of the model besides its tests: defects found, and what
/// was proved of goals and of the suite itself.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/reach/engine.h"
#include "model/step/step_system.h"
#include "suite/suite.h"

namespace catenary::app {

/// Note of the test that shows a violation.
[[nodiscard]] std::string violation_note(
    const model::Goal& goal, const engine::reach::GoalReport& report);

/// Note of the test that shows a defect; the place tells it from others.
[[nodiscard]] std::string defect_note(const engine::reach::Finding& finding);

/// Note of the test that shows Result::refutation.
inline constexpr const char* kRefutationNote =
    "shows that a claim of this tool is wrong";

/// Adds the findings: violated properties, failed assertions, defects, goals
/// after which no run ends well. Requires: the suite has its tests, finished;
/// those that witness a finding carry its text as their note.
void note_findings(const model::StepSystem& system,
                   const engine::reach::Result& reached,
                   const std::vector<std::uint32_t>& no_final_after,
                   suite::Suite& suite);

/// Adds the certificate of the goals that were proved unreachable.
void certify_unreachable(const engine::reach::Result& reached,
                         suite::Suite& suite);

/// "1,234,567".
[[nodiscard]] std::string with_thousands(std::uint64_t n);

}  // namespace catenary::app
