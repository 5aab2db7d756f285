/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * A buffer of PLACES places. The requirements want two of them.
 */
#include "buffer.h"

#ifndef PLACES
#define PLACES 2
#endif

void buffer_start(buffer* b) {
  b->items = -1; /* the first step is still to come */
  b->empty = true;
  b->full = false;
  b->power = 0;
}

void buffer_step(buffer* b, bool enqueue, bool dequeue) {
  b->power = enqueue + dequeue;
  if (b->items < 0) {
    b->items = 0; /* requests in the first step are not served */
  } else if (enqueue && !dequeue && b->items < PLACES) {
    ++b->items;
  } else if (dequeue && !enqueue && b->items > 0) {
    --b->items;
  }
  b->empty = b->items == 0;
  b->full = b->items == PLACES;
}
