// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random small timed automata, as XLIA text, of the class for which
/// grid_model.h is exact: 2 to 4 states, 1 or 2 clocks, inputs and outputs that
/// carry integers, Booleans or rationals, values nobody knows (uninitialised
/// variables, constants without value, newfresh), now and then two transitions
/// that overlap.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/rng.h"
#include "oracle/timed/grid_model.h"
#include "oracle/timed/tioco.h"

namespace catenary::oracle {

/// The n-th automaton of a seed.
[[nodiscard]] std::string random_automaton(std::uint64_t seed,
                                           std::uint64_t number);

/// An event of a run.
struct RunEvent {
  double delay = 0;
  std::vector<double> values;
};

/// A run of the model that ends in an output, and the purpose that is its
/// path; an empty path where none was found.
struct RandomPurpose {
  Purpose purpose;
  std::vector<RunEvent> run;
};
[[nodiscard]] RandomPurpose random_purpose(GridModel& model, base::Rng& rng);

/// Whether all its values are on the grid of events.
[[nodiscard]] bool is_on_grid(const Point& point);

/// A delay on the grid of events, small ones and ends of guards more often.
[[nodiscard]] double random_delay(base::Rng& rng, double most);
/// A value for a parameter of that type, on the grid of events.
[[nodiscard]] double random_value(base::Rng& rng, const model::DataType& type);

}  // namespace catenary::oracle
