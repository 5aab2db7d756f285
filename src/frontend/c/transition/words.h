// SPDX-License-Identifier: Apache-2.0
/// \file
/// How values of transition systems lie in variables of C. Only for this
/// folder.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "logic/value/value.h"

namespace catenary::frontend::c {

/// The type that a variable has in memory; its padding bits do not count.
[[nodiscard]] std::string stored_type(const logic::Sort& sort);

/// A word of a value, of which a wide one has several.
struct Word {
  std::string suffix;  ///< of its variable: "_1"
  std::string bits;    ///< of its name: "[99:64]"
  std::uint32_t low = 0, width = 0;
};
/// The words, from the lowest; one of up to 64 bits has no suffix.
[[nodiscard]] std::vector<Word> words_of(const logic::Sort& sort);
[[nodiscard]] logic::Sort sort_of(const Word& word, const logic::Sort& whole);

}  // namespace catenary::frontend::c
