// SPDX-License-Identifier: Apache-2.0
/// \file
/// Our terms as Z3's, and Z3's values as ours. Only for this folder: who
/// includes it includes <z3++.h> first.
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

/// Translates terms into one Z3 context, common subterms once. Where SMT-LIB
/// leaves an operator open, it is guarded as smtlib.h prints it, so that Z3
/// has our meaning.
class Z3Terms {
 public:
  /// The context must outlive this.
  explicit Z3Terms(z3::context& context);
  ~Z3Terms();
  Z3Terms(const Z3Terms&) = delete;
  Z3Terms& operator=(const Z3Terms&) = delete;

  /// Throws z3::exception where Z3 does. Cost: linear in the dag size, and the
  /// body of a quantifier once more for each quantifier around it. Not
  /// recursive.
  [[nodiscard]] z3::expr translate(Term term);
  [[nodiscard]] z3::sort sort(const Sort& sort);

  /// From now on this stands for the variable. Requires: not translated yet.
  void define(Term variable, const z3::expr& meaning);

  /// Our value of what Z3 evaluated; nothing where it is none of ours (an
  /// irrational number, a function that is not given by cases).
  [[nodiscard]] std::optional<Value> value(const z3::model& model,
                                           const z3::expr& found,
                                           const Sort& sort);

 private:
  struct Known;
  [[nodiscard]] z3::expr constant(const Value& value);
  [[nodiscard]] z3::expr application(Term term);
  [[nodiscard]] z3::expr core(Term term, const std::vector<z3::expr>& v);
  [[nodiscard]] z3::expr arithmetic(Term term, const std::vector<z3::expr>& v);
  [[nodiscard]] z3::expr bit_vector(Term term, const std::vector<z3::expr>& v);
  [[nodiscard]] z3::expr floating(Term term, const std::vector<z3::expr>& v);
  /// A float in another format.
  [[nodiscard]] z3::expr converted(const z3::expr& x,
                                   const Sort& from,
                                   const Sort& to,
                                   const z3::expr& mode);
  [[nodiscard]] z3::expr conversion(Term term, const std::vector<z3::expr>& v);
  [[nodiscard]] z3::expr quantifier(Term term, const std::vector<z3::expr>& v);
  [[nodiscard]] const std::vector<z3::expr>& enumerators(const Sort& sort);
  [[nodiscard]] std::optional<Value> array_value(const z3::model& model,
                                                 const z3::expr& found,
                                                 const Sort& sort);

  z3::context& context_;
  std::unique_ptr<Known> known_;
};

}  // namespace catenary::logic::smt
