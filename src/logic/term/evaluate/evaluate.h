// SPDX-License-Identifier: Apache-2.0
/// \file
/// Concrete evaluation of terms under an assignment.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "logic/term/term.h"

namespace catenary::logic {

/// A finite map from variables to values. Iteration is by ascending id, so that
/// it is deterministic.
class Assignment {
 public:
  /// Sets or replaces a value. Requires: a variable and a value of its sort
  /// (checked).
  void set(Term variable, Value value);
  /// The value of a variable, or null if it has none. Valid until the next
  /// change.
  [[nodiscard]] const Value* find(Term variable) const;
  /// Removes the value of a variable, if it has one.
  void erase(Term variable) { values_.erase(variable); }
  /// All values, by ascending id of the variable.
  [[nodiscard]] const std::map<Term, Value>& values() const { return values_; }

 private:
  std::map<Term, Value> values_;
};

/// Evaluates terms under one assignment and remembers the values of their
/// subterms, so that many terms that share structure cost one walk.
class Evaluator {
 public:
  /// The assignment must outlive the evaluator and must not change meanwhile.
  explicit Evaluator(const Assignment& assignment);

  /// The value of a term. Nothing if a variable that matters has no value, or
  /// if a quantifier that matters ranges over more than max_instances values
  /// (Int and Real always do) or is nested more than 64 deep. Subterms that do
  /// not matter (the branch of an ite that is not taken, the operands beside a
  /// false in a conjunction) may have no value.
  ///
  /// Cost: one operator application for each subterm, times the instances of
  /// the quantifiers around it. Not recursive in the depth of terms.
  [[nodiscard]] std::optional<Value> evaluate(Term term);

  /// Why the last evaluate() returned nothing, e.g. "'x' has no value"; empty
  /// if it returned a value.
  [[nodiscard]] const std::string& why_not() const { return why_not_; }

  /// The largest number of instances of one quantifier that are tried.
  static constexpr std::uint64_t max_instances = std::uint64_t{1} << 20;

 private:
  /// `depth` counts the quantifiers around the body that is evaluated.
  Evaluator(const Assignment& assignment, int depth);
  /// Tries all values of the bound variables until one decides.
  [[nodiscard]] std::optional<Value> evaluate_quantifier(Term term);
  /// Determines the value of a term whose operands were visited.
  void visit(Term term);

  const Assignment* assignment_;
  int depth_ = 0;
  /// By id of the term; nothing = visited, and it has no value.
  std::unordered_map<std::uint32_t, std::optional<Value>> known_;
  std::string why_not_;
};

/// Evaluates a single term.
[[nodiscard]] std::optional<Value> evaluate(Term term,
                                            const Assignment& assignment);

}  // namespace catenary::logic
