// SPDX-License-Identifier: Apache-2.0
/// \file
/// Paths of single steps over what is known before them.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "logic/term/rewrite/simplify.h"
#include "model/step/follower.h"
#include "model/step/step_system.h"

namespace catenary::engine::classes {

/// Puts terms for variables, and simplifies at once: most of a path folds.
class Replacement {
 public:
  /// What is given must outlive it.
  Replacement(logic::TermManager& terms, logic::Simplifier& simplifier)
      : terms_(terms), simplifier_(simplifier) {}

  void set(logic::Term variable, logic::Term by) { done_[variable.id()] = by; }

  /// Remembers: a term is replaced once. Cost: linear in what is new.
  logic::Term operator()(logic::Term root);

 private:
  logic::TermManager& terms_;
  logic::Simplifier& simplifier_;
  std::unordered_map<std::uint32_t, logic::Term> done_;
  std::vector<logic::Term> stack_, operands_;
};

/// Whether the system's paths can be followed.
[[nodiscard]] bool has_paths(const model::StepSystem& system);
/// Requires: has_paths().
[[nodiscard]] const model::PathEncoder& path_encoder_of(
    const model::StepSystem& system);

}  // namespace catenary::engine::classes
