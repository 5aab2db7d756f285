// SPDX-License-Identifier: Apache-2.0
/// \file
/// Partition of a packed state into small values: the numbers that the system
/// names, and bytes or words in the gaps between them.

#include "engine/reach/state_units.h"

#include <algorithm>
#include <map>

namespace catenary::engine::reach {

namespace {

// In small states, unnamed bytes are units of their own; in large ones words
// are, to have fewer units.
constexpr std::size_t kSmallState = 256;
constexpr std::size_t kWordBytes = 4;

// The positions and sizes of the numbers that the system names. Of several at
// one position, the first is kept.
std::map<std::size_t, std::size_t> named_numbers(
    const model::StepSystem& system, std::size_t state_bytes) {
  std::map<std::size_t, std::size_t> named;
  for (const model::StateField& field : system.state) {
    for (const model::StateScalar& scalar : field.scalars) {
      const std::size_t bytes = model::size_bytes(scalar.type);
      for (const std::size_t offset : scalar.offsets) {
        if (offset + bytes <= state_bytes) named.try_emplace(offset, bytes);
      }
    }
  }
  return named;
}

}  // namespace

std::vector<StateUnit> units_of(const model::StepSystem& system,
                                std::size_t state_bytes,
                                std::size_t most) {
  const std::size_t word = state_bytes <= kSmallState ? 1 : kWordBytes;
  std::vector<StateUnit> units;
  std::size_t at = 0;
  const auto fill = [&](std::size_t end) {
    while (at < end) {
      const std::size_t bytes = std::min(word, end - at);
      units.push_back({at, bytes});
      at += bytes;
    }
  };
  for (const auto& [offset, bytes] : named_numbers(system, state_bytes)) {
    // It overlaps the number before.
    if (offset < at) continue;
    fill(offset);
    units.push_back({at, bytes});
    at += bytes;
  }
  fill(state_bytes);
  if (units.size() <= most) return units;

  // Too many: neighbours are joined, `together` units each.
  const std::size_t together = (units.size() + most - 1) / most;
  std::vector<StateUnit> fewer;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (i % together == 0) {
      fewer.push_back(units[i]);
    } else {
      fewer.back().bytes += units[i].bytes;
    }
  }
  return fewer;
}

}  // namespace catenary::engine::reach
