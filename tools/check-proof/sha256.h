// SPDX-License-Identifier: Apache-2.0
/// \file
/// SHA-256 as in FIPS 180-4, by OpenSSL.
#pragma once

#include <string>
#include <string_view>

namespace check_proof {

/// The digest of the bytes as 64 hexadecimal digits. Cost: linear.
[[nodiscard]] std::string sha256(std::string_view bytes);

}  // namespace check_proof
