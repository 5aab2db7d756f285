// SPDX-License-Identifier: Apache-2.0
#include "base/sha256.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <sys/random.h>

#include <array>
#include <fstream>
#include <memory>

#include "base/check.h"
#include "base/error.h"

namespace catenary::base {
namespace {

std::string to_hex(const unsigned char* raw, std::size_t size) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (std::size_t i = 0; i < size; ++i) {
    out += kDigits[raw[i] >> 4];
    out += kDigits[raw[i] & 15];
  }
  return out;
}

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
    return to_hex(raw.data(), size);
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

std::string hmac_sha256(std::string_view key, std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> raw{};
  unsigned size = 0;
  CATENARY_CHECK(
      ::HMAC(EVP_sha256(),
             key.data(),
             static_cast<int>(key.size()),
             // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
             reinterpret_cast<const unsigned char*>(bytes.data()),
             bytes.size(),
             raw.data(),
             &size) != nullptr,
      "HMAC failed");
  return to_hex(raw.data(), size);
}

bool is_same_code(std::string_view a, std::string_view b) {
  return a.size() == b.size() &&
         ::CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string random_hex(std::size_t bytes) {
  std::string raw(bytes, '\0');
  std::size_t got = 0;
  while (got < bytes) {
    const auto n = ::getrandom(raw.data() + got, bytes - got, 0);
    if (n <= 0) throw ToolError("the system has no random bytes");
    got += static_cast<std::size_t>(n);
  }
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
  return to_hex(reinterpret_cast<const unsigned char*>(raw.data()), bytes);
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
