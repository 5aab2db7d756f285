// SPDX-License-Identifier: Apache-2.0
/// \file
/// The queries that the execution of test-case trees asks of a solver: values
/// for a stimulation, and guards with quantifiers. exec/ links no solver; app/
/// implements this interface.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "logic/term/evaluate/evaluate.h"
#include "logic/term/term.h"

namespace catenary::exec {

/// The answer to a query: whether there are such values; unknown if the solver
/// gave up.
enum class Solvable : std::uint8_t { yes, no, unknown };

/// A solver for formulas over the terms of a test.
class ConstraintSolver {
 public:
  virtual ~ConstraintSolver() = default;

  /// Searches values for `unknowns` for which `formula` holds; no other
  /// variable occurs free in it. Fills `found` on yes, `why` on unknown.
  virtual Solvable solve(logic::TermManager& terms,
                         logic::Term formula,
                         std::span<const logic::Term> unknowns,
                         logic::Assignment& found,
                         std::string& why) = 0;

  /// Which end of the objective's range.
  enum class Direction : std::uint8_t { least, greatest };
  /// The same with the least or greatest value of `objective` (a number). Near
  /// an open end a value close to it; without an end any value. If several
  /// solutions have that value, any of them.
  virtual Solvable optimise(logic::TermManager& terms,
                            logic::Term formula,
                            std::span<const logic::Term> unknowns,
                            logic::Term objective,
                            Direction direction,
                            logic::Assignment& found,
                            std::string& why) = 0;
};

}  // namespace catenary::exec
