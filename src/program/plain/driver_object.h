// SPDX-License-Identifier: Apache-2.0
/// \file
/// The driver of the challenge, embedded in this program. Internal to
/// program/plain.
#pragma once

#include <string_view>

namespace catenary::program::plain {

/// runtime/challenge/driver.c as an object file, as bytes. Static storage.
[[nodiscard]] std::string_view driver_object();

}  // namespace catenary::program::plain
