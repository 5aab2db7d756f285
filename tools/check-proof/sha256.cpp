// SPDX-License-Identifier: Apache-2.0
#include "tools/check-proof/sha256.h"

#include <openssl/evp.h>

#include <array>
#include <cstddef>

#include "tools/check-proof/failure.h"

namespace check_proof {

std::string sha256(std::string_view bytes) {
  std::array<unsigned char, 32> digest{};
  if (EVP_Digest(bytes.data(),
                 bytes.size(),
                 digest.data(),
                 nullptr,
                 EVP_sha256(),
                 nullptr) != 1) {
    throw Unreadable("OpenSSL makes no SHA-256");
  }
  std::string out;
  for (const unsigned char byte : digest) {
    out += "0123456789abcdef"[byte >> 4U];
    out += "0123456789abcdef"[byte & 15U];
  }
  return out;
}

}  // namespace check_proof
