// SPDX-License-Identifier: Apache-2.0
/// \file
/// Formatted output to strings (C11, 7.21.6), which snprintf() and its
/// relatives have in common. Internal to program/.
#pragma once

namespace catenary::program {

/// C text of `static int __catenary_format(char *to, unsigned long size, const
/// char *f, __builtin_va_list all)`, which does what C11 says of vsnprintf().
/// It is unsupported where a format or a value is not modelled: %e, %g, %a, %p,
/// %n, wide characters, `long double`, numbers from 2^63 on and more than 60
/// digits or decimals. Static storage.
[[nodiscard]] const char* format_text();

}  // namespace catenary::program
