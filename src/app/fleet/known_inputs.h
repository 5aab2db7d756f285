// SPDX-License-Identifier: Apache-2.0
/// \file
/// What commands read, from commands before them: nothing has to be loaded.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "app/fleet/prepare.h"
#include "app/fleet/shipping.h"

namespace catenary::app {

/// The inputs of generations, by their suites.
class KnownInputs {
 public:
  /// Remembers what a command reads if it is a generation. `inputs`: without
  /// contents.
  void remember(const ShippedWords& words, const PreparedInputs& inputs);
  /// The inputs of a command that runs a suite on the model that it was made
  /// of, or shows it: both load that model as its generation did. Nothing for
  /// other commands, or where a file has changed since. Cost: reads all files.
  [[nodiscard]] std::optional<PreparedInputs> of(
      const ShippedWords& words) const;

 private:
  struct Generation {
    std::string model;
    PreparedInputs inputs;
  };
  std::map<std::string, Generation> by_suite_;
};

}  // namespace catenary::app
