// SPDX-License-Identifier: Apache-2.0
/// \file
/// Substitution of known values into the terms of paths; and access to the
/// encoder that follows the paths of a system.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "logic/term/rewrite/simplify.h"
#include "model/step/follower.h"
#include "model/step/step_system.h"

namespace catenary::engine::classes {

/// Replaces variables by terms and simplifies the result at once, since most
/// terms of a path become constants.
class Replacement {
 public:
  /// Both must outlive the object.
  Replacement(logic::TermManager& terms, logic::Simplifier& simplifier)
      : terms_(terms), simplifier_(simplifier) {}

  void set(logic::Term variable, logic::Term by) { done_[variable.id()] = by; }

  /// The term with the variables replaced. Results are remembered, so that each
  /// subterm is processed once. Cost: linear in the subterms that are new.
  logic::Term operator()(logic::Term root);

 private:
  logic::TermManager& terms_;
  logic::Simplifier& simplifier_;
  std::unordered_map<std::uint32_t, logic::Term> done_;
  std::vector<logic::Term> stack_, operands_;
};

/// Whether the system's encoder is a model::PathEncoder, which can follow
/// paths.
[[nodiscard]] bool has_paths(const model::StepSystem& system);
/// The system's encoder. Requires: has_paths() (checked).
[[nodiscard]] const model::PathEncoder& path_encoder_of(
    const model::StepSystem& system);

}  // namespace catenary::engine::classes
