// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs as terms over their inputs, composed from paths of single steps; and
/// solvers for inputs with which a run takes another path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/classes/path_tree.h"
#include "engine/classes/replacement.h"
#include "engine/classes/step_paths.h"
#include "engine/concolic/native.h"
#include "logic/smt/solver.h"
#include "model/step/follower.h"
#include "model/step/step_system.h"

namespace catenary::engine::concolic {

/// A run as terms over the inputs of all of its steps, or of the last ones
/// only; the other inputs are fixed.
struct SymbolicRun {
  std::vector<logic::Term> state;       ///< after it, one for each slot
  std::vector<logic::Term> conditions;  ///< under which it takes its path
  std::size_t first = 0;      ///< the first step whose inputs are free
  bool free_initial = false;  ///< the initial choices are free, too
  std::size_t steps = 0;      ///< of the whole run
  /// Whether no term of `state` depends on inputs.
  [[nodiscard]] bool is_concrete() const;
};

/// Whether hits of a goal are of interest.
using WantedGoal = std::function<bool(std::uint32_t goal)>;

/// A run and one more step along a path.
struct Extension {
  /// The conditions of the path, over the inputs of the run and of the step,
  /// without those that are constant true.
  std::vector<logic::Term> conditions;
  /// Wanted goals that only some inputs along the path hit, with the condition
  /// of each.
  std::vector<std::pair<std::uint32_t, logic::Term>> hits;
  /// The run after the step; no value if it leaves the encoding or is over.
  std::optional<SymbolicRun> after;
};

class Symbols {
 public:
  /// `paths` must outlive the object.
  explicit Symbols(classes::StepPaths& paths);

  /// The run after an initialisation whose choices are free; no value if the
  /// path leaves the encoding.
  [[nodiscard]] std::optional<SymbolicRun> begin(const classes::StepPath& path);
  /// The run with all of its inputs fixed.
  [[nodiscard]] SymbolicRun fixed(const Run& run);
  /// The run and one more step along a path. Cost: linear in the terms of the
  /// path.
  [[nodiscard]] Extension extend(const SymbolicRun& run,
                                 const classes::StepPath& path,
                                 const WantedGoal& wanted);

  [[nodiscard]] const classes::StepPath& init_path(
      const classes::Bytes& initial);
  [[nodiscard]] const classes::StepPath& step_path(
      const classes::Bytes& state, const classes::Bytes& letter);
  [[nodiscard]] std::size_t paths() const { return paths_.tree().size(); }

  /// A solver that knows the conditions of the run, and the ranges of its
  /// inputs and those of the next step.
  [[nodiscard]] std::unique_ptr<logic::smt::Solver> solver(
      const SymbolicRun& run);
  /// The first `steps` steps of a run, with free inputs from the solver's model
  /// and all others from `like`. Requires: the last answer was sat.
  [[nodiscard]] Run solution(logic::smt::Solver& solver,
                             const SymbolicRun& run,
                             std::size_t steps,
                             const Run& like);

  [[nodiscard]] logic::TermManager& terms() { return terms_; }

 private:
  [[nodiscard]] const std::vector<logic::Term>& inputs_at(std::size_t step);
  [[nodiscard]] classes::Replacement values_at(const SymbolicRun& before);

  classes::StepPaths& paths_;
  const model::StepSystem& system_;
  logic::TermManager& terms_;
  logic::Simplifier& simplifier_;
  model::Follower& follower_;
  classes::PathTree inits_;
  std::vector<std::vector<logic::Term>> inputs_;  ///< by step
  /// By step: the condition that the inputs are within their ranges.
  std::vector<logic::Term> in_range_;
};

}  // namespace catenary::engine::concolic
