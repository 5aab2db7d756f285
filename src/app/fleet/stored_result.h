// SPDX-License-Identifier: Apache-2.0
/// \file
/// A result of a worker as the journal of the coordinator has it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fleet/message.h"

namespace catenary::app {

struct StoredResult {
  std::string task;  ///< its words, for messages
  std::int32_t code = 0;
  bool partial = false;
  double seconds = 0;
  fleet::ResultBody body;
};

/// The words of a command as one would type them.
[[nodiscard]] std::string text_of(const std::vector<std::string>& words);

/// The same of its name and the first file that it reads.
[[nodiscard]] std::string short_text_of(const std::vector<std::string>& words);

/// The bytes for the journal. `body`: that of the result, wherever it came
/// from.
[[nodiscard]] std::string to_stored(const std::string& task,
                                    const fleet::ResultMessage& result,
                                    const std::string& body);
/// Throws base::WireError for bytes that to_stored() has not made.
[[nodiscard]] StoredResult read_stored(const std::string& bytes);

/// What has to be the same whoever computes it: the exit code and, since
/// results of runs have times in them, the files of other commands. Empty =
/// nothing has to, as a limit was met or the command failed.
[[nodiscard]] std::string same_part(const std::string& stored);

}  // namespace catenary::app
