// SPDX-License-Identifier: Apache-2.0
/// \file
/// Consistency of a requirement interface, by two notions, and the contracts to
/// blame where it is not consistent.
///
/// *strategy* (Aichernig, Hörmaier, Lorber, Nickovic, Tiran, "Require, test,
/// and trace IT", STTT 2017, doi:10.1007/s10009-016-0444-z, section 4; also
/// called realizability): some system can answer every sequence of promised
/// inputs. *no dead end*: whatever allowed answers were given so far, every
/// promised input has another allowed answer. The second implies the first;
/// they differ where the system has a choice.
///
/// Method: greatest fixpoint of controllable predecessors (Pnueli, Rosner, "On
/// the synthesis of a reactive module", POPL 1989, doi:10.1145/75277.75293) for
/// the first, reachable states for the second; minimal conflicts by QuickXPlain
/// (Junker, AAAI 2004) and MARCO (Liffiton, Previti, Malik, Marques-Silva,
/// "Fast, flexible MUS enumeration", Constraints 2016,
/// doi:10.1007/s10601-015-9183-0).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/structure.h"
#include "model/contract/interface.h"
#include "suite/suite.h"

namespace catenary::engine::contract {

/// The verdict of one notion for one set of contracts.
enum class ConsistencyStatus : std::uint8_t {
  /// Proved, for all steps or up to the last one that was asked for.
  consistent,
  /// Proved: Judgement::k is the first step without an answer.
  inconsistent,
  /// A limit was met; Judgement::reason says which.
  undecided
};
/// The name of the enumerator, as reports print it.
[[nodiscard]] const char* to_string(ConsistencyStatus verdict);

/// The questions to answer, and limits on their explanations.
struct CheckSettings {
  /// Check the notion *strategy*.
  bool strategy = true;
  /// Check the notion *no dead end*.
  bool no_dead_end = true;
  /// The last step that is checked, counted from 0; no value: all steps.
  std::optional<std::uint32_t> steps;
  /// Limit on minimal conflicts, and on cores of dead ends. Where it is met,
  /// Judgement::all_culprits is false.
  std::uint32_t max_conflicts = 1000;
  /// Limit on minimal sets of contracts whose removal makes the rest
  /// consistent.
  std::uint32_t max_corrections = 1000;
  /// Look for vacuous and redundant contracts and for gaps; see findings.h.
  bool findings = true;
  /// Check each view by itself, and, where only the whole is inconsistent,
  /// growing sets of views.
  bool views = true;
  /// Use Z3 in place of decision diagrams for finite interfaces, too. For
  /// differential tests.
  bool second_opinion = false;
  /// Called before each phase with its name, e.g. "view modes". May be empty.
  std::function<void(const std::string&)> progress;
};

/// Values by index of the variable. Variables that are not keys are not
/// constrained.
using Valuation = std::map<std::uint32_t, logic::Value>;

/// One step of a run. Only variables that the contracts at hand mention have a
/// value.
struct TraceStep {
  /// Values of input variables.
  Valuation inputs;
  /// Values of outputs and hidden variables; empty at the last step of a trace,
  /// which has no answer.
  Valuation answer;
  bool operator==(const TraceStep&) const = default;
};

/// The contracts of one minimal conflict (*strategy*) or of one core of a dead
/// end (*no dead end*), with a trace that shows it.
struct Culprits {
  /// The minimal set. May be empty where ranges and definitions alone do it.
  Indices contracts;
  /// The requirements of these contracts.
  Indices requirements;
  /// Variables of the system whose range is needed as well: a minimal set for
  /// these contracts. After a limit, a superset; see Judgement::incomplete.
  Indices ranges;
  /// The run into the step without an answer; empty if none was computed.
  std::vector<TraceStep> trace;
  /// Whether the inputs of the trace, in a fixed sequence, leave no system an
  /// answer. Otherwise the environment has to react: the trace shows its inputs
  /// against the answers shown, and other answers lose to other inputs.
  bool inputs_suffice = true;
};

/// The verdict of one notion, with all that explains it.
struct Judgement {
  ConsistencyStatus verdict = ConsistencyStatus::undecided;
  /// inconsistent: the first step without an answer. Otherwise the last step up
  /// to which consistency was proved; no meaning where for_ever is true.
  std::uint32_t k = 0;
  /// Consistent at every step, not only up to CheckSettings::steps.
  bool for_ever = false;
  /// A certificate of this was accepted.
  bool certified = false;
  /// undecided only: whether k is valid.
  bool settled = false;
  /// undecided only: why, e.g. "memory".
  std::string reason;
  /// inconsistent only. *strategy*: all minimal conflicts, ascending by
  /// contracts. *no dead end*: all cores of some dead ends at step k, so many
  /// that every dead end there has one of them; other dead ends may have
  /// further cores.
  std::vector<Culprits> culprits;
  /// Whether culprits is complete in this sense.
  bool all_culprits = true;
  /// *strategy* only: minimal sets of contracts whose removal makes the rest
  /// consistent up to step k, ascending.
  std::vector<Indices> corrections;
  /// Whether corrections is complete.
  bool all_corrections = true;
  /// Why culprits or corrections are not complete; empty if they are.
  std::string incomplete;
};

/// The verdicts for the contracts of some views together: of one view, or of as
/// many as are needed for an inconsistency.
struct ViewJudgement {
  /// Indices of views.
  Indices views;
  /// No value: that notion was not asked for.
  std::optional<Judgement> strategy, no_dead_end;
};

/// The result of check_consistency().
struct Consistency {
  std::optional<Judgement> strategy, no_dead_end;
  /// Each view, then growing sets of views. Empty for a single view.
  std::vector<ViewJudgement> views;
  /// See add_findings().
  std::vector<suite::Finding> findings;
  /// "decision diagrams" or "quantifier elimination".
  std::string method;
  /// The first limit that was met anywhere; none: nothing was cut short.
  base::StopReason stop = base::StopReason::none;
};

/// Checks an interface. Every verdict except `undecided` is proved; see
/// docs/guarantees-contracts.md. Never throws Undecided or a limit of the
/// diagrams: those become `undecided`.
///
/// Deterministic, up to where a limit on time or memory is met. Cost:
/// exponential in the bits of the largest part at worst; see Structure for
/// parts.
[[nodiscard]] Consistency check_consistency(const model::Interface& interface,
                                            const CheckSettings& settings,
                                            const base::Budget& budget);

/// Ids of the requirements of contracts, in the order of the contracts, each
/// once.
[[nodiscard]] std::vector<std::string> requirement_ids(
    const model::Interface& interface, const Indices& contracts);

}  // namespace catenary::engine::contract
