// SPDX-License-Identifier: Apache-2.0
// How code of SCADE copies structures; part of its run time.
#ifndef KCG_ASSIGN_H
#define KCG_ASSIGN_H
#include <string.h>
#define kcg_assign(to, from, size) (memcpy((to), (from), (size)))
#endif
