// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is expected at one step of a test, as a suite says it.
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

/// Variables that are outputs, in order: as the signature counts them.
[[nodiscard]] Indices outputs_of(const model::Interface& interface);

/// Names of formulas of a step: "X" now, "X@pre" and "X@N" before.
[[nodiscard]] logic::Substitution to_suite_names(const Semantics& semantics,
                                                 std::size_t step);

/// An output is within its range.
[[nodiscard]] logic::Term range_term(const model::Interface& interface,
                                     std::uint32_t output);

/// Makes expectations of one step.
class StepWriter {
 public:
  StepWriter(const model::Interface& interface, Expectations& out)
      : interface_(interface), outputs_(outputs_of(interface)), out_(out) {}

  void add(std::size_t output, suite::Expectation expectation);
  /// A formula, at an output that it mentions and that has no single value;
  /// `own`: what else is said of that output.
  void add(logic::Term formula, logic::Term own, std::size_t output);
  void finish();
  [[nodiscard]] const Indices& outputs() const { return outputs_; }
  [[nodiscard]] bool has_value(std::size_t output) const;
  /// The output to which a formula is attached.
  [[nodiscard]] std::size_t host(logic::Term formula) const;

 private:
  const model::Interface& interface_;
  Indices outputs_;
  Expectations& out_;
  std::map<std::size_t, suite::Expectation> step_;
};

}  // namespace catenary::engine::contract
