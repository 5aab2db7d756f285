/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * The crossing of examples/traffic_light as an FMU written by hand, which
 * checks the order of its calls by the state machines of FMI 2.0.5 (section
 * 4.2.4) and FMI 3.0.2 (section 4.2.1): a call out of order is an error. Each
 * call is a line of the file that the variable FMU_CALLS of the environment
 * names.
 *
 * -DFMI=2 or 3. -DFAULT=NAME has one of the faults below in the third step;
 * -DNO_RESET refuses to be reset; -DNO_TERMINATE does not define the function;
 * -DNUMBERS replaces the crossing by values of all types.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef WITH_FAULT
#define WITH_FAULT NONE
#endif
enum fault {
  NONE,
  CRASH,
  ENDLESS,
  EXITS,
  ERROR,
  DISCARD,
  TERMINATES,
  FATAL,
  PENDING,
  STATUS,
  WRONG,
  EARLY,
  BAD_INIT
};

enum status { OK, WARNING, DISCARDED, FAILED, FATALLY, IS_PENDING };
enum state { NOTHING, INSTANTIATED, INITIALISING, STEPPING, TERMINATED };

static enum state state;
static int is_set_up;
static int steps;
static double now;
static unsigned instances;

#if FMI == 2
typedef struct {
  void (*logger)(
      void*, const char*, int, const char*, const char*, ...);
  void* (*allocate)(size_t, size_t);
  void (*release)(void*);
  void (*step_finished)(void*, int);
  void* environment;
} callbacks;
static const callbacks* host;
#define NAME(function) fmi2##function
#else
typedef void (*logger)(void*, int, const char*, const char*);
static logger host;
static void* host_environment;
#define NAME(function) fmi3##function
#endif

static void say(int status, const char* category, const char* text) {
#if FMI == 2
  host->logger(host->environment, "unit", status, category, "%s at step %d",
               text, steps);
#else
  char line[200];
  snprintf(line, sizeof line, "%s at step %d", text, steps);
  host(host_environment, status, category, line);
#endif
}

static void note(const char* call) {
  const char* path = getenv("FMU_CALLS");
  FILE* file = path == NULL ? NULL : fopen(path, "a");
  if (file == NULL) return;
  fprintf(file, "%s\n", call);
  fclose(file);
}

/* A call in a state in which the standard allows it. */
static int ordered(const char* call, int allowed) {
  note(call);
  if (allowed) return 1;
  say(FAILED, "logStatusError", "a call is out of order");
  return 0;
}

#ifdef NUMBERS
static union {
  double d;
  float f;
  int8_t i8;
  uint8_t u8;
  int16_t i16;
  uint16_t u16;
  int32_t i32;
  uint32_t u32;
  int64_t i64;
  uint64_t u64;
  bool b;
} numbers[100];
static void start(void) { memset(numbers, 0, sizeof numbers); }
/* Outputs are 50 above their inputs. */
static void advance(void) { memcpy(numbers + 50, numbers, sizeof numbers / 2); }
#else
#include "traffic_light.c"
static light l;
static inputs in;
static void start(void) {
  memset(&in, 0, sizeof in);
  light_init(&l);
}
static void advance(void) { light_step(&l, &in); }
#endif

#pragma GCC visibility push(default)

const char* NAME(GetVersion)(void) { return FMI == 2 ? "2.0" : "3.0"; }
const char* fmi2GetTypesPlatform(void) { return "default"; }

#if FMI == 2
void* fmi2Instantiate(const char* name,
                      int type,
                      const char* guid,
                      const char* resources,
                      const callbacks* functions,
                      int visible,
                      int logging) {
  (void)name, (void)visible, (void)logging;
  host = functions;
  if (type != 1 || strncmp(resources, "file:///", 8) != 0) return NULL;
#else
void* fmi3InstantiateCoSimulation(const char* name,
                                  const char* guid,
                                  const char* resources,
                                  bool visible,
                                  bool logging,
                                  bool event_mode,
                                  bool early,
                                  const uint32_t* intermediate,
                                  size_t count,
                                  void* environment,
                                  logger log,
                                  void* update) {
  (void)name, (void)visible, (void)logging, (void)intermediate, (void)update;
  host = log;
  host_environment = environment;
  if (event_mode || early || count != 0) return NULL;
  if (resources != NULL && resources[strlen(resources) - 1] != '/') return NULL;
#endif
  if (!ordered("Instantiate", state == NOTHING)) return NULL;
  if (strcmp(guid, "{the token}") != 0) {
    say(FAILED, "logStatusError", "the token is a wrong one");
    return NULL;
  }
  state = INSTANTIATED;
  is_set_up = steps = 0;
  start();
  return &state + ++instances % 2;
}

void NAME(FreeInstance)(void* c) {
  (void)c;
  note("FreeInstance");
  state = NOTHING;
}

#if FMI == 2
int fmi2SetupExperiment(void* c,
                        int has_tolerance,
                        double tolerance,
                        double begin,
                        int has_stop,
                        double stop) {
  (void)c, (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
  if (!ordered("SetupExperiment", state == INSTANTIATED)) return FAILED;
  now = begin;
  is_set_up = 1;
  return OK;
}
int fmi2EnterInitializationMode(void* c) {
  (void)c;
  if (!ordered("EnterInitializationMode",
               state == INSTANTIATED && is_set_up)) {
    return FAILED;
  }
#else
int fmi3EnterInitializationMode(void* c,
                                bool has_tolerance,
                                double tolerance,
                                double begin,
                                bool has_stop,
                                double stop) {
  (void)c, (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
  if (!ordered("EnterInitializationMode", state == INSTANTIATED)) {
    return FAILED;
  }
  now = begin;
#endif
  state = INITIALISING;
  return WITH_FAULT == BAD_INIT ? FAILED : OK;
}

int NAME(ExitInitializationMode)(void* c) {
  (void)c;
  if (!ordered("ExitInitializationMode", state == INITIALISING)) return FAILED;
  state = STEPPING;
  return OK;
}

#ifndef NO_TERMINATE
int NAME(Terminate)(void* c) {
  (void)c;
  if (!ordered("Terminate", state == STEPPING)) return FAILED;
  state = TERMINATED;
  return OK;
}
#endif

int NAME(Reset)(void* c) {
  (void)c;
  if (!ordered("Reset", state != NOTHING)) return FAILED;
#ifdef NO_RESET
  say(FAILED, "logStatusError", "there is no reset");
  return FAILED;
#endif
  state = INSTANTIATED;
  is_set_up = steps = 0;
  start();
  return OK;
}

/* One step, with the fault that there is in the third. */
static int step(double time, double size, bool* over, bool* early) {
  char call[80];
  snprintf(call, sizeof call, "DoStep %g %g", time, size);
  if (!ordered(call, state == STEPPING)) return FAILED;
  if (time < now - 1e-9 || time > now + 1e-9) {
    say(FAILED, "logStatusError", "the time is not that of the last step");
    return FAILED;
  }
  now = time + size;
  ++steps;
  advance();
  if (steps != 3) return OK;
  switch (WITH_FAULT) {
    case CRASH:
      *(volatile int*)8 = 1;
      break;
    case ENDLESS:
      for (;;) usleep(1000);
    case EXITS:
      exit(0);
    case ERROR:
      say(OK, "logEvents", "this is nothing");
      say(FAILED, "logStatusError", "no fuel \033[31m");
      return FAILED;
    case DISCARD:
      return DISCARDED;
    case TERMINATES:
      *over = true;
      return FMI == 2 ? DISCARDED : OK;
    case FATAL:
      say(FATALLY, "logStatusFatal", "all is lost");
      return FATALLY;
    case PENDING:
      return IS_PENDING;
    case STATUS:
      return 42;
    case EARLY:
      *early = true;
      break;
    default:
      break;
  }
  return OK;
}

#if FMI == 2
static bool is_over;
int fmi2DoStep(void* c, double time, double size, int no_return) {
  bool early = false;
  (void)c, (void)no_return;
  return step(time, size, &is_over, &early);
}
int fmi2GetBooleanStatus(void* c, int kind, int* value) {
  (void)c;
  if (kind != 3) return FAILED;
  *value = is_over;
  return OK;
}
#else
int fmi3DoStep(void* c,
               double time,
               double size,
               bool no_return,
               bool* event,
               bool* over,
               bool* early,
               double* last) {
  (void)c, (void)no_return;
  *event = *over = *early = false;
  *last = time + size;
  return step(time, size, over, early);
}
#endif

static int can_set(void) {
  return ordered("Set",
                 state == INSTANTIATED || state == INITIALISING ||
                     state == STEPPING);
}
static int can_get(void) {
  return ordered("Get", state == INITIALISING || state == STEPPING ||
                            state == TERMINATED);
}

#if FMI == 2
#define COUNT
#else
#define COUNT , size_t value_count
#endif

/* The functions of one type; GET and SET name its variables. */
#define ACCESS(Name, type, GET, SET)                                   \
  int NAME(Get##Name)(                                                 \
      void* c, const uint32_t* vr, size_t count, type* values COUNT) { \
    (void)c;                                                           \
    if (!can_get()) return FAILED;                                     \
    for (size_t i = 0; i < count; ++i) {                               \
      GET                                                              \
    }                                                                  \
    return OK;                                                         \
  }                                                                    \
  int NAME(Set##Name)(void* c,                                         \
                      const uint32_t* vr,                              \
                      size_t count,                                    \
                      const type* values COUNT) {                      \
    (void)c;                                                           \
    if (!can_set()) return FAILED;                                     \
    for (size_t i = 0; i < count; ++i) {                               \
      SET                                                              \
    }                                                                  \
    return OK;                                                         \
  }

#ifdef NUMBERS
#define NUMBER(Name, type, member)                       \
  ACCESS(Name, type, values[i] = numbers[vr[i]].member;, \
         numbers[vr[i]].member = values[i];)
#if FMI == 2
NUMBER(Real, double, d)
NUMBER(Integer, int, i32)
ACCESS(Boolean, int, values[i] = numbers[vr[i]].b;,
       numbers[vr[i]].b = values[i] != 0;)
#else
NUMBER(Float32, float, f)
NUMBER(Float64, double, d)
NUMBER(Int8, int8_t, i8)
NUMBER(UInt8, uint8_t, u8)
NUMBER(Int16, int16_t, i16)
NUMBER(UInt16, uint16_t, u16)
NUMBER(Int32, int32_t, i32)
NUMBER(UInt32, uint32_t, u32)
NUMBER(Int64, int64_t, i64)
NUMBER(UInt64, uint64_t, u64)
NUMBER(Boolean, bool, b)
#endif
#else
#define NONE_OF(Name, type) \
  ACCESS(Name, type, (void)vr; (void)values; return FAILED;, \
         (void)vr; (void)values; return FAILED;)
#define LAMPS                                                        \
  values[i] = (int)(vr[i] == 3 ? l.cars : l.pedestrians);              \
  if (WITH_FAULT == WRONG && steps >= 3 && vr[i] == 3) ++values[i];
#if FMI == 2
ACCESS(Boolean,
       int,
       values[i] = l.wait_light;
       if (vr[i] != 5) return FAILED;
       , ((bool*)&in)[vr[i]] = values[i] != 0;)
ACCESS(Integer, int, LAMPS, (void)values; (void)vr; return FAILED;)
NONE_OF(Real, double)
#else
ACCESS(Boolean,
       bool,
       values[i] = l.wait_light;
       if (vr[i] != 5) return FAILED;
       , ((bool*)&in)[vr[i]] = values[i];)
ACCESS(Int64, int64_t, LAMPS, (void)values; (void)vr; return FAILED;)
ACCESS(UInt8, uint8_t, LAMPS, (void)values; (void)vr; return FAILED;)
NONE_OF(Float32, float)
NONE_OF(Float64, double)
NONE_OF(Int8, int8_t)
NONE_OF(Int16, int16_t)
NONE_OF(UInt16, uint16_t)
NONE_OF(Int32, int32_t)
NONE_OF(UInt32, uint32_t)
NONE_OF(UInt64, uint64_t)
#endif
#endif
