// SPDX-License-Identifier: Apache-2.0
/// \file
/// A single command whose parts are tasks of a fleet.
#pragma once

#include <string>
#include <vector>

#include "app/batch/executor.h"

namespace catenary::app {

/// Who computes the parts, and how one is asked for.
struct CommandFleet {
  Executor& executor;  ///< without tasks
  /// The whole command, which prints a JSON document and writes no file. A part
  /// has another "--shard=I/N" behind it.
  std::vector<std::string> words;
};

}  // namespace catenary::app
