// SPDX-License-Identifier: Apache-2.0
/// \file
/// Two interfaces with the same inputs and outputs as one set of decision
/// diagrams, each with its own hidden variables: the product on which
/// refinement and differences are decided.
#pragma once

#include <cstdint>

#include "base/budget.h"
#include "engine/contract/consistency/finite.h"
#include "engine/contract/consistency/structure.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

/// The interface `a` (the specification) and `b` (what is compared with it).
/// Not movable: the diagrams refer to its interface.
class Pairing {
 public:
  /// Throws base::InputError where their inputs and outputs differ in name,
  /// role, type or range, logic::bdd::Unsupported, logic::bdd::LimitReached.
  /// The interfaces may be dropped afterwards.
  Pairing(const model::Interface& a,
          const model::Interface& b,
          const base::Budget& budget);
  Pairing(const Pairing&) = delete;
  Pairing& operator=(const Pairing&) = delete;

  /// Both as one interface, with terms of its own. Variables of `a` come first,
  /// in their order and with their indices.
  [[nodiscard]] const model::Interface& joint() const { return joint_; }
  /// The diagrams of both.
  [[nodiscard]] Finite& finite() { return finite_; }

  /// The contracts and definitions of one, with the ranges of inputs, outputs
  /// and its hidden variables.
  [[nodiscard]] Conjuncts theta(bool of_a, bool first);
  /// The promises of one, and the ranges of inputs.
  [[nodiscard]] Conjuncts promises(bool of_a, bool first);
  /// Current bits of the hidden variables of `a`.
  [[nodiscard]] const Indices& hidden_a() const { return hidden_a_; }
  /// Whether a variable of joint() is a hidden one of `a`.
  [[nodiscard]] bool is_hidden_of_a(std::uint32_t variable) const;

 private:
  /// All of both as one part; definitions count as contracts, so that theta()
  /// can select those of one side.
  [[nodiscard]] Part whole() const;

  model::Interface joint_;
  Structure structure_;
  Finite finite_;
  /// Contracts and definitions of each side.
  Indices of_a_, of_b_;
  /// See hidden_a().
  Indices hidden_a_;
  /// Variables: hidden ones of each side, and observed ones.
  Indices ranges_a_, ranges_b_, ranges_both_;
};

}  // namespace catenary::engine::contract
