// SPDX-License-Identifier: Apache-2.0
/// \file
/// Options that were given where they have no meaning, found by the column
/// Spec::applies of the tables, so that no command lists them by hand.
#pragma once

#include <optional>
#include <string>

#include "option/table.h"

namespace catenary::option {

/// The model and the method of one call of a command.
struct Situation {
  std::string kind;    ///< of the model, as in Applies::kinds
  std::string model;   ///< its file, for the message
  std::string method;  ///< value of --method in effect; empty = none
};

/// Why the first option, or value of one, that was given has no meaning here:
/// "--path is not supported for requirements ('a.req')". Nothing where all
/// have one. Given is what differs from the default; `options` points to the
/// struct of the table.
[[nodiscard]] std::optional<std::string> find_inapplicable(
    const CommandTable& table, const void* options, const Situation& situation);

/// The same rule for the help: "Only for timed models." Empty where the option
/// always applies.
[[nodiscard]] std::string describe_applies(const Applies& applies);

}  // namespace catenary::option
