// SPDX-License-Identifier: Apache-2.0
/// \file
/// Promises of the environment that contradict each other, of interfaces that
/// have no decision diagrams.
#pragma once

#include <vector>

#include "base/budget.h"
#include "model/contract/interface.h"
#include "suite/suite.h"

namespace catenary::engine::contract {

/// Adds a warning where no input, after whatever step before, keeps all
/// promises: then verdicts say nothing. A solver that gives up adds nothing.
/// That some input does is no proof that each run can go on.
void add_unmet_promises(const model::Interface& interface,
                        const base::Budget& budget,
                        std::vector<suite::Finding>& findings);

}  // namespace catenary::engine::contract
