// SPDX-License-Identifier: Apache-2.0
/// \file
/// Expectations of a test, step by step: the outputs that an interface allows
/// for its inputs, as values, intervals, sets and formulas of a suite. With
/// them, a test is judged without the interface.
///
/// Method: for finite interfaces the subset construction over decision diagrams
/// (subset_walk.h); where the allowed outputs depend on earlier ones, formulas
/// refer to earlier steps. Otherwise elimination of the hidden variables
/// (Aichernig et al., STTT 2017, algorithm 1).
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

/// Inputs and outputs of an interface as signals of a suite, in the order of
/// the variables. Hidden variables are left out.
[[nodiscard]] suite::Signature signature_of(const model::Interface& interface);

/// The expectations of one test.
struct Expectations {
  /// By step; signals count in signature_of(). If the earlier steps passed, a
  /// step fails exactly where a Monitor answers Allowed::no.
  std::vector<std::vector<suite::ExpectedOutput>> steps;
  /// Otherwise some step allows more than the interface does; never less.
  bool exact = true;
  /// Why not exact; empty if it is.
  std::string why_not;
};

class FiniteExpectations;

/// Makes the expectations of the tests of one interface. By components where it
/// is finite and each component's expectation is about its own outputs alone.
class ExpectationMaker {
 public:
  /// The interface must outlive this. Throws logic::bdd::LimitReached.
  explicit ExpectationMaker(const model::Interface& interface,
                            base::Budget budget = {});
  ~ExpectationMaker();
  ExpectationMaker(const ExpectationMaker&) = delete;
  ExpectationMaker& operator=(const ExpectationMaker&) = delete;

  /// Expectations for inputs; they hold for all values of inputs left out.
  /// `known`: by step, what is known of its outputs before the next one, as a
  /// term over current values; null or missing: nothing. An adaptive test knows
  /// which branch it took.
  ///
  /// Throws Undecided, logic::bdd::LimitReached. Cost: one image for each step
  /// and belief, at most 64 beliefs.
  [[nodiscard]] Expectations make(const InputSequence& inputs,
                                  std::span<const logic::Term> known = {});

 private:
  /// A component with its maker.
  struct Piece;
  /// No value if a component's expectation is about the outputs of others.
  [[nodiscard]] std::optional<Expectations> by_components(
      const InputSequence& inputs, std::span<const logic::Term> known);

  const model::Interface& interface_;
  base::Budget budget_;
  /// The components; empty if there is only one, or the interface is not
  /// finite.
  std::vector<std::unique_ptr<Piece>> pieces_;
  /// For the whole interface; null until needed.
  std::unique_ptr<FiniteExpectations> whole_;
};

}  // namespace catenary::engine::contract
