// SPDX-License-Identifier: Apache-2.0
// WHY:    the values of an enumeration that the step writes are states, and pairs of them transitions; inputs and constants are none.
// RUN:    generate --cover state,transition
// EXPECT: goals 12  covered 9  unreachable 3
// JSON:   goals[id=state@mode=OFF].status == covered
// JSON:   goals[id=state@mode=DONE].depth == 2
// JSON:   goals[id=transition@mode:OFF->DONE].status == unreachable
// JSON:   goals[id=transition@mode:OFF->OFF].status == covered
// JSON:   goals[id=transition@mode:ON->DONE].status == covered
enum mode { OFF, ON, DONE };
enum mode wish;
static enum mode mode;
static const enum mode last = DONE;

void step(void) {
  if (mode == OFF && wish == ON) {
    mode = ON;
  } else if (mode == ON && wish != ON) {
    mode = wish == OFF ? OFF : last;
  }
}
