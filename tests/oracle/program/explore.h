/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * What a generated program and the explorer know of each other. The program
 * keeps all its variables in .data and .bss; whatever the explorer remembers
 * is thread-local, on the heap or on the stack, so that a copy of .data and
 * .bss is the whole state of the program and of nothing else.
 */
#ifndef CATENARY_TESTS_ORACLE_PROGRAM_EXPLORE_H
#define CATENARY_TESTS_ORACLE_PROGRAM_EXPLORE_H

#include <setjmp.h>
#include <stdint.h>

enum outcome { RAN, ENDED, DISCARDED, CRASHED };

/** Goals hit since the step began. */
extern _Thread_local uint64_t o_hits;

/** Ends the run, or discards it, or says that the program crashes here. */
_Noreturn void o_stop(enum outcome how);

/** What the program at hand provides. */
extern const int o_goals, o_letters, o_initial_letters, o_outputs;
/** Goals that chains are for, and those that a discarded step does not hit. */
extern const uint64_t o_chain_goals, o_property_goals;
extern const int o_has_final;
void o_set_initial(int letter);
void o_set_inputs(int letter);
void o_set_values(const long long* inputs);
void o_init(void);
/** 0 where the assumptions forbid the step. */
int o_step(void);
int o_final(void);
long long o_output(int index);

static inline long o_index(long i, long n) {
  if (i < 0 || i >= n) o_stop(CRASHED);
  return i;
}
static inline long long o_divisor(long long d) {
  if (d == 0) o_stop(CRASHED);
  return d;
}
static inline int o_branch(int goal, int value) {
  o_hits |= (uint64_t)1 << (value ? goal : goal + 1);
  return value;
}

#endif
