// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the execution of test-case trees asks of a solver: values for a
/// stimulation, and guards with quantifiers. exec/ links none; app/ fills this
/// in.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "logic/term/evaluate/evaluate.h"
#include "logic/term/term.h"

namespace catenary::exec {

enum class Solvable : std::uint8_t { yes, no, unknown };

class ConstraintSolver {
 public:
  virtual ~ConstraintSolver() = default;

  /// Values for `unknowns` with which `formula` holds; other variables do not
  /// occur free in it. Fills `found` on yes, `why` on unknown.
  virtual Solvable solve(logic::TermManager& terms,
                         logic::Term formula,
                         std::span<const logic::Term> unknowns,
                         logic::Assignment& found,
                         std::string& why) = 0;

  enum class Direction : std::uint8_t { least, greatest };
  /// The same with the least or greatest value of `objective` (a number); of
  /// an open end, a value near it; with no end, any value. Where several
  /// solutions have it, any.
  virtual Solvable optimise(logic::TermManager& terms,
                            logic::Term formula,
                            std::span<const logic::Term> unknowns,
                            logic::Term objective,
                            Direction direction,
                            logic::Assignment& found,
                            std::string& why) = 0;
};

}  // namespace catenary::exec
