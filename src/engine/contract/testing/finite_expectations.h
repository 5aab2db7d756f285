// SPDX-License-Identifier: Apache-2.0
/// \file
/// Expectations of finite interfaces, by the subset construction.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/budget.h"
#include "engine/contract/testing/expectations.h"
#include "engine/contract/testing/subset_walk.h"

namespace catenary::engine::contract {

class FiniteExpectations {
 public:
  /// The interface must outlive it. Throws logic::bdd::Unsupported and
  /// LimitReached, as does make().
  FiniteExpectations(const model::Interface& interface,
                     const base::Budget& budget)
      : interface_(interface), walk_(interface, budget) {}

  /// `known` as in ExpectationMaker.
  [[nodiscard]] Expectations make(const InputSequence& inputs,
                                  std::span<const logic::Term> known = {});
  /// What it says is not about its own outputs alone: a broken promise allows
  /// everything, and a dead end that no output shows forbids it.
  [[nodiscard]] bool concerns_others() const { return concerns_others_; }

 private:
  void step(std::size_t s,
            const std::vector<std::optional<logic::Value>>& inputs,
            logic::Term then);
  /// `given`: bits of which it need not say what they are, like those of
  /// inputs that are set.
  [[nodiscard]] logic::Term formula(
      const AllowedAt& allowed,
      const std::vector<std::optional<logic::Value>>& inputs,
      std::size_t s,
      bool with_ranges,
      Indices given = {});

  const model::Interface& interface_;
  SubsetWalk walk_;
  Expectations out_;
  bool concerns_others_ = false;
};

}  // namespace catenary::engine::contract
