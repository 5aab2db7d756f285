// SPDX-License-Identifier: Apache-2.0
/// \file
/// What Planner keeps of each set of views; for its sources only.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/contract/testing/plan.h"

namespace catenary::engine::contract {

/// Some views of the interface, with a search.
struct Planner::Part {
  model::Interface interface;
  std::vector<std::uint32_t> in_whole;  ///< its variables in the whole one
  std::unique_ptr<TargetSearch> search;
};

}  // namespace catenary::engine::contract
