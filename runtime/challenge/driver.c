/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a program that Catenary made claims about, as the plain compiler made
 * it, with random, boundary and suggested inputs, and writes down what it does.
 * It knows no claim and shares no code with the engines. The program brings
 * `plain`, the functions through which it is run.
 *
 *     driver JOB REPORT
 *
 * Each run is a child that is forked before anything of the program but its
 * constructors was run. Every value that a run is given depends on the seed,
 * the number of the run and the number of the draw only, so that a run can be
 * repeated, and cut off after any step. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { kBool, kInt8, kUint8, kInt16, kUint16, kInt32, kUint32, kInt64, kUint64,
       kFloat, kDouble };

typedef struct {
  const int* type; /* as above; negative = not a number */
  void (*integer)(long long);
  void (*single)(float);
  void (*real)(double);
} Setter;
typedef struct {
  const int* type;
  long long (*integer)(void);
  double (*real)(void);
} Getter;

/* Functions that the program has not are null. */
typedef struct {
  unsigned inputs, initial, outputs, goals, whole;
  const Setter* input;
  const Setter* choice;
  const Getter* output;
  void (*initialise)(void);
  void (*after_init)(void);
  int (*allowed)(void);
  void (*before)(void);
  void (*step)(void);
  void (*after)(void);
} Program;
extern const Program __cat_plain;
extern int plain_main(int, char**) __attribute__((weak));

/* How a run came to its end. A step that was judged counts as complete. */
enum End { kCut, kComplete, kEnded, kJudged, kDiscarded, kCrashed, kHung };

enum { kMostNames = 256, kNameBytes = 160, kMostDraws = 4096, kMostRetries = 40 };
/* Of calls that a run was in when it ended. */
enum { kMostFrames = 4096, kUnknownFrames = 0xffff, kMostPlaces = 4096 };

typedef struct {
  uint64_t step_of; /* 1 + the earliest step that had it; 0 = never */
  char text[kNameBytes];
} Name;

/* What was seen of a number. */
typedef struct {
  uint64_t seen, nan;
  int64_t ilo, ihi; /* as unsigned 64 bits where the type is */
  double dlo, dhi;
} Span;

typedef struct {
  int32_t end;
  uint32_t end_step; /* the step in which the run ended; 0 = initialisation */
  uint64_t steps, draws;
  uint32_t names, frames;
  uint64_t frame[kMostFrames]; /* return addresses */
  Name name[kMostNames];
} Head;

/* Numbers in the memory of the program. */
typedef struct {
  int type;
  unsigned bits, first_bit;
  size_t places;
  uintptr_t* at;
} Watch;

typedef struct {
  int type;
  int has_range, is_float;
  int64_t lo, hi;
  double dlo, dhi;
  size_t values;
  uint64_t* value; /* bits of the type */
} Spec;

typedef struct {
  size_t initial_count, steps;
  uint64_t* initial;
  uint64_t* inputs;
} Sequence;

static uint64_t seed = 1, first_run, last_run, most_steps, target_steps;
static uint64_t cap_ms = 2000, wall_ms = 2000, limit_ms = 50, most_draws = kMostDraws;
/* 1 = only runs that begin with no sequence, 2 = only the others, 0 = all. */
static int part;
static int quiet_ends, printing, fill;
static Spec *specs, *initial_specs;
static Watch* watches;
static size_t watch_count;
static Sequence* sequences;
static size_t sequence_count;
static uint64_t* pool;
static size_t pool_count;

static size_t counter_count, area_bytes;
static Head* area; /* of the run, shared with the child */
static uint32_t* salts;
static FILE* trace;

/* Counters of Clang's source-based coverage; no profile is written. */
int __llvm_profile_runtime;
extern uint64_t __start___llvm_prf_cnts[] __attribute__((weak));
extern uint64_t __stop___llvm_prf_cnts[] __attribute__((weak));

static uint64_t* hits_of(Head* h) { return (uint64_t*)(h + 1); }
static Span* outputs_of(Head* h) { return (Span*)(hits_of(h) + __cat_plain.goals); }
static Span* watched_of(Head* h) { return outputs_of(h) + __cat_plain.outputs; }
static uint64_t* counters_of(Head* h) {
  return (uint64_t*)(watched_of(h) + watch_count);
}

/* ---- the run, in the child ---- */

static uint64_t run_number, step_now;
static int ending;
static uint32_t* pending;
static unsigned char* is_pending;
static size_t pending_count;

static uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/* The frame from which main() of the program is called. */
static void** first_frame;

/* Notes in which functions the run is: their counters do not add up. Follows
 * the frame pointers, which all code here has but that of libraries; a chain
 * that does not lead to the first frame is none. */
static __attribute__((noinline)) void note_frames(void) {
  void** frame = __builtin_frame_address(0);
  area->frames = 0;
  while (frame != first_frame) {
    void** next = (void**)frame[0];
    if (area->frames == kMostFrames || next <= frame || next > first_frame) {
      area->frames = kUnknownFrames;
      return;
    }
    area->frame[area->frames++] = (uint64_t)(uintptr_t)frame[1];
    frame = next;
  }
}

static void finish(enum End end) {
  area->end = end;
  if (first_frame) note_frames();
  area->end_step = (uint32_t)step_now;
  if (counter_count != 0) {
    memcpy(counters_of(area), __start___llvm_prf_cnts, counter_count * 8);
  }
  if (trace) fflush(trace);
  _exit(0);
}

static void commit(void) {
  size_t i;
  for (i = 0; i < pending_count; ++i) {
    uint64_t* h = &hits_of(area)[pending[i]];
    if (*h == 0) *h = step_now + 1;
    is_pending[pending[i]] = 0;
  }
  pending_count = 0;
}

void __cat_hit(int goal) {
  if (goal < 0 || (unsigned)goal >= __cat_plain.goals || is_pending[goal]) return;
  is_pending[goal] = 1;
  pending[pending_count++] = (uint32_t)goal;
}

/* A step that the program itself ended is judged like any other. */
static void end_of_program(void) {
  if (ending++) _exit(0);
  if (quiet_ends) finish(kDiscarded);
  if (__cat_plain.whole || step_now == 0) {
    commit();
    finish(kEnded);
  }
  __cat_plain.after();
  commit();
  finish(kJudged);
}

static void note_name(const char* kind, const char* text) {
  size_t i;
  char full[kNameBytes];
  snprintf(full, sizeof full, "%s %s", kind, text);
  for (i = 0; i < area->names; ++i) {
    if (strcmp(area->name[i].text, full) == 0) return;
  }
  if (area->names == kMostNames) return;
  strcpy(area->name[area->names].text, full);
  area->name[area->names++].step_of = step_now + 1;
}

static void on_signal(int number) {
  finish(number == SIGPROF || number == SIGALRM ? kHung : kCrashed);
}

static uint64_t draw_salted(uint64_t number) {
  const uint64_t salt = number < kMostDraws ? salts[number] : 0;
  return mix(mix(mix(seed * 77 + run_number) ^ number) + salt);
}

static int size_of(int type) {
  static const int sizes[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  return sizes[type];
}

static uint64_t bits_of_double(int type, double d) {
  uint64_t out = 0;
  if (type == kFloat) {
    float f = (float)d;
    memcpy(&out, &f, 4);
  } else {
    memcpy(&out, &d, 8);
  }
  return out;
}

/* Any float of the type: payloads of NaN, zeros, subnormal numbers, ends. */
static uint64_t any_float(int type, uint64_t r) {
  const int mantissa = type == kFloat ? 23 : 52;
  const int width = type == kFloat ? 32 : 64;
  const uint64_t exponents = (uint64_t)((1u << (width - 1 - mantissa)) - 1);
  const uint64_t fraction = mix(r) & (((uint64_t)1 << mantissa) - 1);
  const uint64_t sign = (r >> 40 & 1) << (width - 1);
  switch (r % 8) {
    case 0: return sign | exponents << mantissa | fraction;
    case 1: return sign | exponents << mantissa |
                   (uint64_t)1 << (mantissa - 1) |
                   (fraction >> (r >> 8) % (unsigned)mantissa);
    case 2: return sign | exponents << mantissa |
                   (r >> 8 & 1 ? 0 : (uint64_t)1 << (mantissa - 1)) |
                   (r >> 9 & 3) * (r >> 9 & 1);
    case 3: return sign;
    case 4: return sign | fraction;
    case 5: return bits_of_double(type, (double)(int)(r >> 32 & 511) - 256);
    default: return width == 64 ? mix(r) : mix(r) & 0xffffffffu;
  }
}

static uint64_t clipped(uint64_t value, int type) {
  const int bytes = size_of(type);
  return bytes == 8 ? value : value & (((uint64_t)1 << 8 * bytes) - 1);
}

static double as_double(int type, uint64_t bits) {
  float f;
  double d;
  if (type == kFloat) {
    uint32_t low = (uint32_t)bits;
    memcpy(&f, &low, 4);
    return f;
  }
  memcpy(&d, &bits, 8);
  return d;
}

static uint64_t choose_float(const Spec* s, uint64_t r) {
  const uint64_t again = mix(r);
  if (!s->has_range) {
    if (s->values != 0 && r % 2 == 0) return s->value[again % s->values];
    return any_float(s->type, again);
  }
  if (s->values != 0 && r % 8 < 5) return s->value[again % s->values];
  const double part = (double)(again >> 11) / 9007199254740992.0;
  double d = s->dlo + (s->dhi - s->dlo) * part;
  if (!(d >= s->dlo && d <= s->dhi)) d = s->dlo;
  return bits_of_double(s->type, d);
}

static uint64_t choose(const Spec* s, uint64_t r) {
  const uint64_t again = mix(r);
  if (s->is_float) return choose_float(s, r);
  if (s->values != 0 && r % 8 < 5) return s->value[again % s->values];
  if (s->type == kUint64) {
    const uint64_t width = (uint64_t)s->hi - (uint64_t)s->lo + 1;
    return (uint64_t)s->lo + (width == 0 ? again : again % width);
  }
  const uint64_t width = (uint64_t)s->hi - (uint64_t)s->lo + 1;
  return clipped((uint64_t)s->lo + (width == 0 ? again : again % width),
                 s->type);
}

static uint64_t next_draw(void) {
  if (__cat_plain.whole && area->draws >= most_draws) finish(kCut);
  return draw_salted(area->draws++);
}

/* A value that the code asks for, of a type without a description. */
static uint64_t called_value(int type, const char* name) {
  const uint64_t r = next_draw();
  const uint64_t again = mix(r);
  uint64_t v;
  if (type >= kFloat) {
    v = any_float(type, again);
  } else if (type == kBool) {
    v = again & 1;
  } else if (pool_count != 0 && r % 8 < 6) {
    v = clipped(pool[again % pool_count], type);
  } else {
    v = clipped(r % 8 == 6 ? again % 8 : again, type);
  }
  if (__cat_plain.whole) {
    ++area->steps;
    ++step_now;
    if (step_now > most_steps) {
      --step_now;
      finish(kCut);
    }
  }
  if (trace) {
    fprintf(trace, "called %llu %d %llx %s\n", (unsigned long long)step_now,
            type, (unsigned long long)v, name);
  }
  return v;
}

static void set(const Setter* to, uint64_t bits) {
  const int type = *to->type;
  float f;
  double d;
  uint32_t low = (uint32_t)bits;
  switch (type) {
    case kFloat:
      memcpy(&f, &low, 4);
      to->single(f);
      return;
    case kDouble:
      memcpy(&d, &bits, 8);
      to->real(d);
      return;
    case kInt8: to->integer((int8_t)bits); return;
    case kInt16: to->integer((int16_t)bits); return;
    case kInt32: to->integer((int32_t)bits); return;
    case kBool: to->integer((bits & 1) != 0); return;
    default: to->integer((long long)bits); return;
  }
}

static void span_add(Span* s, int type, int64_t i, double d) {
  if (type >= kFloat) {
    if (d != d) {
      s->nan = 1;
    } else {
      if (!s->seen || d < s->dlo) s->dlo = d;
      if (!s->seen || d > s->dhi) s->dhi = d;
      s->seen = 1;
    }
    return;
  }
  if (type == kUint64) {
    if (!s->seen || (uint64_t)i < (uint64_t)s->ilo) s->ilo = i;
    if (!s->seen || (uint64_t)i > (uint64_t)s->ihi) s->ihi = i;
  } else {
    if (!s->seen || i < s->ilo) s->ilo = i;
    if (!s->seen || i > s->ihi) s->ihi = i;
  }
  s->seen = 1;
}

static void look_at(const Watch* w, Span* span) {
  size_t p;
  for (p = 0; p < w->places; ++p) {
    uint64_t raw = 0;
    if (w->bits != 0) {
      memcpy(&raw, (const void*)w->at[p], (w->first_bit + w->bits + 7) / 8);
      raw >>= w->first_bit;
      if (w->bits < 64) raw &= ((uint64_t)1 << w->bits) - 1;
      if ((w->type == kInt8 || w->type == kInt16 || w->type == kInt32 ||
           w->type == kInt64) &&
          w->bits < 64 && raw >> (w->bits - 1)) {
        raw |= ~(uint64_t)0 << w->bits;
      }
      span_add(span, w->type, (int64_t)raw, 0);
      continue;
    }
    memcpy(&raw, (const void*)w->at[p], (size_t)size_of(w->type));
    int64_t value = (int64_t)raw;
    if (w->type == kInt8) value = (int8_t)raw;
    if (w->type == kInt16) value = (int16_t)raw;
    if (w->type == kInt32) value = (int32_t)raw;
    span_add(span, w->type, value,
             w->type >= kFloat ? as_double(w->type, raw) : 0);
  }
}

static void look_at_state(void) {
  size_t i;
  for (i = 0; i < watch_count; ++i) look_at(&watches[i], &watched_of(area)[i]);
}

static void look_at_outputs(void) {
  size_t i;
  for (i = 0; i < __cat_plain.outputs; ++i) {
    const Getter* g = &__cat_plain.output[i];
    const int type = *g->type;
    span_add(&outputs_of(area)[i], type, type >= kFloat ? 0 : g->integer(),
             type >= kFloat ? g->real() : 0);
  }
}

static uint64_t* previous;

/* Sets the inputs of a step; 0 where no try satisfied the assumptions. */
static int choose_inputs(uint64_t way, const Sequence* s) {
  int attempt;
  size_t i;
  for (attempt = 0; attempt < kMostRetries; ++attempt) {
    uint64_t now[__cat_plain.inputs + 1];
    const int given = attempt == 0 && s && step_now <= s->steps;
    for (i = 0; i < __cat_plain.inputs; ++i) {
      const uint64_t r = next_draw();
      const int holds = attempt < 8 && step_now > 1 && way % 4 != 0 &&
                        mix(r ^ 5) % 8 < way % 4 * 2;
      now[i] = given   ? s->inputs[(step_now - 1) * __cat_plain.inputs + i]
               : holds ? previous[i]
                       : choose(&specs[i], r);
      set(&__cat_plain.input[i], now[i]);
    }
    if (__cat_plain.allowed && !__cat_plain.allowed()) continue;
    memcpy(previous, now, sizeof now);
    if (trace) {
      for (i = 0; i < __cat_plain.inputs; ++i) {
        fprintf(trace, "input %llu %zu %llx\n", (unsigned long long)step_now, i,
                (unsigned long long)now[i]);
      }
    }
    return 1;
  }
  return 0;
}

/* What a step finds on the stack where it sets nothing. */
static __attribute__((noinline)) void fill_stack(void) {
  char below[1 << 14];
  memset(below, fill, sizeof below);
  __asm__ volatile("" : : "r"(below) : "memory");
}

/* What kind of run a number stands for. */
static uint64_t way_of(uint64_t run) { return mix(mix(seed) ^ (run * 31 + 7)); }
static int wants_sequence(uint64_t way) { return (way >> 8) % 3 == 0; }

static void run(void) {
  static const unsigned lengths[] = {16, 64, 256, 1024};
  const uint64_t way = way_of(run_number);
  const Sequence* s = 0;
  uint64_t length = lengths[way >> 20 & 3];
  size_t i;
  if (sequence_count != 0 && wants_sequence(way)) {
    s = &sequences[(way >> 24) % sequence_count];
    if (length < s->steps + 8) length = s->steps + 8;
  }
  /* Some runs leave the sequence early. */
  static Sequence prefix;
  if (s && (way >> 12 & 1) && s->steps != 0) {
    prefix = *s;
    prefix.steps = (way >> 32) % (s->steps + 1);
    s = &prefix;
  }
  for (i = 0; i < __cat_plain.initial; ++i) {
    const uint64_t r = next_draw();
    const uint64_t v = s && i < s->initial_count ? s->initial[i]
                                                 : choose(&initial_specs[i], r);
    set(&__cat_plain.choice[i], v);
    if (trace) fprintf(trace, "initial %zu %llx\n", i, (unsigned long long)v);
  }
  fill_stack();
  if (__cat_plain.whole) {
    /* As a program without arguments is called. */
    static char name[] = "program";
    static char* arguments[] = {name, 0};
    first_frame = __builtin_frame_address(0);
    plain_main(1, arguments);
    end_of_program();
  }
  if (__cat_plain.initialise) __cat_plain.initialise();
  __cat_plain.after_init();
  commit();
  look_at_state();
  while (step_now < length && step_now < most_steps) {
    ++step_now;
    if (!choose_inputs(way >> 16, s)) {
      --step_now;
      break;
    }
    ++area->steps;
    fill_stack();
    __cat_plain.before();
    __cat_plain.step();
    __cat_plain.after();
    commit();
    look_at_outputs();
    look_at_state();
  }
  finish(kComplete);
}

/* ---- what programs call; the linker knows it by the names behind plain_ ---- */

#define WEAK __attribute__((weak))
WEAK void plain_exit(int code) { (void)code; end_of_program(); }
WEAK void plain__exit(int code) { (void)code; end_of_program(); }
WEAK void plain__Exit(int code) { (void)code; end_of_program(); }
WEAK void plain_quick_exit(int code) { (void)code; end_of_program(); }
WEAK void plain_abort(void) { end_of_program(); }

/* Output is ignored, as by the model. */
#define NOTHING(type, name) WEAK type plain_##name() { return 0; }
NOTHING(int, printf) NOTHING(int, fprintf) NOTHING(int, puts)
NOTHING(int, putchar) NOTHING(int, fputs) NOTHING(int, fputc)
NOTHING(int, putc) NOTHING(int, fflush) NOTHING(int, vprintf)
NOTHING(int, vfprintf) NOTHING(size_t, fwrite) NOTHING(ssize_t, write)
WEAK void plain_perror() {}
WEAK void plain_syslog() {}

WEAK void plain___assert_fail(const char* text, const char* file, unsigned line,
                          const char* function) {
  char place[kNameBytes];
  const char* base = strrchr(file, '/');
  (void)text;
  (void)function;
  snprintf(place, sizeof place, "%s:%u", base ? base + 1 : file, line);
  note_name("assert", place);
  commit();
  finish(kEnded);
}

void __catenary_goal(const char* id, _Bool condition) {
  if (condition) note_name("goal", id);
}
void __catenary_assume(_Bool condition) { if (!condition) finish(kDiscarded); }
WEAK void __VERIFIER_assume(int c) { if (!c) finish(kDiscarded); }
WEAK void __CPROVER_assume(int c) { if (!c) finish(kDiscarded); }
WEAK void __catenary_unsupported(const char* t) { (void)t; finish(kCrashed); }
WEAK void __VERIFIER_error(int number) {
  char text[32];
  snprintf(text, sizeof text, "%d", number);
  note_name("error", text);
  commit();
  finish(kEnded);
}
WEAK void reach_error(void) {
  note_name("error", "reach_error");
  commit();
  finish(kEnded);
}
/* What C++ wants and no program may use. */
WEAK void __cxa_pure_virtual(void) { finish(kCrashed); }
WEAK void _ZdlPv(void* p) { (void)p; finish(kCrashed); }
WEAK void _ZdlPvm(void* p, size_t n) { (void)p; (void)n; finish(kCrashed); }

void __catenary_input(const char* name, void* place, unsigned long size,
                      int type) {
  uint64_t v;
  if (type < 0) type = size == 1 ? kUint8 : size == 2 ? kUint16
                       : size == 4 ? kInt32 : kInt64;
  v = called_value(type, name);
  memcpy(place, &v, size);
}

#define ASK(c_type, code, name)                       \
  WEAK c_type name(void) {                            \
    const uint64_t bits = called_value(code, #name);  \
    c_type value;                                     \
    memcpy(&value, &bits, sizeof value);              \
    return value;                                     \
  }
#define NONDET(c_type, code, suffix)             \
  ASK(c_type, code, __VERIFIER_nondet_##suffix) \
  ASK(c_type, code, nondet_##suffix)
NONDET(int, kInt32, int)
NONDET(unsigned, kUint32, uint)
NONDET(signed char, kInt8, char)
NONDET(unsigned char, kUint8, uchar)
NONDET(short, kInt16, short)
NONDET(unsigned short, kUint16, ushort)
NONDET(long, kInt64, long)
NONDET(unsigned long, kUint64, ulong)
NONDET(long long, kInt64, longlong)
NONDET(unsigned long long, kUint64, ulonglong)
NONDET(_Bool, kBool, bool)
NONDET(float, kFloat, float)
NONDET(double, kDouble, double)
NONDET(unsigned, kUint32, unsigned)
NONDET(unsigned long, kUint64, size_t)
NONDET(unsigned char, kUint8, u8)
NONDET(unsigned short, kUint16, u16)
NONDET(unsigned, kUint32, u32)

/* ---- all runs, in the parent ---- */

static void merge_span(Span* to, const Span* from, int type) {
  to->nan |= from->nan;
  if (!from->seen) return;
  if (type >= kFloat) {
    if (!to->seen || from->dlo < to->dlo) to->dlo = from->dlo;
    if (!to->seen || from->dhi > to->dhi) to->dhi = from->dhi;
    to->seen = 1;
    return;
  }
  span_add(to, type, from->ilo, 0);
  span_add(to, type, from->ihi, 0);
}

static void merge_seen(Head* to, const Head* from_area) {
  Head* from = (Head*)from_area;
  size_t i, k;
  for (i = 0; i < __cat_plain.goals; ++i) {
    const uint64_t step = hits_of(from)[i];
    uint64_t* best = &hits_of(to)[i];
    if (step != 0 && (*best == 0 || step < *best)) *best = step;
  }
  for (i = 0; i < from->names; ++i) {
    for (k = 0; k < to->names; ++k) {
      if (strcmp(to->name[k].text, from->name[i].text) == 0) break;
    }
    if (k == kMostNames) continue;
    if (k == to->names) {
      to->name[to->names++] = from->name[i];
    } else if (from->name[i].step_of < to->name[k].step_of) {
      to->name[k].step_of = from->name[i].step_of;
    }
  }
  for (i = 0; i < __cat_plain.outputs; ++i) {
    merge_span(&outputs_of(to)[i], &outputs_of(from)[i],
               *__cat_plain.output[i].type);
  }
  for (i = 0; i < watch_count; ++i) {
    merge_span(&watched_of(to)[i], &watched_of(from)[i], watches[i].type);
  }
}

static void add_counters(uint64_t* to, Head* from) {
  size_t i;
  for (i = 0; i < counter_count; ++i) to[i] += counters_of(from)[i];
}

/* Of this process and of those that ended: what the runs cost, however busy
 * the machine is. */
static double busy_ms(void) {
  struct rusage own, children;
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &children);
  const struct timeval* parts[] = {&own.ru_utime,
                                   &own.ru_stime,
                                   &children.ru_utime,
                                   &children.ru_stime};
  double out = 0;
  size_t i;
  for (i = 0; i < 4; ++i) {
    out += (double)parts[i]->tv_sec * 1e3 + (double)parts[i]->tv_usec / 1e3;
  }
  return out;
}

static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void start_child(void) {
  const pid_t child = fork();
  if (child == 0) {
    const uint64_t ms = limit_ms;
    const struct itimerval busy = {{0, 0}, {(time_t)(ms / 1000), (suseconds_t)(ms % 1000 * 1000)}};
    const struct itimerval waiting = {{0, 0}, {4, 0}};
    setitimer(ITIMER_PROF, &busy, 0);
    setitimer(ITIMER_REAL, &waiting, 0);
    run();
    _exit(0);
  }
  if (child < 0) return;
  while (waitpid(child, 0, 0) < 0) {
  }
}

/* A run of at most `steps` steps; what is left in `area` is what it did. */
static void one_run(uint64_t number, uint64_t steps) {
  const uint64_t kept = most_steps;
  int attempt;
  run_number = number;
  most_steps = steps;
  memset(salts, 0, kMostDraws * sizeof *salts);
  for (attempt = 0;; ++attempt) {
    memset(area, 0, area_bytes);
    area->end = kCrashed;
    area->end_step = 0xffffffffu;
    start_child();
    if (area->end != kDiscarded || quiet_ends || attempt == kMostRetries ||
        area->draws == 0 || area->draws > kMostDraws) {
      break;
    }
    /* Another value for the last draw, or one of those shortly before. */
    uint64_t back = attempt % 2 == 0 ? 0 : mix((uint64_t)attempt) % (__cat_plain.inputs + 1);
    if (back >= area->draws) back = 0;
    ++salts[area->draws - 1 - back];
    if (trace && ftruncate(fileno(trace), 0) != 0) _exit(3);
  }
  most_steps = kept;
}

static void* checked(void* p) {
  if (p == 0 || p == MAP_FAILED) _exit(3);
  return p;
}

/* Return addresses in all runs that ended within a function, and how many runs
 * ended where that is not known. */
static uint64_t place[kMostPlaces], place_count[kMostPlaces], unknown_places;
static size_t places;

static void record_frames(void) {
  uint32_t k;
  if (area->frames == kUnknownFrames) {
    ++unknown_places;
    return;
  }
  for (k = 0; k < area->frames; ++k) {
    size_t i = 0;
    while (i < places && place[i] != area->frame[k]) ++i;
    if (i == kMostPlaces) {
      ++unknown_places;
      return;
    }
    if (i == places) place[places++] = area->frame[k];
    ++place_count[i];
  }
}

/* A run that did not complete its last step is cut off before that, too:
 * differences of counters mean nothing within a step. */
static void record(uint64_t number, Head* total, uint64_t* partial) {
  const int end = area->end;
  const uint32_t step = area->end_step;
  total->steps += area->steps;
  if (end == kComplete) {
    merge_seen(total, area);
    add_counters(counters_of(total), area);
    return;
  }
  if (end == kCut || end == kEnded || end == kJudged || end == kDiscarded) {
    merge_seen(total, area);
    add_counters(partial, area);
    if (__cat_plain.whole) {
      add_counters(counters_of(total), area);
      record_frames();
    }
  }
  if (__cat_plain.whole || step == 0 || step == 0xffffffffu) return;
  one_run(number, step - 1);
  if (area->end != kComplete) return;
  merge_seen(total, area);
  add_counters(counters_of(total), area);
}

static void write_spans(FILE* out, const char* what, const Span* s, size_t n) {
  size_t i;
  for (i = 0; i < n; ++i) {
    if (!s[i].seen && !s[i].nan) continue;
    fprintf(out, "%s %zu %d %d %lld %lld %a %a\n", what, i, (int)s[i].seen,
            (int)s[i].nan, (long long)s[i].ilo, (long long)s[i].ihi, s[i].dlo,
            s[i].dhi);
  }
}

static void write_report(const char* path, Head* total, const uint64_t* partial,
                         int cut, uint64_t next, double busy) {
  FILE* out = fopen(path, "w");
  size_t i;
  if (!out) _exit(3);
  for (i = 0; i < __cat_plain.goals; ++i) {
    if (hits_of(total)[i]) {
      fprintf(out, "hit %zu %llu\n", i,
              (unsigned long long)hits_of(total)[i] - 1);
    }
  }
  for (i = 0; i < total->names; ++i) {
    fprintf(out, "name %llu %s\n",
            (unsigned long long)total->name[i].step_of - 1, total->name[i].text);
  }
  write_spans(out, "output", outputs_of(total), __cat_plain.outputs);
  write_spans(out, "state", watched_of(total), watch_count);
  for (i = 0; i < counter_count; ++i) {
    const uint64_t whole = counters_of(total)[i];
    if (whole || partial[i]) {
      fprintf(out, "count %zu %llu %llu\n", i, (unsigned long long)whole,
              (unsigned long long)partial[i]);
    }
  }
  for (i = 0; i < places; ++i) {
    fprintf(out, "frame %llx %llu\n", (unsigned long long)place[i],
            (unsigned long long)place_count[i]);
  }
  fprintf(out, "unknown-frames %llu\n", (unsigned long long)unknown_places);
  fprintf(out, "done %llu %d %llu %.3f\n", (unsigned long long)total->steps,
          cut, (unsigned long long)next, busy);
  if (fclose(out) != 0) _exit(3);
}

static uint64_t number(FILE* in, int base) {
  char word[64];
  if (fscanf(in, "%63s", word) != 1) _exit(3);
  return strtoull(word, 0, base);
}

static double real(FILE* in) {
  char word[64];
  if (fscanf(in, "%63s", word) != 1) _exit(3);
  return strtod(word, 0);
}

static uint64_t* numbers(FILE* in, size_t count) {
  size_t i;
  uint64_t* out = checked(malloc((count + 1) * sizeof *out));
  for (i = 0; i < count; ++i) out[i] = number(in, 16);
  return out;
}

static void read_spec(FILE* in, Spec* s) {
  s->type = (int)number(in, 10);
  s->is_float = s->type >= kFloat;
  s->has_range = (int)number(in, 10);
  s->lo = (int64_t)number(in, 16);
  s->hi = (int64_t)number(in, 16);
  s->dlo = real(in);
  s->dhi = real(in);
  s->values = number(in, 10);
  s->value = numbers(in, s->values);
}

static void read_job(const char* path) {
  FILE* in = fopen(path, "r");
  char key[32];
  size_t i;
  if (!in) _exit(3);
  while (fscanf(in, "%31s", key) == 1) {
    if (strcmp(key, "seed") == 0) {
      seed = number(in, 10);
    } else if (strcmp(key, "runs") == 0) {
      first_run = number(in, 10);
      last_run = number(in, 10);
    } else if (strcmp(key, "steps") == 0) {
      target_steps = number(in, 10);
    } else if (strcmp(key, "length") == 0) {
      most_steps = number(in, 10);
    } else if (strcmp(key, "cap") == 0) {
      cap_ms = number(in, 10);
      wall_ms = number(in, 10);
    } else if (strcmp(key, "limit") == 0) {
      limit_ms = number(in, 10);
    } else if (strcmp(key, "draws") == 0) {
      most_draws = number(in, 10);
    } else if (strcmp(key, "part") == 0) {
      part = (int)number(in, 10);
    } else if (strcmp(key, "quiet_ends") == 0) {
      quiet_ends = (int)number(in, 10);
    } else if (strcmp(key, "fill") == 0) {
      fill = (int)number(in, 10);
    } else if (strcmp(key, "print") == 0) {
      printing = (int)number(in, 10);
    } else if (strcmp(key, "input") == 0) {
      i = number(in, 10);
      if (i < __cat_plain.inputs) read_spec(in, &specs[i]);
    } else if (strcmp(key, "initial") == 0) {
      i = number(in, 10);
      if (i < __cat_plain.initial) read_spec(in, &initial_specs[i]);
    } else if (strcmp(key, "pool") == 0) {
      pool_count = number(in, 10);
      pool = numbers(in, pool_count);
    } else if (strcmp(key, "watches") == 0) {
      watch_count = number(in, 10);
      watches = checked(calloc(watch_count + 1, sizeof *watches));
      for (i = 0; i < watch_count; ++i) {
        watches[i].type = (int)number(in, 10);
        watches[i].bits = (unsigned)number(in, 10);
        watches[i].first_bit = (unsigned)number(in, 10);
        watches[i].places = number(in, 10);
        watches[i].at = (uintptr_t*)numbers(in, watches[i].places);
      }
    } else if (strcmp(key, "sequences") == 0) {
      sequence_count = number(in, 10);
      sequences = checked(calloc(sequence_count + 1, sizeof *sequences));
      for (i = 0; i < sequence_count; ++i) {
        Sequence* s = &sequences[i];
        s->initial_count = number(in, 10);
        s->initial = numbers(in, s->initial_count);
        s->steps = number(in, 10);
        s->inputs = numbers(in, s->steps * __cat_plain.inputs);
      }
    } else {
      _exit(3);
    }
  }
  fclose(in);
}

int main(int argc, char** argv) {
  static const int signals[] = {SIGILL, SIGSEGV, SIGBUS, SIGFPE, SIGTRAP,
                                SIGABRT, SIGSYS, SIGPROF, SIGALRM};
  struct sigaction action;
  Head* total;
  uint64_t* partial;
  uint64_t runs = 0, r;
  double busy, end;
  size_t i;
  int cut = 0;
  stack_t stack;
  if (argc != 3) return 2;
  specs = checked(calloc(__cat_plain.inputs + 1, sizeof *specs));
  initial_specs = checked(calloc(__cat_plain.initial + 1, sizeof *specs));
  pending = checked(calloc(__cat_plain.goals + 1, sizeof *pending));
  is_pending = checked(calloc(__cat_plain.goals + 1, 1));
  previous = checked(calloc(__cat_plain.inputs + 1, sizeof *previous));
  read_job(argv[1]);
  stack.ss_size = 1 << 16;
  stack.ss_flags = 0;
  stack.ss_sp = checked(malloc(stack.ss_size));
  sigaltstack(&stack, 0);
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  action.sa_flags = SA_ONSTACK;
  sigfillset(&action.sa_mask);
  for (i = 0; i < sizeof signals / sizeof *signals; ++i) {
    sigaction(signals[i], &action, 0);
  }
  if (__start___llvm_prf_cnts) {
    counter_count = (size_t)(__stop___llvm_prf_cnts - __start___llvm_prf_cnts);
  }
  area_bytes = sizeof(Head) + __cat_plain.goals * sizeof(uint64_t) +
               (__cat_plain.outputs + watch_count) * sizeof(Span) + counter_count * 8;
  area = checked(mmap(0, area_bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  salts = checked(calloc(kMostDraws, sizeof *salts));
  total = checked(calloc(1, area_bytes));
  partial = checked(calloc(counter_count + 1, sizeof *partial));
  if (printing) {
    trace = fopen(argv[2], "a");
    run_number = first_run;
    one_run(first_run, most_steps);
    _exit(0);
  }
  /* What was needed to get here is not spent on runs. */
  busy = busy_ms();
  end = now_ms() + (double)wall_ms;
  for (r = first_run; r < last_run && total->steps < target_steps; ++r) {
    /* One run in any case: constructors may take all of the time. */
    if (runs > 0 && (busy_ms() - busy > (double)cap_ms || now_ms() > end)) {
      cut = 1;
      break;
    }
    if (part != 0 && wants_sequence(way_of(r)) != (part == 2)) continue;
    one_run(r, most_steps);
    record(r, total, partial);
    ++runs;
  }
  write_report(argv[2], total, partial, cut, r, busy_ms() - busy);
  _exit(0);
}
