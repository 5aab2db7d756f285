// SPDX-License-Identifier: Apache-2.0
// The basic types of code of SCADE 5, which a project configures.
#ifndef CONFIG_TYPES_H
#define CONFIG_TYPES_H
#define bool int
#define _int int
#define real float
#define true 1
#define false 0
#endif
