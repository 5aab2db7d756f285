// SPDX-License-Identifier: Apache-2.0
/// \file
/// The files among which names of Art are resolved. Internal to
/// frontend/umlrt.
///
/// Code RealTime searches a name that is not in its file in the other files of
/// the workspace folder and its sub-folders (manual, "Binding of References
/// across Art Files"). Folders below one with a transformation configuration
/// (.tcjs) belong to it; without one the folder of the file is taken. Files of
/// prerequisites are not searched.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/problems.h"
#include "frontend/umlrt/art/art_syntax.h"

namespace catenary::frontend::umlrt {

/// One file, and those that it may refer to.
class ArtProject {
 public:
  /// Reads the text of the file `path`; its errors go to the problems. Other
  /// files are read when they are needed first.
  ArtProject(std::string_view text,
             const std::string& path,
             base::Problems& problems);

  /// The file itself.
  [[nodiscard]] const ArtFile& main() const { return files_.front(); }

  /// The elements of that name: those of the file itself, else those of the
  /// others. They live as long as the project.
  [[nodiscard]] std::vector<const ArtCapsule*> capsules(
      const std::string& name);
  [[nodiscard]] std::vector<const ArtProtocol*> protocols(
      const std::string& name);
  /// The file that is included as "NAME.art.h"; null where there is none.
  [[nodiscard]] const ArtFile* included_as(const std::string& header);

  /// What stands in the files that were read, for a digest.
  [[nodiscard]] const std::string& texts() const { return texts_; }
  /// Other files that could not be read, as warnings.
  [[nodiscard]] const std::vector<base::Diagnostic>& warnings() const {
    return warnings_;
  }

 private:
  void read_others();
  void read_other(const std::string& path);

  std::string path_;
  bool complete_ = false;
  /// The file itself first; a deque, so that its elements stay in place.
  std::deque<ArtFile> files_;
  std::string texts_;
  std::vector<base::Diagnostic> warnings_;
};

}  // namespace catenary::frontend::umlrt
