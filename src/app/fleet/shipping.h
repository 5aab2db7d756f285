// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which commands a worker runs: a white list of commands and options, and
/// which of them name files. The coordinator asks what can be sent, the worker
/// what it may run, both here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fleet/message.h"

namespace catenary::app {

/// The words of a command, and the files that they name.
struct ShippedWords {
  std::vector<std::string> words;
  std::vector<std::string> inputs;   ///< without the '#' of a capsule
  std::vector<std::string> outputs;  ///< that the command writes
};

/// The words that a worker gets for a command: the same without its cache.
/// Returns nothing, and the reason, for a command that is not on the list: of
/// another name, with options that are not, or with a system under test that is
/// not a model. Paths are only listed; see fleet::is_inside().
[[nodiscard]] std::optional<ShippedWords> ship_words(
    const std::vector<std::string>& words, std::string& why);

/// Why a worker does not run a task of a holder of the key: its command is not
/// on the list, or it names files outside of the folder of the task; empty = it
/// runs it. Names within a model are not looked at.
[[nodiscard]] std::string why_refused(const fleet::TaskMessage& task);

/// The largest number of leading ".." of the paths.
[[nodiscard]] std::uint32_t steps_up(const std::vector<std::string>& paths);

}  // namespace catenary::app
