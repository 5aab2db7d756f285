// SPDX-License-Identifier: Apache-2.0
/// \file
/// A simulated system under test against a specification on the grid.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/rng.h"
#include "exec/adapter/timed_model.h"
#include "logic/value/value.h"
#include "oracle/timed/grid_model.h"

namespace catenary::oracle {

[[nodiscard]] logic::Value value_of(const model::TimedVariable& v, double x);
[[nodiscard]] double number_of(const logic::Value& v);

struct SutTally {
  std::uint64_t runs = 0, messages = 0, silences = 0, refused = 0;
};

/// One run of `system`, stimulated at random with what `specification`
/// specifies: the first thing it says, or does not say, that is not allowed;
/// empty where all is. Runs stop where a time leaves the grid of events, for
/// which alone the grid is exact, or after an input that is not specified.
/// Requires: both have the same channels.
[[nodiscard]] std::string first_fault(
    const model::TimedAutomaton& system,
    GridModel& specification,
    exec::TimedModelOptions::AnswerTime policy,
    std::uint64_t seed,
    base::Rng& rng,
    SutTally& tally);

}  // namespace catenary::oracle
