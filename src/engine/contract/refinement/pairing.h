// SPDX-License-Identifier: Apache-2.0
/// \file
/// Two interfaces side by side, over the same inputs and outputs, each with
/// hidden variables of its own, as decision diagrams.
#pragma once

#include <cstdint>

#include "base/budget.h"
#include "engine/contract/consistency/finite.h"
#include "engine/contract/consistency/structure.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

class Pairing {
 public:
  /// Throws base::InputError where their inputs and outputs are not the same,
  /// logic::bdd::Unsupported, logic::bdd::LimitReached.
  Pairing(const model::Interface& a,
          const model::Interface& b,
          const base::Budget& budget);
  Pairing(const Pairing&) = delete;
  Pairing& operator=(const Pairing&) = delete;

  /// Variables of `a` come first, in their order.
  [[nodiscard]] const model::Interface& joint() const { return joint_; }
  [[nodiscard]] Finite& finite() { return finite_; }

  /// Contracts of one, and ranges of what is observed and of its hidden ones.
  [[nodiscard]] Conjuncts theta(bool of_a, bool first);
  /// Promises of one, and ranges of inputs.
  [[nodiscard]] Conjuncts promises(bool of_a, bool first);
  /// Current bits of hidden variables of `a`.
  [[nodiscard]] const Indices& hidden_a() const { return hidden_a_; }
  [[nodiscard]] bool is_hidden_of_a(std::uint32_t variable) const;

 private:
  [[nodiscard]] Part whole() const;

  model::Interface joint_;
  Structure structure_;
  Finite finite_;
  Indices of_a_, of_b_;                        ///< contracts
  Indices hidden_a_;                           ///< bits
  Indices ranges_a_, ranges_b_, ranges_both_;  ///< variables
};

}  // namespace catenary::engine::contract
