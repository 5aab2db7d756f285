// SPDX-License-Identifier: Apache-2.0
/// \file
/// Letters of names, of ASCII alone: names in models and programs have no
/// others, and a locale must not change what is read.
#pragma once

#include <algorithm>
#include <string>

namespace catenary::base {

/// The text with small letters for the capital ones of ASCII.
[[nodiscard]] inline std::string in_small_letters(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

}  // namespace catenary::base
