// SPDX-License-Identifier: Apache-2.0
/// \file
/// The models in a folder: what front ends read, except for files that belong
/// to another model.
#pragma once

#include <string>
#include <vector>

namespace catenary::app {

/// A file that looks like a model, and is none of its own.
struct LeftOut {
  std::string path;
  std::string why;
};

struct FoundModels {
  std::vector<std::string> models;  ///< sorted
  std::vector<LeftOut> left_out;    ///< sorted
};

/// Looks in `folder` and below, but not in folders whose names begin with a dot
/// and not in `output`, whose absolute path is given. Paths are relative to the
/// working directory where `folder` is. A description (.toml) is one that has
/// [program]; a C file is a model if no description names it and it has a
/// main() or annotations. Throws base::InputError where the folder cannot be
/// read or has more than 100,000 files.
[[nodiscard]] FoundModels find_models(const std::string& folder,
                                      const std::string& output);

}  // namespace catenary::app
