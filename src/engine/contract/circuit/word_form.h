// SPDX-License-Identifier: Apache-2.0
/// \file
/// Terms over Booleans, enumerations and integers as terms over bit-vectors.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <unordered_map>

#include "logic/term/term.h"

namespace catenary::engine::contract {

/// Translates terms of one manager into another one. Numbers become words in
/// two's complement that are as wide as they need to be, so that nothing ever
/// overflows; enumerators become their index.
class WordForm {
 public:
  /// `to` makes the results, and must outlive this.
  explicit WordForm(logic::TermManager& to) : to_(to) {}

  /// What a variable is translated to: a Boolean for a Boolean, else a word in
  /// two's complement.
  void set(logic::Term variable, logic::Term value);
  /// Requires: a Boolean term over variables that were set. Throws
  /// base::ToolError for quantifiers, and for operators that have no bits here:
  /// division, and those of rationals. Cost: linear in the dag size. Not
  /// recursive.
  [[nodiscard]] logic::Term translate(logic::Term condition);

 private:
  [[nodiscard]] logic::Term build(logic::Term term);
  [[nodiscard]] logic::Term constant(logic::Term term);
  [[nodiscard]] logic::Term word(const mpz_class& number);
  /// Operators whose result is a number.
  [[nodiscard]] logic::Term number(logic::Term term);
  /// A word that is this many bits wide, or as it is if it is wider.
  [[nodiscard]] logic::Term widened(logic::Term word, std::uint32_t width);
  /// The operator on words of one width, which has so many bits more.
  [[nodiscard]] logic::Term on_words(logic::Op op,
                                     logic::Term a,
                                     logic::Term b,
                                     std::uint32_t more);

  logic::TermManager& to_;
  /// By id of the term.
  std::unordered_map<std::uint32_t, logic::Term> known_;
};

}  // namespace catenary::engine::contract
