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

/// A run along the path that ends in a state in which all formulas of `also`
/// hold, as delays and values, e.g. "In(3) after 0, Out after 1/2". A formula
/// may have the variables of the automaton and those of one more step
/// (Steps::step() of `last`, or of another transition of its channel). If
/// `last` is given, its event ends the text. Empty if the solver finds no such
/// run.
[[nodiscard]] std::string witness_text(Space& space,
                                       const Path& path,
                                       std::span<const logic::Term> also,
                                       std::optional<std::uint32_t> last);

/// A trace that shows non-determinism: two runs along the path have it, with
/// different hidden values, and take `first` and `second` with the same last
/// event. Empty if the path has no hidden values, or no such trace was found.
[[nodiscard]] std::string common_trace_text(Space& space,
                                            const Path& path,
                                            std::uint32_t first,
                                            std::uint32_t second);

}  // namespace catenary::engine::symbolic
