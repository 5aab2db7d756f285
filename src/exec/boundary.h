// SPDX-License-Identifier: Apache-2.0
/// \file
/// Policy::boundary: which comparison of which guard is brought to its limit.
///
/// Method: boundary values of each condition (White, Cohen, "A domain strategy
/// for computer program testing", IEEE TSE 6(3), 1980,
/// doi:10.1109/TSE.1980.234486), chosen so that it alone decides the guard
/// (unique cause; Chilenski, Miller, "Applicability of modified
/// condition/decision coverage to software testing", 1994,
/// doi:10.1049/sej.1994.0025).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "exec/tree/tree_program.h"
#include "logic/term/term.h"
#include "suite/suite.h"

namespace catenary::exec {

/// A comparison or Boolean variable of a guard, and on which side of it the
/// values are to be.
struct BoundaryCase {
  enum class Side : std::uint8_t {
    holds,
    fails,  ///< of an equation: its left side is less
    above   ///< of an equation: its left side is greater
  };
  logic::Term atom;
  Side side = Side::holds;
  bool operator==(const BoundaryCase&) const = default;
};

/// Those whose truth on that side may make the guard hold and which speak of
/// one of `unknowns`, each once, in the order they stand in the guard. What
/// stands in quantifiers is left out.
[[nodiscard]] std::vector<BoundaryCase> boundary_cases(
    logic::Term guard, std::span<const logic::Term> unknowns);

/// The atom is on that side, the guard holds, and would not if the atom alone
/// were the other way.
[[nodiscard]] logic::Term decides(logic::TermManager& terms,
                                  logic::Term guard,
                                  const BoundaryCase& which);
/// The side on its own.
[[nodiscard]] logic::Term on_side(logic::TermManager& terms,
                                  const BoundaryCase& which);
/// How far the two sides of the comparison are apart: a number, not negative on
/// that side. No term where there is nothing to be near to.
[[nodiscard]] logic::Term distance(logic::TermManager& terms,
                                   const BoundaryCase& which);

/// One way to choose what a test case sends: one case is brought to its limit,
/// everything else is an end of what is allowed.
class BoundaryPlan {
 public:
  /// Ends of the other values and delays, in the order they are tried.
  enum class Ends : std::uint8_t {
    high_early,  ///< greatest values after the least delay
    low_late,
    high_late,
    low_early,
    any  ///< drawn for each
  };
  static constexpr std::size_t kEnds = 4;  ///< besides any

  /// `number` goes through all cases of the test with high_early, then through
  /// them with low_late, and so on; from the fifth time on ends are drawn.
  /// `others`: whoever sends on uncontrollable channels chooses alike.
  BoundaryPlan(const TreeProgram& program, bool others, std::uint64_t number);

  [[nodiscard]] std::optional<BoundaryCase> of(
      const ProgramTransition& transition) const;
  [[nodiscard]] Ends ends() const { return ends_; }

 private:
  std::uint32_t transition_ = 0;  ///< ProgramTransition::index
  std::optional<BoundaryCase> case_;
  Ends ends_ = Ends::any;
};

/// The transitions of the state whose delay and values somebody chooses: the
/// stimulations, and with `others` inputs from elsewhere that the purpose
/// waits for.
[[nodiscard]] std::vector<const ProgramTransition*> chosen_transitions(
    const ProgramState& state, bool others);

/// Cases of a test case; BoundaryPlan's numbers repeat after as many.
[[nodiscard]] std::size_t count_boundary_cases(const TreeProgram& program,
                                               bool others);
/// The most that a tree of the suite has; broken ones have none.
[[nodiscard]] std::size_t most_boundary_cases(const suite::Suite& suite,
                                              bool others);

}  // namespace catenary::exec
