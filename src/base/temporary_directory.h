// SPDX-License-Identifier: Apache-2.0
/// \file
/// Directories for files that only this process needs. They go away with their
/// owner; those of a process that was killed go away when the next one starts.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace catenary::base {

/// A directory of its own, e.g. /tmp/catenary-4711-x7Qa2B, that goes away with
/// its contents. While it lives it is locked, by this process and by children
/// that are forked meanwhile.
class TemporaryDirectory {
 public:
  /// Also calls remove_stale_directories(). Throws ToolError where the
  /// directory cannot be made.
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// The path of a file in it.
  [[nodiscard]] std::string file(const std::string& name) const {
    return (path_ / name).string();
  }

 private:
  std::filesystem::path path_;
  int lock_ = -1;
};

/// Removes what killed processes left in `parent`: directories that a
/// TemporaryDirectory may have made, that belong to this user, whose process is
/// gone and that nobody has locked (a process may be alive where we cannot see
/// it, in another container). Returns how many; faults are ignored.
std::size_t remove_stale_directories(const std::filesystem::path& parent);

}  // namespace catenary::base
