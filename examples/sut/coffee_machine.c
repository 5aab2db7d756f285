/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * The coffee machine of examples/coffee_machine in C, behind Catenary's line
 * protocol (docs/protocol.md), in real and in virtual time.
 *
 *     cc -O2 -o coffee_machine coffee_machine.c
 *     coffee_machine [--fault value|late|mute|extra|dies|crashes|silent|
 *                             nonsense]
 *
 * Times are kept in thousandths of a time unit. The lines it is sent are simple
 * enough to be read with strstr(): our side writes no blanks.
 */
#define _POSIX_C_SOURCE 200809L
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MILLI = 1000, NEVER = -1 };

/* The machine. */

static int credit;
static int drink;
static bool brewing;
static bool returning;
static long due = NEVER; /* when it does something by itself */

static const char* fault = "";

static int price(int of) { return of == 1 ? 120 : 80; }

static bool has_fault(const char* name) { return strcmp(fault, name) == 0; }

static void plan(long now, long delay) {
  due = now + (has_fault("late") ? 20 * delay : delay);
}

static void start(void) {
  credit = 0;
  brewing = returning = false;
  due = NEVER;
}

static bool is_coin(int cents) {
  return cents == 10 || cents == 20 || cents == 50 || cents == 100 ||
         cents == 200;
}

static void receive(long now, const char* channel, int value) {
  if (brewing || returning) return;
  if (strcmp(channel, "Coin") == 0 && is_coin(value) &&
      credit + value <= 500) {
    credit += value;
    plan(now, 31 * MILLI);
  } else if (strcmp(channel, "Choice") == 0 && credit > 0 &&
             (value == 1 || value == 2)) {
    drink = value;
    brewing = credit >= price(value);
    plan(now, brewing ? 7 * MILLI : 31 * MILLI);
  }
}

/* What is due, as a message. */
static const char* act(long now, int* value) {
  due = NEVER;
  if (brewing) {
    brewing = false;
    *value = drink;
    returning = credit > price(drink);
    if (returning) {
      plan(now, MILLI / 2);
    } else {
      credit = 0;
    }
    return "Serve";
  }
  *value = returning ? credit - price(drink) : credit;
  const char* channel = returning ? "Change" : "Refund";
  returning = false;
  credit = 0;
  return channel;
}

/* The protocol. */

static bool real_time;
static double unit = 1;       /* seconds */
static struct timespec begin; /* of real time */
static long virtual_now;

static long now_milli(void) {
  if (!real_time) return virtual_now;
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  const double seconds = (double)(t.tv_sec - begin.tv_sec) +
                         1e-9 * (double)(t.tv_nsec - begin.tv_nsec);
  return (long)(seconds / unit * MILLI);
}

static const char* echo; /* virtual time: a channel to be said once more */
static int echo_value;

/* `after` < 0: real time, where nobody asks for it. */
static void say(const char* channel, int value, long after) {
  if (has_fault("value")) ++value;
  for (int i = has_fault("extra") && after < 0 ? 2 : 1; i > 0; --i) {
    printf("{\"event\":{\"channel\":\"%s\",\"values\":[%d]", channel, value);
    if (after >= 0) printf(",\"after\":\"%ld/%d\"", after, (int)MILLI);
    puts("}}");
  }
  fflush(stdout);
}

/* A time such as "5", "0.25" or "1/3", in thousandths; what is finer than that
   is cut off. */
static long read_time(const char* text) {
  char* end = NULL;
  double number = strtod(text, &end);
  if (*end == '/') number /= strtod(end + 1, NULL);
  return (long)(number * MILLI + 1e-6);
}

/* What stands behind "key": in the line, or NULL. */
static const char* field(const char* line, const char* key) {
  char wanted[64];
  snprintf(wanted, sizeof wanted, "\"%s\":", key);
  const char* found = strstr(line, wanted);
  if (found == NULL) return NULL;
  found += strlen(wanted);
  return *found == '"' ? found + 1 : found;
}

static void do_wait(const char* span_text) {
  if (echo != NULL) {
    say(echo, echo_value, 0);
    echo = NULL;
    return;
  }
  const long from = virtual_now;
  const long until = from + read_time(span_text);
  if (due == NEVER || due > until || has_fault("mute")) {
    virtual_now = until;
    printf("{\"silence\":\"%.*s\"}\n",
           (int)strcspn(span_text, "\""),
           span_text);
    fflush(stdout);
    return;
  }
  if (due > virtual_now) virtual_now = due;
  int value = 0;
  const char* channel = act(virtual_now, &value);
  say(channel, value, virtual_now - from);
  if (has_fault("extra")) {
    echo = channel;
    echo_value = value;
  }
}

static void do_line(const char* line) {
  if (field(line, "hello") != NULL) {
    const char* mode = field(line, "time");
    const char* length = field(line, "unit");
    real_time = mode != NULL && strncmp(mode, "real", 4) == 0;
    if (length != NULL) unit = strtod(length, NULL);
    if (has_fault("silent")) return;
    puts("{\"hello\":{\"protocol\":1,\"name\":\"coffee machine in C\"}}");
  } else if (field(line, "reset") != NULL) {
    start();
    virtual_now = 0;
    echo = NULL;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    puts("{\"reset\":{}}");
  } else if (field(line, "event") != NULL) {
    if (has_fault("dies")) exit(3);
    if (has_fault("crashes")) abort();
    if (has_fault("nonsense")) puts("all your base");
    char channel[32] = "";
    int value = 0;
    sscanf(field(line, "channel"), "%31[^\"]", channel);
    sscanf(field(line, "values"), "[%d", &value);
    receive(now_milli(), channel, value);
  } else if (field(line, "wait") != NULL) {
    do_wait(field(line, "wait"));
  }
  fflush(stdout);
}

/* Milliseconds until something is due; -1 = nothing is. */
static int patience(void) {
  if (!real_time || due == NEVER) return -1;
  const double left = (double)(due - now_milli()) * unit;
  return left <= 0 ? 0 : (int)left + 1;
}

int main(int argc, char** argv) {
  if (argc == 3 && strcmp(argv[1], "--fault") == 0) fault = argv[2];
  char line[4096];
  size_t used = 0;
  for (;;) {
    struct pollfd in = {STDIN_FILENO, POLLIN, 0};
    if (poll(&in, 1, patience()) == 0) {
      if (due == NEVER || now_milli() < due) continue;
      int value = 0;
      const char* channel = act(now_milli(), &value);
      if (!has_fault("mute")) say(channel, value, -1);
      continue;
    }
    const ssize_t got = read(STDIN_FILENO, line + used, sizeof line - used - 1);
    if (got <= 0) return 0;
    used += (size_t)got;
    line[used] = 0;
    char* end = NULL;
    while ((end = strchr(line, '\n')) != NULL) {
      *end = 0;
      do_line(line);
      used -= (size_t)(end + 1 - line);
      memmove(line, end + 1, used + 1);
    }
    if (used == sizeof line - 1) return 2; /* no line is that long */
  }
}
