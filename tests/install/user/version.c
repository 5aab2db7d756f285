/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * Usage: version VERSION. The headers are those of the package found.
 */
#include <catenary/adapter.h>
#include <catenary/c.h>
#include <catenary/version.h>
#include <string.h>

int main(int count, char** arguments) {
  CATENARY_GOAL("none", count == 0);
  return count == 2 && strcmp(arguments[1], CATENARY_VERSION_STRING) == 0 ? 0
                                                                          : 1;
}
