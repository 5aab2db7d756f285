// SPDX-License-Identifier: Apache-2.0
// WHY:    the optimiser computes a value behind the place where the step stops, and uses it in blocks that become unreachable: these uses crashed LLVM's code generator, and the tool.
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
