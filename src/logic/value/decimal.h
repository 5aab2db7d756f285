// SPDX-License-Identifier: Apache-2.0
/// \file
/// Rational numbers as decimals.
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <optional>
#include <string>

namespace catenary::logic {

/// The exact decimal text of a number: "12", "-0.25". Nothing if it has none of
/// at most `most_digits` digits behind the point, as 1/3 has none at all.
[[nodiscard]] std::optional<std::string> finite_decimal(
    const mpq_class& number, std::size_t most_digits);

}  // namespace catenary::logic
