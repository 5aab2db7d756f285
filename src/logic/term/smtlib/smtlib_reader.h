// SPDX-License-Identifier: Apache-2.0
/// \file
/// Terms from S-expressions: names, sorts, binders, operators. Only for the
/// reader of SMT-LIB; see parse_smtlib.h.
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

class SmtlibReader {
 public:
  using Id = SExpressions::Id;

  /// Both must outlive the reader.
  SmtlibReader(TermManager& manager, const SExpressions& text)
      : manager_(manager), text_(text) {}

  /// `depth`: of arrays around it.
  [[nodiscard]] Sort sort(Id id, int depth = 0) const;
  [[nodiscard]] Term term(Id root);

  /// A variable for a symbol at `id`, which must be new.
  Term declare(Id id, const Sort& sort);
  /// Its own symbol stands for it, as do its sort's enumerators.
  void know(Term variable);
  /// (define-fun NAME ((p S)...) RESULT BODY), from the name on.
  void define_function(Id name, Id parameters, Id result, Id body);
  void define_sort(Id name, const Sort& sort);
  /// An enumeration from a list of constructors without fields.
  void define_enumeration(Id name, Id constructors);

 private:
  struct Function {
    std::vector<Term> parameters;
    Term body;
  };
  struct Frame {
    Id id = 0;
    std::vector<Id> children;      ///< to be read, in this order
    std::vector<Term> values;      ///< those read
    std::vector<std::string> let;  ///< names for the values but the last
    std::vector<Term> bound;       ///< by a quantifier
    std::vector<std::string> in_scope;
  };
  /// An operator's head: (_ name index index), or its parts.
  struct Head {
    std::string_view name;
    std::vector<Id> indices;
    Id sort = 0;  ///< of (as const SORT)
  };

  // smtlib_reader.cpp: names, declarations, the walk.
  [[nodiscard]] std::string symbol(Id id) const;
  [[nodiscard]] std::uint32_t index(Id id, std::uint32_t lowest) const;
  void note_enumerators(const Sort& sort);
  [[nodiscard]] Term bind(Id id);
  void enter(Frame& frame);
  void enter_binder(Frame& frame, bool is_let);
  [[nodiscard]] Term leave(Frame& frame);
  void hide(const std::vector<std::string>& names);

  // smtlib_operators.cpp: what stands for a term by itself, applications.
  [[nodiscard]] Term atom(Id id) const;
  [[nodiscard]] Term indexed_constant(Id id) const;
  [[nodiscard]] Term apply(Id id, std::vector<Term> v);
  [[nodiscard]] Head head(Id id) const;
  [[nodiscard]] Term numeric(Id id,
                             std::string_view name,
                             std::vector<Term> v) const;
  [[nodiscard]] Term conversion(Id id,
                                const Head& head,
                                const std::vector<Term>& v,
                                RoundingMode mode) const;
  [[nodiscard]] Term folded(Id id, Op op, const std::vector<Term>& v) const;
  [[nodiscard]] Term chained(Id id, Op op, const std::vector<Term>& v) const;
  [[nodiscard]] Term make(Id id,
                          Op op,
                          const std::vector<Term>& v,
                          const Indices& indices = {}) const;

  TermManager& manager_;
  const SExpressions& text_;
  std::map<std::string, Sort, std::less<>> sorts_;
  std::map<std::string, Value, std::less<>> enumerators_;
  std::map<std::string, Function, std::less<>> functions_;
  /// Terms that symbols stand for, the innermost last.
  std::map<std::string, std::vector<Term>, std::less<>> terms_;
  std::set<std::string> names_;  ///< of declared variables
};

/// The name that smtlib_symbol() made this symbol (without bars) from, or the
/// symbol where it made none.
[[nodiscard]] std::string name_of_smtlib_symbol(std::string_view symbol);

/// An Int as a Real; any other term is itself.
[[nodiscard]] Term as_real(TermManager& manager, Term t);

/// Whether a symbol is a rounding mode, and which.
[[nodiscard]] bool is_rounding_mode(std::string_view symbol,
                                    RoundingMode& mode);

}  // namespace catenary::logic
