// SPDX-License-Identifier: Apache-2.0
/// \file
/// The interface of searches for executions of a requirement interface that
/// reach a target, and for inputs that guarantee it. Implementations:
/// FiniteSearch (decision diagrams), SplitSearch (the same by components),
/// SymbolicSearch (an SMT solver).
///
/// An *execution* has values of all variables, hidden ones too; every step
/// satisfies theta and the promises. A *conforming system* always has an answer
/// that theta allows, so it never enters an execution that ends in a dead end.
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

/// Which steps an execution may have, so that it does not reach its target only
/// because nothing is asked of the system (Aichernig et al., STTT 2017, section
/// 4).
enum class Triggering : std::uint8_t {
  /// At every step the assumption of some contract holds; that of a contract
  /// without one is true.
  any,
  /// The same, counting written assumptions only; no restriction for steps at
  /// which no contract has one.
  written,
  /// No restriction.
  none
};

/// A target of a search: a condition on the last step of an execution.
struct Target {
  /// Used if that step is the first: over `now` variables.
  logic::Term first;
  /// Used if it is a later one: over `before` and `now` variables.
  logic::Term later;
};

/// Inputs of a test, by step and index of the variable. No value: the input
/// does not matter. Entries of outputs and hidden variables have no value.
using InputSequence = std::vector<std::vector<std::optional<logic::Value>>>;

/// The inputs of a run, all of them given.
[[nodiscard]] InputSequence inputs_of(const model::Interface& interface,
                                      const std::vector<Snapshot>& run);

/// The answer of a search for an execution.
enum class Reached : std::uint8_t {
  /// A run was found.
  yes,
  /// Proved: no execution of any length reaches the target.
  no,
  /// Proved: no execution reaches it within the bound.
  not_within
};

/// Whether a tester has a winning strategy.
enum class Forced : std::uint8_t {
  /// A strategy was found and checked.
  yes,
  /// Proved: no tester has one, not even one who sees hidden values.
  no,
  /// The same, for strategies of so many steps as the bound allows.
  not_within,
  /// Not decided; Strategy::why_not has the reason.
  open
};

/// An adaptive test: a tree of steps whose branches depend on the outputs, such
/// that every conforming system meets the target on each path.
struct Strategy {
  /// One path through the tree to a step where a run may end.
  struct Way {
    /// Indices of the steps of the tree on this path, from the first one on.
    std::vector<std::uint32_t> steps;
    /// An execution along the path whose last step meets the target.
    std::vector<Snapshot> run;
  };
  /// Whether there is a strategy. The members below are empty unless `yes`.
  Forced forced = Forced::open;
  /// For people; Forced::open only.
  std::string why_not;
  /// By step of the tree: its inputs, all given.
  InputSequence inputs;
  /// By step: its branches, as in a suite::Test of kind tree. Each step but the
  /// first is the target of exactly one branch. Outputs in conditions count as
  /// in signature_of(). Where no branch fits, the run ends and has met the
  /// target.
  std::vector<std::vector<suite::AdaptiveBranch>> next;
  /// By step: what the tester knows of the outputs of the step before it, as a
  /// term over current values at that step: the condition of the branch that
  /// leads here. Null: nothing.
  std::vector<logic::Term> known;
  /// One for each step where a run may end.
  std::vector<Way> ways;
};

/// Searches over one interface. Every function may throw Undecided; finite
/// implementations throw logic::bdd::LimitReached and Unsupported, too.
class TargetSearch {
 public:
  virtual ~TargetSearch() = default;

  /// A shortest execution that reaches the target with its last step. `run`
  /// gets it, and is empty if there is none. No bound: the search ends only
  /// with a proof, where the implementation has one.
  [[nodiscard]] virtual Reached shortest(const Target& target,
                                         std::optional<std::uint32_t> max_steps,
                                         std::vector<Snapshot>& run) = 0;
  /// An execution with these inputs whose last step meets the target; empty if
  /// there is none. Inputs without a value are chosen freely.
  [[nodiscard]] virtual std::vector<Snapshot> along(
      const Target& target, const InputSequence& inputs) = 0;
  /// The inputs of a run without those that do not matter: for all values,
  /// within their ranges, of the inputs that are left out, some execution
  /// reaches the target with its last step. Requires: `run` does.
  [[nodiscard]] virtual InputSequence generalise(
      const Target& target, const std::vector<Snapshot>& run) = 0;
  /// Whether every execution with these inputs meets the target at some step,
  /// for all answers of the system and all values of the inputs left out,
  /// without breaking a promise. Vacuously true where every execution that
  /// avoids the target ends in a dead end, since no conforming system has it.
  [[nodiscard]] virtual bool guaranteed(const Target& target,
                                        const InputSequence& inputs) = 0;
  /// Fixed inputs for which guaranteed() is true, all of them given; empty if
  /// none were found, which does not prove that there are none.
  [[nodiscard]] virtual InputSequence sure(
      const Target& /*target*/, std::optional<std::uint32_t> /*max_steps*/) {
    return {};
  }
  /// An adaptive test, for targets that no fixed inputs force.
  [[nodiscard]] virtual Strategy force(
      const Target& /*target*/, std::optional<std::uint32_t> /*max_steps*/) {
    Strategy out;
    out.why_not = "only looked for where values are few";
    return out;
  }
};

/// A search for an interface: by decision diagrams if it is finite, by
/// components if it has some, otherwise by a solver, which looks no further
/// than `deepest` steps where no bound is given and then answers not_within.
/// `targets` are all that will be asked for. The interface must outlive the
/// search.
///
/// Throws Undecided, logic::bdd::Unsupported, logic::bdd::LimitReached.
[[nodiscard]] std::unique_ptr<TargetSearch> make_target_search(
    const model::Interface& interface,
    Triggering triggering,
    std::span<const Target> targets,
    std::uint32_t deepest,
    const base::Budget& budget);

}  // namespace catenary::engine::contract
