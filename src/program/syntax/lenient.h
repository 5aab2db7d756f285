// SPDX-License-Identifier: Apache-2.0
/// \file
/// C of before 1999, which Clang refuses by default.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace catenary::program {

/// Whether errors say that the source relies on what C had until C99 and
/// compilers accepted for long after: functions and types without declaration,
/// and conversions between pointers and integers.
[[nodiscard]] bool has_implicit(const std::vector<base::Diagnostic>& messages);

/// Adds the arguments with which Clang accepts it, with warnings.
void add_lenient(std::vector<std::string>& arguments);

}  // namespace catenary::program
