// SPDX-License-Identifier: Apache-2.0
/// \file
/// Verdicts about interfaces of which a part could not be read.
#pragma once

#include "engine/contract/consistency/consistency.h"
#include "engine/contract/refinement/conformance.h"
#include "engine/contract/refinement/refinement.h"
#include "model/contract/interface.h"

namespace catenary::app {

/// Takes back that contracts are inconsistent where the environment promises
/// more than could be read: they may be consistent with that. The reason says
/// which contracts contradict each other without it.
void doubt_inconsistency(const model::Interface& interface,
                         engine::contract::Consistency& found);

/// Takes back that a program conforms where requirements are left out, and that
/// it fails where promises of the environment are: the run may break those.
void doubt_conformance(const model::Interface& interface,
                       engine::contract::ConformanceResult& found);

/// Takes back what requirements that are left out could change: the refining
/// interface need not meet those of the refined one, and its own could forbid
/// the run that fails.
void doubt_refinement(const model::Interface& refining,
                      const model::Interface& refined,
                      engine::contract::Refinement& found);

}  // namespace catenary::app
