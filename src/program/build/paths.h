// SPDX-License-Identifier: Apache-2.0
/// \file
/// Names of files as the user would write them.
#pragma once

#include <string>

namespace catenary::program {

/// A name that the compiler printed or stored while it ran in `directory`, as
/// seen from our own working directory: "./main.c" in "a/b" is "a/b/main.c"; an
/// absolute name below `directory` is made relative likewise; any other name
/// stays, as do names such as "<built-in>".
[[nodiscard]] std::string display_path(const std::string& name,
                                       const std::string& directory);

}  // namespace catenary::program
