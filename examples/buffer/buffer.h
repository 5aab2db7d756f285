/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * A buffer that counts its items.
 */
#ifndef BUFFER_H
#define BUFFER_H

#include <stdbool.h>

typedef struct buffer {
  int items;  /* -1 before the first step */
  bool empty; /* E */
  bool full;  /* F */
  int power;  /* pc */
} buffer;

void buffer_start(buffer* b);
void buffer_step(buffer* b, bool enqueue, bool dequeue);

#endif
