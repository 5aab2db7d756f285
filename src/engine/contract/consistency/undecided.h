// SPDX-License-Identifier: Apache-2.0
/// \file
/// A question about an interface that stays open, with the reason.
#pragma once

#include <stdexcept>
#include <string>

#include "base/budget.h"

namespace catenary::engine::contract {

/// Thrown by games and searches that cannot go on: a limit, or what has no
/// procedure.
class Undecided : public std::runtime_error {
 public:
  explicit Undecided(const std::string& text) : std::runtime_error(text) {}
  Undecided(base::StopReason reason, const std::string& text)
      : std::runtime_error(text), reason_(reason) {}
  /// none: more time would not help.
  [[nodiscard]] base::StopReason reason() const { return reason_; }

 private:
  base::StopReason reason_ = base::StopReason::none;
};

}  // namespace catenary::engine::contract
