// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/error.h"

/// \file
/// Violations: the ways in which a step of a state machine goes wrong.
namespace catenary::frontend::umlrt {

/// A kind of failure at one place of the model. The analysis finds a run to it
/// or proves that there is none.
struct Violation {
  /// The stable name, e.g. "stuck-choice Rover::near?".
  std::string id;
  /// A sentence for reports.
  std::string text;
  /// The element of the model that fails.
  base::SourceLocation where;
};

}  // namespace catenary::frontend::umlrt
