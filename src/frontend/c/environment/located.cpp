// SPDX-License-Identifier: Apache-2.0
/// \file
/// Addresses of located variables, see located.h.
#include "frontend/c/environment/located.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace catenary::frontend::c {

namespace {

constexpr std::size_t kDirection = 2, kSize = 3, kDigits = 4;  // "__IX0_1"
constexpr std::uint64_t kBitsOfByte = 8;

/// The numbers of an address. One that is too large for any PLC is taken as the
/// largest.
std::vector<std::uint64_t> numbers_of(const std::string& name) {
  constexpr std::uint64_t kLargest = UINT32_MAX;
  std::vector<std::uint64_t> out{0};
  for (const char c : name.substr(kDigits)) {
    if (c == '_') {
      out.push_back(0);
    } else {
      constexpr std::uint64_t kBase = 10;
      out.back() = std::min(
          kLargest, out.back() * kBase + static_cast<std::uint64_t>(c - '0'));
    }
  }
  return out;
}

/// Bits of one address.
struct Bits {
  std::uint64_t first = 0, size = 0;
};

Bits bits_of(const std::vector<std::uint64_t>& numbers, char size) {
  static const std::map<char, std::uint64_t> kSizes = {
      {'X', 1}, {'B', 8}, {'W', 16}, {'D', 32}, {'L', 64}};
  const std::uint64_t bits = kSizes.at(size);
  const std::uint64_t first = numbers.size() == 2
                                  ? numbers[0] * kBitsOfByte + numbers[1]
                                  : numbers[0] * bits;
  return {first, bits};
}

}  // namespace

bool may_overlap(const std::string& a, const std::string& b) {
  if (a[kDirection] != b[kDirection]) return false;
  const std::vector<std::uint64_t> in_a = numbers_of(a), in_b = numbers_of(b);
  if (a[kSize] == b[kSize] && in_a.size() == in_b.size()) return in_a == in_b;
  const auto is_plain = [](const std::string& name, std::size_t levels) {
    return levels == 1 || (levels == 2 && name[kSize] == 'X');
  };
  if (!is_plain(a, in_a.size()) || !is_plain(b, in_b.size())) return true;
  const Bits of_a = bits_of(in_a, a[kSize]), of_b = bits_of(in_b, b[kSize]);
  return of_a.first < of_b.first + of_b.size &&
         of_b.first < of_a.first + of_a.size;
}

}  // namespace catenary::frontend::c
