// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sets of outputs as a suite writes them: values, intervals, lists of values,
/// and formulas where no product of those will do.
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

/// `variable` is an output with one of these values, as a term over its name in
/// suites; its range included.
[[nodiscard]] logic::Term own_values(DiagramText& text,
                                     const model::Interface& interface,
                                     std::uint32_t variable,
                                     const Spans& spans);

/// The same as a plain expectation; nothing where it may be anything, and where
/// too much would have to be listed: then `is_written` is false.
[[nodiscard]] std::optional<suite::Expectation> plain_expectation(
    DiagramText& text,
    const model::Interface& interface,
    std::uint32_t variable,
    const Spans& spans,
    bool& is_written);

/// Says of each of some sets of outputs, no two of which meet, what tells it
/// from the others: about as few outputs as will do. Signals count in
/// signature_of(). What is in none of the sets may fit any of them.
///
/// Cost: a quantification for each pair of an output and a set.
class OutputSets {
 public:
  /// All must outlive it.
  OutputSets(const model::Interface& interface,
             Finite& finite,
             DiagramText& text);

  struct Told {
    std::vector<suite::Expected> when;
    Bdd set;           ///< the values that fit
    logic::Term term;  ///< the same, over current values
  };
  /// `sets` are over current outputs. The last one needs no telling if
  /// `but_last`. A set that is all that there is has a null term.
  [[nodiscard]] std::vector<Told> tell_apart(std::vector<Bdd> sets,
                                             bool but_last);

 private:
  [[nodiscard]] std::vector<suite::Expected> write(const Bdd& set,
                                                   const Indices& of);

  const model::Interface& interface_;
  Finite& finite_;
  DiagramText& text_;
  Indices outputs_;  ///< variables
};

}  // namespace catenary::engine::contract
