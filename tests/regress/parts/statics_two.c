/* SPDX-License-Identifier: Apache-2.0 */
#include "limits.h"

static int weight(int v) { return v == 5 ? 2 : 3; }

int other(int value) { return weight(value) + is_low(value); }

int idle(int value) { return value ? 1 : 2; }
