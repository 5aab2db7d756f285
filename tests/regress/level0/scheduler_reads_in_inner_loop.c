// SPDX-License-Identifier: Apache-2.0
// WHY:    the scheduler of a simulation reads inputs in an inner loop of a function; main() had "no infinite loop".
// RUN:    generate --cover branch
// EXPECT: undecided 0
// JSON:   summary.goals == 15
// JSON:   goals[id=scheduler_reads_in_inner_loop.c:28:20:true].status == covered
// JSON:   goals[id=scheduler_reads_in_inner_loop.c:22:7:true].trust == proved
// JSON:   goals[id=reach_error].trust == proved
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int ready_a = 1, ready_b, token, kept;

static void a(void) {
  token = __VERIFIER_nondet_int();
  kept = token;
  ready_a = 0;
  ready_b = 1;
}

static void b(void) {
  if (token != kept) reach_error();
  ready_b = 0;
}

static void schedule(void) {
  while (ready_a || ready_b) {
    if (ready_a && __VERIFIER_nondet_int()) a();
    if (ready_b && __VERIFIER_nondet_int()) b();
  }
}

static void simulate(void) {
  while (1) {
    schedule();
    ready_a = 1;
  }
}

int main(void) {
  simulate();
  return 0;
}
