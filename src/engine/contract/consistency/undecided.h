// SPDX-License-Identifier: Apache-2.0
/// \file
/// The exception for a question that stays open, with the reason.
#pragma once

#include <stdexcept>
#include <string>

#include "base/budget.h"

namespace catenary::engine::contract {

/// Thrown by games and searches that cannot go on: at a limit, or where no
/// decision procedure exists. Callers turn it into a verdict `undecided`; it
/// must never become a claim.
class Undecided : public std::runtime_error {
 public:
  /// Without a limit: more time or memory would not help.
  explicit Undecided(const std::string& text) : std::runtime_error(text) {}
  /// At a limit. `text` is for people, e.g. "memory".
  Undecided(base::StopReason reason, const std::string& text)
      : std::runtime_error(text), reason_(reason) {}
  /// The limit that was met; none: more time would not help.
  [[nodiscard]] base::StopReason reason() const { return reason_; }

 private:
  /// See reason().
  base::StopReason reason_ = base::StopReason::none;
};

}  // namespace catenary::engine::contract
