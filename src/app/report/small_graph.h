// SPDX-License-Identifier: Apache-2.0
/// \file
/// The reachability graph of a small step system as a drawing of the HTML page,
/// with the run of each test as a path through it.
///
/// The suite has no graph, so the system is explored again, breadth first, with
/// the values that represent its inputs. That takes as long as a few hundred
/// states take; what is larger is not drawn, and would not be looked at.
#pragma once

#include <string>

#include "base/budget.h"
#include "model/step/step_system.h"
#include "suite/json.h"
#include "suite/suite.h"

namespace catenary::app {

/// A drawing as page/base/data.js describes it, of the kind "graph"; or null,
/// and why.
struct GraphDrawing {
  suite::Json drawing;
  std::string why_not;
};

/// A graph with more states is not drawn. Of one with more arrows only those
/// are that tests take, and one on a shortest run to each state.
inline constexpr std::size_t kMostDrawnStates = 500;
inline constexpr std::size_t kMostDrawnArrows = 100;

/// Runs the program in a child process, some seconds at most. `suite` must be
/// of this system. Never throws because of what the program does.
[[nodiscard]] GraphDrawing draw_small_graph(const model::StepSystem& system,
                                            const suite::Suite& suite,
                                            const std::string& suite_path,
                                            const base::Budget& budget);

}  // namespace catenary::app
