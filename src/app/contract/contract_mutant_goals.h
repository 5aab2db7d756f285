// SPDX-License-Identifier: Apache-2.0
/// \file
/// `generate --cover mutants` for requirements: a goal for each mutant of a
/// contract, met by a test that fails on a system which shows the fault.
#pragma once

#include <cstdint>
#include <optional>

#include "app/commands.h"
#include "model/contract/interface.h"
#include "suite/suite.h"

namespace catenary::app {

/// Adds a goal for each mutant of a contract of the view, or of all (-1), and
/// tests for those that no test of the suite kills yet. A mutant of which it is
/// proved that the original allows all that it does is unreachable. Tests are
/// run on a run of the mutant, and on one of a conforming system, before their
/// goal is called covered. Requires: tests of the suite are of the interface.
void cover_mutants(const model::Interface& interface,
                   std::int32_t view,
                   std::optional<std::uint32_t> max_steps,
                   suite::Suite& suite,
                   Context& context);

}  // namespace catenary::app
