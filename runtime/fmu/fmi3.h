/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * The functions of FMI 3.0.2 (Modelica Association, 2024, fmi-standard.org) of
 * an exported FMU for co-simulation, declared from the text of the standard.
 * Follows unit.h. What the capability flags of the description exclude is an
 * error.
 */
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  fmi3OK,
  fmi3Warning,
  fmi3Discard,
  fmi3Error,
  fmi3Fatal
} fmi3Status;
typedef void* fmi3Instance;
typedef uint32_t fmi3ValueReference;
typedef void (*fmi3Logger)(void* environment,
                           fmi3Status status,
                           const char* category,
                           const char* message);

static fmi3Logger fmi3_logger;
static void* fmi3_environment;

/* The status of a call, whose error is logged. */
static fmi3Status fmi3_end(int good) {
  if (good) return fmi3OK;
  if (fmi3_logger != NULL) {
    fmi3_logger(fmi3_environment, fmi3Error, "logStatusError", fmu.error);
  }
  return fmi3Error;
}

static fmi3Status fmi3_unsupported(void) {
  return fmi3_end(fmu_fail("the FMU does not support this function"));
}

CATENARY_EXPORT const char* fmi3GetVersion(void) { return "3.0"; }

CATENARY_EXPORT fmi3Status fmi3SetDebugLogging(fmi3Instance c,
                                               bool on,
                                               size_t count,
                                               const char* const* categories) {
  (void)c, (void)on, (void)count, (void)categories;
  return fmi3OK;
}

CATENARY_EXPORT fmi3Instance
fmi3InstantiateCoSimulation(const char* name,
                            const char* token,
                            const char* resources,
                            bool visible,
                            bool logging,
                            bool event_mode,
                            bool early_return,
                            const fmi3ValueReference* intermediate,
                            size_t intermediate_count,
                            void* environment,
                            fmi3Logger logger,
                            void (*update)(void)) {
  int good = 1;
  (void)resources, (void)visible, (void)logging, (void)early_return;
  (void)intermediate, (void)update;
  if (fmu.state == FMU_NONE) {
    fmi3_logger = logger;
    fmi3_environment = environment;
  }
  if (event_mode) good = fmu_fail("the FMU has no event mode");
  if (intermediate_count > 0) {
    good = fmu_fail("the FMU has no intermediate values");
  }
  if (!good || !fmu_instantiate(name, token)) {
    fmi3_end(0);
    return NULL;
  }
  return &fmu;
}

CATENARY_EXPORT fmi3Instance
fmi3InstantiateModelExchange(const char* name,
                             const char* token,
                             const char* resources,
                             bool visible,
                             bool logging,
                             void* environment,
                             fmi3Logger logger) {
  (void)name, (void)token, (void)resources, (void)visible, (void)logging;
  (void)environment, (void)logger;
  return NULL;
}

CATENARY_EXPORT fmi3Instance
fmi3InstantiateScheduledExecution(const char* name,
                                  const char* token,
                                  const char* resources,
                                  bool visible,
                                  bool logging,
                                  void* environment,
                                  fmi3Logger logger,
                                  void (*update)(void*),
                                  void (*lock)(void),
                                  void (*unlock)(void)) {
  (void)name, (void)token, (void)resources, (void)visible, (void)logging;
  (void)environment, (void)logger, (void)update, (void)lock, (void)unlock;
  return NULL;
}

CATENARY_EXPORT void fmi3FreeInstance(fmi3Instance c) {
  if (c != NULL) fmu_free();
}

CATENARY_EXPORT fmi3Status fmi3EnterInitializationMode(fmi3Instance c,
                                                       bool has_tolerance,
                                                       double tolerance,
                                                       double start,
                                                       bool has_stop,
                                                       double stop) {
  (void)c, (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
  return fmi3_end(fmu_enter(start));
}

CATENARY_EXPORT fmi3Status fmi3ExitInitializationMode(fmi3Instance c) {
  (void)c;
  return fmi3_end(fmu_exit());
}

CATENARY_EXPORT fmi3Status fmi3Terminate(fmi3Instance c) {
  (void)c;
  return fmi3_end(fmu_terminate());
}

CATENARY_EXPORT fmi3Status fmi3Reset(fmi3Instance c) {
  (void)c;
  return fmi3_end(fmu_reset());
}

CATENARY_EXPORT fmi3Status fmi3DoStep(fmi3Instance c,
                                      double time,
                                      double size,
                                      bool no_return,
                                      bool* event_needed,
                                      bool* terminate,
                                      bool* early_return,
                                      double* last_time) {
  (void)c, (void)no_return;
  *event_needed = *terminate = *early_return = false;
  *last_time = time;
  if (!fmu_step(time, size)) return fmi3_end(0);
  *terminate = fmu.over != 0;
  *last_time = fmu.time;
  return fmi3OK;
}

/* Reading and writing: a function of each type for variables of that type. */

#define FMI3_NUMBERS(Name, Number, tag, member)                                \
  CATENARY_EXPORT fmi3Status fmi3Get##Name(                                    \
      fmi3Instance c, const fmi3ValueReference* references, size_t count,      \
      Number* values, size_t value_count) {                                    \
    size_t i;                                                                  \
    (void)c;                                                                   \
    if (count != value_count) return fmi3_end(fmu_fail("there are no arrays"));\
    for (i = 0; i < count; ++i) {                                              \
      const catenary_value* from = fmu_value(references[i]);                   \
      if (from == NULL) return fmi3_end(0);                                    \
      if (from->type != tag) return fmi3_end(fmu_wrong_type());                \
      values[i] = (Number)from->as.member;                                     \
    }                                                                          \
    return fmi3OK;                                                             \
  }                                                                            \
  CATENARY_EXPORT fmi3Status fmi3Set##Name(                                    \
      fmi3Instance c, const fmi3ValueReference* references, size_t count,      \
      const Number* values, size_t value_count) {                              \
    size_t i;                                                                  \
    (void)c;                                                                   \
    if (count != value_count) return fmi3_end(fmu_fail("there are no arrays"));\
    for (i = 0; i < count; ++i) {                                              \
      catenary_value* to = fmu_settable(references[i]);                        \
      if (to == NULL) return fmi3_end(0);                                      \
      if (to->type != tag) return fmi3_end(fmu_wrong_type());                  \
      to->as.member = values[i];                                               \
    }                                                                          \
    return fmi3OK;                                                             \
  }

FMI3_NUMBERS(Float32, float, CATENARY_FLOAT32, d)
FMI3_NUMBERS(Int8, int8_t, CATENARY_INT8, i)
FMI3_NUMBERS(UInt8, uint8_t, CATENARY_UINT8, u)
FMI3_NUMBERS(Int16, int16_t, CATENARY_INT16, i)
FMI3_NUMBERS(UInt16, uint16_t, CATENARY_UINT16, u)
FMI3_NUMBERS(Int32, int32_t, CATENARY_INT32, i)
FMI3_NUMBERS(UInt32, uint32_t, CATENARY_UINT32, u)
FMI3_NUMBERS(UInt64, uint64_t, CATENARY_UINT64, u)

CATENARY_EXPORT fmi3Status fmi3GetFloat64(fmi3Instance c,
                                          const fmi3ValueReference* references,
                                          size_t count,
                                          double* values,
                                          size_t value_count) {
  size_t i;
  (void)c;
  if (count != value_count) return fmi3_end(fmu_fail("there are no arrays"));
  for (i = 0; i < count; ++i) {
    if (!fmu_get_real(references[i], &values[i])) return fmi3_end(0);
  }
  return fmi3OK;
}

CATENARY_EXPORT fmi3Status fmi3SetFloat64(fmi3Instance c,
                                          const fmi3ValueReference* references,
                                          size_t count,
                                          const double* values,
                                          size_t value_count) {
  size_t i;
  (void)c;
  if (count != value_count) return fmi3_end(fmu_fail("there are no arrays"));
  for (i = 0; i < count; ++i) {
    if (!fmu_set_real(references[i], values[i])) return fmi3_end(0);
  }
  return fmi3OK;
}

/* Also enumerations, whatever their type is in the code. */
CATENARY_EXPORT fmi3Status fmi3GetInt64(fmi3Instance c,
                                        const fmi3ValueReference* references,
                                        size_t count,
                                        int64_t* values,
                                        size_t value_count) {
  size_t i;
  (void)c;
  if (count != value_count) return fmi3_end(fmu_fail("there are no arrays"));
  for (i = 0; i < count; ++i) {
    if (!fmu_get_integer(references[i], &values[i])) return fmi3_end(0);
  }
  return fmi3OK;
}

CATENARY_EXPORT fmi3Status fmi3SetInt64(fmi3Instance c,
                                        const fmi3ValueReference* references,
                                        size_t count,
                                        const int64_t* values,
                                        size_t value_count) {
  size_t i;
  (void)c;
  if (count != value_count) return fmi3_end(fmu_fail("there are no arrays"));
  for (i = 0; i < count; ++i) {
    if (!fmu_set_integer(references[i], values[i])) return fmi3_end(0);
  }
  return fmi3OK;
}

CATENARY_EXPORT fmi3Status fmi3GetBoolean(fmi3Instance c,
                                          const fmi3ValueReference* references,
                                          size_t count,
                                          bool* values,
                                          size_t value_count) {
  size_t i;
  (void)c;
  if (count != value_count) return fmi3_end(fmu_fail("there are no arrays"));
  for (i = 0; i < count; ++i) {
    int value = 0;
    if (!fmu_get_boolean(references[i], &value)) return fmi3_end(0);
    values[i] = value != 0;
  }
  return fmi3OK;
}

CATENARY_EXPORT fmi3Status fmi3SetBoolean(fmi3Instance c,
                                          const fmi3ValueReference* references,
                                          size_t count,
                                          const bool* values,
                                          size_t value_count) {
  size_t i;
  (void)c;
  if (count != value_count) return fmi3_end(fmu_fail("there are no arrays"));
  for (i = 0; i < count; ++i) {
    if (!fmu_set_boolean(references[i], values[i] ? 1 : 0)) return fmi3_end(0);
  }
  return fmi3OK;
}

/* There are no variables of these types. */

#define FMI3_NO_VARIABLES(name, ...)                                        \
  CATENARY_EXPORT fmi3Status name(fmi3Instance c,                           \
                                  const fmi3ValueReference* references,     \
                                  size_t count,                             \
                                  __VA_ARGS__) {                            \
    (void)c, (void)references;                                              \
    return count == 0 ? fmi3OK : fmi3_end(fmu_wrong_type());                \
  }

FMI3_NO_VARIABLES(fmi3GetString, const char**, size_t)
FMI3_NO_VARIABLES(fmi3SetString, const char* const*, size_t)
FMI3_NO_VARIABLES(fmi3GetBinary, size_t*, const uint8_t**, size_t)
FMI3_NO_VARIABLES(fmi3SetBinary, const size_t*, const uint8_t* const*, size_t)
FMI3_NO_VARIABLES(fmi3GetClock, bool*)
FMI3_NO_VARIABLES(fmi3SetClock, const bool*)
FMI3_NO_VARIABLES(fmi3GetIntervalDecimal, double*, int*)
FMI3_NO_VARIABLES(fmi3GetIntervalFraction, uint64_t*, uint64_t*, int*)
FMI3_NO_VARIABLES(fmi3GetShiftDecimal, double*)
FMI3_NO_VARIABLES(fmi3GetShiftFraction, uint64_t*, uint64_t*)
FMI3_NO_VARIABLES(fmi3SetIntervalDecimal, const double*)
FMI3_NO_VARIABLES(fmi3SetIntervalFraction, const uint64_t*, const uint64_t*)
FMI3_NO_VARIABLES(fmi3SetShiftDecimal, const double*)
FMI3_NO_VARIABLES(fmi3SetShiftFraction, const uint64_t*, const uint64_t*)
FMI3_NO_VARIABLES(fmi3GetOutputDerivatives, const int32_t*, double*, size_t)

/* What the description says not to be there. */

#define FMI3_UNSUPPORTED(name, ...)                            \
  CATENARY_EXPORT fmi3Status name(fmi3Instance c, __VA_ARGS__) { \
    (void)c;                                                   \
    return fmi3_unsupported();                                 \
  }
#define FMI3_UNSUPPORTED_MODE(name)                 \
  CATENARY_EXPORT fmi3Status name(fmi3Instance c) { \
    (void)c;                                        \
    return fmi3_unsupported();                      \
  }

FMI3_UNSUPPORTED_MODE(fmi3EnterEventMode)
FMI3_UNSUPPORTED_MODE(fmi3EnterStepMode)
FMI3_UNSUPPORTED_MODE(fmi3EnterConfigurationMode)
FMI3_UNSUPPORTED_MODE(fmi3ExitConfigurationMode)
FMI3_UNSUPPORTED_MODE(fmi3EvaluateDiscreteStates)
FMI3_UNSUPPORTED(
    fmi3UpdateDiscreteStates, bool*, bool*, bool*, bool*, bool*, double*)
FMI3_UNSUPPORTED(fmi3GetNumberOfVariableDependencies,
                 fmi3ValueReference,
                 size_t*)
FMI3_UNSUPPORTED(fmi3GetVariableDependencies,
                 fmi3ValueReference,
                 size_t*,
                 fmi3ValueReference*,
                 size_t*,
                 int*,
                 size_t)
FMI3_UNSUPPORTED(fmi3GetFMUState, void**)
FMI3_UNSUPPORTED(fmi3SetFMUState, void*)
FMI3_UNSUPPORTED(fmi3FreeFMUState, void**)
FMI3_UNSUPPORTED(fmi3SerializedFMUStateSize, void*, size_t*)
FMI3_UNSUPPORTED(fmi3SerializeFMUState, void*, uint8_t*, size_t)
FMI3_UNSUPPORTED(fmi3DeserializeFMUState, const uint8_t*, size_t, void**)
FMI3_UNSUPPORTED(fmi3GetDirectionalDerivative,
                 const fmi3ValueReference*,
                 size_t,
                 const fmi3ValueReference*,
                 size_t,
                 const double*,
                 size_t,
                 double*,
                 size_t)
FMI3_UNSUPPORTED(fmi3GetAdjointDerivative,
                 const fmi3ValueReference*,
                 size_t,
                 const fmi3ValueReference*,
                 size_t,
                 const double*,
                 size_t,
                 double*,
                 size_t)

#ifdef __cplusplus
}
#endif
