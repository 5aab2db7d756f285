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

/// The inputs as they are now. Nothing where they are not known: there is an
/// obstacle, one is no regular file, or a file has changed since shortly before
/// `began`, so that nobody knows which content was read. `why` gets the reason.
/// Cost: reads all files.
[[nodiscard]] std::optional<std::string> describe_inputs(
    const base::NotedInputs& inputs,
    const std::timespec& began,
    std::string& why);

/// Whether everything described is as it was. Cost: reads the files, up to the
/// first that differs.
[[nodiscard]] bool inputs_hold(const std::string& description);

}  // namespace catenary::app
