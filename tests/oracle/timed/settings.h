// SPDX-License-Identifier: Apache-2.0
/// \file
/// How much the tests of this folder do.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace catenary::oracle {

inline constexpr std::uint64_t kSeed = 20'260'301;

/// From the environment, for the nightly run.
inline std::uint64_t automata_to_try() {
  const char* text = std::getenv("CATENARY_TIMED_AUTOMATA");
  return text == nullptr ? 100 : std::strtoull(text, nullptr, 10);
}

}  // namespace catenary::oracle
