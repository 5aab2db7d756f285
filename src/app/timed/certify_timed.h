// SPDX-License-Identifier: Apache-2.0
/// \file
/// `generate --certificate` for timed models: what the graph of states alone
/// proves, without guards, data and time (see graph_form.h).
#pragma once

#include "app/commands.h"
#include "app/options.h"
#include "model/timed/timed_automaton.h"
#include "suite/listener.h"
#include "suite/suite.h"

namespace catenary::app {

/// Certifies that goals are unreachable if no path of the graph covers them,
/// and the length of a shortest test if no path of the graph is shorter. If
/// `bound` is minimal, also the least cost of a suite; see certify_suite().
[[nodiscard]] bool certify_timed(const model::TimedAutomaton& automaton,
                                 const GenerateOptions& options,
                                 suite::Suite& suite,
                                 suite::Bound& bound,
                                 Context& context);

}  // namespace catenary::app
