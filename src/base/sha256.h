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

/// The digest of a file's content, read in blocks. Throws InputError if the
/// file cannot be read.
[[nodiscard]] std::string sha256_file(const std::filesystem::path& path);

}  // namespace catenary::base
