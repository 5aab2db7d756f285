// SPDX-License-Identifier: Apache-2.0
/// \file
/// Zip archives, written through libzip.
#pragma once

#include <string>
#include <vector>

namespace catenary::base {

/// One file of an archive.
struct ZipFile {
  /// Relative, with '/' between its parts.
  std::string name;
  std::string content;
};

/// The bytes of an archive with these files, in this order, compressed. The
/// same files give the same bytes: the time of each is 1 January 1980. Throws
/// ToolError where libzip fails. Requires: names are different.
[[nodiscard]] std::string write_zip(const std::vector<ZipFile>& files);

}  // namespace catenary::base
