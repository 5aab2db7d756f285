// SPDX-License-Identifier: Apache-2.0
/// \file
/// Executions of an interface that reach a target, and what their inputs are
/// worth: what engines for finite and for other interfaces have in common.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/semantics.h"
#include "engine/contract/consistency/undecided.h"
#include "suite/suite.h"

namespace catenary::engine::contract {

/// Which steps a test may have, so that it does not reach its target only
/// because nothing is asked of the system (Aichernig et al., section 4).
enum class Triggering : std::uint8_t {
  any,      ///< some assumption holds; `true` where a contract has none
  written,  ///< some assumption that was written holds, if there is one
  none      ///< all steps
};

/// What an execution is to reach: a condition on its last step.
struct Target {
  logic::Term first;  ///< if that is the first step: over `now` variables
  logic::Term later;  ///< over `before` and `now`
};

/// Inputs of a test, by step and index of the variable; what is missing does
/// not matter. Entries of other variables are missing.
using InputSequence = std::vector<std::vector<std::optional<logic::Value>>>;

/// The inputs of an execution.
[[nodiscard]] InputSequence inputs_of(const model::Interface& interface,
                                      const std::vector<Snapshot>& run);

enum class Reached : std::uint8_t {
  yes,
  no,         ///< proved: no execution reaches it
  not_within  ///< proved: none of at most the bound's length does
};

enum class Forced : std::uint8_t {
  yes,
  no,          ///< proved: no tester can, not even one who sees all
  not_within,  ///< proved for the bound
  open         ///< see Strategy::why_not
};

/// What a tester does who looks at the outputs before the next inputs are
/// chosen: whatever a conforming system answers, the target is met.
struct Strategy {
  /// One way the test may go, up to where all executions have met the target.
  struct Way {
    std::vector<std::uint32_t> steps;  ///< from the first on
    std::vector<Snapshot> run;         ///< meets the target with its last step
  };
  Forced forced = Forced::open;
  std::string why_not;  ///< Forced::open only
  /// As in suite::Test of TestKind::tree: each but the first is where one of
  /// `next` leads, which ask outputs as signature_of() counts them.
  InputSequence inputs;
  std::vector<std::vector<suite::Branch>> next;
  /// What a step knows of the outputs before it, over current values then:
  /// `when` of the branch that leads to it; null for nothing.
  std::vector<logic::Term> known;
  std::vector<Way> ways;  ///< one for each step where a run may end
};

/// Every function may throw Undecided.
class TargetSearch {
 public:
  virtual ~TargetSearch() = default;

  /// A shortest execution that reaches the target with its last step; `run` is
  /// empty unless there is one. A bound that is missing is none.
  [[nodiscard]] virtual Reached shortest(const Target& target,
                                         std::optional<std::uint32_t> max_steps,
                                         std::vector<Snapshot>& run) = 0;
  /// An execution with these inputs whose last step meets the target; empty
  /// where there is none.
  [[nodiscard]] virtual std::vector<Snapshot> along(
      const Target& target, const InputSequence& inputs) = 0;
  /// Inputs of the run without what does not matter: for all values within
  /// their ranges of the inputs left out there is an execution that reaches
  /// the target with the last step. Requires: the run does.
  [[nodiscard]] virtual InputSequence generalise(
      const Target& target, const std::vector<Snapshot>& run) = 0;
  /// Whether every execution with these inputs meets the target at some step,
  /// whatever the system chooses and whatever does not matter is.
  [[nodiscard]] virtual bool guaranteed(const Target& target,
                                        const InputSequence& inputs) = 0;
  /// Inputs that make guaranteed() true, all of them given; none where none
  /// were found, which is no proof that there are none.
  [[nodiscard]] virtual InputSequence sure(
      const Target& /*target*/, std::optional<std::uint32_t> /*max_steps*/) {
    return {};
  }
  /// For targets that no fixed inputs force.
  [[nodiscard]] virtual Strategy force(
      const Target& /*target*/, std::optional<std::uint32_t> /*max_steps*/) {
    Strategy out;
    out.why_not = "only looked for where values are few";
    return out;
  }
};

/// Diagrams for finite interfaces, else a solver, which looks no further than
/// `deepest` steps where no bound is given: then that is the one of
/// Reached::not_within. `targets` are all that will be asked for.
/// The interface must outlive it. Throws Undecided.
[[nodiscard]] std::unique_ptr<TargetSearch> make_target_search(
    const model::Interface& interface,
    Triggering triggering,
    std::span<const Target> targets,
    std::uint32_t deepest,
    const base::Budget& budget);

}  // namespace catenary::engine::contract
