// SPDX-License-Identifier: Apache-2.0
#include "base/sha256.h"

#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <memory>

#include "base/check.h"
#include "base/error.h"

namespace catenary::base {
namespace {

/// One running digest.
class Digest {
 public:
  Digest() : context_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) {
    CATENARY_CHECK(
        context_ != nullptr &&
            EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1,
        "SHA-256 is not available");
  }

  void add(std::string_view bytes) {
    CATENARY_CHECK(
        EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1,
        "SHA-256 failed");
  }

  [[nodiscard]] std::string hex() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> raw{};
    unsigned size = 0;
    CATENARY_CHECK(EVP_DigestFinal_ex(context_.get(), raw.data(), &size) == 1,
                   "SHA-256 failed");
    constexpr char kDigits[] = "0123456789abcdef";
    std::string out;
    for (unsigned i = 0; i < size; ++i) {
      out += kDigits[raw[i] >> 4];
      out += kDigits[raw[i] & 15];
    }
    return out;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

}  // namespace

std::string sha256(std::string_view bytes) {
  Digest digest;
  digest.add(bytes);
  return digest.hex();
}

std::string sha256_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError({path.string(), 0, 0}, "cannot read the file");
  Digest digest;
  std::array<char, 65536> block{};
  while (in.read(block.data(), block.size()) || in.gcount() > 0) {
    digest.add({block.data(), static_cast<std::size_t>(in.gcount())});
  }
  if (in.bad()) throw InputError({path.string(), 0, 0}, "cannot read the file");
  return digest.hex();
}

}  // namespace catenary::base
