/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * Version of the public C and C++ interface in include/catenary/.
 *
 * Semantic versioning: a change of the major number may break source or
 * binary compatibility, a change of the minor number only adds.
 */
#ifndef CATENARY_VERSION_H
#define CATENARY_VERSION_H

/** As numbers, for conditions of the preprocessor. */
#define CATENARY_VERSION_MAJOR 0
#define CATENARY_VERSION_MINOR 1
#define CATENARY_VERSION_PATCH 0

/** For people and for the "tool" field of suites. */
#define CATENARY_VERSION_STRING "0.1.0"

#endif
