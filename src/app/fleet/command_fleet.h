// SPDX-License-Identifier: Apache-2.0
/// \file
/// A single command whose parts are tasks of a fleet.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/batch/executor.h"

namespace catenary::app {

/// Who computes the parts, and how one is asked for.
struct CommandFleet {
  /// Starts the fleet, or connects. Throws base::ToolError.
  std::function<std::unique_ptr<Executor>()> start;
  /// The whole command, which prints a JSON document and writes no file. A part
  /// has "--shard=I/N" as its second word.
  std::vector<std::string> words;
};

}  // namespace catenary::app
