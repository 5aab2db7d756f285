// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lower bounds of chains of a timed model from the graph of its states.
#pragma once

#include "base/budget.h"
#include "engine/symbolic/search/select.h"
#include "model/timed/timed_automaton.h"
#include "suite/listener.h"

namespace catenary::app {

/// Raises the bound to what chains for the same targets cost at least in the
/// graph of states, which has all paths of the model and more, without guards,
/// data and time. Does nothing where the bound is that good already, or where
/// fewer chains suffice in the graph. Cost: that of find_chains().
void raise_to_graph(const model::TimedAutomaton& automaton,
                    const engine::symbolic::Chains& chains,
                    const base::Budget& budget,
                    suite::Bound& bound);

}  // namespace catenary::app
