// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace catenary::program::plain {

/// runtime/challenge/driver.c as an object file.
[[nodiscard]] std::string_view driver_object();

}  // namespace catenary::program::plain
