// SPDX-License-Identifier: Apache-2.0
/// \file
/// Terms from S-expressions: names, sorts, binders, operators. Only for the
/// reader of SMT-LIB; see smtlib_scope.h.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "logic/term/smtlib/sexpr.h"
#include "logic/term/term.h"

namespace catenary::logic {

/// Reads sorts, declarations and terms. Keeps the symbols that are known so
/// far.
class SmtlibReader {
 public:
  using Id = SExpressions::Id;

  /// Both must outlive the reader.
  SmtlibReader(TermManager& manager, const SExpressions& text)
      : manager_(manager), text_(text) {}

  /// The sort at `id`. `depth` counts the arrays around it, whose nesting is
  /// limited.
  [[nodiscard]] Sort sort(Id id, int depth = 0) const;
  /// The term at `root`. Not recursive.
  [[nodiscard]] Term term(Id root);

  /// Declares the symbol at `id` as a variable and returns it. The symbol must
  /// be new.
  Term declare(Id id, const Sort& sort);
  /// Makes a variable that exists known under its own symbol, and the
  /// enumerators of its sort, too.
  void know(Term variable);
  /// Defines a function: (define-fun NAME ((p S)...) RESULT BODY), from the
  /// name on. Its body is substituted where it is applied.
  void define_function(Id name, Id parameters, Id result, Id body);
  /// Defines a name for a sort.
  void define_sort(Id name, const Sort& sort);
  /// Defines an enumeration by a list of constructors without fields.
  void define_enumeration(Id name, Id constructors);

 private:
  /// A defined function with at least one parameter.
  struct Function {
    std::vector<Term> parameters;
    Term body;
  };
  /// A term that is being read: the state of one level of the walk.
  struct Frame {
    Id id = 0;
    /// Terms to be read first, in this order.
    std::vector<Id> children;
    /// The children that were read.
    std::vector<Term> values;
    /// For let: names of all values but the last.
    std::vector<std::string> let;
    /// For a quantifier: its variables.
    std::vector<Term> bound;
    /// Names to be hidden when the frame is left.
    std::vector<std::string> in_scope;
  };
  /// The head of an application: a name, (_ name index index), or (as const
  /// SORT).
  struct Head {
    std::string_view name;
    std::vector<Id> indices;
    /// The sort of (as const SORT); 0 = none.
    Id sort = 0;
  };

  // smtlib_reader.cpp: names, declarations, the walk.

  /// The text of a symbol; fails at anything else.
  [[nodiscard]] std::string symbol(Id id) const;
  /// A numeral index of at least `lowest`.
  [[nodiscard]] std::uint32_t index(Id id, std::uint32_t lowest) const;
  /// Makes the enumerators of a sort known.
  void note_enumerators(const Sort& sort);
  /// Reads (NAME SORT) and brings a variable of that name into scope.
  [[nodiscard]] Term bind(Id id);
  /// Begins a term: determines its children.
  void enter(Frame& frame);
  void enter_binder(Frame& frame, bool is_let);
  /// Ends a term whose children were read: builds it.
  [[nodiscard]] Term leave(Frame& frame);
  /// Removes the innermost meaning of each name.
  void hide(const std::vector<std::string>& names);

  // smtlib_operators.cpp: atoms and applications.

  /// A literal, or what a symbol stands for.
  [[nodiscard]] Term atom(Id id) const;
  /// (_ bv5 8), (_ NaN 8 24) and so on.
  [[nodiscard]] Term indexed_constant(Id id) const;
  /// The application at `id` to the terms `v`.
  [[nodiscard]] Term apply(Id id, std::vector<Term> v);
  [[nodiscard]] Head head(Id id) const;
  /// - / < <= > >=, whose meaning depends on sorts and number of operands.
  [[nodiscard]] Term numeric(Id id,
                             std::string_view name,
                             std::vector<Term> v) const;
  /// to_fp and to_fp_unsigned.
  [[nodiscard]] Term conversion(Id id,
                                const Head& head,
                                const std::vector<Term>& v,
                                RoundingMode mode) const;
  /// The body of a defined function, with the terms for its parameters.
  [[nodiscard]] Term call(Id id,
                          const Function& f,
                          const std::vector<Term>& v) const;
  /// (fp sign exponent fraction).
  [[nodiscard]] Term float_of_parts(Id id, const std::vector<Term>& v) const;
  /// The indices of an operator, without its rounding mode.
  [[nodiscard]] Indices indices_of(Id id,
                                   const Head& head,
                                   Op op,
                                   const std::vector<Term>& v) const;
  /// The operator with as many operands as SMT-LIB allows.
  [[nodiscard]] Term operation(Id id,
                               Op op,
                               std::vector<Term> v,
                               const Indices& indices) const;
  /// Left-associative: f(f(a, b), c).
  [[nodiscard]] Term folded(Id id, Op op, const std::vector<Term>& v) const;
  /// Chainable: f(a, b) and f(b, c).
  [[nodiscard]] Term chained(Id id, Op op, const std::vector<Term>& v) const;
  /// TermManager::make(), with an error at `id` if it is not well-sorted.
  [[nodiscard]] Term make(Id id,
                          Op op,
                          const std::vector<Term>& v,
                          const Indices& indices = {}) const;

  TermManager& manager_;
  const SExpressions& text_;
  /// Defined sorts, by symbol.
  std::map<std::string, Sort, std::less<>> sorts_;
  /// Enumerators, by symbol.
  std::map<std::string, Value, std::less<>> enumerators_;
  /// Functions with parameters, by symbol.
  std::map<std::string, Function, std::less<>> functions_;
  /// The terms that a symbol stands for, the innermost last.
  std::map<std::string, std::vector<Term>, std::less<>> terms_;
  /// Names of declared variables.
  std::set<std::string> names_;
};

/// The name that smtlib_symbol() made this symbol (without bars) from, or the
/// symbol itself if it made none.
[[nodiscard]] std::string name_of_smtlib_symbol(std::string_view symbol);

/// An Int as a Real; any other term unchanged.
[[nodiscard]] Term as_real(TermManager& manager, Term t);

/// Whether a symbol is a rounding mode, brief or in full; `mode` is set then.
[[nodiscard]] bool is_rounding_mode(std::string_view symbol,
                                    RoundingMode& mode);

}  // namespace catenary::logic
