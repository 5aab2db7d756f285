/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * The functions of FMI 2.0.5 (Modelica Association, 2024, fmi-standard.org) of
 * an exported FMU for co-simulation, declared from the text of the standard.
 * Follows unit.h. What the capability flags of the description exclude is an
 * error.
 */
#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  fmi2OK,
  fmi2Warning,
  fmi2Discard,
  fmi2Error,
  fmi2Fatal,
  fmi2Pending
} fmi2Status;
typedef void* fmi2Component;
typedef unsigned int fmi2ValueReference;
typedef void (*fmi2Logger)(void* environment,
                           const char* instance,
                           fmi2Status status,
                           const char* category,
                           const char* message,
                           ...);
typedef struct {
  fmi2Logger logger;
  void* (*allocateMemory)(size_t count, size_t size);
  void (*freeMemory)(void* memory);
  void (*stepFinished)(void* environment, fmi2Status status);
  void* componentEnvironment;
} fmi2CallbackFunctions;

static const fmi2CallbackFunctions* fmi2_callbacks;
static char fmi2_name[128];
static int fmi2_set_up;

static void fmi2_tell(void) {
  if (fmi2_callbacks == NULL || fmi2_callbacks->logger == NULL) return;
  fmi2_callbacks->logger(fmi2_callbacks->componentEnvironment,
                         fmi2_name,
                         fmi2Error,
                         "logStatusError",
                         "%s",
                         fmu.error);
}

/* The status of a call, whose error is logged. */
static fmi2Status fmi2_end(int good) {
  if (good) return fmi2OK;
  fmi2_tell();
  return fmi2Error;
}

static fmi2Status fmi2_unsupported(void) {
  return fmi2_end(fmu_fail("the FMU does not support this function"));
}

CATENARY_EXPORT const char* fmi2GetTypesPlatform(void) { return "default"; }
CATENARY_EXPORT const char* fmi2GetVersion(void) { return "2.0"; }

CATENARY_EXPORT fmi2Status fmi2SetDebugLogging(fmi2Component c,
                                               int on,
                                               size_t count,
                                               const char* const* categories) {
  (void)c, (void)on, (void)count, (void)categories;
  return fmi2OK;
}

CATENARY_EXPORT fmi2Component
fmi2Instantiate(const char* name,
                int type,
                const char* guid,
                const char* resources,
                const fmi2CallbackFunctions* callbacks,
                int visible,
                int logging) {
  (void)resources, (void)visible, (void)logging;
  if (fmu.state == FMU_NONE) {
    fmi2_callbacks = callbacks;
    if (name != NULL) strncpy(fmi2_name, name, sizeof fmi2_name - 1);
  }
  if (type != 1) fmu_fail("the FMU is for co-simulation only");
  if (type != 1 || !fmu_instantiate(name, guid)) {
    fmi2_tell();
    return NULL;
  }
  fmi2_set_up = 0;
  return &fmu;
}

CATENARY_EXPORT void fmi2FreeInstance(fmi2Component c) {
  if (c != NULL) fmu_free();
}

CATENARY_EXPORT fmi2Status fmi2SetupExperiment(fmi2Component c,
                                               int has_tolerance,
                                               double tolerance,
                                               double start,
                                               int has_stop,
                                               double stop) {
  (void)c, (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
  if (!fmu_expect(FMU_INSTANTIATED)) return fmi2_end(0);
  fmu.time = start;
  fmi2_set_up = 1;
  return fmi2OK;
}

CATENARY_EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  (void)c;
  if (!fmi2_set_up) {
    fmu.state = FMU_BROKEN;
    return fmi2_end(fmu_fail("fmi2SetupExperiment was not called before"));
  }
  return fmi2_end(fmu_enter(fmu.time));
}

CATENARY_EXPORT fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  (void)c;
  return fmi2_end(fmu_exit());
}

CATENARY_EXPORT fmi2Status fmi2Terminate(fmi2Component c) {
  (void)c;
  return fmi2_end(fmu_terminate());
}

CATENARY_EXPORT fmi2Status fmi2Reset(fmi2Component c) {
  (void)c;
  fmi2_set_up = 0;
  return fmi2_end(fmu_reset());
}

CATENARY_EXPORT fmi2Status fmi2DoStep(fmi2Component c,
                                      double time,
                                      double size,
                                      int no_return) {
  const int was_over = fmu.over;
  (void)c, (void)no_return;
  if (!fmu_step(time, size)) return fmi2_end(0);
  /* The only way of FMI 2.0 to say that the simulation is over. */
  return fmu.over && !was_over ? fmi2Discard : fmi2OK;
}

CATENARY_EXPORT fmi2Status fmi2CancelStep(fmi2Component c) {
  (void)c;
  return fmi2_unsupported();
}

/* Reading and writing. */

CATENARY_EXPORT fmi2Status fmi2GetReal(fmi2Component c,
                                       const fmi2ValueReference* references,
                                       size_t count,
                                       double* values) {
  size_t i;
  (void)c;
  for (i = 0; i < count; ++i) {
    if (!fmu_get_real(references[i], &values[i])) return fmi2_end(0);
  }
  return fmi2OK;
}

CATENARY_EXPORT fmi2Status fmi2GetInteger(fmi2Component c,
                                          const fmi2ValueReference* references,
                                          size_t count,
                                          int* values) {
  size_t i;
  (void)c;
  for (i = 0; i < count; ++i) {
    int64_t value = 0;
    if (!fmu_get_integer(references[i], &value)) return fmi2_end(0);
    if (value < INT32_MIN || value > INT32_MAX) {
      return fmi2_end(
          fmu_fail("a value is too large for Integer, which has 32 bits"));
    }
    values[i] = (int)value;
  }
  return fmi2OK;
}

CATENARY_EXPORT fmi2Status fmi2GetBoolean(fmi2Component c,
                                          const fmi2ValueReference* references,
                                          size_t count,
                                          int* values) {
  size_t i;
  (void)c;
  for (i = 0; i < count; ++i) {
    if (!fmu_get_boolean(references[i], &values[i])) return fmi2_end(0);
  }
  return fmi2OK;
}

CATENARY_EXPORT fmi2Status fmi2GetString(fmi2Component c,
                                         const fmi2ValueReference* references,
                                         size_t count,
                                         const char** values) {
  (void)c, (void)references, (void)values;
  return count == 0 ? fmi2OK : fmi2_end(fmu_wrong_type());
}

CATENARY_EXPORT fmi2Status fmi2SetReal(fmi2Component c,
                                       const fmi2ValueReference* references,
                                       size_t count,
                                       const double* values) {
  size_t i;
  (void)c;
  for (i = 0; i < count; ++i) {
    if (!fmu_set_real(references[i], values[i])) return fmi2_end(0);
  }
  return fmi2OK;
}

CATENARY_EXPORT fmi2Status fmi2SetInteger(fmi2Component c,
                                          const fmi2ValueReference* references,
                                          size_t count,
                                          const int* values) {
  size_t i;
  (void)c;
  for (i = 0; i < count; ++i) {
    if (!fmu_set_integer(references[i], values[i])) return fmi2_end(0);
  }
  return fmi2OK;
}

CATENARY_EXPORT fmi2Status fmi2SetBoolean(fmi2Component c,
                                          const fmi2ValueReference* references,
                                          size_t count,
                                          const int* values) {
  size_t i;
  (void)c;
  for (i = 0; i < count; ++i) {
    if (!fmu_set_boolean(references[i], values[i])) return fmi2_end(0);
  }
  return fmi2OK;
}

CATENARY_EXPORT fmi2Status fmi2SetString(fmi2Component c,
                                         const fmi2ValueReference* references,
                                         size_t count,
                                         const char* const* values) {
  (void)c, (void)references, (void)values;
  return count == 0 ? fmi2OK : fmi2_end(fmu_wrong_type());
}

/* The end of the last step; there is no asynchronous one. */

CATENARY_EXPORT fmi2Status fmi2GetStatus(fmi2Component c,
                                         int kind,
                                         fmi2Status* value) {
  (void)c, (void)kind, (void)value;
  return fmi2_unsupported();
}

CATENARY_EXPORT fmi2Status fmi2GetRealStatus(fmi2Component c,
                                             int kind,
                                             double* value) {
  (void)c;
  if (kind != 2) return fmi2_unsupported();
  *value = fmu.time;
  return fmi2OK;
}

CATENARY_EXPORT fmi2Status fmi2GetIntegerStatus(fmi2Component c,
                                                int kind,
                                                int* value) {
  (void)c, (void)kind, (void)value;
  return fmi2_unsupported();
}

CATENARY_EXPORT fmi2Status fmi2GetBooleanStatus(fmi2Component c,
                                                int kind,
                                                int* value) {
  (void)c;
  if (kind != 3) return fmi2_unsupported();
  *value = fmu.over;
  return fmi2OK;
}

CATENARY_EXPORT fmi2Status fmi2GetStringStatus(fmi2Component c,
                                               int kind,
                                               const char** value) {
  (void)c, (void)kind, (void)value;
  return fmi2_unsupported();
}

/* What the description says not to be there. */

CATENARY_EXPORT fmi2Status fmi2GetFMUstate(fmi2Component c, void** state) {
  (void)c, (void)state;
  return fmi2_unsupported();
}
CATENARY_EXPORT fmi2Status fmi2SetFMUstate(fmi2Component c, void* state) {
  (void)c, (void)state;
  return fmi2_unsupported();
}
CATENARY_EXPORT fmi2Status fmi2FreeFMUstate(fmi2Component c, void** state) {
  (void)c, (void)state;
  return fmi2_unsupported();
}
CATENARY_EXPORT fmi2Status fmi2SerializedFMUstateSize(fmi2Component c,
                                                      void* state,
                                                      size_t* size) {
  (void)c, (void)state, (void)size;
  return fmi2_unsupported();
}
CATENARY_EXPORT fmi2Status fmi2SerializeFMUstate(fmi2Component c,
                                                 void* state,
                                                 char* bytes,
                                                 size_t size) {
  (void)c, (void)state, (void)bytes, (void)size;
  return fmi2_unsupported();
}
CATENARY_EXPORT fmi2Status fmi2DeSerializeFMUstate(fmi2Component c,
                                                   const char* bytes,
                                                   size_t size,
                                                   void** state) {
  (void)c, (void)bytes, (void)size, (void)state;
  return fmi2_unsupported();
}
CATENARY_EXPORT fmi2Status
fmi2GetDirectionalDerivative(fmi2Component c,
                             const fmi2ValueReference* unknown,
                             size_t unknown_count,
                             const fmi2ValueReference* known,
                             size_t known_count,
                             const double* seed,
                             double* sensitivity) {
  (void)c, (void)unknown, (void)unknown_count, (void)known, (void)known_count;
  (void)seed, (void)sensitivity;
  return fmi2_unsupported();
}
CATENARY_EXPORT fmi2Status
fmi2SetRealInputDerivatives(fmi2Component c,
                            const fmi2ValueReference* references,
                            size_t count,
                            const int* orders,
                            const double* values) {
  (void)c, (void)references, (void)count, (void)orders, (void)values;
  return fmi2_unsupported();
}
CATENARY_EXPORT fmi2Status
fmi2GetRealOutputDerivatives(fmi2Component c,
                             const fmi2ValueReference* references,
                             size_t count,
                             const int* orders,
                             double* values) {
  (void)c, (void)references, (void)count, (void)orders, (void)values;
  return fmi2_unsupported();
}

#ifdef __cplusplus
}
#endif
