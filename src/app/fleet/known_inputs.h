// SPDX-License-Identifier: Apache-2.0
/// \file
/// What commands read, from commands before them: nothing has to be loaded.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/fleet/prepare.h"
#include "app/fleet/shipping.h"

namespace catenary::app {

/// The inputs of generations, by their suites, and those of parts of a command,
/// by the command.
class KnownInputs {
 public:
  /// Remembers what a command reads if it is a generation, or a part of a
  /// command (--shard, --goal). `inputs`: without contents.
  void remember(const ShippedWords& words, const PreparedInputs& inputs);
  /// The inputs of a command that runs a suite on the model that it was made
  /// of, or shows it: both load that model as its generation did; and those of
  /// another part of a command. Nothing for other commands, or where a file has
  /// changed since. Cost: reads all files.
  [[nodiscard]] std::optional<PreparedInputs> of(
      const ShippedWords& words) const;

 private:
  struct Generation {
    std::string model;
    PreparedInputs inputs;
  };
  std::map<std::string, Generation> by_suite_;
  std::map<std::vector<std::string>, PreparedInputs> by_whole_;
};

}  // namespace catenary::app
