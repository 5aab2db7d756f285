// SPDX-License-Identifier: Apache-2.0
/// \file
/// Floats in machine representation, in which there are many NaNs.
#pragma once

#include <gmpxx.h>

#include "logic/value/value.h"

namespace catenary::logic {

/// As Value::floating(), but a NaN keeps its bits: it differs from NaNs of
/// other bits, and its text is "NaN(0x…)" with all bits, unless it is the NaN
/// that stands for all. For values that a program receives from outside.
/// Constants of terms and results of operators have one NaN.
[[nodiscard]] Value machine_float(const Sort& sort, const mpz_class& bits);

}  // namespace catenary::logic
