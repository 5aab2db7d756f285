// SPDX-License-Identifier: Apache-2.0
/// \file
/// Serialises reachability graphs, to send them from a forked child to its
/// parent.
#pragma once

#include <string>
#include <string_view>

#include "engine/reach/graph.h"
#include "model/step/step_system.h"

namespace catenary::engine::classes {

[[nodiscard]] std::string bytes_of(const model::StepSystem& system,
                                   const reach::Graph& graph);
/// Requires: `bytes` was returned by bytes_of() for the same system.
[[nodiscard]] reach::Graph graph_of(const model::StepSystem& system,
                                    std::string_view bytes);

}  // namespace catenary::engine::classes
