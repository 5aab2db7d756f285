// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a line of C accesses at a column that debug information names. Internal
/// to program/.
#pragma once

#include <cstdint>
#include <string>

namespace catenary::program {

/// The C text of the place that is accessed at a column of a line:
/// "GPIOA->IDR". Empty where it is not made of names, members and constant
/// indices alone. `column` counts from 1 and is that of the name, or of its
/// last member.
[[nodiscard]] std::string place_in_text(const std::string& line,
                                        std::uint32_t column);

}  // namespace catenary::program
