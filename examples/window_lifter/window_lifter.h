/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * The window lifter's types. One step is 50 ms.
 */
#ifndef WINDOW_LIFTER_H
#define WINDOW_LIFTER_H

typedef enum { NEUTRAL, UP, DOWN } lifter_switch;
typedef enum { STOP, RAISE, LOWER } lifter_motor;

/** Read at every step. */
typedef struct {
  lifter_switch driver;
  lifter_switch passenger;
  _Bool obstacle; /**< the motor draws more current than a free window needs */
} lifter_input;

enum { LIFTER_TOP = 8 };     /**< sensor positions between open and closed */
enum { LIFTER_TAP = 3 };     /**< steps: a shorter press goes on by itself */
enum { LIFTER_REVERSE = 4 }; /**< steps down after an obstacle */

typedef struct {
  lifter_motor motor;
  _Bool automatic;       /**< goes on without a switch */
  unsigned char held;    /**< steps that the switch was held */
  unsigned char reverse; /**< steps left of giving way to an obstacle */
  signed char position;  /**< 0 = open, LIFTER_TOP = closed */
} lifter;

void lifter_init(lifter* l);
void lifter_step(lifter* l, const lifter_input* in);

#endif
