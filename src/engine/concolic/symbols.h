// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs as terms over their inputs: paths of single steps, one after the other,
/// and a solver for inputs that take another way.
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

/// A run as terms over its inputs, which may be all of its steps or the last
/// ones.
struct SymbolicRun {
  std::vector<logic::Term> state;       ///< after it, one for each slot
  std::vector<logic::Term> conditions;  ///< that make it take its path
  std::size_t first = 0;      ///< step whose inputs are the first free
  bool free_initial = false;  ///< the initial choices are free, too
  std::size_t steps = 0;      ///< of the whole run
  /// Nothing in `state` depends on inputs.
  [[nodiscard]] bool is_concrete() const;
};

/// Whether it matters which steps hit a goal.
using WantedGoal = std::function<bool(std::uint32_t goal)>;

/// A run and one more step along a path.
struct Extension {
  /// Of the path, over the inputs of the run and of the step; no constants
  /// but false.
  std::vector<logic::Term> conditions;
  /// Wanted goals of which the conditions do not say whether they are hit.
  std::vector<std::pair<std::uint32_t, logic::Term>> hits;
  /// Nothing where it is not known, or the run is over.
  std::optional<SymbolicRun> after;
};

class Symbols {
 public:
  /// What is given must outlive it.
  explicit Symbols(classes::StepPaths& paths);

  /// An initialisation, whose choices are free; nothing where the path leaves
  /// the encoding.
  [[nodiscard]] std::optional<SymbolicRun> begin(const classes::StepPath& path);
  /// A run that ends in this state, with all that led there fixed.
  [[nodiscard]] SymbolicRun fixed(const Run& run);
  /// Cost: linear in the terms of the path.
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
  /// The first `steps` steps of a run, what is free in it as the solver's model
  /// has it, the rest as in `like`. Requires: the solver said sat.
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
  std::vector<logic::Term> in_range_;             ///< likewise
};

}  // namespace catenary::engine::concolic
