// SPDX-License-Identifier: Apache-2.0
/// \file
/// Directories for files that only this process needs.
///
/// They are removed with their owner. Directories of a process that was killed
/// are removed when the next process of the same user starts.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace catenary::base {

/// A new directory, e.g. /tmp/catenary-4711-x7Qa2B, removed with its contents
/// by the destructor. While the object lives the directory is locked (flock),
/// by this process and by children that are forked meanwhile.
class TemporaryDirectory {
 public:
  /// Creates the directory in TMPDIR or /tmp. Also calls
  /// remove_stale_directories(). Throws ToolError if the directory cannot be
  /// made.
  TemporaryDirectory();
  /// Removes the directory with everything in it; failures are ignored.
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  /// The absolute path of the directory.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// The path of a file `name` in it; the file need not exist.
  [[nodiscard]] std::string file(const std::string& name) const {
    return (path_ / name).string();
  }
  /// Writes a file in it, or replaces its contents, and returns its path. It is
  /// not flushed to the disk. Throws ToolError if it cannot be written.
  std::string write(const std::string& name, std::string_view text) const;

 private:
  std::filesystem::path path_;
  /// An open descriptor that holds a shared lock; -1 = it could not be opened.
  int lock_ = -1;
};

/// Removes directories in `parent` that killed processes left. A directory is
/// removed if its name is one that TemporaryDirectory gives, it belongs to this
/// user, the process in its name is gone and nobody has locked it (a process
/// may be alive where we cannot see it, in another container). Returns how many
/// were removed; failures are ignored.
std::size_t remove_stale_directories(const std::filesystem::path& parent);

}  // namespace catenary::base
