// SPDX-License-Identifier: Apache-2.0
/// \file
/// Suites as commands take them from files.
#pragma once

#include <string>
#include <string_view>

#include "suite/suite.h"

namespace catenary::app {

/// The suite in `text`, the content of `file`: a table as `convert --to csv`
/// writes it where the name ends in ".csv", JSON otherwise. Throws InputError
/// with the line on anything else.
[[nodiscard]] suite::Suite parse_suite(std::string_view text,
                                       const std::string& file);

/// The model that a suite names, or a file of that name beside the suite if
/// there is none where the suite says. `file`: that of the suite.
[[nodiscard]] std::string model_of_suite(const suite::Suite& suite,
                                         const std::string& file);

}  // namespace catenary::app
