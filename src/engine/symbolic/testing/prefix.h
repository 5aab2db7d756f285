// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a tester knows after it followed a path: the delays and values it saw,
/// and what they say about those it cannot see.
///
/// Hidden values (initial ones that nothing sets, newfresh) are never asked
/// about one guard at a time: all that was learned of them since the start
/// stays under one quantifier.
#pragma once

#include <set>
#include <span>
#include <vector>

#include "engine/symbolic/arithmetic/prover.h"
#include "engine/symbolic/execution.h"
#include "engine/symbolic/search/steps.h"

namespace catenary::engine::symbolic {

class Prefix {
 public:
  /// Before the first step. All must outlive it.
  Prefix(Execution& execution, Prover& prover, Steps& steps);

  /// Takes the step into `next`. Requires: a successor of at().
  void advance(ContextId next);

  [[nodiscard]] ContextId at() const { return at_; }
  /// Whether nothing hidden occurs in it. `fresh`: hidden as well.
  [[nodiscard]] bool is_visible(logic::Term formula,
                                std::span<const logic::Term> fresh = {}) const;

  /// "There are hidden values, consistent with what was seen, and values of
  /// `fresh`, with all of these", as conjuncts, given that the path was
  /// followed: what that says anyway is left out.
  [[nodiscard]] std::vector<logic::Term> possibly(
      std::span<const logic::Term> conjuncts,
      std::span<const logic::Term> fresh);
  /// "For all hidden values that are consistent with what was seen there are
  /// values of `fresh` with all of these".
  [[nodiscard]] std::vector<logic::Term> surely(
      std::span<const logic::Term> conjuncts,
      std::span<const logic::Term> fresh);

  /// "There are hidden values with which this path is followed", completely:
  /// conjuncts over what can be seen, and definitions of the names in them.
  [[nodiscard]] std::vector<logic::Term> followed();

  /// What is known of the values of variables here, in terms of what was seen.
  [[nodiscard]] Knowledge knowledge();

  /// Definitions of the last step that depend on nothing hidden, and those that
  /// sum up what was learned ("h~k.1", or "h~k.1.int" for an integer, …).
  [[nodiscard]] std::vector<Definition> visible_definitions() const;

 private:
  void learn(const Context& context);
  void forget_dead(const Context& context);
  /// Replaces secrets that are known by now.
  void reveal();
  /// Makes bounds on the same secrets one, named by a definition, so that what
  /// was learned does not grow with the path.
  void summarise(std::uint32_t depth);
  /// Of what was learned, all that is connected with these.
  [[nodiscard]] std::vector<logic::Term> connected(
      std::span<const logic::Term> conjuncts) const;
  [[nodiscard]] std::vector<logic::Term> secrets_in(
      std::span<const logic::Term> formulas) const;

  Execution& execution_;
  Prover& prover_;
  Steps& steps_;
  ContextId at_ = 0;
  Cubes post_;                        ///< of variables, at this context
  std::set<logic::Term> secrets_;     ///< hidden, or defined by hidden values
  std::vector<logic::Term> visible_;  ///< conjuncts of the path condition
  std::vector<logic::Term> learned_;  ///< those with secrets
  std::vector<Definition> definitions_;
};

}  // namespace catenary::engine::symbolic
