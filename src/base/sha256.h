// SPDX-License-Identifier: Apache-2.0
/// \file
/// SHA-256 (FIPS 180-4) of texts and files, through OpenSSL.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace catenary::base {

/// 64 lower-case hexadecimal digits. Cost: about 2 ns a byte.
[[nodiscard]] std::string sha256(std::string_view bytes);

/// The same of a file's content; InputError where it cannot be read.
[[nodiscard]] std::string sha256_file(const std::filesystem::path& path);

}  // namespace catenary::base
