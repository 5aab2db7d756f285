// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs as text, for findings.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "engine/symbolic/search/select.h"
#include "engine/symbolic/search/space.h"

namespace catenary::engine::symbolic {

/// A run along the path after which `also` holds, formulas over the
/// automaton's variables and those of one step from anywhere (Steps::step(),
/// of `last` or others of its channel): delays and values, e.g. "In(3) after
/// 0, Out after 1/2". The event of `last` ends it. Empty where none was found.
[[nodiscard]] std::string witness_text(Space& space,
                                       const Path& path,
                                       std::span<const logic::Term> also,
                                       std::optional<std::uint32_t> last);

/// The same where two runs, with what is hidden different in them, have one
/// trace along the path, and then go on with one event by two transitions.
[[nodiscard]] std::string common_trace_text(Space& space,
                                            const Path& path,
                                            std::uint32_t first,
                                            std::uint32_t second);

}  // namespace catenary::engine::symbolic
