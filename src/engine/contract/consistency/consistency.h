// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether a requirement interface can be met, by two notions, and if not,
/// which contracts are to blame.
///
/// *strategy* (Aichernig et al., STTT 2017, section 4; also called
/// realizability): somebody can answer all inputs for ever. *no dead end*:
/// whatever allowed answers were given, there is always a next one. Method:
/// greatest fixpoint of controllable predecessors (Pnueli, Rosner, POPL 1989),
/// reachable states; minimal conflicts by Junker, QuickXPlain, AAAI 2004, and
/// Liffiton et al., "Fast, flexible MUS enumeration", Constraints 2016
/// (doi:10.1007/s10601-015-9183-0).
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

enum class Verdict : std::uint8_t {
  consistent,
  inconsistent,
  undecided  ///< see Judgement::reason
};
[[nodiscard]] const char* to_string(Verdict verdict);

struct CheckSettings {
  bool strategy = true;
  bool no_dead_end = true;
  /// The last step that is looked at, from 0; nothing: for ever.
  std::optional<std::uint32_t> steps;
  std::uint32_t max_conflicts = 1000;    ///< and cores
  std::uint32_t max_corrections = 1000;  ///< minimal sets to drop
  bool findings = true;                  ///< vacuity, redundancy, gaps
  bool views = true;                     ///< each view, and ever more of them
  /// Ask Z3 in place of diagrams for finite interfaces too; tests do.
  bool second_opinion = false;
  /// Told what is being done, e.g. "view modes".
  std::function<void(const std::string&)> progress;
};

/// Values by index of the variable.
using Valuation = std::map<std::uint32_t, logic::Value>;

/// A step of a run: values of the variables that the contracts mention.
struct TraceStep {
  Valuation inputs;
  Valuation answer;  ///< outputs and hidden variables; none at the last step
  bool operator==(const TraceStep&) const = default;
};

/// A minimal conflict, or a core of a dead end.
struct Culprits {
  Indices contracts;
  Indices requirements;
  Indices ranges;  ///< variables whose range is needed; a least such set
  std::vector<TraceStep> trace;
  /// The inputs of the trace alone leave no answers; else they are those
  /// against the answers shown, and others are lost to other inputs.
  bool inputs_suffice = true;
};

struct Judgement {
  Verdict verdict = Verdict::undecided;
  /// inconsistent: the least step without an answer; else the last step that
  /// was settled, meaningless where for_ever.
  std::uint32_t k = 0;
  bool for_ever = false;  ///< consistent at every step
  bool settled = false;   ///< undecided: k says up to where it is consistent
  std::string reason;     ///< why undecided; e.g. "memory"
  std::vector<Culprits> culprits;
  bool all_culprits = true;
  std::vector<Indices> corrections;  ///< of *strategy*: minimal sets to drop
  bool all_corrections = true;
  std::string incomplete;  ///< why not all; empty where all
};

/// Of some views together: one, or as many as it takes to be inconsistent.
struct ViewJudgement {
  Indices views;
  std::optional<Judgement> strategy, no_dead_end;
};

struct Consistency {
  std::optional<Judgement> strategy, no_dead_end;
  std::vector<ViewJudgement> views;
  std::vector<suite::Finding> findings;
  std::string method;  ///< "decision diagrams" or "quantifier elimination"
  base::StopReason stop = base::StopReason::none;
};

/// Judges an interface. Never throws for what it cannot do: that is
/// `undecided`. Everything that is claimed is proved; see
/// docs/guarantees-contracts.md.
[[nodiscard]] Consistency check_consistency(const model::Interface& interface,
                                            const CheckSettings& settings,
                                            const base::Budget& budget);

/// Requirement ids of contracts, each once.
[[nodiscard]] std::vector<std::string> requirement_ids(
    const model::Interface& interface, const Indices& contracts);

}  // namespace catenary::engine::contract
