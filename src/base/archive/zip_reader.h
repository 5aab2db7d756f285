// SPDX-License-Identifier: Apache-2.0
/// \file
/// Zip archives, read through libzip with limits, for archives that nobody
/// trusts: names that leave the directory of the archive, symbolic links and
/// contents larger than allowed are refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace catenary::base {

/// One file of an archive. Directories are not listed.
struct ZipEntry {
  /// Relative path with '/' between its parts, e.g. "resources/map.csv". No
  /// part is empty, "." or "..".
  std::string name;
  /// The size that the archive declares, in bytes, unpacked.
  std::uint64_t bytes = 0;
  /// Position in the archive.
  std::uint64_t index = 0;
};

/// What is refused as too large.
struct ZipLimits {
  /// Entries, directories included.
  std::size_t entries = 100'000;
  /// Of one file, unpacked.
  std::uint64_t file_bytes = std::uint64_t{1} << 30;
  /// Of all files that are unpacked by one reader.
  std::uint64_t total_bytes = std::uint64_t{2} << 30;
};

/// An open archive. Not thread-safe.
///
/// Every function throws InputError that names the archive and the entry where
/// the archive is not what it should be: not a zip archive, truncated, a wrong
/// checksum, encrypted, more than the limits, two entries of the same name, an
/// entry that is no regular file, or a name that is absolute, has a drive, a
/// backslash, a control character or a part "..".
class ZipReader {
 public:
  /// Reads the directory of the archive, whose entries are all checked. Cost:
  /// linear in the number of entries.
  explicit ZipReader(const std::string& path, const ZipLimits& limits = {});
  ZipReader(const ZipReader&) = delete;
  ZipReader& operator=(const ZipReader&) = delete;
  ~ZipReader();

  /// All files, in the order of the archive.
  [[nodiscard]] const std::vector<ZipEntry>& entries() const;
  /// The file of that name, or nullptr. Valid as long as the reader.
  [[nodiscard]] const ZipEntry* find(std::string_view name) const;

  /// The contents of a file of at most `max_bytes`.
  [[nodiscard]] std::string read(const ZipEntry& entry,
                                 std::uint64_t max_bytes);
  /// Writes a file below `directory`, with the folders of its name. Throws
  /// ToolError where the disk fails.
  void extract(const ZipEntry& entry, const std::filesystem::path& directory);

 private:
  struct Archive;
  std::unique_ptr<Archive> archive_;
};

}  // namespace catenary::base
