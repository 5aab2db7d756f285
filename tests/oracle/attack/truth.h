/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * What an attacking program and the enumeration of its runs (truth.c) know of
 * each other. The program and its harness are one shared object; a copy of the
 * writable segments of that object is the state of the program, whole and
 * nothing else.
 */
#ifndef CATENARY_TESTS_ORACLE_ATTACK_TRUTH_H
#define CATENARY_TESTS_ORACLE_ATTACK_TRUTH_H

#ifdef __cplusplus
extern "C" {
#endif

/** How a step ends. */
enum truth_outcome {
  TRUTH_RAN,       /**< the next step may follow */
  TRUTH_ENDED,     /**< exit, abort, a failed assertion, return from main */
  TRUTH_DISCARDED, /**< an assumption is false: goals hit before it count */
  TRUTH_CRASHED,   /**< undefined behaviour that traps, or a signal */
  TRUTH_FORBIDDEN, /**< the description excludes the step: it does not exist */
  TRUTH_HUNG       /**< the step does not end */
};

/* What truth.c gives to the program. */
void truth_hit(int goal);
int truth_branch(int goal_if_true, int value);
/** One of 0..count-1; every value is tried. */
int truth_choose(int count);
/** Ends the step. */
__attribute__((noreturn)) void truth_stop(enum truth_outcome how);
/** The head of the endless loop of a whole program. */
void truth_round(void);

/* What the harness of the program gives to truth.c. */
extern const int truth_goals, truth_letters, truth_initial_letters;
extern const int truth_outputs, truth_whole_program;
/** Goals that count for a minimal chain; the sets as bits. */
extern const unsigned long long truth_chain_goals[4];
/** Goals that a discarded step does not hit. */
extern const unsigned long long truth_property_goals[4];
void truth_set_initial(int letter);
void truth_set_inputs(int letter);
/** Sets inputs to the bits of values, as replay reads them. */
void truth_set_values(const long long* values);
void truth_init(void);
/** What is judged before the step; false where the step does not exist. */
int truth_before(void);
void truth_step(void);
/** What is judged after the step, or (step = 0) after the initialisation. */
void truth_after(int step);
long long truth_output(int index);

#ifdef __cplusplus
}
#endif
#endif
