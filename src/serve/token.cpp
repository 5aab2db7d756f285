// SPDX-License-Identifier: Apache-2.0
#include "serve/token.h"

#include <sys/random.h>

#include <array>
#include <cstddef>

#include "base/error.h"

namespace catenary::serve {

std::string make_token() {
  std::array<unsigned char, 16> bytes{};
  // Requests of up to 256 bytes are not interrupted (getrandom(2)).
  if (::getrandom(bytes.data(), bytes.size(), 0) !=
      static_cast<ssize_t>(bytes.size())) {
    throw base::ToolError("the system gives no random numbers for an address");
  }
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const unsigned char byte : bytes) {
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 15U];
  }
  return out;
}

bool is_same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  volatile unsigned char difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference = static_cast<unsigned char>(
        difference |
        (static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i])));
  }
  return difference == 0;
}

}  // namespace catenary::serve
