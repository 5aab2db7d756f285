// SPDX-License-Identifier: Apache-2.0
/// \file
/// Floats as a machine has them, with many NaNs.
#pragma once

#include <gmpxx.h>

#include "logic/value/value.h"

namespace catenary::logic {

/// As Value::floating(), but a NaN keeps its bits: it differs from NaNs of
/// other bits, and is written "NaN(0x…)" with all of them unless it is the one
/// that all others become. For what a program gets from outside; constants of
/// terms and results have one NaN.
[[nodiscard]] Value machine_float(const Sort& sort, const mpz_class& bits);

}  // namespace catenary::logic
