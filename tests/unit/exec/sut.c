/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * A cruise control in little with the adapter interface, and with every way to
 * misbehave: the argument of open is "FAULT" or "FAULT@STEP" (steps count
 * from 1; step 2 where none is given).
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "catenary/adapter.h"

#ifndef ABI_VERSION
#define ABI_VERSION CATENARY_ADAPTER_ABI_VERSION
#endif

enum { GAS = 4, BRAKE = 5 };
static int mode, speed, step_count, runs;
static char fault[64];
static int fault_step = 2;

static const catenary_signal inputs[] = {{"i.signal", CATENARY_INT32, 0}};
static const catenary_signal outputs[] = {{"s.mode", CATENARY_ENUM, 0},
                                          {"extra", CATENARY_BOOL, 0},
                                          {"s.speed", CATENARY_INT32, 0}};
static const catenary_signature signature = {
    "cruise in little", 1, 0, 3, 0, inputs, NULL, outputs};

uint32_t catenary_adapter_abi_version(void) {
  return ABI_VERSION;
}
const catenary_signature* catenary_adapter_signature(void) {
  return &signature;
}

int32_t catenary_adapter_open(const char* arguments, catenary_sut** sut) {
  *sut = NULL;
  runs = 0;
  const char* at = strchr(arguments, '@');
  snprintf(fault,
           sizeof fault,
           "%.*s",
           at ? (int)(at - arguments) : (int)strlen(arguments),
           arguments);
  if (at) fault_step = atoi(at + 1);
  return strcmp(fault, "refuse-open") == 0 ? CATENARY_FAILED : CATENARY_OK;
}

int32_t catenary_adapter_reset(catenary_sut* sut,
                               const catenary_value* initial) {
  (void)sut;
  (void)initial;
  mode = 0;
  speed = 0;
  step_count = 0;
  ++runs;
  return CATENARY_OK;
}

static int deep(volatile int* from) {
  volatile int here[256];
  here[0] = *from + 1;
  return deep(here) + here[255];
}

static void misbehave(void) {
  if (strcmp(fault, "crash") == 0) *(volatile int*)0 = 1;
  if (strcmp(fault, "kill") == 0) kill(getpid(), SIGKILL);
  if (strcmp(fault, "abort") == 0) abort();
  if (strcmp(fault, "divide") == 0) raise(SIGFPE);
  if (strcmp(fault, "exit") == 0) exit(0);
  if (strcmp(fault, "overflow") == 0) {
    volatile int start = 0;
    deep(&start);
  }
  if (strcmp(fault, "hang") == 0) {
    for (;;) {
    }
  }
  if (strcmp(fault, "stop") == 0) raise(SIGSTOP);
  if (strcmp(fault, "memory") == 0) {
    for (;;) {
      char* p = mmap(NULL,
                     16 << 20,
                     PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS,
                     -1,
                     0);
      if (p == MAP_FAILED) abort();
      *p = 1;
    }
  }
  if (strcmp(fault, "orphan") == 0) {
    if (fork() == 0) {
      for (;;) pause();
    }
    abort();
  }
  if (strcmp(fault, "close") == 0) {
    for (int fd = 3; fd < 1024; ++fd) close(fd);
  }
  if (strcmp(fault, "disturb") == 0) {
    for (int fd = 200; fd < 210; ++fd) {
      if (write(fd, "nonsense, and a lot of it", 25) == 25) break;
    }
  }
}

#ifdef OWN_STEP
/* The C library has a function of this name too. */
void step(int* what) { ++*what; }
#else
static void step(int* what) { ++*what; }
#endif

int32_t catenary_adapter_step(catenary_sut* sut,
                              const catenary_value* in,
                              catenary_value* out) {
  (void)sut;
  ++step_count;
  printf("step %d on stdout\n", step_count);
  fprintf(stderr, "step %d on stderr\n", step_count);
  if (step_count == fault_step) misbehave();
  switch (in[0].as.i) {
    case GAS:
      mode = speed > 0 ? 1 : 0;
      step(&speed);
      break;
    case BRAKE:
      mode = 2;
      --speed;
      break;
    default:
      break;
  }
  out[0].type = CATENARY_ENUM;
  out[0].as.i = mode;
  out[1].type = CATENARY_BOOL;
  out[1].as.b = 1;
  out[2].type = CATENARY_INT32;
  out[2].as.i = speed;
  const int now = step_count == fault_step;
  if (now && strcmp(fault, "wrong") == 0) out[2].as.i = 7;
  if (strcmp(fault, "wrong-then-end") == 0) {
    if (now) out[2].as.i = 7;
    if (step_count > fault_step) return CATENARY_ENDED;
  }
  if (now && strcmp(fault, "flaky") == 0 && runs % 2 == 0) out[2].as.i = 7;
  if (now && strcmp(fault, "silent") == 0) out[2].type = 0;
  if (now && strcmp(fault, "mistyped") == 0) out[2].type = CATENARY_BOOL;
  if (now && strcmp(fault, "range") == 0) out[0].as.i = 99;
  if (now && strcmp(fault, "refuse") == 0) return CATENARY_BAD_INPUT;
  if (now && strcmp(fault, "code") == 0) return 42;
  if (now && strcmp(fault, "end") == 0) return CATENARY_ENDED;
  return CATENARY_OK;
}

void catenary_adapter_close(catenary_sut* sut) {
  (void)sut;
}
const char* catenary_adapter_last_error(catenary_sut* sut) {
  (void)sut;
  return strcmp(fault, "refuse") == 0 ? "signal 5 is for Sundays" : "";
}
