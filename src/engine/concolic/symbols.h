// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs as terms over their inputs: paths of single steps, one after the other,
/// and a solver for inputs that take another way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/budget.h"
#include "engine/concolic/native.h"
#include "engine/concolic/path_tree.h"
#include "logic/smt/solver.h"
#include "logic/term/simplify.h"
#include "model/follower.h"
#include "model/step_system.h"

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

/// Letters of a run that a solver found.
struct Solution {
  std::optional<Bytes> initial;
  std::vector<Bytes> letters;  ///< from SymbolicRun::first on
};

class Symbols {
 public:
  /// Everything given must outlive it. Requires: the encoder is a PathEncoder.
  Symbols(const model::StepSystem& system, const base::Budget& budget);

  /// The run is one initialisation, whose choices are free.
  [[nodiscard]] SymbolicRun begin(const Bytes& initial, const StepPath& path);
  /// The run ends in this state, and what led there is fixed.
  [[nodiscard]] SymbolicRun fixed(const Run& run) const;
  /// The run and one more step along a path, whose conditions over the inputs
  /// of the run are appended to `added` where they are no constants. Nothing
  /// where the path leaves the encoding, so that the state is not known.
  [[nodiscard]] std::optional<SymbolicRun> extend(
      const SymbolicRun& run,
      const StepPath& path,
      std::vector<logic::Term>& added);
  /// Goal `g` of a path after a run, over the inputs of both.
  [[nodiscard]] logic::Term hit(const SymbolicRun& before,
                                const StepPath& path,
                                std::uint32_t g);

  [[nodiscard]] const StepPath& init_path(const Bytes& initial);
  [[nodiscard]] const StepPath& step_path(const Bytes& state,
                                          const Bytes& letter);
  [[nodiscard]] std::size_t paths() const { return steps_.size(); }

  /// A solver that knows the conditions of the run, and the ranges of its
  /// inputs and those of the next step.
  [[nodiscard]] std::unique_ptr<logic::smt::Solver> solver(
      const SymbolicRun& run);
  /// What the model says of the run and `more` steps after it; the solver said
  /// sat.
  [[nodiscard]] Solution solution(logic::smt::Solver& solver,
                                  const SymbolicRun& run,
                                  std::size_t more);

  [[nodiscard]] logic::TermManager& terms() { return terms_; }

 private:
  [[nodiscard]] const std::vector<logic::Term>& inputs_at(std::size_t step);
  [[nodiscard]] logic::Term replaced(logic::Term t,
                                     const logic::Substitution& by);
  [[nodiscard]] logic::Substitution values_at(const SymbolicRun& before);
  [[nodiscard]] Bytes letter(logic::smt::Solver& solver,
                             const std::vector<model::Variable>& variables,
                             const std::vector<logic::Term>& terms,
                             std::size_t bytes) const;

  const model::StepSystem& system_;
  const base::Budget& budget_;
  logic::TermManager terms_;
  logic::Simplifier simplifier_;
  std::unique_ptr<model::Follower> follower_;
  PathTree inits_, steps_;
  std::vector<std::vector<logic::Term>> inputs_;  ///< by step
};

}  // namespace catenary::engine::concolic
