// SPDX-License-Identifier: Apache-2.0
/// \file
/// Terms: immutable, well-sorted, hash-consed expressions, independent of any
/// solver.
///
/// Method: maximal sharing (hash-consing) after Filliâtre and Conchon,
/// "Type-safe modular hash-consing", ML Workshop 2006: terms of equal structure
/// are one node, so that equality is a comparison of pointers.
#pragma once

#include <compare>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "logic/term/op.h"
#include "logic/value/ieee754.h"
#include "logic/value/value.h"

namespace catenary::logic {

/// The static arguments of an operator, which are not terms; see Op for their
/// meaning. Those that an operator does not have are ignored.
struct Indices {
  /// The first index in SMT-LIB, e.g. the high bit.
  std::uint32_t first = 0;
  /// The second, e.g. the low bit.
  std::uint32_t second = 0;
  /// The rounding mode of floating-point operators.
  RoundingMode mode = RoundingMode::nearest_even;
  bool operator==(const Indices&) const = default;
};

/// A handle to a term of a TermManager: one pointer, cheap to copy, valid as
/// long as the manager. Terms of one manager are equal if and only if their
/// structures are. They are ordered by id, that is by creation, operands before
/// the terms that are built of them, so that containers ordered by Term are
/// deterministic.
class Term {
 public:
  /// Not a term; only comparison and valid() are allowed.
  Term() = default;

  /// Whether this is a term.
  [[nodiscard]] bool valid() const { return node_ != nullptr; }
  /// From 1, in the order of creation.
  [[nodiscard]] std::uint32_t id() const;
  /// The operator at the root.
  [[nodiscard]] Op op() const;
  /// The sort of the term; valid as long as the manager.
  [[nodiscard]] const Sort& sort() const;
  /// The indices; default values where the operator has none.
  [[nodiscard]] const Indices& indices() const;
  /// The operands. For quantifiers the bound variables, then the body.
  [[nodiscard]] std::span<const Term> operands() const;
  /// One operand. Requires: it exists (checked).
  [[nodiscard]] Term operator[](std::size_t operand) const;
  /// The value. Requires: a constant (checked).
  [[nodiscard]] const Value& value() const;
  /// The name. Requires: a variable (checked).
  [[nodiscard]] const std::string& name() const;

  /// Tests of the root.
  [[nodiscard]] bool is_constant() const { return op() == Op::constant; }
  [[nodiscard]] bool is_variable() const { return op() == Op::variable; }
  [[nodiscard]] bool is_quantifier() const {
    return op() == Op::forall || op() == Op::exists;
  }
  /// Whether this is the constant true, or false.
  [[nodiscard]] bool is_true() const;
  [[nodiscard]] bool is_false() const;
  /// Whether a quantifier occurs anywhere in the term. Cost: constant.
  [[nodiscard]] bool has_quantifier() const;

  /// Identity; an invalid term is equal to an invalid term only.
  bool operator==(const Term&) const = default;
  /// By id; invalid terms come first.
  std::strong_ordering operator<=>(const Term& other) const;

 private:
  friend class TermManager;
  struct Node;
  explicit Term(const Node* node) : node_(node) {}
  /// Owned by the manager; null for an invalid term.
  const Node* node_ = nullptr;
};

/// Builds and owns terms. Not thread-safe. Terms are never freed before their
/// manager. Deterministic: the same calls in the same order give the same ids.
class TermManager {
 public:
  TermManager();
  ~TermManager();
  TermManager(const TermManager&) = delete;
  TermManager& operator=(const TermManager&) = delete;

  /// The constant of a value. NaNs of all bit patterns become the one NaN.
  [[nodiscard]] Term constant(const Value& value);
  [[nodiscard]] Term boolean(bool b) { return constant(Value::boolean(b)); }
  [[nodiscard]] Term integer(long long i) {
    return constant(Value::integer(i));
  }
  /// `bits` modulo 2^width.
  [[nodiscard]] Term bitvec(std::uint32_t width, mpz_class bits) {
    return constant(Value::bitvec(width, std::move(bits)));
  }

  /// The variable of that name, made at the first call. Requires: a name has
  /// one sort in a manager (checked).
  [[nodiscard]] Term variable(std::string_view name, const Sort& sort);
  /// A new variable with a name that was not used so far: "prefix!1",
  /// "prefix!2", …
  [[nodiscard]] Term fresh_variable(std::string_view prefix, const Sort& sort);
  /// The variable of that name, or an invalid Term.
  [[nodiscard]] Term find_variable(std::string_view name) const;

  /// An application, without any rewriting. Requires: the operands are terms of
  /// this manager; they, their number and the indices fit the operator
  /// (checked, InternalError). Not for constants, variables, quantifiers and
  /// constant arrays, which have functions of their own. Cost: one hash
  /// look-up.
  [[nodiscard]] Term make(Op op,
                          std::span<const Term> operands,
                          const Indices& indices = {});
  [[nodiscard]] Term make(Op op,
                          std::initializer_list<Term> operands,
                          const Indices& indices = {}) {
    return make(op, std::span(operands.begin(), operands.size()), indices);
  }

  /// A quantifier over these variables. Requires: distinct variables and a
  /// Boolean body (checked). Returns the body if there are no variables.
  [[nodiscard]] Term quantify(Op op, std::span<const Term> bound, Term body);
  /// The array that holds `everywhere` at each index. Requires: an array sort
  /// whose elements have the term's sort (checked).
  [[nodiscard]] Term const_array(const Sort& sort, Term everywhere);

  /// `like` with other operands; returns `like` if they are the same. For a
  /// variable or constant there are none.
  [[nodiscard]] Term rebuild(Term like, std::span<const Term> operands);

  /// The usual connectives, without simplification.
  [[nodiscard]] Term logical_not(Term a) { return make(Op::logical_not, {a}); }
  /// `true` for no operand, the operand itself for one.
  [[nodiscard]] Term logical_and(std::span<const Term> operands);
  /// `false` for no operand, the operand itself for one.
  [[nodiscard]] Term logical_or(std::span<const Term> operands);
  [[nodiscard]] Term logical_and(Term a, Term b) {
    return make(Op::logical_and, {a, b});
  }
  [[nodiscard]] Term logical_or(Term a, Term b) {
    return make(Op::logical_or, {a, b});
  }
  [[nodiscard]] Term implies(Term a, Term b) {
    return make(Op::implies, {a, b});
  }
  [[nodiscard]] Term equal(Term a, Term b) { return make(Op::equal, {a, b}); }
  [[nodiscard]] Term ite(Term condition, Term then, Term otherwise) {
    return make(Op::ite, {condition, then, otherwise});
  }

  /// The number of terms that were built; also the largest id.
  [[nodiscard]] std::uint32_t size() const;

 private:
  struct Tables;
  /// The unique node of this structure, found or made.
  Term intern(Op op,
              const Sort& sort,
              const Indices& indices,
              std::span<const Term> operands,
              const Value* value,
              std::string_view name);
  std::unique_ptr<Tables> tables_;
};

/// The sort of an application. Throws base::InternalError, naming the operator
/// and the sorts, if it is not well-sorted.
[[nodiscard]] Sort result_sort(Op op,
                               std::span<const Term> operands,
                               const Indices& indices);

/// Why an application is not well-sorted, e.g. "'bvadd' needs operands of one
/// sort, not …"; empty if it is. For readers of terms, which report it as an
/// error of the input.
[[nodiscard]] std::string sort_error(Op op,
                                     std::span<const Term> operands,
                                     const Indices& indices);

}  // namespace catenary::logic
