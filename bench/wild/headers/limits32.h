// SPDX-License-Identifier: Apache-2.0
// Included before code of Embedded Coder that was generated for a 32-bit long
// and refuses any other. It uses long for nothing else.
#include <limits.h>
#undef ULONG_MAX
#undef LONG_MAX
#define ULONG_MAX 0xFFFFFFFFU
#define LONG_MAX 0x7FFFFFFF
