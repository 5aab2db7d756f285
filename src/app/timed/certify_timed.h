// SPDX-License-Identifier: Apache-2.0
/// \file
/// `generate --certificate` for timed models, by an over-approximation of the
/// model (see graph_form.h).
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "app/commands.h"
#include "app/options.h"
#include "model/timed/timed_automaton.h"
#include "suite/listener.h"
#include "suite/suite.h"

namespace catenary::app {

/// Certifies that goals are unreachable, and the lengths of tests that are
/// those of shortest runs; `shortest` has these by goal. If `bound` is minimal,
/// also the least cost of a suite. What holds only of the model, not of the
/// over-approximation, gets no certificate; see certify_suite().
[[nodiscard]] bool certify_timed(
    const model::TimedAutomaton& automaton,
    const std::map<std::string, std::int64_t>& shortest,
    const GenerateOptions& options,
    suite::Suite& suite,
    suite::Bound& bound,
    Context& context);

}  // namespace catenary::app
