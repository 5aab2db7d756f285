// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a test expects, step by step: the outputs an interface allows for its
/// inputs, as values, intervals, sets and formulas. A test that has them needs
/// no interface to be judged.
///
/// For finite interfaces by the subset construction over decision diagrams:
/// where what is possible depends on the outputs so far, formulas speak of
/// earlier steps. For others by eliminating hidden variables.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/contract/search/target_search.h"
#include "model/contract/interface.h"
#include "suite/signature.h"
#include "suite/suite.h"

namespace catenary::engine::contract {

/// Inputs and outputs of an interface, in its order.
[[nodiscard]] suite::Signature signature_of(const model::Interface& interface);

struct Expectations {
  /// Signals count in signature_of(). A step fails exactly where a Monitor
  /// says so, if the earlier ones did not.
  std::vector<std::vector<suite::Expected>> steps;
  /// Else some steps allow more than the interface does, never less.
  bool exact = true;
  std::string why_not;
};

class FiniteExpectations;

/// Makes expectations for the tests of one interface. Where it is finite, its
/// components are judged one by one.
class ExpectationMaker {
 public:
  /// The interface must outlive it. Throws logic::bdd::LimitReached.
  explicit ExpectationMaker(const model::Interface& interface,
                            base::Budget budget = {});
  ~ExpectationMaker();
  ExpectationMaker(const ExpectationMaker&) = delete;
  ExpectationMaker& operator=(const ExpectationMaker&) = delete;

  /// For the inputs, whatever the values of missing ones are. `known`: what is
  /// known of the outputs of a step before the next one, as terms over current
  /// values; null terms, and missing ones, for nothing. Throws Undecided,
  /// logic::bdd::LimitReached.
  [[nodiscard]] Expectations make(const InputSequence& inputs,
                                  std::span<const logic::Term> known = {});

 private:
  struct Piece;
  /// Nothing where what a component says is about the outputs of others.
  [[nodiscard]] std::optional<Expectations> by_components(
      const InputSequence& inputs, std::span<const logic::Term> known);

  const model::Interface& interface_;
  base::Budget budget_;
  std::vector<std::unique_ptr<Piece>> pieces_;
  std::unique_ptr<FiniteExpectations> whole_;
};

}  // namespace catenary::engine::contract
