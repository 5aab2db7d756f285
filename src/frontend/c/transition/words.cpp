// SPDX-License-Identifier: Apache-2.0
#include "frontend/c/transition/words.h"

#include <algorithm>

#include "frontend/c/transition/term_text.h"

namespace catenary::frontend::c {

using logic::Sort;
using logic::SortKind;

namespace {
constexpr std::uint32_t kWord = 64;
}

std::string stored_type(const Sort& sort) {
  if (sort.kind() == SortKind::boolean) return "_Bool";
  for (const std::uint32_t bits : {8U, 16U, 32U, 64U}) {
    if (sort.bits() <= bits) return "uint" + std::to_string(bits) + "_t";
  }
  return value_type(sort);
}

std::vector<Word> words_of(const Sort& sort) {
  if (sort.kind() == SortKind::boolean) return {{"", "", 0, 1}};
  if (sort.bits() <= kWord) return {{"", "", 0, sort.bits()}};
  std::vector<Word> out;
  for (std::uint32_t low = 0; low < sort.bits(); low += kWord) {
    const std::uint32_t width = std::min(kWord, sort.bits() - low);
    out.push_back({"_" + std::to_string(low / kWord),
                   "[" + std::to_string(low + width - 1) + ":" +
                       std::to_string(low) + "]",
                   low,
                   width});
  }
  return out;
}

Sort sort_of(const Word& word, const Sort& whole) {
  return whole.kind() == SortKind::boolean ? whole : Sort::bitvec(word.width);
}

}  // namespace catenary::frontend::c
