// SPDX-License-Identifier: Apache-2.0
/// \file
/// Options that were given although they have no effect, found by the column
/// Spec::applies of the tables, so that no command has to list them.
#pragma once

#include <optional>
#include <string>

#include "option/table.h"

namespace catenary::option {

/// The model and the method of one call of a command.
struct Situation {
  /// The kind of the model, as in Applies::kinds.
  std::string kind;
  /// The file of the model, for the message.
  std::string model;
  /// The value of --method in effect; empty = the command has none.
  std::string method;
};

/// Why the first option, or value of an option, that was given is not supported
/// here: "--path is not supported for requirements ('a.req')". Nothing if all
/// are. An option counts as given if it differs from its default. `options`
/// points to the struct of the table.
[[nodiscard]] std::optional<std::string> find_inapplicable(
    const CommandTable& table, const void* options, const Situation& situation);

/// The same rule as a sentence of the help: "Only for timed models." Empty if
/// the option always applies.
[[nodiscard]] std::string describe_applies(const Applies& applies);

}  // namespace catenary::option
