// SPDX-License-Identifier: Apache-2.0
/// \file
/// Terms: immutable, well-sorted, hash-consed expressions that know no solver.
///
/// Method: maximal sharing (hash-consing) after Filliâtre and Conchon,
/// "Type-safe modular hash-consing", ML Workshop 2006: equal structure, same
/// node, so that equality is a comparison of pointers.
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

/// What an operator takes besides operands; see Op.
struct Indices {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  RoundingMode mode = RoundingMode::nearest_even;
  bool operator==(const Indices&) const = default;
};

/// A handle to a term of a TermManager, valid as long as that lives; one
/// pointer. Terms of one manager are equal when their structures are.
/// Ordered by id, i.e. by creation, operands before what is built of them.
class Term {
 public:
  Term() = default;  ///< no term; only comparison and valid() are allowed

  [[nodiscard]] bool valid() const { return node_ != nullptr; }
  [[nodiscard]] std::uint32_t id() const;  ///< from 1, in creation order
  [[nodiscard]] Op op() const;
  [[nodiscard]] const Sort& sort() const;
  [[nodiscard]] const Indices& indices() const;
  /// Quantifiers: the bound variables, then the body.
  [[nodiscard]] std::span<const Term> operands() const;
  [[nodiscard]] Term operator[](std::size_t operand) const;
  [[nodiscard]] const Value& value() const;       ///< constant
  [[nodiscard]] const std::string& name() const;  ///< variable

  [[nodiscard]] bool is_constant() const { return op() == Op::constant; }
  [[nodiscard]] bool is_variable() const { return op() == Op::variable; }
  [[nodiscard]] bool is_quantifier() const {
    return op() == Op::forall || op() == Op::exists;
  }
  [[nodiscard]] bool is_true() const;
  [[nodiscard]] bool is_false() const;
  /// Whether a quantifier occurs anywhere in it. Cost: none.
  [[nodiscard]] bool has_quantifier() const;

  bool operator==(const Term&) const = default;
  std::strong_ordering operator<=>(const Term& other) const;

 private:
  friend class TermManager;
  struct Node;
  explicit Term(const Node* node) : node_(node) {}
  const Node* node_ = nullptr;
};

/// Builds and owns terms. Not thread-safe. Terms are never freed before their
/// manager. The same calls in the same order give the same ids.
class TermManager {
 public:
  TermManager();
  ~TermManager();
  TermManager(const TermManager&) = delete;
  TermManager& operator=(const TermManager&) = delete;

  [[nodiscard]] Term constant(const Value& value);
  [[nodiscard]] Term boolean(bool b) { return constant(Value::boolean(b)); }
  [[nodiscard]] Term integer(long long i) {
    return constant(Value::integer(i));
  }
  [[nodiscard]] Term bitvec(std::uint32_t width, mpz_class bits) {
    return constant(Value::bitvec(width, std::move(bits)));
  }

  /// The variable of that name. Requires: a name has one sort in a manager.
  [[nodiscard]] Term variable(std::string_view name, const Sort& sort);
  /// A variable of a name not used so far: "prefix!1", "prefix!2", …
  [[nodiscard]] Term fresh_variable(std::string_view prefix, const Sort& sort);
  /// The variable of that name, or no term.
  [[nodiscard]] Term find_variable(std::string_view name) const;

  /// An application. Requires: the operands are terms of this manager, and
  /// they, their number and the indices fit the operator (checked). Not for
  /// constants, variables, quantifiers and constant arrays, which have
  /// functions of their own. No rewriting takes place.
  [[nodiscard]] Term make(Op op,
                          std::span<const Term> operands,
                          const Indices& indices = {});
  [[nodiscard]] Term make(Op op,
                          std::initializer_list<Term> operands,
                          const Indices& indices = {}) {
    return make(op, std::span(operands.begin(), operands.size()), indices);
  }

  /// Requires: distinct variables; with none of them the body is returned.
  [[nodiscard]] Term quantify(Op op, std::span<const Term> bound, Term body);
  /// Requires: an array sort whose elements are of the term's sort.
  [[nodiscard]] Term const_array(const Sort& sort, Term everywhere);

  /// `like` with other operands; those of a variable or constant: none.
  [[nodiscard]] Term rebuild(Term like, std::span<const Term> operands);

  [[nodiscard]] Term logical_not(Term a) { return make(Op::logical_not, {a}); }
  /// true for no operand, the operand itself for one.
  [[nodiscard]] Term logical_and(std::span<const Term> operands);
  /// false for no operand, the operand itself for one.
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

  /// Number of terms built; the largest id.
  [[nodiscard]] std::uint32_t size() const;

 private:
  struct Tables;
  Term intern(Op op,
              const Sort& sort,
              const Indices& indices,
              std::span<const Term> operands,
              const Value* value,
              std::string_view name);
  std::unique_ptr<Tables> tables_;
};

/// The sort of an application. Throws base::InternalError, naming the operator
/// and the sorts, where it is not well-sorted.
[[nodiscard]] Sort result_sort(Op op,
                               std::span<const Term> operands,
                               const Indices& indices);

/// Why an application is not well-sorted, e.g. "'bvadd' needs operands of one
/// sort, not …"; empty where it is. For readers of terms.
[[nodiscard]] std::string sort_error(Op op,
                                     std::span<const Term> operands,
                                     const Indices& indices);

}  // namespace catenary::logic
