// SPDX-License-Identifier: Apache-2.0
// WHY:    the step ends where it depends on the number of an address, and what the optimiser computed behind that place is used in blocks that nothing reaches any more: LLVM's code generator crashed on them, and so did the tool.
// RUN:    generate --cover branch
// RUN:    generate --cover branch --engine explicit
// EXIT:   1
// JSON:   goals[id=address_number_stops_step.c:19:9:true].status == undecided
// JSON:   goals[id=address_number_stops_step.c:19:9:true].reason contains number of an address
// JSON:   goals[id=address_number_stops_step.c:20:9:true].status == undecided
extern unsigned char __VERIFIER_nondet_uchar(void);

int g;
int hits;

int main(void) {
  while (1) {
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned long a = (unsigned long)&g;
    // Where g lies is not known.
    if (a > 0x10000000000UL || c) hits++;
    if (hits > 1000) hits = 0;
  }
}
