// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the user named on the command line, found in a timed model. Everything
/// here throws InputError, with the nearest name, for what is not there: a
/// typing error never makes another test.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/options.h"
#include "engine/symbolic/testing/test_case.h"
#include "model/timed/timed_automaton.h"

namespace catenary::app {

/// "5", "2.5" or "5/2", not negative; `option` is for the message.
[[nodiscard]] mpq_class read_number(const std::string& text,
                                    const std::string& option);

/// The consecutive transitions "tr1,tr2": each by its bare name where the
/// state it leaves is known from the one before, or as "state.transition".
[[nodiscard]] engine::symbolic::Path read_path(
    const model::TimedAutomaton& automaton, const std::string& text);

/// The transitions "a,b" of a --through: bare names have to be unique.
[[nodiscard]] engine::symbolic::Path read_milestones(
    const model::TimedAutomaton& automaton, const std::string& text);

/// Channels, time-outs and solver of test cases.
[[nodiscard]] engine::symbolic::TestCaseOptions test_case_options(
    const model::TimedAutomaton& automaton, const TimedOptions& options);

/// The same as texts for Suite::options; options that were not given are
/// left out.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> recorded(
    const TimedOptions& options);

/// "tr1, tr3", bare where a name is unique.
[[nodiscard]] std::string path_text(const model::TimedAutomaton& automaton,
                                    const engine::symbolic::Path& path);

}  // namespace catenary::app
