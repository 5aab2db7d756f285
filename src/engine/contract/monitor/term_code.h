// SPDX-License-Identifier: Apache-2.0
/// \file
/// Terms over Booleans, integers and enumerations as C statements, in integer
/// types wide enough for every intermediate value.
///
/// Method: interval arithmetic over the bounds of the variables (Moore,
/// "Interval Analysis", 1966) chooses the types.
#pragma once

#include <gmpxx.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "logic/term/term.h"

namespace catenary::engine::contract {

/// The values of an expression, both ends included: Booleans are 0 and 1,
/// enumerators their positions.
struct Bounds {
  mpz_class lo, hi;
};

/// A C expression without side effects, with the bounds of its value.
struct CodeValue {
  std::string text;
  Bounds bounds;
};

/// "long long" if the bounds fit 64 bits, "__int128" if they fit 127; ""
/// otherwise.
[[nodiscard]] std::string code_type(const Bounds& bounds);
/// A constant as a C expression, in parentheses if it is not a literal.
/// Requires: code_type() of it is not "".
[[nodiscard]] std::string code_constant(const mpz_class& value);

/// Writes a block of C, statement by statement. A term that occurs several
/// times is computed once.
class TermCode {
 public:
  /// The expression that stands for a whole term, which is then not taken
  /// apart; no value: it is an operator or a defined variable.
  using Known = std::function<std::optional<CodeValue>(logic::Term)>;
  /// The term that defines a variable; a null term if none does.
  using Defined = std::function<logic::Term(logic::Term)>;

  /// `known` may be asked of a term several times; the first expression counts.
  TermCode(Known known, Defined defined)
      : known_(std::move(known)), defined_(std::move(defined)) {}

  /// The expression of a term; appends the statements that it needs to
  /// statements(). Iterative. Throws base::InputError at `where` for a term
  /// without an exact form in C.
  [[nodiscard]] CodeValue value(logic::Term root,
                                const base::SourceLocation& where);
  /// The expression of a term as text, for Boolean terms.
  [[nodiscard]] std::string condition(logic::Term term,
                                      const base::SourceLocation& where) {
    return value(term, where).text;
  }
  /// Appends a statement.
  void add(const std::string& statement) { statements_ += statement + "\n"; }
  /// All statements so far, one a line.
  [[nodiscard]] const std::string& statements() const { return statements_; }

 private:
  /// Whether the term has its value; gives it one if it is known or a constant.
  [[nodiscard]] bool settle(logic::Term term);
  /// The expression of an operator over operands that have values.
  [[nodiscard]] CodeValue apply(logic::Term term,
                                const base::SourceLocation& where) const;
  /// The same for sums, differences and products, which may overflow.
  [[nodiscard]] CodeValue arithmetic(logic::Term term,
                                     const base::SourceLocation& where) const;
  /// The operands with a C operator in between.
  [[nodiscard]] std::string joined(logic::Term term, const char* op) const;
  /// All operands are different.
  [[nodiscard]] std::string pairwise(logic::Term term) const;

  Known known_;
  Defined defined_;
  /// By term: its expression.
  std::map<logic::Term, CodeValue> values_;
  std::string statements_;
};

}  // namespace catenary::engine::contract
