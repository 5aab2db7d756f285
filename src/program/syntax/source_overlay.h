// SPDX-License-Identifier: Apache-2.0
/// \file
/// A virtual file system of Clang in which some files have other texts:
/// includes and messages keep the names of the originals.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>

#include "base/temporary_directory.h"

namespace catenary::program {

/// Texts in the places of files. The folder of the constructor must exist while
/// something is compiled.
class SourceOverlay {
 public:
  /// `folder` must outlive this; gets files whose names begin with `name`.
  SourceOverlay(const base::TemporaryDirectory& folder, std::string name)
      : folder_(folder), name_(std::move(name)) {}

  /// Shows a text for an absolute path. Clang opens a file by the path that its
  /// command has, so that one through a link is a name of its own: the text is
  /// shown for the path as it is, and for the one without links. Throws
  /// base::InputError for a path that leads out of a link by "..": Clang would
  /// look for another one.
  void replace(const std::filesystem::path& file, const std::string& text);

  /// Writes the description for -ivfsoverlay; the path.
  [[nodiscard]] std::string write() const;

 private:
  const base::TemporaryDirectory& folder_;
  std::string name_;
  int copies_ = 0;
  /// The copies of paths.
  std::map<std::string, std::string> copy_of_;
};

}  // namespace catenary::program
