// SPDX-License-Identifier: Apache-2.0
/// \file
/// Positions in TOML files.
#pragma once

#include <cstdint>
#include <string>

#include "base/error.h"

namespace catenary::option {

/// Where a key or value begins in the file `path`. `Region` is a
/// toml::source_region; headers do not include toml++.
template <typename Region>
[[nodiscard]] base::SourceLocation location(const std::string& path,
                                            const Region& region) {
  return {path,
          static_cast<std::uint32_t>(region.begin.line),
          static_cast<std::uint32_t>(region.begin.column)};
}

}  // namespace catenary::option
