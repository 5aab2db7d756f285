/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * The part of an exported FMU that is the same for FMI 2.0 and 3.0: one
 * instance of a system behind the functions of catenary/adapter.h, its values,
 * and the states of the standards. Valid C99 and C++.
 *
 * Before it stand the text of adapter.h, the system, and:
 *
 *     FMU_TOKEN                     the guid or instantiationToken
 *     FMU_STEP                      seconds of one step of the system
 *     FMU_INPUTS, FMU_INITIALS, FMU_OUTPUTS   how many of each
 *     fmu_names, fmu_start          of all, in this order: the value
 *                                   references count from 0
 *     FMU_CAN_RESET                 1 if it can be initialised again
 *     fmu_look(catenary_value*)     reads the outputs without a step
 */
#include <stddef.h>
#include <string.h>

#define FMU_SETTABLE (FMU_INPUTS + FMU_INITIALS)
#define FMU_SIGNALS (FMU_SETTABLE + FMU_OUTPUTS)

enum {
  FMU_NONE,
  FMU_INSTANTIATED,
  FMU_INITIALISING,
  FMU_STEPPING,
  FMU_TERMINATED,
  FMU_BROKEN
};

/* The variables of the system are global: there is one instance a process. */
static struct {
  int state;
  /* The system runs: its initialisation was called. */
  int running;
  /* It ended by itself. */
  int over;
  /* It has run before in this process. */
  int has_run;
  double time;
  catenary_sut* sut;
  const char* error;
  /* By value reference; positions of outputs in the adapter's signature. */
  catenary_value values[FMU_SIGNALS + 1];
  uint32_t places[FMU_SIGNALS + 1];
  /* As the adapter has them. */
  catenary_value inputs[FMU_INPUTS + 1];
  catenary_value initials[FMU_INITIALS + 1];
  catenary_value outputs[FMU_OUTPUTS + 1];
} fmu;

/* Remembers why a call fails; always 0. */
static int fmu_fail(const char* why) {
  fmu.error = why;
  return 0;
}

/* Whether the system may begin anew. */
static int fmu_can_begin(void) {
  if (FMU_CAN_RESET || !fmu.has_run) return 1;
  return fmu_fail(
      "the system has no initialisation that can be called again: only a new "
      "process resets it");
}

/* The start values; nothing runs yet. */
static void fmu_forget(void) {
  uint32_t i;
  for (i = 0; i < FMU_SIGNALS; ++i) fmu.values[i] = fmu_start[i];
  fmu.running = fmu.over = 0;
  fmu.time = 0;
  fmu.state = FMU_INSTANTIATED;
}

static int fmu_find(const catenary_signal* list,
                    uint32_t count,
                    uint32_t reference) {
  uint32_t i;
  for (i = 0; i < count; ++i) {
    if (strcmp(list[i].name, fmu_names[reference]) == 0) {
      fmu.places[reference] = i;
      return list[i].type == fmu_start[reference].type;
    }
  }
  return 0;
}

/* Whether the adapter has the variables of the description. */
static int fmu_match(void) {
  const catenary_signature* has = catenary_adapter_signature();
  uint32_t i;
  int good = has->input_count == FMU_INPUTS &&
             has->initial_count == FMU_INITIALS &&
             has->output_count == FMU_OUTPUTS;
  for (i = 0; good && i < FMU_SIGNALS; ++i) {
    if (i < FMU_INPUTS) {
      good = fmu_find(has->inputs, FMU_INPUTS, i);
    } else if (i < FMU_SETTABLE) {
      good = fmu_find(has->initial, FMU_INITIALS, i);
    } else {
      good = fmu_find(has->outputs, FMU_OUTPUTS, i);
    }
  }
  return good;
}

static int fmu_instantiate(const char* name, const char* token) {
  if (fmu.state != FMU_NONE) {
    return fmu_fail(
        "only one instance is possible in a process: the variables of the "
        "program are global");
  }
  if (name == NULL || name[0] == 0) return fmu_fail("the instance has no name");
  if (token == NULL || strcmp(token, FMU_TOKEN) != 0) {
    return fmu_fail(
        "the guid or instantiationToken is not that of this binary");
  }
  if (!fmu_can_begin()) return 0;
  if (!fmu_match()) return fmu_fail("the binary does not fit its description");
  if (catenary_adapter_open("", &fmu.sut) != CATENARY_OK) {
    return fmu_fail(catenary_adapter_last_error(fmu.sut));
  }
  fmu_forget();
  return 1;
}

static void fmu_free(void) {
  if (fmu.state == FMU_NONE) return;
  catenary_adapter_close(fmu.sut);
  fmu.state = FMU_NONE;
}

/* Whether a call belongs to the state; a call that does not breaks the
 * instance. */
static int fmu_expect(int state) {
  if (fmu.state == state) return 1;
  if (fmu.state != FMU_NONE) fmu.state = FMU_BROKEN;
  return fmu_fail("the call is not allowed in this state of the instance");
}

/* Calls the initialisation of the system, unless that was done already. */
static int fmu_run(void) {
  uint32_t i;
  if (fmu.running) return 1;
  for (i = FMU_INPUTS; i < FMU_SETTABLE; ++i) {
    fmu.initials[fmu.places[i]] = fmu.values[i];
  }
  if (catenary_adapter_reset(fmu.sut, fmu.initials) != CATENARY_OK) {
    fmu.state = FMU_BROKEN;
    return fmu_fail(catenary_adapter_last_error(fmu.sut));
  }
  fmu_look(fmu.outputs);
  fmu.running = fmu.has_run = 1;
  return 1;
}

static int fmu_enter(double start) {
  if (!fmu_expect(FMU_INSTANTIATED)) return 0;
  fmu.time = start;
  fmu.state = FMU_INITIALISING;
  return 1;
}

static int fmu_exit(void) {
  if (!fmu_expect(FMU_INITIALISING) || !fmu_run()) return 0;
  fmu.state = FMU_STEPPING;
  return 1;
}

static int fmu_terminate(void) {
  if (!fmu_expect(FMU_STEPPING)) return 0;
  fmu.state = FMU_TERMINATED;
  return 1;
}

static int fmu_reset(void) {
  if (fmu.state == FMU_NONE) return fmu_fail("there is no instance");
  if (!fmu_can_begin()) {
    fmu.state = FMU_BROKEN;
    return 0;
  }
  fmu_forget();
  return 1;
}

/* How many steps of the system a step of communication is; 0 if that is no
 * whole number. */
static uint64_t fmu_steps(double size) {
  const double count = size / FMU_STEP;
  double away;
  uint64_t steps;
  if (!(count > 0.5 && count < 1e9)) return 0;
  steps = (uint64_t)(count + 0.5);
  away = count - (double)steps;
  return away < 1e-6 && away > -1e-6 ? steps : 0;
}

static int fmu_step(double time, double size) {
  uint64_t left;
  uint32_t i;
  if (!fmu_expect(FMU_STEPPING)) return 0;
  if (fmu.over) return fmu_fail("the system has ended");
  left = fmu_steps(size);
  if (left == 0) {
    fmu.state = FMU_BROKEN;
    return fmu_fail(
        "the step is not a multiple of the stepSize of the DefaultExperiment");
  }
  for (i = 0; i < FMU_INPUTS; ++i) fmu.inputs[fmu.places[i]] = fmu.values[i];
  for (; left > 0 && !fmu.over; --left) {
    const int32_t end = catenary_adapter_step(fmu.sut, fmu.inputs, fmu.outputs);
    if (end == CATENARY_ENDED) {
      fmu.over = 1;
    } else if (end != CATENARY_OK) {
      fmu.state = FMU_BROKEN;
      return fmu_fail(catenary_adapter_last_error(fmu.sut));
    }
  }
  fmu.time = time + size;
  return 1;
}

/* The variable of a reference, to be set; NULL where that is not allowed. */
static catenary_value* fmu_settable(uint32_t reference) {
  const int early =
      fmu.state == FMU_INSTANTIATED || fmu.state == FMU_INITIALISING;
  if (reference >= FMU_SETTABLE) {
    fmu_fail("a variable cannot be set: it is no input and no parameter");
    return NULL;
  }
  if (!early && (fmu.state != FMU_STEPPING || reference >= FMU_INPUTS)) {
    fmu_fail("a variable cannot be set in this state of the instance");
    return NULL;
  }
  if (reference >= FMU_INPUTS && fmu.running) {
    fmu_fail("a parameter was set after outputs were read");
    return NULL;
  }
  return &fmu.values[reference];
}

/* The value of a reference; NULL where there is none. */
static const catenary_value* fmu_value(uint32_t reference) {
  if (reference >= FMU_SIGNALS) {
    fmu_fail("there is no variable of this value reference");
    return NULL;
  }
  if (reference < FMU_SETTABLE) return &fmu.values[reference];
  if (fmu.state == FMU_INITIALISING && !fmu_run()) return NULL;
  if (!fmu.running) {
    fmu_fail("an output was read before the initialisation");
    return NULL;
  }
  return &fmu.outputs[fmu.places[reference]];
}

static int fmu_is_signed(uint32_t type) {
  return type >= CATENARY_INT8 && type <= CATENARY_INT64;
}
static int fmu_is_unsigned(uint32_t type) {
  return type >= CATENARY_UINT8 && type <= CATENARY_UINT64;
}
static int fmu_is_real(uint32_t type) {
  return type == CATENARY_FLOAT32 || type == CATENARY_FLOAT64;
}

/* Whether the integer is one of the type. */
static int fmu_has_integer(uint32_t type, int64_t value) {
  if (fmu_is_signed(type)) {
    const unsigned bits = 8U << (type - CATENARY_INT8);
    return bits == 64 || (value >= -(INT64_C(1) << (bits - 1)) &&
                          value < (INT64_C(1) << (bits - 1)));
  }
  if (fmu_is_unsigned(type)) {
    const unsigned bits = 8U << (type - CATENARY_UINT8);
    return value >= 0 && (bits == 64 || value < (INT64_C(1) << bits));
  }
  return 0;
}

static int fmu_wrong_type(void) {
  return fmu_fail("a variable is not of the type of this function");
}

static int fmu_set_integer(uint32_t reference, int64_t value) {
  catenary_value* to = fmu_settable(reference);
  if (to == NULL) return 0;
  if (!fmu_is_signed(to->type) && !fmu_is_unsigned(to->type)) {
    return fmu_wrong_type();
  }
  if (!fmu_has_integer(to->type, value)) {
    return fmu_fail("the value is not one of the variable's type in the code");
  }
  if (fmu_is_signed(to->type)) {
    to->as.i = value;
  } else {
    to->as.u = (uint64_t)value;
  }
  return 1;
}

static int fmu_set_real(uint32_t reference, double value) {
  catenary_value* to = fmu_settable(reference);
  if (to == NULL) return 0;
  if (!fmu_is_real(to->type)) return fmu_wrong_type();
  if (to->type == CATENARY_FLOAT32 && value == value &&
      (double)(float)value != value) {
    return fmu_fail("the value is not one of float, which the variable is");
  }
  to->as.d = value;
  return 1;
}

static int fmu_set_boolean(uint32_t reference, int value) {
  catenary_value* to = fmu_settable(reference);
  if (to == NULL) return 0;
  if (to->type != CATENARY_BOOL) return fmu_wrong_type();
  to->as.b = value != 0;
  return 1;
}

static int fmu_get_real(uint32_t reference, double* value) {
  const catenary_value* from;
  if (reference == FMU_SIGNALS) { /* time */
    *value = fmu.time;
    return 1;
  }
  from = fmu_value(reference);
  if (from == NULL) return 0;
  if (!fmu_is_real(from->type)) return fmu_wrong_type();
  *value = from->as.d;
  return 1;
}

static int fmu_get_boolean(uint32_t reference, int* value) {
  const catenary_value* from = fmu_value(reference);
  if (from == NULL) return 0;
  if (from->type != CATENARY_BOOL) return fmu_wrong_type();
  *value = from->as.b != 0;
  return 1;
}

/* An integer that fits int64; uint64 has a function of its own. */
static int fmu_get_integer(uint32_t reference, int64_t* value) {
  const catenary_value* from = fmu_value(reference);
  if (from == NULL) return 0;
  if (fmu_is_signed(from->type)) {
    *value = from->as.i;
  } else if (fmu_is_unsigned(from->type) && from->as.u <= INT64_MAX) {
    *value = (int64_t)from->as.u;
  } else if (fmu_is_unsigned(from->type)) {
    return fmu_fail("a value is too large for the type of this function");
  } else {
    return fmu_wrong_type();
  }
  return 1;
}
