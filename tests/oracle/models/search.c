/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * The fewest runs of a model that meet all its properties, then the fewest
 * steps, by the plainest search there is: breadth first over pairs of state and
 * set of properties met so far, run by run. It shares nothing with Catenary but
 * the program and the text of the properties, which models_test.py has put into
 * model.inc. Prints runs, steps, and in how many steps of how many states a
 * property was violated.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.inc"
/* Of it: STATE (an lvalue), GOALS, LETTERS, BITS (of steps already taken of
 * properties of several steps), start(), take_letter(), step(), is_final(),
 * met(progress, &next_progress), violated(hits). */

typedef struct {
  unsigned char state[sizeof STATE];
  uint64_t progress;
} Node;

typedef struct {
  uint32_t to, hits;
} Edge;

static Node* nodes;
static uint32_t count, room;
static uint32_t* table;
static uint32_t table_size = 1u << 20;
static Edge* edges;
static size_t edge_count, edge_room;
static size_t* first_edge;
static unsigned char* final_node;

static void* grown(void* p, size_t n, size_t size) {
  p = realloc(p, n * size);
  if (p == NULL) abort();
  return p;
}

static uint32_t node_of(const Node* n) {
  uint64_t h = 1469598103934665603u;
  const unsigned char* bytes = (const unsigned char*)n;
  for (size_t i = 0; i < sizeof *n; i++) h = (h ^ bytes[i]) * 1099511628211u;
  h ^= h >> 29;
  for (uint32_t at = (uint32_t)h & (table_size - 1);;
       at = (at + 1) & (table_size - 1)) {
    if (table[at] == 0) {
      if (count == room) {
        room = room ? 2 * room : 1024;
        nodes = grown(nodes, room, sizeof *nodes);
      }
      if (2 * count > table_size) abort();
      nodes[count] = *n;
      table[at] = ++count;
      return count - 1;
    }
    if (memcmp(&nodes[table[at] - 1], n, sizeof *n) == 0) return table[at] - 1;
  }
}

static void save(Node* n, uint64_t progress) {
  memset(n, 0, sizeof *n);
  memcpy(n->state, &STATE, sizeof STATE);
  n->progress = progress;
}

static long explore(void) {
  long faults = 0;
  table = calloc(table_size, sizeof *table);
  Node n;
  start();
  save(&n, 0);
  node_of(&n);
  for (uint32_t i = 0; i < count; i++) {
    first_edge = grown(first_edge, i + 2, sizeof *first_edge);
    final_node = grown(final_node, i + 1, 1);
    first_edge[i] = edge_count;
    memcpy(&STATE, nodes[i].state, sizeof STATE);
    final_node[i] = (unsigned char)is_final();
    for (int letter = 0; letter < LETTERS; letter++) {
      memcpy(&STATE, nodes[i].state, sizeof STATE);
      take_letter(letter);
      uint64_t next = 0;
      const uint32_t hits = met(nodes[i].progress, &next);
      step();
      faults += violated(hits) != 0;
      save(&n, next);
      const Edge e = {node_of(&n), hits};
      size_t k = first_edge[i];
      while (k < edge_count && (edges[k].to != e.to || edges[k].hits != e.hits))
        k++;
      if (k < edge_count) continue;
      if (edge_count == edge_room) {
        edge_room = edge_room ? 2 * edge_room : 4096;
        edges = grown(edges, edge_room, sizeof *edges);
      }
      edges[edge_count++] = e;
    }
    first_edge[i + 1] = edge_count;
  }
  return faults;
}

typedef struct {
  uint64_t* all;
  size_t size, room;
} List;

static void push(List* l, uint64_t x) {
  if (l->size == l->room) {
    l->room = l->room ? 2 * l->room : 1024;
    l->all = grown(l->all, l->room, sizeof *l->all);
  }
  l->all[l->size++] = x;
}

/* Steps at which a run may begin with these properties met; -1 = never. */
static int32_t* entry;
static int32_t* leave;

static int by_entry(const void* a, const void* b) {
  const int32_t x = entry[*(const uint32_t*)a], y = entry[*(const uint32_t*)b];
  return x < y ? -1 : x > y;
}

/* One more run; the steps of all so far when everything is met, or -1. */
static int32_t one_run(void) {
  const uint32_t sets = 1u << GOALS;
  uint64_t* seen = calloc(((uint64_t)count * sets + 63) / 64, 8);
  uint32_t* order = malloc(sets * sizeof *order);
  if (seen == NULL || order == NULL) abort();
  size_t begins = 0, used = 0;
  for (uint32_t s = 0; s < sets; s++) {
    leave[s] = -1;
    if (entry[s] >= 0) order[begins++] = s;
  }
  qsort(order, begins, sizeof *order, by_entry);
  List now = {0}, next = {0};
  int32_t result = -1;
  for (int32_t at = begins ? entry[order[0]] : 0; result < 0; at++) {
    for (; used < begins && entry[order[used]] == at; used++) {
      const uint64_t x = order[used];
      if (seen[x / 64] >> (x % 64) & 1) continue;
      seen[x / 64] |= (uint64_t)1 << (x % 64);
      push(&now, x);
    }
    if (now.size == 0 && used == begins) break;
    for (size_t i = 0; i < now.size && result < 0; i++) {
      const uint32_t node = (uint32_t)(now.all[i] >> GOALS);
      const uint32_t set = (uint32_t)now.all[i] & (sets - 1);
      if (final_node[node] && leave[set] < 0) {
        leave[set] = at;
        if (set == sets - 1) result = at;
      }
      for (size_t k = first_edge[node]; k < first_edge[node + 1]; k++) {
        const uint64_t x =
            (uint64_t)edges[k].to << GOALS | (set | edges[k].hits);
        if (seen[x / 64] >> (x % 64) & 1) continue;
        seen[x / 64] |= (uint64_t)1 << (x % 64);
        push(&next, x);
      }
    }
    const List swap = now;
    now = next;
    next = swap;
    next.size = 0;
  }
  free(seen);
  free(order);
  free(now.all);
  free(next.all);
  return result;
}

int main(void) {
  const long faults = explore();
  const uint32_t sets = 1u << GOALS;
  entry = malloc(sets * sizeof *entry);
  leave = malloc(sets * sizeof *leave);
  if (entry == NULL || leave == NULL) return 2;
  for (uint32_t s = 0; s < sets; s++) entry[s] = s == 0 ? 0 : -1;
  for (int runs = 1; runs <= GOALS; runs++) {
    const int32_t steps = one_run();
    if (steps >= 0) {
      printf("%d %d %ld %u\n", runs, (int)steps, faults, count);
      return 0;
    }
    memcpy(entry, leave, sets * sizeof *entry);
  }
  puts("never");
  return 1;
}
