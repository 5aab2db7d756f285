/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * What the annotations of catenary/c.h do in an ordinary executable that was
 * compiled with -D__CATENARY__: goals hit are written down, so that a run on
 * the target can be compared with what Catenary says it covers.
 *
 * The file named by the environment variable CATENARY_HITS gets one line, the
 * goal's id, whenever a goal is hit for the first time. Without the variable
 * nothing is written. Inputs keep the value they have; a false assumption ends
 * the process with exit status 125, since what follows it means nothing.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMostGoals = 4096 };

void __catenary_goal(const char* id, _Bool condition);
void __catenary_assume(_Bool condition);
void __catenary_input(const char* name,
                      void* place,
                      unsigned long size,
                      int type);

/** True the first time it is called for `id`; goals beyond the most this
 * runtime can hold are written each time. */
static bool first_hit(const char* id) {
  static const char* seen[kMostGoals];
  static unsigned count;
  for (unsigned i = 0; i < count; ++i) {
    if (strcmp(seen[i], id) == 0) return false;
  }
  if (count < kMostGoals) seen[count++] = id;
  return true;
}

void __catenary_goal(const char* id, _Bool condition) {
  if (!condition || !first_hit(id)) return;
  const char* path = getenv("CATENARY_HITS");
  if (path == NULL) return;
  FILE* out = fopen(path, "a");
  if (out == NULL) return;
  fprintf(out, "%s\n", id);
  fclose(out);
}

void __catenary_assume(_Bool condition) {
  if (!condition) exit(125);
}

void __catenary_input(const char* name,
                      void* place,
                      unsigned long size,
                      int type) {
  (void)name;
  (void)place;
  (void)size;
  (void)type;
}
