// SPDX-License-Identifier: Apache-2.0
/// \file
/// Hashes of compound values: sorts, values and terms.
#pragma once

#include <cstddef>

namespace catenary::logic {

/// The hash of a sequence whose first elements have the hash `seed` and whose
/// next element has the hash `h`, as in boost::hash_combine.
[[nodiscard]] inline std::size_t hash_combine(std::size_t seed, std::size_t h) {
  return seed ^ (h + 0x9e3779b97f4a7c15ULL + (seed << 6) + (seed >> 2));
}

}  // namespace catenary::logic
