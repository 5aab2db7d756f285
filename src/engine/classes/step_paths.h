// SPDX-License-Identifier: Apache-2.0
/// \file
/// The known paths of single steps of a system, with the terms that they
/// consist of. Searches for runs and proofs share them, so that each path is
/// followed once.
#pragma once

#include <memory>

#include "base/budget.h"
#include "engine/classes/letters.h"
#include "engine/classes/path_tree.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/term.h"
#include "model/step/follower.h"
#include "model/step/step_system.h"

namespace catenary::engine::classes {

class StepPaths {
 public:
  /// Both must outlive the object. The budget is polled whenever a new path is
  /// found; its owner may change it in between. Requires: has_paths().
  StepPaths(const model::StepSystem& system, const base::Budget& budget);

  /// The path of a step from a packed state.
  /// Cost: the evaluation of the conditions along it; for a new path see
  /// model::Follower.
  [[nodiscard]] const StepPath& find(const std::byte* state,
                                     const Bytes& letter);
  [[nodiscard]] const PathTree& tree() const { return tree_; }

  [[nodiscard]] const model::StepSystem& system() const { return system_; }
  [[nodiscard]] model::Follower& follower() { return *follower_; }
  [[nodiscard]] logic::TermManager& terms() { return terms_; }
  [[nodiscard]] logic::Simplifier& simplifier() { return simplifier_; }

 private:
  const model::StepSystem& system_;
  logic::TermManager terms_;
  logic::Simplifier simplifier_;
  std::unique_ptr<model::Follower> follower_;
  PathTree tree_;
};

}  // namespace catenary::engine::classes
