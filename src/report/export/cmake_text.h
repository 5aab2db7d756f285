// SPDX-License-Identifier: Apache-2.0
/// \file
/// Arguments in the CMakeLists.txt of exported tests. Names of files, folders
/// and options come from users; as quoted arguments they are texts to CMake,
/// whatever they contain.
#pragma once

#include <string>
#include <vector>

#include "suite/suite.h"

namespace catenary::report {

/// A quoted argument that CMake reads as this text.
[[nodiscard]] std::string cmake_string(const std::string& text);

/// Such arguments, with a blank before each.
[[nodiscard]] std::string cmake_list(const std::vector<std::string>& texts);

/// An option of the compiler of C alone, as an argument of
/// target_compile_options().
[[nodiscard]] std::string cmake_option_of_c(const std::string& option);

/// The name of the test in CTest: its own, else a part of its id. Words of
/// CMake, which are of capital letters, have "test-" before them, since no
/// quotes keep them from being options.
[[nodiscard]] std::string ctest_name(const suite::Test& test);

}  // namespace catenary::report
