/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * A plain explorer, independent of Catenary: breadth first over copies of all
 * memory of a program, and for few goals the true optimum of chains.
 *
 *   explore STATES STEPS           reports what is reachable
 *   replay < lines of numbers      first line initial letter, then the inputs
 *                                  of each step; prints hits and outputs
 */
#include "explore.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char __data_start[], _end[];

_Thread_local uint64_t o_hits;
static _Thread_local sigjmp_buf* back;

_Noreturn void o_stop(enum outcome how) { siglongjmp(*back, how); }

static void on_signal(int number) {
  (void)number;
  o_stop(CRASHED);
}

enum { kEnd = -1, kForbidden = 100 };

struct edge {
  int target; /* kEnd where the run ended */
  uint64_t hits;
};

struct explorer {
  size_t bytes;
  char* images; /* one after the other */
  int states, capacity;
  int* table; /* open addressing: state + 1 */
  int table_size;
  int* depth;
  char* final;
  struct edge* edges;
  int edge_count, edge_room;
  int* first_edge;
  struct edge* starts;
  int start_count;
  int crashes;
  int goal_depth[64];
};

static int call(int init) {
  sigjmp_buf here;
  back = &here;
  const int how = sigsetjmp(here, 1);
  if (how != 0) return how;
  if (init) {
    o_init();
    return RAN;
  }
  return o_step() ? RAN : kForbidden;
}

static int find_or_add(struct explorer* x, int depth) {
  const char* now = __data_start;
  uint64_t hash = 1469598103934665603u;
  for (size_t i = 0; i + 8 <= x->bytes; i += 8) {
    uint64_t word;
    memcpy(&word, now + i, 8);
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
  }
  for (int at = (int)(hash % (uint64_t)x->table_size);;
       at = (at + 1) % x->table_size) {
    if (x->table[at] == 0) {
      if (x->states == x->capacity) {
        puts("toolarge");
        exit(0);
      }
      memcpy(x->images + (size_t)x->states * x->bytes, now, x->bytes);
      x->depth[x->states] = depth;
      x->table[at] = ++x->states;
      return x->states - 1;
    }
    const int s = x->table[at] - 1;
    if (memcmp(x->images + (size_t)s * x->bytes, now, x->bytes) == 0) return s;
  }
}

/* The edge that a call made; 0 where there is none. */
static int take(struct explorer* x, int how, int depth, struct edge* e) {
  if (how == kForbidden) return 0;
  if (how == CRASHED) x->crashes++;
  if (how == DISCARDED) o_hits &= ~o_property_goals;
  for (int g = 0; g < o_goals; ++g) {
    if ((o_hits >> g & 1) == 0 || x->goal_depth[g] >= 0) continue;
    x->goal_depth[g] = depth;
  }
  if (how == DISCARDED && o_hits == 0) return 0;
  e->hits = o_hits;
  e->target = how == RAN ? find_or_add(x, depth) : kEnd;
  return 1;
}

static void explore(struct explorer* x) {
  char* pristine = malloc(x->bytes);
  memcpy(pristine, __data_start, x->bytes);
  for (int l = 0; l < o_initial_letters; ++l) {
    memcpy(__data_start, pristine, x->bytes);
    o_hits = 0;
    o_set_initial(l);
    x->start_count += take(x, call(1), 0, &x->starts[x->start_count]);
  }
  for (int s = 0; s < x->states; ++s) {
    const char* image = x->images + (size_t)s * x->bytes;
    memcpy(__data_start, image, x->bytes);
    x->final[s] = (char)o_final();
    x->first_edge[s] = x->edge_count;
    for (int l = 0; l < o_letters; ++l) {
      memcpy(__data_start, image, x->bytes);
      o_hits = 0;
      o_set_inputs(l);
      struct edge e;
      if (!take(x, call(0), x->depth[s] + 1, &e)) continue;
      int known = 0;
      for (int k = x->first_edge[s]; k < x->edge_count && !known; ++k) {
        known = x->edges[k].target == e.target && x->edges[k].hits == e.hits;
      }
      if (known) continue;
      if (x->edge_count == x->edge_room) {
        x->edge_room *= 2;
        const size_t room = sizeof(struct edge) * (size_t)x->edge_room;
        x->edges = realloc(x->edges, room);
      }
      x->edges[x->edge_count++] = e;
    }
    x->first_edge[s + 1] = x->edge_count;
  }
  free(pristine);
}

/* A chain may end where a run ended by itself only if no state is special. */
static int may_end(const char* can, int target) {
  return target == kEnd ? !o_has_final : can[target];
}

static uint64_t coverable(struct explorer* x) {
  char* can = malloc((size_t)x->states + 1);
  memcpy(can, x->final, (size_t)x->states);
  for (int changed = 1; changed;) {
    changed = 0;
    for (int s = x->states - 1; s >= 0; --s) {
      for (int e = x->first_edge[s]; !can[s] && e < x->first_edge[s + 1]; ++e) {
        if (may_end(can, x->edges[e].target)) can[s] = 1, changed = 1;
      }
    }
  }
  uint64_t found = 0;
  for (int e = 0; e < x->edge_count; ++e) {
    if (may_end(can, x->edges[e].target)) found |= x->edges[e].hits;
  }
  for (int i = 0; i < x->start_count; ++i) {
    if (may_end(can, x->starts[i].target)) found |= x->starts[i].hits;
  }
  free(can);
  return found & o_chain_goals;
}

/* Bits of `hits` at the places of `goals`, packed. */
static int pack(uint64_t hits, uint64_t goals) {
  int out = 0, bit = 0;
  for (int g = 0; g < 64; ++g) {
    if ((goals >> g & 1) == 0) continue;
    if ((hits >> g & 1) != 0) out |= 1 << bit;
    ++bit;
  }
  return out;
}

/* Steps of the shortest chain for each set of goals, -1 where there is none. */
static int* shortest_by_set(struct explorer* x, uint64_t goals, int masks) {
  int* best = malloc(sizeof(int) * (size_t)masks);
  memset(best, -1, sizeof(int) * (size_t)masks);
  const size_t nodes = (size_t)x->states * (size_t)masks;
  int* steps = malloc(sizeof(int) * (nodes + 1));
  memset(steps, -1, sizeof(int) * nodes);
  int* queue = malloc(sizeof(int) * (nodes + 1));
  size_t head = 0, tail = 0;
  int* packed = malloc(sizeof(int) * ((size_t)x->edge_count + 1));
  for (int e = 0; e < x->edge_count; ++e) {
    packed[e] = pack(x->edges[e].hits, goals);
  }
  for (int i = 0; i < x->start_count; ++i) {
    const int m = pack(x->starts[i].hits, goals);
    if (x->starts[i].target == kEnd) {
      if (!o_has_final) best[m] = 0;
      continue;
    }
    const size_t node = (size_t)x->starts[i].target * (size_t)masks + (size_t)m;
    if (steps[node] < 0) steps[node] = 0, queue[tail++] = (int)node;
  }
  while (head < tail) {
    const size_t node = (size_t)queue[head++];
    const int s = (int)(node / (size_t)masks), m = (int)(node % (size_t)masks);
    const int n = steps[node];
    if (x->final[s] && (best[m] < 0 || best[m] > n)) best[m] = n;
    for (int e = x->first_edge[s]; e < x->first_edge[s + 1]; ++e) {
      const int with = m | packed[e];
      if (x->edges[e].target == kEnd) {
        if (!o_has_final && (best[with] < 0 || best[with] > n + 1)) {
          best[with] = n + 1;
        }
        continue;
      }
      const size_t to =
          (size_t)x->edges[e].target * (size_t)masks + (size_t)with;
      if (steps[to] < 0) steps[to] = n + 1, queue[tail++] = (int)to;
    }
  }
  free(packed);
  free(steps);
  free(queue);
  return best;
}

/* Prints "optimum CHAINS STEPS" for 1, 2, ... chains that cover all. */
static void optimum(struct explorer* x, long most) {
  const uint64_t goals = coverable(x);
  printf("coverable %llu\n", (unsigned long long)goals);
  const int count = __builtin_popcountll(goals);
  if (count == 0 || count > 12 || (long)x->states << count > most) return;
  const int masks = 1 << count;
  const int* best = shortest_by_set(x, goals, masks);
  int* now = malloc(sizeof(int) * (size_t)masks);
  int* next = malloc(sizeof(int) * (size_t)masks);
  memset(now, -1, sizeof(int) * (size_t)masks);
  now[0] = 0;
  for (int chains = 1; chains <= count; ++chains) {
    memset(next, -1, sizeof(int) * (size_t)masks);
    for (int a = 0; a < masks; ++a) {
      for (int b = 0; now[a] >= 0 && b < masks; ++b) {
        if (best[b] < 0) continue;
        const int cost = now[a] + best[b];
        if (next[a | b] < 0 || next[a | b] > cost) next[a | b] = cost;
      }
    }
    memcpy(now, next, sizeof(int) * (size_t)masks);
    if (now[masks - 1] >= 0) printf("optimum %d %d\n", chains, now[masks - 1]);
  }
}

static int replay(void) {
  long long values[16];
  int letter = 0;
  if (scanf("%d", &letter) != 1) return 1;
  int inputs = 0;
  if (scanf("%d", &inputs) != 1) return 1;
  o_set_initial(letter);
  int how = call(1);
  for (;;) {
    if (how == DISCARDED) o_hits &= ~o_property_goals;
    printf("%d %llu", how, (unsigned long long)o_hits);
    for (int k = 0; how == RAN && k < o_outputs; ++k) {
      printf(" %lld", o_output(k));
    }
    puts("");
    if (how != RAN) return 0;
    for (int i = 0; i < inputs; ++i) {
      if (scanf("%lld", &values[i]) != 1) return 0;
    }
    int go = 0;
    if (scanf("%d", &go) != 1) return 0;
    o_hits = 0;
    o_set_values(values);
    how = call(0);
  }
}

int main(int argc, char** argv) {
  static const int signals[] = {SIGSEGV, SIGFPE, SIGILL, SIGBUS, SIGTRAP};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; ++i) {
    signal(signals[i], on_signal);
  }
  if (argc == 2 && strcmp(argv[1], "replay") == 0) return replay();
  if (argc != 3) return 2;
  struct explorer x;
  memset(&x, 0, sizeof x);
  x.bytes = (size_t)(_end - __data_start);
  x.capacity = atoi(argv[1]);
  x.table_size = 4 * x.capacity + 1;
  x.table = calloc((size_t)x.table_size, sizeof(int));
  x.images = malloc((size_t)x.capacity * x.bytes);
  x.depth = malloc(sizeof(int) * (size_t)x.capacity);
  x.final = malloc((size_t)x.capacity + 1);
  x.first_edge = calloc((size_t)x.capacity + 2, sizeof(int));
  x.edge_room = 1024;
  x.edges = malloc(sizeof(struct edge) * (size_t)x.edge_room);
  x.starts = malloc(sizeof(struct edge) * (size_t)(o_initial_letters + 1));
  memset(x.goal_depth, -1, sizeof x.goal_depth);
  explore(&x);
  printf("states %d crashes %d\n", x.states, x.crashes);
  for (int g = 0; g < o_goals; ++g) printf("goal %d %d\n", g, x.goal_depth[g]);
  optimum(&x, atol(argv[2]));
  return 0;
}
