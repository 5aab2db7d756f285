// SPDX-License-Identifier: Apache-2.0
/// \file
/// Files in one piece: reading with a size limit and clear faults, checking
/// that it is text, and writing so that a reader sees the old content or the
/// new, never half of it.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace catenary::base {

/// Largest file read unless the caller says otherwise.
inline constexpr std::uint64_t kDefaultMaxFileBytes = std::uint64_t{64} << 20;

/// The bytes of a file, pipe or device. Throws InputError, naming `path`,
/// where there is no such file, it is a directory, may not be read, holds more
/// than `max_bytes` (then at most that much was read), or is a pipe or device
/// from which nothing comes for `patience`, and later for six times that.
[[nodiscard]] std::string read_file(
    const std::string& path,
    std::uint64_t max_bytes = kDefaultMaxFileBytes,
    std::chrono::milliseconds patience = std::chrono::seconds(10));

/// Throws InputError at the line and column (in characters) of the first byte
/// of `content` that is NUL or not part of well-formed UTF-8, with its offset;
/// `path` is only for the message.
void require_text(std::string_view content, const std::string& path);

/// read_file(), then require_text().
[[nodiscard]] std::string read_text_file(
    const std::string& path, std::uint64_t max_bytes = kDefaultMaxFileBytes);

/// What to do about a file that is already there.
enum class Overwrite : std::uint8_t {
  no,  ///< an existing file, or symbolic link of any kind, is an InputError
  yes  ///< replace it; a symbolic link is followed and its target replaced
};

/// Writes a file that gets its name when it is complete; where we are killed
/// before, nothing is left of it where the file system can do that, and else
/// the next write to the same path removes what was left. Devices and pipes
/// (/dev/stdout) are written directly, whatever `overwrite` says. Throws
/// InputError where the path is a directory, is there already, or its directory
/// is missing or not writable, ToolError where the disk fails. On an exception
/// the file at `path` is what it was. Where the disk fails, the content is
/// written to another directory if possible, and the ToolError tells its path:
/// hours of work are not lost.
void write_file(const std::string& path,
                std::string_view content,
                Overwrite overwrite);

/// Throws what write_file() would throw for the path, without writing: to be
/// asked before an hour's work.
void check_can_write(const std::string& path, Overwrite overwrite);

/// Whether two paths lead to the same file, by whatever links; of files that
/// are not there yet, whether they would.
[[nodiscard]] bool is_same_file(const std::string& a, const std::string& b);

}  // namespace catenary::base
