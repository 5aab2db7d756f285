// SPDX-License-Identifier: Apache-2.0
/// \file
/// Files in one piece: reading with a size limit and clear errors, checking
/// that the content is text, and writing so that a reader sees the old content
/// or the new, never a part of it.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace catenary::base {

/// Largest file that is read unless the caller says otherwise: 64 MiB.
inline constexpr std::uint64_t kDefaultMaxFileBytes = std::uint64_t{64} << 20;

/// The bytes of a file, pipe or device. Throws InputError, naming `path`, if
/// there is no such file, if it is a directory or may not be read, if it holds
/// more than `max_bytes` (at most that much is read), or if it is a pipe or
/// device that sends nothing for `patience` at first, or for six times that
/// later.
[[nodiscard]] std::string read_file(
    const std::string& path,
    std::uint64_t max_bytes = kDefaultMaxFileBytes,
    std::chrono::milliseconds patience = std::chrono::seconds(10));

/// Checks that the content is text. Throws InputError at the line and column
/// (in characters) of the first byte that is NUL or not part of well-formed
/// UTF-8; the message has the byte's offset. `path` is only for the message.
void require_text(std::string_view content, const std::string& path);

/// read_file(), then require_text(), with their exceptions.
[[nodiscard]] std::string read_text_file(
    const std::string& path, std::uint64_t max_bytes = kDefaultMaxFileBytes);

/// The treatment of a file that exists already.
enum class Overwrite : std::uint8_t {
  /// An existing file, or a symbolic link of any kind, is an InputError.
  no,
  /// Replace it; a symbolic link is followed and its target replaced.
  yes
};

/// Writes a file that gets its name when it is complete. If the process is
/// killed before, nothing is left of the file if the file system supports
/// O_TMPFILE; else the next write to the same path removes what was left.
/// Devices and pipes (/dev/stdout) are written directly, whatever `overwrite`
/// says.
///
/// Throws InputError if the path is a directory, exists already, or its
/// directory is missing or not writable, and ToolError if the disk fails. On an
/// exception the file at `path` is unchanged. If the disk fails, the content is
/// written to another directory if possible and the ToolError names its path,
/// so that hours of work are not lost.
void write_file(const std::string& path,
                std::string_view content,
                Overwrite overwrite);

/// Throws what write_file() would throw for the path, without writing. Call it
/// before an hour's work whose result will be written there.
void check_can_write(const std::string& path, Overwrite overwrite);

/// Whether two paths lead to the same file, by whatever links. For paths that
/// do not exist yet: whether they would.
[[nodiscard]] bool is_same_file(const std::string& a, const std::string& b);

}  // namespace catenary::base
