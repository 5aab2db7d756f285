// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a result depended on, as text that can be checked later.
///
/// A line for each input: "F DIGEST PATH" is a file and its content, "A PATH" a
/// file that did not exist, "L DIGEST ENDING PATH" the names in a folder.
#pragma once

#include <ctime>
#include <optional>
#include <string>

#include "base/inputs/input_log.h"

namespace catenary::app {

/// Describes the inputs as they are now. Returns nothing if they are not known
/// exactly: an obstacle was noted, an input is not a regular file, or a file or
/// folder has changed at or after `began`, a time of CLOCK_REALTIME_COARSE, so
/// that its earlier content may have been read. `why` gets the reason.
/// Cost: reads all files.
[[nodiscard]] std::optional<std::string> describe_inputs(
    const base::NotedInputs& inputs,
    const std::timespec& began,
    std::string& why);

/// Whether everything described is as it was. Cost: reads the files, up to the
/// first that differs.
[[nodiscard]] bool inputs_hold(const std::string& description);

}  // namespace catenary::app
