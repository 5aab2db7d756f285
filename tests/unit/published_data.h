// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where the inputs are that nobody here wrote.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace catenary::test {

/// A file of CATENARY_DATA, or of ../shared/data beside the source tree;
/// nothing where it is not there.
inline std::optional<std::string> published_data(const std::string& name) {
  const char* named = std::getenv("CATENARY_DATA");
  const std::filesystem::path folder =
      named != nullptr
          ? std::filesystem::path(named)
          : std::filesystem::path(CATENARY_SOURCE_DIR) / "../shared/data";
  const std::filesystem::path file = folder / name;
  if (!std::filesystem::exists(file)) return std::nullopt;
  return file.string();
}

}  // namespace catenary::test
