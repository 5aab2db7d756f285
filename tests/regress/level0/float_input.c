// SPDX-License-Identifier: Apache-2.0
// WHY:    floats cannot be enumerated: what exploration did not reach stays undecided, and the reason names the input; a solver reaches it.
// RUN:    generate --cover branch --engine explicit
// EXPECT: goals 4  covered 3  unreachable 0  undecided 1
// JSON:   goals[id=float_input.c:19:7:true].status == undecided
// JSON:   goals[id=float_input.c:19:7:true].reason contains temperature
// EXIT:   1
// RUN:    generate --cover branch
// EXPECT: goals 4  covered 4  tests 1  steps 2
float temperature;
int heater;

void init(void) { heater = 0; }

void step(void) {
  heater = 0;
  if (temperature > 0.5f)
    heater = 1;
  if (temperature == 21.25f) heater = 2;
}
