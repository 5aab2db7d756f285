// SPDX-License-Identifier: Apache-2.0
/// \file
/// A random system that conforms to an interface, step by step, and its
/// environment, which keeps its promises.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/rng.h"
#include "challenge/walk/walk_budget.h"
#include "engine/contract/consistency/semantics.h"
#include "logic/term/evaluate/evaluate.h"
#include "model/contract/interface.h"

namespace catenary::challenge {

class ConformingSystem {
 public:
  /// All must outlive it.
  ConformingSystem(const model::Interface& interface,
                   base::Rng& rng,
                   WalkBudget& budget);

  void reset();
  [[nodiscard]] bool is_first() const { return first_; }

  using Inputs = std::vector<std::optional<logic::Value>>;
  /// Draws what is missing of the inputs of a step (null: all); false where
  /// none were found that keep the promises.
  [[nodiscard]] bool choose_inputs(const Inputs* given);

  enum class Answer : std::uint8_t {
    given,
    none,      ///< proved: all were tried
    not_found  ///< or the budget was spent
  };
  /// Called for an answer that one contract forbids and all other rules allow.
  using OnlyViolated = std::function<void(std::uint32_t contract)>;
  /// Searches an answer that all rules allow. `watched`: by contract, whether
  /// `only_violated` is called for it.
  [[nodiscard]] Answer answer(const std::vector<bool>& watched,
                              const OnlyViolated& only_violated);

  /// Whether the condition holds at the step that was just answered; false
  /// where it has no value.
  [[nodiscard]] bool holds(logic::Term condition) const;
  /// "go = true -> q = 2", without derived variables.
  [[nodiscard]] std::string text() const;
  /// Ends the step: what is now is the step before.
  void next();

 private:
  struct Rule {
    std::uint32_t contract = 0;
    logic::Term first, later;
  };
  struct Domain {
    std::uint32_t variable = 0;
    std::vector<logic::Value> values;  ///< all of them, or some worth trying
    bool complete = false;
  };

  [[nodiscard]] Domain domain_of(std::uint32_t variable) const;
  [[nodiscard]] logic::Value draw(const Domain& domain);
  void set(std::uint32_t variable, const logic::Value& value);
  [[nodiscard]] bool keeps_promises() const;
  /// The index of the first rule, from `from` on, that the present values
  /// violate; rules_.size() where there is none. Nothing where a rule cannot be
  /// evaluated.
  [[nodiscard]] std::optional<std::size_t> first_violated(
      std::size_t from = 0) const;
  void derive();

  const model::Interface& interface_;
  base::Rng& rng_;
  WalkBudget& budget_;
  std::vector<logic::Value> constants_;  ///< numbers of the contracts
  std::vector<Domain> inputs_, answers_;
  std::uint64_t combinations_ = 0;  ///< of answers; 0 = too many
  std::vector<Rule> rules_;
  std::vector<Rule> promises_;
  std::vector<const model::Contract*> definitions_;
  logic::Assignment values_;
  bool first_ = true;
};

}  // namespace catenary::challenge
