// SPDX-License-Identifier: Apache-2.0
/// \file
/// The subset construction along the inputs of one test: the outputs that are
/// allowed at each step, and the earlier outputs on which this depends.
///
/// Method: Rabin, Scott, "Finite automata and their decision problems", IBM
/// Journal 1959 (doi:10.1147/rd.32.0114), over decision diagrams, with all
/// observations at once: each belief has the condition on earlier observations
/// that leads to it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/finite.h"
#include "engine/contract/consistency/semantics.h"
#include "engine/contract/search/target_search.h"
#include "engine/contract/testing/diagram_text.h"

namespace catenary::engine::contract {

/// The values that explain one class of observations.
struct Belief {
  /// Over current values that matter later.
  Bdd states;
  /// The observations that lead here, over Semantics::at() of the steps so far.
  /// The conditions of all beliefs are exclusive.
  logic::Term when;
  /// An input may have broken a promise: everything is allowed for ever.
  bool anything = false;
};

/// The outputs that are allowed at a step.
struct AllowedAt {
  /// For the observations that lead to some of the beliefs.
  struct Case {
    /// As in Belief.
    logic::Term when;
    /// Allowed steps, over current outputs and inputs.
    Bdd outputs;
    /// Inputs that may break a promise; contained in `outputs`.
    Bdd broken;
    /// A promise may have been broken at an earlier step: even values out of
    /// range are allowed, as they are with `broken` inputs.
    bool anything = false;
  };
  /// Exactly one of the conditions holds if the earlier steps passed; no two
  /// cases allow the same.
  std::vector<Case> cases;
  /// The inputs of the test at this step; those left out are within range.
  Bdd inputs;
};

/// Follows the inputs of one test after the other. At most 64 beliefs; beyond,
/// they are united into one, and what is allowed becomes an over-approximation.
class SubsetWalk {
 public:
  /// The interface must outlive this. Throws logic::bdd::Unsupported and
  /// LimitReached.
  SubsetWalk(const model::Interface& interface, const base::Budget& budget);

  /// Returns to the state before the first step.
  void restart();
  /// The outputs allowed at the next step. `inputs`: by variable; no value: any
  /// within the range. `then`: what is known of the outputs of this step before
  /// the next one, a term over current values; null: nothing. Throws
  /// LimitReached. Cost: one image for each belief.
  [[nodiscard]] AllowedAt step(
      const std::vector<std::optional<logic::Value>>& inputs,
      logic::Term then = {});
  /// Whether beliefs were united since the restart: more may be allowed since.
  [[nodiscard]] bool united() const { return united_; }
  /// Reads the diagrams of this walk.
  [[nodiscard]] DiagramText& text() { return text_; }
  /// The diagrams of the interface.
  [[nodiscard]] Finite& finite() { return finite_; }
  /// The formulas of the interface; conditions are over its at().
  [[nodiscard]] const Semantics& semantics() const { return semantics_; }

 private:
  /// Adds the successors of a belief to `next`, one for each class of
  /// observations.
  void follow(const Belief& belief,
              const Bdd& broken,
              const Bdd& relation,
              std::vector<Belief>& next);
  /// Adds a belief, or its condition to that of an equal one.
  void add(Belief belief, std::vector<Belief>& to);
  /// Replaces all beliefs by one that has the values of all of them.
  void unite(const Bdd& states, std::vector<Belief>& beliefs);
  /// The inputs of a step, as far as they are fixed; others are within range.
  [[nodiscard]] Bdd condition_of(
      const std::vector<std::optional<logic::Value>>& inputs);
  /// Adds a case. Beliefs that allow the same share a case, so that later
  /// formulas are shorter.
  void allow(AllowedAt::Case added, AllowedAt& to);
  /// A set over current observed values as a term over the step at work.
  [[nodiscard]] logic::Term term_at_step(const Bdd& set);

  const model::Interface& interface_;
  Semantics semantics_;
  Structure structure_;
  Finite finite_;
  DiagramText text_;
  /// Current bits: of inputs and outputs, of hidden variables, and those that a
  /// later step reads.
  Indices observed_bits_, hidden_bits_, kept_;
  /// Variables: inputs, then outputs. The order of case distinctions in
  /// conditions.
  std::vector<std::uint32_t> observed_;
  /// The beliefs after steps_ steps.
  std::vector<Belief> beliefs_;
  std::size_t steps_ = 0;
  bool united_ = false;
};

}  // namespace catenary::engine::contract
