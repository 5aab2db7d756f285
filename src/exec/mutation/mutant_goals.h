// SPDX-License-Identifier: Apache-2.0
/// \file
/// Mutants of requirements as test goals (`generate --cover mutants`): a goal
/// for each mutant of a contract, covered by a test that fails on a system
/// which shows the fault. After Aichernig et al., STTT 2017
/// (doi:10.1007/s10009-016-0444-z), section 5.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "base/budget.h"
#include "model/contract/interface.h"
#include "suite/suite.h"

namespace catenary::exec::mutation {

/// Called before each mutant: the phase, how many mutants are done, of how
/// many, and the id of this one.
using Progress = std::function<void(
    std::string_view, std::size_t, std::size_t, std::string_view)>;

/// Adds a goal for each mutant of a contract of the view, or of all (-1), and
/// tests for those that no test of the suite kills yet. A mutant of which it is
/// proved that the original allows all that it does is unreachable. Tests are
/// run on a run of the mutant, and on one of a conforming system, before their
/// goal is called covered. Requires: tests of the suite are of the interface.
void cover_mutants(const model::Interface& interface,
                   std::int32_t view,
                   std::optional<std::uint32_t> max_steps,
                   suite::Suite& suite,
                   const Progress& progress,
                   const base::Budget& budget);

}  // namespace catenary::exec::mutation
