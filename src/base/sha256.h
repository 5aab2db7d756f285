// SPDX-License-Identifier: Apache-2.0
/// \file
/// SHA-256 (NIST, FIPS 180-4) of strings and files, through OpenSSL. Suites use
/// it to name the sources that they were made from.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace catenary::base {

/// The digest as 64 lower-case hexadecimal digits. Cost: about 2 ns a byte.
[[nodiscard]] std::string sha256(std::string_view bytes);

/// HMAC-SHA-256 (FIPS 198-1) of the bytes, as 64 lower-case hexadecimal
/// digits: only who has the key can make it.
[[nodiscard]] std::string hmac_sha256(std::string_view key,
                                      std::string_view bytes);

/// Whether two codes are equal, in a time that does not tell how much of them
/// is.
[[nodiscard]] bool is_same_code(std::string_view a, std::string_view b);

/// So many bytes that nobody can guess, as twice as many hexadecimal digits.
/// Throws ToolError if the system has none.
[[nodiscard]] std::string random_hex(std::size_t bytes);

/// The digest of a file's content, read in blocks. Throws InputError if the
/// file cannot be read.
[[nodiscard]] std::string sha256_file(const std::filesystem::path& path);

}  // namespace catenary::base
