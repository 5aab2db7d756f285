// SPDX-License-Identifier: Apache-2.0
// WHY:    inputs of 32 bits that are only compared with each other and with constants are explored exactly, so that the dead branch is proved dead.
// RUN:    generate --cover branch,mcdc --engine explicit
// EXPECT: goals 14  covered 11  unreachable 3  tests 1  steps 3
// JSON:   goals[id=inputs_compared.c:19:27:true].status == unreachable
// JSON:   goals[id=inputs_compared.c:19:27:true].trust == proved
const volatile int limit = 400;
int position, obstacle;
static unsigned char alarm;

void step(void) {
  int near;
  near = 0;

  if (position > obstacle && obstacle > 0) near = 1;
  if (near) alarm = 1;

  /* More than the limit is more than 0. */
  if (position > limit && position <= 0) alarm = 2;
}
