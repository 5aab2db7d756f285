// SPDX-License-Identifier: Apache-2.0
// WHY:    hardware registers are at addresses that are numbers: those that are only read are inputs, those that are written are outputs.
// RUN:    generate --cover branch -o suite.json
// EXPECT: goals 6  covered 5  unreachable 1
// JSON:   goals[id=registers.c:26:9:true].status == unreachable
// RUN:    run suite.json --sut model:{file} --json
// JSON:   summary.pass == 1
// RUN:    check --json
// JSON:   summary.inputs[0].name == PIN->IDR
// JSON:   summary.outputs[0].name == PIN->ODR
// JSON:   len(summary.outputs) == 1
#include <stdint.h>

typedef struct {
  volatile uint32_t MODER, IDR, ODR;
} PORT;
#define PIN ((PORT *)0x40010800u)

static int pressed;

void step(void) {
  if (PIN->IDR & 4) {
    if (!pressed) PIN->ODR ^= 2;
    pressed = 1;
  } else {
    if (PIN->ODR > 2) PIN->ODR = 0;
    pressed = 0;
  }
}
