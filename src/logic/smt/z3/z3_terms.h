// SPDX-License-Identifier: Apache-2.0
/// \file
/// Translation of our terms into Z3's, and of Z3's values into ours. Only for
/// this folder: a source that includes it includes <z3++.h> first.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "logic/term/term.h"

namespace z3 {
class context;
class expr;
class model;
class sort;
}  // namespace z3

namespace catenary::logic::smt {

/// Translates terms into one Z3 context, common subterms once. Operators that
/// SMT-LIB leaves open in places (division by 0, conversions out of range) are
/// guarded as smtlib.h prints them, so that Z3 has our semantics.
class Z3Terms {
 public:
  /// The context must outlive this.
  explicit Z3Terms(z3::context& context);
  ~Z3Terms();
  Z3Terms(const Z3Terms&) = delete;
  Z3Terms& operator=(const Z3Terms&) = delete;

  /// The Z3 term of a term. Throws z3::exception if Z3 does. Cost: linear in
  /// the dag size, and the body of a quantifier once more for each quantifier
  /// around it. Not recursive.
  [[nodiscard]] z3::expr translate(Term term);
  /// The Z3 sort of a sort; enumerations are declared once a context.
  [[nodiscard]] z3::sort sort(const Sort& sort);

  /// Makes `meaning` the translation of a variable. Requires: not translated
  /// yet (checked).
  void define(Term variable, const z3::expr& meaning);

  /// Our value of an evaluated Z3 term. Nothing if it is not one of ours: an
  /// irrational number, or an array that is not given by finitely many cases.
  [[nodiscard]] std::optional<Value> value(const z3::model& model,
                                           const z3::expr& found,
                                           const Sort& sort);

 private:
  struct Known;

  // The translation of one node whose operands are translated; one function for
  // each theory.

  /// A constant.
  [[nodiscard]] z3::expr constant(const Value& value);
  /// Any node: calls the function of its theory.
  [[nodiscard]] z3::expr application(Term term);
  /// Connectives, equality, if-then-else, arrays.
  [[nodiscard]] z3::expr core(Term term, const std::vector<z3::expr>& v);
  /// Integers and reals, with division by 0 guarded.
  [[nodiscard]] z3::expr arithmetic(Term term, const std::vector<z3::expr>& v);
  /// Bit-vectors, with conversions from and to integers.
  [[nodiscard]] z3::expr bit_vector(Term term, const std::vector<z3::expr>& v);
  /// Floating-point numbers, except for conversions.
  [[nodiscard]] z3::expr floating(Term term, const std::vector<z3::expr>& v);
  /// A float in another format; itself if the formats are equal.
  [[nodiscard]] z3::expr converted(const z3::expr& x,
                                   const Sort& from,
                                   const Sort& to,
                                   const z3::expr& mode);
  /// Conversions from and to floating-point numbers.
  [[nodiscard]] z3::expr conversion(Term term, const std::vector<z3::expr>& v);
  /// The operands are translated, the bound variables among them.
  [[nodiscard]] z3::expr quantifier(Term term, const std::vector<z3::expr>& v);
  /// The constants of an enumeration, declared when they are first needed.
  [[nodiscard]] const std::vector<z3::expr>& enumerators(const Sort& sort);
  /// The cases of an array in a model.
  [[nodiscard]] std::optional<Value> array_value(const z3::model& model,
                                                 const z3::expr& found,
                                                 const Sort& sort);

  /// Owned by the caller.
  z3::context& context_;
  /// Translations and declarations so far.
  std::unique_ptr<Known> known_;
};

}  // namespace catenary::logic::smt
