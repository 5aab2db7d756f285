// SPDX-License-Identifier: Apache-2.0
/// \file
/// The part of Planner that its two sources share; internal to them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/contract/testing/plan.h"

namespace catenary::engine::contract {

/// The projection of the interface to some views, with a search over it.
struct Planner::Part {
  /// Shares the terms of the whole interface. The search refers to it.
  model::Interface interface;
  /// By variable of the projection: its index in the whole interface.
  std::vector<std::uint32_t> in_whole;
  /// Over all goals whose variables the projection has.
  std::unique_ptr<TargetSearch> search;
};

}  // namespace catenary::engine::contract
