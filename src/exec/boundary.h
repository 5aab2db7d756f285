// SPDX-License-Identifier: Apache-2.0
/// \file
/// Policy::boundary: which comparison of which guard is brought to its limit.
///
/// Method: boundary values of each condition (White, Cohen, "A domain strategy
/// for computer program testing", IEEE TSE 6(3), 1980,
/// doi:10.1109/TSE.1980.234486), chosen so that the condition alone decides the
/// guard (unique-cause MC/DC; Chilenski, Miller, "Applicability of modified
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

/// A comparison or Boolean variable of a guard, and the side of it on which the
/// values are to be.
struct BoundaryCase {
  enum class Side : std::uint8_t {
    /// The comparison is true.
    holds,
    /// For an equation: its left side is less.
    fails,
    /// For an equation: its left side is greater.
    above
  };
  /// A comparison or a Boolean variable.
  logic::Term atom;
  /// The side of it.
  Side side = Side::holds;
  bool operator==(const BoundaryCase&) const = default;
};

/// The cases of a guard that speak of one of `unknowns` and whose truth on that
/// side may make the guard hold, each once, in the order of the guard.
/// Subformulas below quantifiers are left out.
[[nodiscard]] std::vector<BoundaryCase> boundary_cases(
    logic::Term guard, std::span<const logic::Term> unknowns);

/// The condition that the atom is on that side, the guard holds, and would not
/// hold if the atom alone were reversed.
[[nodiscard]] logic::Term decides(logic::TermManager& terms,
                                  logic::Term guard,
                                  const BoundaryCase& which);
/// The condition that the atom is on that side.
[[nodiscard]] logic::Term on_side(logic::TermManager& terms,
                                  const BoundaryCase& which);
/// The difference of the two sides of the comparison, which is not negative on
/// that side. An invalid Term if there is no limit to be near to.
[[nodiscard]] logic::Term distance(logic::TermManager& terms,
                                   const BoundaryCase& which);

/// One plan for the values of a test case: one case is brought to its limit,
/// all other values are ends of what is allowed.
class BoundaryPlan {
 public:
  /// Ends of the other values and delays, in the order in which they are tried.
  enum class Ends : std::uint8_t {
    /// Greatest values after the least delay.
    high_early,
    /// The other combinations, in the order in which rounds use them.
    low_late,
    high_late,
    low_early,
    /// Drawn at random for each.
    any
  };
  /// The number of combinations, besides `any`.
  static constexpr std::size_t kEnds = 4;

  /// `number` enumerates all cases of the test with high_early, then all with
  /// low_late, and so on; from the fifth round on ends are drawn. `others`:
  /// third parties on uncontrollable channels choose alike.
  BoundaryPlan(const TreeProgram& program, bool others, std::uint64_t number);

  /// The case of a transition; nothing if another transition has it.
  [[nodiscard]] std::optional<BoundaryCase> of(
      const ProgramTransition& transition) const;
  /// How all other values are chosen.
  [[nodiscard]] Ends ends() const { return ends_; }

 private:
  /// ProgramTransition::index.
  std::uint32_t transition_ = 0;
  /// Nothing if the test has no cases.
  std::optional<BoundaryCase> case_;
  /// The combination of this plan.
  Ends ends_ = Ends::any;
};

/// The transitions of the state whose delay and values are chosen: the
/// stimulations and, with `others`, inputs of third parties that the purpose
/// waits for.
[[nodiscard]] std::vector<const ProgramTransition*> chosen_transitions(
    const ProgramState& state, bool others);

/// The number of cases of a test case; the plans of BoundaryPlan repeat after
/// as many.
[[nodiscard]] std::size_t count_boundary_cases(const TreeProgram& program,
                                               bool others);
/// The largest number of any tree of the suite; broken trees have none.
[[nodiscard]] std::size_t most_boundary_cases(const suite::Suite& suite,
                                              bool others);

}  // namespace catenary::exec
