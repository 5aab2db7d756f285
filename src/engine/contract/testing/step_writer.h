// SPDX-License-Identifier: Apache-2.0
/// \file
/// The expectations of one step of a test, collected by output.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/contract/consistency/semantics.h"
#include "engine/contract/consistency/structure.h"
#include "engine/contract/testing/expectations.h"
#include "logic/term/substitute.h"
#include "logic/term/term.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

/// Variables that are outputs, in order: the position is the signal's index in
/// signature_of().
[[nodiscard]] Indices outputs_of(const model::Interface& interface);

/// From Semantics::at() of the steps up to `step` to the names that formulas of
/// this step use in a suite: "X" at the step itself, "X@pre" one step before,
/// "X@N" at step N, counted from 1.
[[nodiscard]] logic::Substitution to_suite_names(const Semantics& semantics,
                                                 std::size_t step);

/// The condition that an output is within its range, over its name in suites.
[[nodiscard]] logic::Term range_term(const model::Interface& interface,
                                     std::uint32_t output);

/// Collects at most one expectation for each output and appends them to `out`.
class StepWriter {
 public:
  /// Both must outlive this.
  StepWriter(const model::Interface& interface, Expectations& out)
      : interface_(interface), outputs_(outputs_of(interface)), out_(out) {}

  /// Sets the expectation of an output, by its position in outputs().
  void add(std::size_t output, suite::Expectation expectation);
  /// Attaches a formula to an output, in place of its plain expectation; `own`
  /// is the condition of that expectation, and is conjoined. A formula that is
  /// too long is dropped, and `out` is no longer exact.
  void add(logic::Term formula, logic::Term own, std::size_t output);
  /// Appends the step. Requires: called once.
  void finish();
  /// See outputs_of().
  [[nodiscard]] const Indices& outputs() const { return outputs_; }
  /// Whether the expectation of an output is a single value.
  [[nodiscard]] bool has_value(std::size_t output) const;
  /// The output to attach a formula to: the last that it mentions and that has
  /// no single value, otherwise the first without one, otherwise the first.
  [[nodiscard]] std::size_t host(logic::Term formula) const;

 private:
  const model::Interface& interface_;
  Indices outputs_;
  Expectations& out_;
  /// By position in outputs().
  std::map<std::size_t, suite::Expectation> step_;
};

}  // namespace catenary::engine::contract
