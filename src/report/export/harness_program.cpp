// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parts of the exported C program that are the same for all suites.
///
/// The tables of harness.cpp stand between them. The program is C11 without
/// memory of its own but static arrays. The comments in it are for the people
/// who get it.
#include "report/export/harness_program.h"

namespace catenary::report {

const char* harness_declarations() {
  return R"c(#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "catenary/adapter.h"

typedef struct {
  const char* name;
  uint32_t type;
  int derived; /* computed by the generator: a system need not provide it */
  const char* const* names; /* of an enumeration */
} signal_t;

enum { EQUAL, BETWEEN, ONE_OF };

typedef struct {
  uint32_t output;
  int kind;
  int has_lo, has_hi, lo_open, hi_open; /* BETWEEN: values[0], values[1] */
  uint32_t count;
  const catenary_value* values;
  const char* allowed;
} expectation_t;

typedef struct {
  const catenary_value* inputs;  /* one for each input */
  const char* given;             /* '1' where the test sets the input */
  const expectation_t* expect;
  uint32_t expect_count;
  const char* goals;
} step_t;

typedef struct {
  const char* id;
  const catenary_value* initial;
  const char* initial_given;
  const step_t* steps;
  uint32_t step_count;
} test_t;

)c";
}

const char* harness_program() {
  return R"c(
/* What is found out about a test. */
static void say(const char* format, ...);

enum { PASS, FAIL, INCONCLUSIVE };

/* Places of the suite's signals in the adapter's arrays; -1 = none. */
static int32_t input_at[INPUT_COUNT + 1];
static int32_t initial_at[INITIAL_COUNT + 1];
static int32_t output_at[OUTPUT_COUNT + 1];

static int find(const signal_t* wanted,
                uint32_t count,
                const catenary_signal* found,
                uint32_t found_count,
                int32_t* at) {
  for (uint32_t i = 0; i < count; ++i) {
    at[i] = -1;
    for (uint32_t j = 0; j < found_count; ++j) {
      if (strcmp(wanted[i].name, found[j].name) != 0) continue;
      if (wanted[i].type != found[j].type) {
        say("error: signal %s has another type in the system\n",
               wanted[i].name);
        return 0;
      }
      at[i] = (int32_t)j;
    }
  }
  return 1;
}

static int is_float(uint32_t type) {
  return type == CATENARY_FLOAT32 || type == CATENARY_FLOAT64;
}

static int is_unsigned(uint32_t type) {
  return type == CATENARY_BOOL ||
         (type >= CATENARY_UINT8 && type <= CATENARY_UINT64);
}

static int equal(const catenary_value* a, const catenary_value* b) {
  if (a->type != b->type) return 0;
  if (is_float(a->type) && a->as.d != a->as.d && b->as.d != b->as.d) return 1;
  return a->as.u == b->as.u;
}

/* a < b, or a <= b where `or_equal`; false for NaN. */
static int less(const catenary_value* a, const catenary_value* b,
                int or_equal) {
  if (is_float(a->type)) {
    return or_equal ? a->as.d <= b->as.d : a->as.d < b->as.d;
  }
  if (is_unsigned(a->type)) {
    return or_equal ? a->as.u <= b->as.u : a->as.u < b->as.u;
  }
  return or_equal ? a->as.i <= b->as.i : a->as.i < b->as.i;
}

static int holds(const expectation_t* e, const catenary_value* v) {
  if (e->kind == BETWEEN) {
    if (is_float(v->type) && v->as.d != v->as.d) return 0;
    return (!e->has_lo || less(&e->values[0], v, !e->lo_open)) &&
           (!e->has_hi || less(v, &e->values[1], !e->hi_open));
  }
  for (uint32_t i = 0; i < e->count; ++i) {
    if (equal(&e->values[i], v)) return 1;
  }
  return 0;
}

static void print_value(const signal_t* signal, const catenary_value* v) {
  if (is_float(v->type)) {
    say("%.17g", v->as.d);
  } else if (v->type == CATENARY_BOOL) {
    say("%s", v->as.b ? "true" : "false");
  } else if (v->type == CATENARY_ENUM) {
    int64_t i = 0;
    while (signal->names[i] != NULL && i < v->as.i) ++i;
    if (i == v->as.i && signal->names[i] != NULL) {
      say("%s", signal->names[i]);
    } else {
      say("enumerator %" PRId64, v->as.i);
    }
  } else if (is_unsigned(v->type)) {
    say("%" PRIu64, v->as.u);
  } else {
    say("%" PRId64, v->as.i);
  }
}

/* Fills what the adapter reads; the name of a signal that the test sets and
   the system lacks, or NULL. */
static const char* fill(const signal_t* signals,
                        uint32_t count,
                        const int32_t* at,
                        const catenary_value* values,
                        const char* given,
                        const catenary_signal* found,
                        uint32_t found_count,
                        catenary_value* out) {
  for (uint32_t j = 0; j < found_count; ++j) {
    memset(&out[j], 0, sizeof out[j]);
    out[j].type = found[j].type;
  }
  for (uint32_t i = 0; i < count; ++i) {
    if (at[i] >= 0) {
      out[at[i]] = values[i];
    } else if (given[i] == '1') {
      return signals[i].name;
    }
  }
  return NULL;
}

static int run_test(const test_t* test, catenary_sut* sut) {
  enum { MOST = 4096 };
  static catenary_value in[MOST], out[MOST];
  const catenary_signature* s = catenary_adapter_signature();
  if (s->input_count > MOST || s->initial_count > MOST ||
      s->output_count > MOST) {
    say("error         %.12s  the system has too many signals\n", test->id);
    return FAIL;
  }
  const char* missing = fill(initial_signals, INITIAL_COUNT, initial_at,
                             test->initial, test->initial_given, s->initial,
                             s->initial_count, in);
  if (missing != NULL) {
    say("inconclusive  %.12s  the system has no initial choice %s\n",
           test->id, missing);
    return INCONCLUSIVE;
  }
  int32_t code = catenary_adapter_reset(sut, in);
  if (code == CATENARY_FAILED) { /* nothing about the system: it never ran */
    say("inconclusive  %.12s  reset: %s\n", test->id,
           catenary_adapter_last_error(sut));
    return INCONCLUSIVE;
  }
  if (code != CATENARY_OK &&
      !(code == CATENARY_ENDED && test->step_count == 0)) {
    say("FAIL          %.12s  reset: code %d %s\n", test->id, (int)code,
           catenary_adapter_last_error(sut));
    return FAIL;
  }
  unsigned long checked = 0;
  int failed = 0; /* the first failure is told; the test goes on to its end */
  const char* lacking = NULL;
  for (uint32_t n = 0; n < test->step_count; ++n) {
    const step_t* step = &test->steps[n];
    missing = fill(input_signals, INPUT_COUNT, input_at, step->inputs,
                   step->given, s->inputs, s->input_count, in);
    if (missing != NULL) {
      say("inconclusive  %.12s  the system has no input %s\n", test->id,
             missing);
      return INCONCLUSIVE;
    }
    memset(out, 0, sizeof out[0] * (s->output_count + 1));
    code = catenary_adapter_step(sut, in, out);
    if (code != CATENARY_OK && code != CATENARY_ENDED) {
      if (failed) return FAIL;
      say("FAIL          %.12s  step %" PRIu32 ": code %d %s\n", test->id,
             n + 1, (int)code, catenary_adapter_last_error(sut));
      return FAIL;
    }
    for (uint32_t k = 0; k < step->expect_count; ++k) {
      const expectation_t* e = &step->expect[k];
      const signal_t* signal = &output_signals[e->output];
      const int32_t at = output_at[e->output];
      if (at < 0 || out[at].type == 0) {
        if (!signal->derived) lacking = signal->name;
        continue;
      }
      ++checked;
      if (out[at].type == signal->type && holds(e, &out[at])) continue;
      if (failed) continue;
      failed = 1;
      say("FAIL          %.12s  step %" PRIu32 ": %s is ", test->id, n + 1,
             signal->name);
      print_value(signal, &out[at]);
      say(", expected %s%s%s%s\n", e->allowed,
             step->goals[0] ? " (goals " : "", step->goals,
             step->goals[0] ? ")" : "");
    }
    if (code == CATENARY_ENDED && n + 1 < test->step_count) {
      if (failed) return FAIL;
      say("FAIL          %.12s  the system ended at step %" PRIu32
             " of %" PRIu32 "\n", test->id, n + 1, test->step_count);
      return FAIL;
    }
  }
  if (failed) return FAIL;
  if (lacking != NULL) {
    say("inconclusive  %.12s  the system has no output %s\n", test->id,
           lacking);
    return INCONCLUSIVE;
  }
  if (checked == 0 && test->step_count > 0) {
    say("inconclusive  %.12s  no expectation could be checked\n", test->id);
    return INCONCLUSIVE;
  }
  say("pass          %.12s  %" PRIu32 " steps, %lu checks\n", test->id,
         test->step_count, checked);
  return PASS;
}
)c";
}

const char* harness_main() {
  return R"c(
static void say(const char* format, ...) {
  va_list values;
  va_start(values, format);
  vprintf(format, values);
  va_end(values);
}

static int is_selected(const char* id, int count, char** prefixes) {
  for (int i = 0; i < count; ++i) {
    if (strncmp(id, prefixes[i], strlen(prefixes[i])) == 0) return 1;
  }
  return count == 0;
}

int main(int argc, char** argv) {
  const char* arguments = "";
  int first = 1;
  if (argc > 1 && strcmp(argv[1], "--list") == 0) {
    for (uint32_t i = 0; i < TEST_COUNT; ++i) printf("%s\n", tests[i].id);
    return 0;
  }
  if (argc > 2 && strcmp(argv[1], "--arguments") == 0) {
    arguments = argv[2];
    first = 3;
  } else if (argc > 1 && argv[1][0] == '-') {
    fprintf(stderr, "usage: %s [--list] [--arguments TEXT] [TEST-ID]...\n",
            argv[0]);
    return 2;
  }
  const catenary_signature* s = catenary_adapter_signature();
  if (catenary_adapter_abi_version() != CATENARY_ADAPTER_ABI_VERSION) {
    printf("error: the adapter has another version of the interface\n");
    return 1;
  }
  if (!find(input_signals, INPUT_COUNT, s->inputs, s->input_count, input_at) ||
      !find(initial_signals, INITIAL_COUNT, s->initial, s->initial_count,
            initial_at) ||
      !find(output_signals, OUTPUT_COUNT, s->outputs, s->output_count,
            output_at)) {
    return 1;
  }
  catenary_sut* sut = NULL;
  if (catenary_adapter_open(arguments, &sut) != CATENARY_OK) {
    printf("error: the system could not be opened: %s\n",
           catenary_adapter_last_error(sut));
    return 1;
  }
  int selected = 0, failed = 0, inconclusive = 0;
  for (uint32_t i = 0; i < TEST_COUNT; ++i) {
    if (!is_selected(tests[i].id, argc - first, argv + first)) continue;
    ++selected;
    const int verdict = run_test(&tests[i], sut);
    fflush(stdout);
    if (verdict == FAIL) failed = 1;
    if (verdict == INCONCLUSIVE) inconclusive = 1;
  }
  catenary_adapter_close(sut);
  if (selected == 0 && argc > first) {
    fprintf(stderr, "no test has an id that begins so\n");
    return 2;
  }
  return failed ? 1 : inconclusive ? 77 : 0;
}
)c";
}

}  // namespace catenary::report
