// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a tester knows after it followed a path: the delays and values that it
/// observed, and what they imply for hidden values.
///
/// Hidden values are initial values that nothing sets, and those of newfresh.
/// Everything that was learned about them since the start stays under one
/// quantifier; they are never quantified anew for each guard.
#pragma once

#include <set>
#include <span>
#include <vector>

#include "engine/symbolic/execution.h"
#include "engine/symbolic/prover.h"
#include "engine/symbolic/search/steps.h"

namespace catenary::engine::symbolic {

/// The knowledge along one path. It is advanced step by step, so that its cost
/// is about linear in the path.
class Prefix {
 public:
  /// The knowledge before the first step. Everything given must outlive it.
  Prefix(Execution& execution, Prover& prover, Steps& steps);

  /// Takes the step into `next`. Requires: `next` is a successor of at()
  /// (checked).
  void advance(ContextId next);

  /// The context where the path ends.
  [[nodiscard]] ContextId at() const { return at_; }
  /// Whether nothing hidden occurs in the formula. The variables `fresh` count
  /// as hidden too.
  [[nodiscard]] bool is_visible(logic::Term formula,
                                std::span<const logic::Term> fresh = {}) const;

  /// "Hidden values that are consistent with what was observed, and values of
  /// `fresh`, exist such that all of these hold", as conjuncts. It presupposes
  /// that the path was followed: what follows from that is left out.
  [[nodiscard]] std::vector<logic::Term> possibly(
      std::span<const logic::Term> conjuncts,
      std::span<const logic::Term> fresh);
  /// "For all hidden values that are consistent with what was observed, values
  /// of `fresh` exist such that all of these hold", as conjuncts.
  [[nodiscard]] std::vector<logic::Term> surely(
      std::span<const logic::Term> conjuncts,
      std::span<const logic::Term> fresh);

  /// "Hidden values exist with which this path is followed", completely:
  /// conjuncts over what can be observed, and definitions of the names in them.
  [[nodiscard]] std::vector<logic::Term> followed();

  /// What is known of the values of variables here, in terms of what was
  /// observed: an over-approximation.
  [[nodiscard]] Knowledge knowledge();

  /// The definitions of the last step that depend on nothing hidden, and those
  /// that summarise what was learned ("h~k.1", or "h~k.1.int" for an integer,
  /// …).
  [[nodiscard]] std::vector<Definition> visible_definitions() const;

 private:
  /// Adds the conditions and definitions of a context.
  void learn(const Context& context);
  /// Eliminates hidden values that no variable holds any more, if that is
  /// possible exactly.
  void forget_dead(const Context& context);
  /// Replaces hidden values that are determined by now.
  void reveal();
  /// Constraints "hidden + observable <= 0" (or "< 0") with the same hidden
  /// part.
  struct BoundGroup {
    /// The hidden part.
    std::vector<std::pair<logic::Term, mpz_class>> secrets;
    /// "<=" or "<".
    logic::LinearConstraint::Relation relation;
    /// The observable parts, each as a constraint of its own.
    std::vector<logic::LinearConstraint> bounds;
    /// The constraints as they were learned.
    std::vector<logic::Term> conjuncts;
  };
  /// The maximum of the observable parts, as nested conditionals.
  [[nodiscard]] logic::Term maximum(const BoundGroup& group) const;
  /// Replaces several bounds on the same hidden values by one, their maximum,
  /// which gets a name. So what was learned does not grow with the path.
  void summarise(std::uint32_t depth);
  /// The conjuncts of what was learned that share hidden values with these,
  /// directly or through others.
  [[nodiscard]] std::vector<logic::Term> connected(
      std::span<const logic::Term> conjuncts) const;
  /// The hidden values in the formulas.
  [[nodiscard]] std::vector<logic::Term> secrets_in(
      std::span<const logic::Term> formulas) const;

  /// The tree of contexts.
  Execution& execution_;
  /// Eliminates quantifiers.
  Prover& prover_;
  /// Facts about single steps.
  Steps& steps_;
  /// See at().
  ContextId at_ = 0;
  /// What is known of the variables at this context, from Steps::after().
  logic::Cubes post_;
  /// Hidden values, and names that are defined by hidden values.
  std::set<logic::Term> secrets_;
  /// Conjuncts of the path condition without hidden values.
  std::vector<logic::Term> visible_;
  /// Conjuncts of the path condition with hidden values.
  std::vector<logic::Term> learned_;
  /// See visible_definitions().
  std::vector<Definition> definitions_;
};

}  // namespace catenary::engine::symbolic
