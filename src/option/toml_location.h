// SPDX-License-Identifier: Apache-2.0
/// \file
/// Positions in TOML files. Only for sources of this folder: it includes
/// toml++, after the checks that must come before.
#pragma once

#include "option/toml_syntax.h"  // before toml++

#include <toml++/toml.h>

#include <cstdint>
#include <string>

#include "base/error.h"

namespace catenary::option {

/// Where a key or value begins in the file `path`.
[[nodiscard]] inline base::SourceLocation location(
    const std::string& path, const toml::source_region& region) {
  return {path,
          static_cast<std::uint32_t>(region.begin.line),
          static_cast<std::uint32_t>(region.begin.column)};
}

}  // namespace catenary::option
