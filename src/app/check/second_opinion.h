// SPDX-License-Identifier: Apache-2.0
/// \file
/// `--second-opinion`: what one engine proved unreachable is decided by another
/// one as well, which shares as little as possible with the first.
#pragma once

#include "app/commands.h"
#include "app/options.h"
#include "engine/reach/engine.h"
#include "model/step/step_system.h"

namespace catenary::app {

/// Decides again every goal of `reached` that was proved unreachable:
///
/// - by the symbolic engine (k-induction and IC3 on formulas) what native
///   exploration proved, with all inputs or one of each class;
/// - by native exploration with all inputs, where they can be enumerated, else
///   with one of each class, what a solver proved.
///
/// Where both agree the goal has Trust::agreed. Where the second one does not
/// decide it, it stays proved and its reason says so. Where the second one has
/// a run to such a goal, confirmed by replay, or proves unreachable what the
/// first has a run to, nothing that was proved is believed any more: see
/// reach::distrust(); returns false then.
///
/// Cost: at most four times what the first search took, at least 10 s where
/// that is needed, and no more than half of what is left of the budget.
[[nodiscard]] bool ask_second_opinion(const model::StepSystem& system,
                                      const SearchOptions& options,
                                      const BudgetOptions& limits,
                                      engine::reach::Result& reached,
                                      Context& context);

}  // namespace catenary::app
