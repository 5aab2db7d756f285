// SPDX-License-Identifier: Apache-2.0
// WHY:    a table of inputs is run, keeps its tests, and gets tests for what it misses; pairs may be half of each.
// RUN:    generate --cover branch,mcdc --extend {dir}/../parts/lock_inputs.csv
// RUN:    generate --cover branch,mcdc --extend {dir}/../parts/lock_inputs.csv --engine symbolic
// RUN:    generate --cover branch,mcdc --extend {dir}/../parts/lock_inputs.csv --method single
// EXPECT: goals 11  covered 11
// JSON:   goals[id=mcdc@extend_inputs.c:15:7].status == covered
unsigned char key, code;
static unsigned char open;

void step(void) {
  int again;
  again = 0;

  if (key > 7 && (code == 3 || open)) again = 1;
  if (again) open = 1;
}
