// SPDX-License-Identifier: Apache-2.0
/// \file
/// Terms over truth values, integers and enumerations as statements of C, in
/// integers wide enough that nothing overflows.
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

/// What an expression may be, inclusive; a truth value is 0 or 1, an
/// enumerator its position.
struct Bounds {
  mpz_class lo, hi;
};

/// An expression of C without side effects, and its value's bounds.
struct CodeValue {
  std::string text;
  Bounds bounds;
};

/// "long long", or "__int128" where the bounds need it; "" where neither does.
[[nodiscard]] std::string code_type(const Bounds& bounds);
/// A constant of C. Requires: code_type() of it is not empty.
[[nodiscard]] std::string code_constant(const mpz_class& value);

/// Writes a block of C, statement by statement; every term once.
class TermCode {
 public:
  /// What stands for a term as a whole, or nothing; then it is an operator.
  using Known = std::function<std::optional<CodeValue>(logic::Term)>;
  /// The term that a variable is defined by; no term where it is not.
  using Defined = std::function<logic::Term(logic::Term)>;

  TermCode(Known known, Defined defined)
      : known_(std::move(known)), defined_(std::move(defined)) {}

  /// Appends what is needed to statements(), and gives the expression. Throws
  /// base::InputError at `where` for terms that C has no exact form of.
  [[nodiscard]] CodeValue value(logic::Term root,
                                const base::SourceLocation& where);
  /// The same of a truth value, as text.
  [[nodiscard]] std::string condition(logic::Term term,
                                      const base::SourceLocation& where) {
    return value(term, where).text;
  }
  void add(const std::string& statement) { statements_ += statement + "\n"; }
  [[nodiscard]] const std::string& statements() const { return statements_; }

 private:
  [[nodiscard]] bool settle(logic::Term term);
  [[nodiscard]] CodeValue apply(logic::Term term,
                                const base::SourceLocation& where) const;
  [[nodiscard]] CodeValue arithmetic(logic::Term term,
                                     const base::SourceLocation& where) const;
  [[nodiscard]] std::string joined(logic::Term term, const char* op) const;
  [[nodiscard]] std::string pairwise(logic::Term term) const;

  Known known_;
  Defined defined_;
  std::map<logic::Term, CodeValue> values_;
  std::string statements_;
};

}  // namespace catenary::engine::contract
