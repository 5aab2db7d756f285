// SPDX-License-Identifier: Apache-2.0
/// \file
/// Display of paths, see paths.h.
#include "program/build/paths.h"

#include <filesystem>

namespace catenary::program {

namespace fs = std::filesystem;

std::string display_path(const std::string& name,
                         const std::string& directory) {
  // "<built-in>" and its like are not paths.
  if (name.empty() || name.front() == '<') return name;
  fs::path path = fs::path(name).lexically_normal();
  const fs::path base = directory.empty() ? fs::path(".") : fs::path(directory);
  if (path.is_absolute()) {
    const fs::path full = fs::absolute(base).lexically_normal() / "";
    const fs::path relative = path.lexically_relative(full);
    if (relative.empty() || *relative.begin() == "..") return path.string();
    path = relative;
  }
  if (fs::path(directory).is_absolute() || !directory.empty()) {
    path = (fs::path(directory) / path).lexically_normal();
  }
  return path.string();
}

}  // namespace catenary::program
