// SPDX-License-Identifier: Apache-2.0
/// \file
/// The subset construction along the inputs of one test: which outputs are
/// allowed at each step, and on which earlier outputs that depends.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/finite.h"
#include "engine/contract/consistency/semantics.h"
#include "engine/contract/search/target_search.h"
#include "engine/contract/testing/diagram_text.h"

namespace catenary::engine::contract {

/// What a tester may believe after some steps.
struct Belief {
  Bdd states;        ///< over current values that matter later
  logic::Term when;  ///< over Semantics::at() of the steps so far
  /// An input may have broken a promise: everything is allowed for ever.
  bool anything = false;
};

/// What is allowed at a step, by belief.
struct AllowedAt {
  struct Case {
    logic::Term when;  ///< as in Belief
    Bdd outputs;       ///< over current outputs and inputs
    Bdd broken;        ///< inputs that may break a promise; part of `outputs`
    /// A promise may have been broken before: even values out of range are
    /// allowed, as they are with `broken` inputs.
    bool anything = false;
  };
  std::vector<Case> cases;  ///< one of them applies; no two are the same
  Bdd inputs;               ///< those of the test
};

class SubsetWalk {
 public:
  /// Throws logic::bdd::Unsupported and LimitReached.
  SubsetWalk(const model::Interface& interface, const base::Budget& budget);

  /// Back to the time before the first step.
  void restart();
  /// `then`: what is known of the outputs before the next step, a term over
  /// current values; null for nothing.
  [[nodiscard]] AllowedAt step(
      const std::vector<std::optional<logic::Value>>& inputs,
      logic::Term then = {});
  /// Beliefs were so many that some were united: more is allowed since.
  [[nodiscard]] bool united() const { return united_; }
  [[nodiscard]] DiagramText& text() { return text_; }
  [[nodiscard]] Finite& finite() { return finite_; }
  [[nodiscard]] const Semantics& semantics() const { return semantics_; }

 private:
  void follow(const Belief& belief,
              const Bdd& broken,
              const Bdd& relation,
              std::vector<Belief>& next);
  void add(Belief belief, std::vector<Belief>& to);
  void unite(const Bdd& states, std::vector<Belief>& beliefs);
  [[nodiscard]] logic::Term term_at_step(const Bdd& set);

  const model::Interface& interface_;
  Semantics semantics_;
  Structure structure_;
  Finite finite_;
  DiagramText text_;
  Indices observed_bits_, hidden_bits_, kept_;
  std::vector<std::uint32_t> observed_;  ///< variables: inputs, then outputs
  std::vector<Belief> beliefs_;
  std::size_t steps_ = 0;
  bool united_ = false;
};

}  // namespace catenary::engine::contract
