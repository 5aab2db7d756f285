// SPDX-License-Identifier: Apache-2.0
/// \file
/// What somebody learns of a build who makes the same program another way.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "program/build/compile.h"

namespace catenary::program {

/// Where a number of the state is in the program, in the order of the scalars
/// of Built::state.
struct ScalarPlace {
  /// Of its variable.
  std::string symbol;
  /// In that; one an element.
  std::vector<std::uint64_t> offsets;
};

struct BuildWatch {
  /// Called before units are compiled, and once more where some need
  /// declarations that they lack.
  std::function<void(const CompiledSources&)> on_sources;
  /// Filled by build().
  std::vector<ScalarPlace> places;
};

/// build() that fills `watch`.
[[nodiscard]] Built build(const Recipe& recipe,
                          const base::Budget& budget,
                          BuildWatch& watch);

struct Workspace;
struct StateLayout;
/// In the order of what describe_state() gives for the same.
[[nodiscard]] std::vector<ScalarPlace> scalar_places(
    const Workspace& w,
    const StateLayout& layout,
    const std::vector<std::uint8_t>& kept);

}  // namespace catenary::program
