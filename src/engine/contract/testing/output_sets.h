// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sets of outputs in the forms of a suite: values, intervals and lists of
/// values where the set is a product of those, formulas otherwise.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/contract/consistency/finite.h"
#include "engine/contract/testing/diagram_text.h"
#include "model/contract/interface.h"
#include "suite/suite.h"

namespace catenary::engine::contract {

/// The condition that an output has one of these values and is within its
/// range, as a term over its name in suites.
[[nodiscard]] logic::Term own_values(DiagramText& text,
                                     const model::Interface& interface,
                                     std::uint32_t variable,
                                     const Spans& spans);

/// The same as a plain expectation: a value, an interval or a list. No value if
/// every value of a type without range is allowed, or if more than 32 values
/// would have to be listed; only in the second case `is_written` becomes false.
[[nodiscard]] std::optional<suite::Expectation> plain_expectation(
    DiagramText& text,
    const model::Interface& interface,
    std::uint32_t variable,
    const Spans& spans,
    bool& is_written);

/// Conditions that tell disjoint sets of outputs apart, for the branches of an
/// adaptive test. Signals count in signature_of().
///
/// Cost: a quantification for each pair of an output and a set, and an
/// intersection for each pair of sets.
class OutputSets {
 public:
  /// All must outlive this.
  OutputSets(const model::Interface& interface,
             Finite& finite,
             DiagramText& text);

  /// What tells one set from the others.
  struct Told {
    /// The condition as a suite writes it; empty: no condition.
    std::vector<suite::ExpectedOutput> when;
    /// The outputs that fit the condition.
    Bdd set;
    /// The same, over current values; null if there is no condition.
    logic::Term term;
  };
  /// A condition for each set that holds on it and on none of the others, over
  /// as few outputs as a greedy reduction finds. Outputs in none of the sets
  /// may fit any condition. Requires: `sets` are over current outputs and
  /// disjoint. `but_last`: the last set needs no condition. A single set has
  /// none.
  [[nodiscard]] std::vector<Told> tell_apart(std::vector<Bdd> sets,
                                             bool but_last);

 private:
  /// A set as expectations of the outputs `of`.
  [[nodiscard]] std::vector<suite::ExpectedOutput> write(const Bdd& set,
                                                         const Indices& of);

  const model::Interface& interface_;
  Finite& finite_;
  DiagramText& text_;
  /// Variables that are outputs, by signal.
  Indices outputs_;
};

}  // namespace catenary::engine::contract
