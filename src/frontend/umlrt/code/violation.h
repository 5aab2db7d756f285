// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/error.h"

namespace catenary::frontend::umlrt {

/// A way in which a step goes wrong: it is found, or proved to be impossible.
struct Violation {
  /// E.g. "stuck-choice Rover::near?".
  std::string id;
  std::string text;
  base::SourceLocation where;
};

}  // namespace catenary::frontend::umlrt
