// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs as text, for the messages of findings.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "engine/symbolic/search/select.h"
#include "engine/symbolic/search/space.h"

namespace catenary::engine::symbolic {

/// A run along the path after which `also` holds, as delays and values, e.g.
/// "In(3) after 0, Out after 1/2". `also` are formulas over the automaton's
/// variables and over those of one step from anywhere (Steps::step() of `last`,
/// or of others of its channel). If `last` is given, its event ends the text.
/// Empty if no such run was found.
[[nodiscard]] std::string witness_text(Space& space,
                                       const Path& path,
                                       std::span<const logic::Term> also,
                                       std::optional<std::uint32_t> last);

/// The text of a trace that two runs have in common: runs along the path with
/// different hidden values, which then go on with one event by two transitions.
/// Empty if nothing is hidden, or none was found.
[[nodiscard]] std::string common_trace_text(Space& space,
                                            const Path& path,
                                            std::uint32_t first,
                                            std::uint32_t second);

}  // namespace catenary::engine::symbolic
