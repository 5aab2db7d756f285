// SPDX-License-Identifier: Apache-2.0
/// \file
/// Names that are different from all others of their kind.
#pragma once

#include <map>
#include <string>

namespace catenary::base {

/// The names in use; the number is the next suffix to try for a name.
using TakenNames = std::map<std::string, int>;

/// The name itself, or with "#2", "#3", … if it is taken; it is taken then.
/// Cost: amortised, one look-up.
[[nodiscard]] std::string unique_name(const std::string& wanted,
                                      TakenNames& taken);

}  // namespace catenary::base
