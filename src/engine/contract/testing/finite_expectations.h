// SPDX-License-Identifier: Apache-2.0
/// \file
/// Expectations of a finite interface, by the subset construction over decision
/// diagrams.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/budget.h"
#include "engine/contract/testing/expectations.h"
#include "engine/contract/testing/step_writer.h"
#include "engine/contract/testing/subset_walk.h"

namespace catenary::engine::contract {

/// Turns the sets of allowed outputs of a SubsetWalk into expectations.
class FiniteExpectations {
 public:
  /// The interface must outlive this. Throws logic::bdd::Unsupported and
  /// LimitReached; so does make().
  FiniteExpectations(const model::Interface& interface,
                     const base::Budget& budget)
      : interface_(interface), walk_(interface, budget) {}

  /// See ExpectationMaker::make().
  [[nodiscard]] Expectations make(const InputSequence& inputs,
                                  std::span<const logic::Term> known = {});
  /// Whether the last expectations were about more than the outputs of this
  /// interface: a broken promise allows everything, and a dead end that no
  /// output shows allows nothing. Both affect the other components, too.
  [[nodiscard]] bool concerns_others() const { return concerns_others_; }

 private:
  /// Appends the expectations of one step. `then`: what is known of its
  /// outputs.
  void step(std::size_t s,
            const std::vector<std::optional<logic::Value>>& inputs,
            logic::Term then);
  /// Expectations of outputs where no promise may be broken: the projection to
  /// each output, and a formula where the product of these allows too much.
  /// `all`: the union of the allowed sets.
  void plain(std::size_t s,
             const std::vector<std::optional<logic::Value>>& inputs,
             const AllowedAt& allowed,
             const Bdd& all,
             StepWriter& writer);
  /// The allowed outputs as a formula over the names of a suite. `given`: bits
  /// about which the formula need not speak, as other expectations fix them;
  /// those of inputs that are set are added. `with_ranges`: conjoin the ranges
  /// of outputs.
  [[nodiscard]] logic::Term formula(
      const AllowedAt& allowed,
      const std::vector<std::optional<logic::Value>>& inputs,
      std::size_t s,
      bool with_ranges,
      Indices given = {});

  const model::Interface& interface_;
  /// Restarted for each test.
  SubsetWalk walk_;
  /// Of the test at work.
  Expectations out_;
  bool concerns_others_ = false;
};

}  // namespace catenary::engine::contract
