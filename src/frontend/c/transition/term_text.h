// SPDX-License-Identifier: Apache-2.0
/// \file
/// Terms over bit-vectors, arrays and Booleans as C statements.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "logic/term/term.h"

namespace catenary::frontend::c {

/// The C type of a value between statements: _Bool or unsigned _BitInt(N).
[[nodiscard]] std::string value_type(const logic::Sort& sort);

/// Writes terms as straight-line code: a constant for each distinct subterm,
/// operands first. Every operator is total, as in logic/term/op.h, so that no
/// statement can fail. Cost: linear in the terms, times the distinct indices
/// where arrays are read.
class TermText {
 public:
  /// Says how a variable is written: an expression, or the name of an array.
  void define(logic::Term variable, std::string text);

  /// Writes what the term needs and has not been written yet, and returns the
  /// text of its value. Not for arrays.
  std::string value(logic::Term term);
  /// The same for all terms that change() of the array needs.
  void prepare(logic::Term array);
  /// Writes statements that change the array `name`, which has the value of
  /// `before`, to the value of `term`; with `before` invalid the array has no
  /// value yet. Requires: prepare(), and since then no other array that the
  /// term mentions was changed.
  void change(const std::string& name,
              logic::Term before,
              logic::Term term,
              const std::string& indent);

  /// Appends a line to the program.
  void line(const std::string& text) { out_ += text + '\n'; }
  /// What was written since the last call.
  [[nodiscard]] std::string take();

 private:
  void write(logic::Term term);
  [[nodiscard]] std::string expression(logic::Term term);
  [[nodiscard]] std::string bits(logic::Term term);
  [[nodiscard]] std::string parts(logic::Term term);
  [[nodiscard]] std::string comparison(logic::Term term);
  [[nodiscard]] std::string equality(logic::Term a, logic::Term b);
  [[nodiscard]] std::string element(logic::Term array,
                                    const std::string& index);
  [[nodiscard]] std::string text(logic::Term term) const;
  [[nodiscard]] std::string extended(logic::Term term) const;
  [[nodiscard]] logic::Term base(logic::Term array);
  std::string fresh(const std::string& type, const std::string& expression);

  std::map<logic::Term, std::string> text_;
  std::map<std::pair<logic::Term, std::string>, std::string> elements_;
  std::map<logic::Term, logic::Term> base_;
  std::string out_;
  std::size_t count_ = 0;
};

}  // namespace catenary::frontend::c
