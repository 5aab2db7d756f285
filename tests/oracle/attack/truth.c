/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * All runs of a small program, by breadth-first search over copies of its
 * memory. Shares no code with Catenary.
 *
 *   truth PROGRAM.so STATES PAIRS    reports what is reachable, and how soon
 *   truth PROGRAM.so replay < FILE   initial letter and number of inputs, then
 *                                    the inputs of each step as integers;
 *                                    prints outcome, goals and outputs
 *
 * A step runs on a stack of its own, which is cleared before. So a whole
 * program, whose loop never ends, can be left at the head of the loop: the used
 * part of that stack is then part of the state.
 */
#define _GNU_SOURCE
#include "truth.h"

#include <dlfcn.h>
#include <link.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

enum { kStack = 1 << 16, kUsed = 1 << 12, kMostChoices = 8, kWords = 4 };
enum { kEnd = -1, kMostSteps = 300000 };

struct goals {
  uint64_t bits[kWords];
};

/* The program. */
static const int *p_goals, *p_letters, *p_starts, *p_outputs, *p_whole;
static const unsigned long long *p_chain, *p_property;
static void (*p_set_initial)(int), (*p_set_inputs)(int);
static void (*p_set_values)(const long long*);
static void (*p_init)(void), (*p_step)(void), (*p_after)(int);
static int (*p_before)(void);
static long long (*p_output)(int);

/* The step that runs now. */
static struct goals hits;
static sigjmp_buf back;
static char* stack;
static void *stepper_sp, *driver_sp;
static int choices[kMostChoices], widths[kMostChoices], chosen, replayed;

void truth_hit(int goal) {
  hits.bits[goal / 64] |= (uint64_t)1 << (goal % 64);
}
int truth_branch(int goal, int value) {
  truth_hit(value ? goal : goal + 1);
  return value;
}
void truth_stop(enum truth_outcome how) {
  siglongjmp(back, (int)how + 1);
}
int truth_choose(int count) {
  if (chosen == kMostChoices) truth_stop(TRUTH_HUNG);
  if (chosen == replayed) choices[replayed++] = 0;
  widths[chosen] = count;
  return choices[chosen++];
}

/* The next combination of choices; 0 after the last one. */
static int next_choices(void) {
  replayed = chosen;
  while (replayed > 0 && choices[replayed - 1] + 1 == widths[replayed - 1]) {
    --replayed;
  }
  if (replayed == 0) return 0;
  ++choices[replayed - 1];
  return 1;
}

/* The C library that ends runs. */
void exit(int code) {
  (void)code;
  truth_stop(TRUTH_ENDED);
}
void abort(void) {
  truth_stop(TRUTH_ENDED);
}
/* A failed assertion is the defect of its step; nothing else is judged in it. */
static int asserted;
void __assert_fail(const char* what,
                   const char* file,
                   unsigned line,
                   const char* function) {
  void (*failed)(unsigned) =
      (void (*)(unsigned))dlsym(RTLD_DEFAULT, "truth_failed");
  (void)what, (void)file, (void)function;
  if (failed) failed(line);
  asserted = 1;
  truth_stop(TRUTH_ENDED);
}

static void on_signal(int number) {
  truth_stop(number == SIGVTALRM ? TRUTH_HUNG : TRUTH_CRASHED);
}

/* Saves what a call must keep, goes on with the other stack. */
void truth_switch(void** from, void* to);
__asm__(
    "truth_switch:\n"
    "  push %rbp\n  push %rbx\n  push %r12\n  push %r13\n"
    "  push %r14\n  push %r15\n"
    "  mov %rsp, (%rdi)\n  mov %rsi, %rsp\n"
    "  pop %r15\n  pop %r14\n  pop %r13\n  pop %r12\n"
    "  pop %rbx\n  pop %rbp\n  ret\n");

static void (*to_run)(void);
static void on_stack(void) {
  to_run();
  if (*p_whole) truth_stop(TRUTH_ENDED);
  truth_switch(&stepper_sp, driver_sp);
  abort();
}
void truth_round(void) {
  truth_switch(&stepper_sp, driver_sp);
}

/* Runs a function on a cleared stack, or goes on with a whole program. */
static void run_on_stack(void (*function)(void)) {
  if (function != NULL) {
    memset(stack, 0, kStack);
    void** top = (void**)(stack + kStack - 64);
    top[0] = (void*)on_stack;
    stepper_sp = top - 6;
    to_run = function;
  } else {
    memset(stack, 0, (size_t)((char*)stepper_sp - stack));
  }
  truth_switch(&driver_sp, stepper_sp);
}

struct segment {
  char* at;
  size_t bytes;
};
static struct segment segments[8];
static int segment_count;
static size_t bytes;
static const char* wanted;

static int find_segments(struct dl_phdr_info* info, size_t size, void* data) {
  (void)size, (void)data;
  if (strcmp(info->dlpi_name, wanted) != 0) return 0;
  for (int k = 0; k < info->dlpi_phnum; ++k) {
    const ElfW(Phdr)* h = &info->dlpi_phdr[k];
    if (h->p_type != PT_LOAD || (h->p_flags & PF_W) == 0) continue;
    struct segment* s = &segments[segment_count++];
    s->at = (char*)(info->dlpi_addr + h->p_vaddr);
    s->bytes = h->p_memsz;
    bytes += s->bytes;
  }
  return 1;
}

static void save(char* to) {
  for (int k = 0; k < segment_count; ++k) {
    memcpy(to, segments[k].at, segments[k].bytes);
    to += segments[k].bytes;
  }
  if (!*p_whole) return;
  memset(to, 0, kUsed + sizeof(void*));
  if (stepper_sp == NULL) return;
  const size_t used = (size_t)(stack + kStack - (char*)stepper_sp);
  if (used > kUsed) truth_stop(TRUTH_HUNG);
  memcpy(to, &stepper_sp, sizeof(void*));
  memcpy(to + sizeof(void*), stepper_sp, used);
}

static void load(const char* from) {
  for (int k = 0; k < segment_count; ++k) {
    memcpy(segments[k].at, from, segments[k].bytes);
    from += segments[k].bytes;
  }
  if (!*p_whole) return;
  memcpy(&stepper_sp, from, sizeof(void*));
  if (stepper_sp == NULL) return;
  const size_t used = (size_t)(stack + kStack - (char*)stepper_sp);
  memcpy(stepper_sp, from + sizeof(void*), used);
}

struct edge {
  int target; /* kEnd where the run ended */
  struct goals hits;
};

static char *images, *scratch;
static int states, capacity, *table, table_size, *depth;
static struct edge *edges, *starts;
static int edge_count, edge_room, start_count, *first_edge;
static int crashes, endings, goal_depth[64 * kWords];
/* What outputs are after a step, and [1] after the initialisation as well. */
static long long low[2][64], high[2][64];
static int seen_output[2];

static int call(int init) {
  asserted = 0;
  const int how = sigsetjmp(back, 0);
  if (how != 0) {
    /* What the ending step has done is judged like any other. */
    if (how - 1 == TRUTH_ENDED && !asserted) {
      const int after = sigsetjmp(back, 0);
      if (after == 0) p_after(!init);
    }
    return how - 1;
  }
  if (init) {
    run_on_stack(p_init);
  } else {
    if (!p_before()) return TRUTH_FORBIDDEN;
    run_on_stack(*p_whole ? NULL : p_step);
  }
  p_after(!init);
  return TRUTH_RAN;
}

static int find_or_add(int at_depth) {
  save(scratch);
  uint64_t hash = 1469598103934665603u;
  for (size_t i = 0; i + 8 <= bytes; i += 8) {
    uint64_t word;
    memcpy(&word, scratch + i, 8);
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
  }
  for (int at = (int)(hash % (uint64_t)table_size);;
       at = (at + 1) % table_size) {
    if (table[at] == 0) {
      if (states == capacity) {
        puts("toolarge");
        fflush(stdout);
        _exit(0);
      }
      memcpy(images + (size_t)states * bytes, scratch, bytes);
      depth[states] = at_depth;
      table[at] = ++states;
      return states - 1;
    }
    const int s = table[at] - 1;
    if (memcmp(images + (size_t)s * bytes, scratch, bytes) == 0) return s;
  }
}

/* The edge that a call made; 0 where there is none. */
static int take(int how, int at_depth, struct edge* e) {
  if (how == TRUTH_FORBIDDEN) return 0;
  if (how == TRUTH_HUNG) {
    puts("hung");
    fflush(stdout);
    _exit(0);
  }
  crashes += how == TRUTH_CRASHED;
  endings += how == TRUTH_ENDED;
  int any = 0;
  for (int w = 0; w < kWords; ++w) {
    if (how == TRUTH_DISCARDED) hits.bits[w] &= ~p_property[w];
    any |= hits.bits[w] != 0;
  }
  for (int g = 0; g < *p_goals; ++g) {
    if ((hits.bits[g / 64] >> g % 64 & 1) == 0 || goal_depth[g] >= 0) continue;
    goal_depth[g] = at_depth;
  }
  if (how == TRUTH_DISCARDED && !any) return 0;
  e->hits = hits;
  e->target = kEnd;
  if (how != TRUTH_RAN) return 1;
  for (int all = at_depth == 0; all < 2; ++all) {
    for (int k = 0; k < *p_outputs; ++k) {
      const long long value = p_output(k);
      if (!seen_output[all] || value < low[all][k]) low[all][k] = value;
      if (!seen_output[all] || value > high[all][k]) high[all][k] = value;
    }
    seen_output[all] = 1;
  }
  /* Inputs are set before every step: what they were does not matter. */
  if (*p_letters > 0) p_set_inputs(0);
  e->target = find_or_add(at_depth);
  return 1;
}

static void run_all(int init, int letter, const char* image, int at_depth) {
  replayed = 0;
  do {
    load(image);
    memset(&hits, 0, sizeof hits);
    chosen = 0;
    if (init)
      p_set_initial(letter);
    else
      p_set_inputs(letter);
    struct edge e;
    if (!take(call(init), at_depth, &e)) continue;
    if (init) {
      if (start_count == 4096) _exit(3);
      starts[start_count++] = e;
      continue;
    }
    if (edge_count == edge_room) {
      edge_room *= 2;
      edges = realloc(edges, sizeof(struct edge) * (size_t)edge_room);
    }
    edges[edge_count++] = e;
  } while (next_choices());
}

/* Drops edges of the last state that are there twice. */
static void drop_twins(int first) {
  int kept = first;
  for (int k = first; k < edge_count; ++k) {
    int known = 0;
    for (int j = first; j < kept && !known; ++j) {
      known = edges[j].target == edges[k].target &&
              memcmp(&edges[j].hits, &edges[k].hits, sizeof hits) == 0;
    }
    if (!known) edges[kept++] = edges[k];
  }
  edge_count = kept;
}

static void explore(void) {
  char* pristine = malloc(bytes);
  save(pristine);
  for (int l = 0; l < *p_starts; ++l) run_all(1, l, pristine, 0);
  for (int s = 0; s < states; ++s) {
    first_edge[s] = edge_count;
    if ((long)s * *p_letters > kMostSteps) {
      puts("toolarge");
      fflush(stdout);
      _exit(0);
    }
    for (int l = 0; l < *p_letters; ++l) {
      run_all(0, l, images + (size_t)s * bytes, depth[s] + 1);
    }
    drop_twins(first_edge[s]);
    first_edge[s + 1] = edge_count;
  }
  free(pristine);
}

/* The goals of `of` that are hit, packed: bit k is the k-th one. */
static int pack(const struct goals* hit, const struct goals* of) {
  int out = 0, bit = 0;
  for (int g = 0; g < *p_goals; ++g) {
    if ((of->bits[g / 64] >> g % 64 & 1) == 0) continue;
    if ((hit->bits[g / 64] >> g % 64 & 1) != 0) out |= 1 << bit;
    ++bit;
  }
  return out;
}

/* Steps of the shortest chain for each set of goals, -1 where there is none. */
static int* shortest_by_set(const struct goals* of, int masks) {
  int* best = malloc(sizeof(int) * (size_t)masks);
  memset(best, -1, sizeof(int) * (size_t)masks);
  const size_t nodes = (size_t)states * (size_t)masks;
  int* steps = malloc(sizeof(int) * (nodes + 1));
  memset(steps, -1, sizeof(int) * nodes);
  int* queue = malloc(sizeof(int) * (nodes + 1));
  size_t head = 0, tail = 0;
  for (int i = 0; i < start_count; ++i) {
    const int m = pack(&starts[i].hits, of);
    if (starts[i].target == kEnd) {
      best[m] = 0;
      continue;
    }
    const size_t node = (size_t)starts[i].target * (size_t)masks + (size_t)m;
    if (steps[node] < 0) steps[node] = 0, queue[tail++] = (int)node;
  }
  while (head < tail) {
    const size_t node = (size_t)queue[head++];
    const int s = (int)(node / (size_t)masks), m = (int)(node % (size_t)masks);
    const int n = steps[node];
    if (best[m] < 0 || best[m] > n) best[m] = n;
    for (int e = first_edge[s]; e < first_edge[s + 1]; ++e) {
      const int with = m | pack(&edges[e].hits, of);
      if (edges[e].target == kEnd) {
        if (best[with] < 0 || best[with] > n + 1) best[with] = n + 1;
        continue;
      }
      const size_t to = (size_t)edges[e].target * (size_t)masks + (size_t)with;
      if (steps[to] < 0) steps[to] = n + 1, queue[tail++] = (int)to;
    }
  }
  free(steps);
  free(queue);
  return best;
}

/* Prints "optimum CHAINS STEPS" for 1, 2, ... chains that cover all. */
static void optimum(long most) {
  struct goals of;
  memset(&of, 0, sizeof of);
  int count = 0;
  for (int g = 0; g < *p_goals; ++g) {
    if (goal_depth[g] < 0 || (p_chain[g / 64] >> g % 64 & 1) == 0) continue;
    of.bits[g / 64] |= (uint64_t)1 << (g % 64);
    ++count;
  }
  printf("coverable %d\n", count);
  if (count == 0 || count > 11 || (long)states << count > most) return;
  const int masks = 1 << count;
  const int* best = shortest_by_set(&of, masks);
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
  long long values[32];
  int letter = 0, inputs = 0;
  if (scanf("%d %d", &letter, &inputs) != 2) return 1;
  p_set_initial(letter);
  int how = call(1);
  for (;;) {
    printf("%d", how);
    for (int g = 0; g < *p_goals; ++g) {
      if ((hits.bits[g / 64] >> g % 64 & 1) != 0) printf(" %d", g);
    }
    printf(" :");
    for (int k = 0; how == TRUTH_RAN && k < *p_outputs; ++k) {
      printf(" %lld", p_output(k));
    }
    puts("");
    if (how != TRUTH_RAN) return 0;
    for (int i = 0; i < inputs; ++i) {
      if (scanf("%lld", &values[i]) != 1) return 0;
    }
    int go = 0;
    if (scanf("%d", &go) != 1) return 0;
    memset(&hits, 0, sizeof hits);
    p_set_values(values);
    how = call(0);
  }
}

static void* symbol(void* program, const char* name) {
  void* found = dlsym(program, name);
  if (found == NULL) {
    fprintf(stderr, "truth: the program has no '%s'\n", name);
    _exit(2);
  }
  return found;
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  void* program = dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL);
  if (program == NULL) {
    fprintf(stderr, "truth: %s\n", dlerror());
    return 2;
  }
  wanted = argv[1];
  if (dl_iterate_phdr(find_segments, NULL) == 0) return 2;
  p_goals = symbol(program, "truth_goals");
  p_letters = symbol(program, "truth_letters");
  p_starts = symbol(program, "truth_initial_letters");
  p_outputs = symbol(program, "truth_outputs");
  p_whole = symbol(program, "truth_whole_program");
  p_chain = symbol(program, "truth_chain_goals");
  p_property = symbol(program, "truth_property_goals");
  *(void**)&p_set_initial = symbol(program, "truth_set_initial");
  *(void**)&p_set_inputs = symbol(program, "truth_set_inputs");
  *(void**)&p_set_values = symbol(program, "truth_set_values");
  *(void**)&p_init = symbol(program, "truth_init");
  *(void**)&p_before = symbol(program, "truth_before");
  *(void**)&p_step = symbol(program, "truth_step");
  *(void**)&p_after = symbol(program, "truth_after");
  *(void**)&p_output = symbol(program, "truth_output");
  if (*p_whole) bytes += kUsed + sizeof(void*);
  bytes = (bytes + 7) / 8 * 8;
  stack = mmap(
      NULL, kStack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack_t signals = {.ss_sp = malloc(1 << 16), .ss_size = 1 << 16};
  sigaltstack(&signals, NULL);
  static const int numbers[] = {
      SIGSEGV, SIGFPE, SIGILL, SIGBUS, SIGTRAP, SIGVTALRM};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
    struct sigaction action = {.sa_handler = on_signal,
                               .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigaction(numbers[i], &action, NULL);
  }
  const struct itimerval limit = {.it_value = {.tv_sec = 10}};
  setitimer(ITIMER_VIRTUAL, &limit, NULL);
  int code = 0;
  if (strcmp(argv[2], "replay") == 0) {
    code = replay();
  } else {
    capacity = atoi(argv[2]);
    table_size = 4 * capacity + 1;
    table = calloc((size_t)table_size, sizeof(int));
    images = malloc((size_t)capacity * bytes);
    scratch = calloc(1, bytes);
    depth = malloc(sizeof(int) * (size_t)capacity);
    first_edge = calloc((size_t)capacity + 2, sizeof(int));
    edge_room = 1024;
    edges = malloc(sizeof(struct edge) * (size_t)edge_room);
    starts = malloc(sizeof(struct edge) * 4096);
    memset(goal_depth, -1, sizeof goal_depth);
    explore();
    printf("states %d crashes %d endings %d edges %d\n",
           states,
           crashes,
           endings,
           edge_count);
    for (int g = 0; g < *p_goals; ++g) printf("goal %d %d\n", g, goal_depth[g]);
    for (int all = 0; all < 2; ++all) {
      for (int k = 0; seen_output[all] && k < *p_outputs; ++k) {
        printf("range %d %d %lld %lld\n", all, k, low[all][k], high[all][k]);
      }
    }
    optimum(atol(argv[3]));
  }
  fflush(stdout);
  _exit(code);
}
