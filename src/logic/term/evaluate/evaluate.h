// SPDX-License-Identifier: Apache-2.0
/// \file
/// Concrete evaluation of terms.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "logic/term/term.h"

namespace catenary::logic {

/// Values of variables.
class Assignment {
 public:
  /// Requires: a variable and a value of its sort.
  void set(Term variable, Value value);
  [[nodiscard]] const Value* find(Term variable) const;  ///< null: none
  void erase(Term variable) { values_.erase(variable); }
  /// By ascending id of the variable.
  [[nodiscard]] const std::map<Term, Value>& values() const { return values_; }

 private:
  std::map<Term, Value> values_;
};

/// Evaluates terms under one assignment and remembers the values of their
/// subterms, so that many terms that share structure cost one walk.
class Evaluator {
 public:
  /// The assignment must outlive the evaluator and not change meanwhile.
  explicit Evaluator(const Assignment& assignment);

  /// The value of a term; nothing where a variable that matters has none, or
  /// a quantifier that matters ranges over more than max_instances values
  /// (Int and Real always do) or is nested more than 64 deep. What does not
  /// matter for the value (the other branch of an ite, what stands beside a
  /// false in a conjunction) may lack one.
  ///
  /// Cost: one operator application for each subterm, times the instances of
  /// the quantifiers around it. Never recursive in the depth of terms.
  [[nodiscard]] std::optional<Value> evaluate(Term term);

  /// Why the last evaluate() returned nothing, e.g. "'x' has no value".
  [[nodiscard]] const std::string& why_not() const { return why_not_; }

  static constexpr std::uint64_t max_instances = std::uint64_t{1} << 20;

 private:
  Evaluator(const Assignment& assignment, int depth);
  [[nodiscard]] std::optional<Value> evaluate_quantifier(Term term);
  void visit(Term term);

  const Assignment* assignment_;
  int depth_ = 0;
  std::unordered_map<std::uint32_t, std::optional<Value>> known_;
  std::string why_not_;
};

/// For a single term.
[[nodiscard]] std::optional<Value> evaluate(Term term,
                                            const Assignment& assignment);

}  // namespace catenary::logic
