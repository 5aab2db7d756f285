// SPDX-License-Identifier: Apache-2.0
/// \file
/// Observation of behaviours and novelty. All facts are fingerprints in one
/// set; different kinds of facts are kept apart by a constant.

#include "engine/reach/random/novelty.h"

#include <algorithm>
#include <utility>

namespace catenary::engine::reach {

namespace {

constexpr std::uint64_t kFirstSlots = 1 << 12;
// Distinguishes the facts (unit, value) from the others.
constexpr std::uint64_t kValueOfUnit = 0x5eed;

/// A fingerprint of two numbers, and of three: folded products.
std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  return packed_detail::fold(a ^ packed_detail::kMix0,
                             b ^ packed_detail::kMix1);
}

std::uint64_t mix(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return mix(mix(a, b), c);
}

}  // namespace

FingerprintSet::FingerprintSet(std::uint64_t most)
    : most_(most), slots_(kFirstSlots) {}

bool FingerprintSet::insert(std::uint64_t fingerprint) {
  // 0 marks free slots.
  fingerprint = std::max<std::uint64_t>(fingerprint, 1);
  const std::uint64_t mask = slots_.size() - 1;
  std::uint64_t i = fingerprint & mask;
  for (; slots_[i] != 0; i = (i + 1) & mask) {
    if (slots_[i] == fingerprint) return false;
  }
  // A full set forgets nothing and takes nothing: states then count as old, and
  // the search becomes breadth first in one lane.
  if (size_ >= most_) return false;
  slots_[i] = fingerprint;
  if (++size_ > slots_.size() / 2) grow();
  return true;
}

void FingerprintSet::grow() {
  std::vector<std::uint64_t> larger(slots_.size() * 2);
  const std::uint64_t mask = larger.size() - 1;
  for (const std::uint64_t fingerprint : slots_) {
    if (fingerprint == 0) continue;
    std::uint64_t i = fingerprint & mask;
    while (larger[i] != 0) i = (i + 1) & mask;
    larger[i] = fingerprint;
  }
  slots_ = std::move(larger);
}

Novelty::Novelty(std::vector<StateUnit> units, std::uint64_t most_facts)
    : units_(std::move(units)), values_(units_.size()), facts_(most_facts) {}

std::uint64_t Novelty::observe(std::uint64_t behaviour,
                               std::uint32_t letter,
                               const std::byte* from,
                               const std::byte* to) {
  behaviour = mix(behaviour, letter);
  // The behaviour is the set of units that each letter changes, in the order of
  // the letters.
  for (std::uint32_t u = 0; u < units_.size(); ++u) {
    const StateUnit& unit = units_[u];
    if (std::memcmp(from + unit.offset, to + unit.offset, unit.bytes) == 0) {
      continue;
    }
    behaviour = mix(behaviour, u + 1);
    // The first change of a unit: the value before it counts as seen.
    if (values_[u] == 0) {
      varying_.push_back(u);
      (void)facts_.insert(mix(kValueOfUnit, u, unit.value(from)));
      values_[u] = 1;
    }
    if (facts_.insert(mix(kValueOfUnit, u, unit.value(to)))) ++values_[u];
  }
  return behaviour;
}

std::uint32_t Novelty::lane_of(std::uint64_t behaviour,
                               std::uint32_t letter,
                               const std::byte* state) {
  const std::uint64_t part = mix(behaviour, letter);
  std::uint32_t lane = kNothing;
  std::uint64_t fewest = ~std::uint64_t{0};
  // Every fact is inserted, also after a lane was found: all values of the
  // state are known afterwards.
  for (const std::uint32_t u : varying_) {
    if (!facts_.insert(mix(part, u, units_[u].value(state)))) continue;
    if (values_[u] >= fewest) continue;
    fewest = values_[u];
    lane = u + 1;
  }
  return lane;
}

}  // namespace catenary::engine::reach
