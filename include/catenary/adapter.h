/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * The adapter ABI: how Catenary talks to a system under test (SUT) that was
 * built as a shared library, or linked into an exported test harness.
 *
 * A SUT is one C file that defines the functions declared below. It is a state
 * machine:
 *
 *     open -> reset -> step -> step -> ... -> reset -> step ... -> close
 *
 * `reset` starts the system anew, `step` runs it once. All functions are
 * called from one thread. The caller owns every array it passes; the SUT owns
 * the signature, which must stay valid and constant between open and close.
 *
 * Compatibility: a caller refuses an adapter whose
 * catenary_adapter_abi_version() differs from CATENARY_ADAPTER_ABI_VERSION.
 *
 * Valid C99 and C++98.
 */
#ifndef CATENARY_ADAPTER_H
#define CATENARY_ADAPTER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Changes whenever an adapter built for the old interface would not work. */
#define CATENARY_ADAPTER_ABI_VERSION 1

/** Makes a function visible outside the library, whatever the compiler's
 * options hide. */
#if defined(_WIN32)
#define CATENARY_EXPORT __declspec(dllexport)
#else
#define CATENARY_EXPORT __attribute__((visibility("default")))
#endif

/** Machine type of a signal; decides which member of catenary_value counts. */
enum {
  /** `b`: 0 or 1. */
  CATENARY_BOOL = 1,
  /** `i`, within the range of the type, as for all integers. */
  CATENARY_INT8 = 2,
  CATENARY_INT16 = 3,
  CATENARY_INT32 = 4,
  CATENARY_INT64 = 5,
  /** `u`, within the range of the type. */
  CATENARY_UINT8 = 6,
  CATENARY_UINT16 = 7,
  CATENARY_UINT32 = 8,
  CATENARY_UINT64 = 9,
  /** `d`, exactly a value of float. */
  CATENARY_FLOAT32 = 10,
  /** `d`. */
  CATENARY_FLOAT64 = 11,
  /** `i`: position in the suite's list of names, from 0. */
  CATENARY_ENUM = 12
};

/** One value. `type` is one of the constants above and is filled by whoever
 * writes the value; 0 = no value (an output the SUT cannot give now). */
typedef struct catenary_value {
  uint32_t type;
  /** 0, except in an input of type CATENARY_FLOAT32 that is a NaN: then the
   * bits of the float, which a conversion to double need not keep. */
  uint32_t reserved;
  union {
    /** Signed integers and positions in an enumeration. */
    int64_t i;
    /** Unsigned integers. */
    uint64_t u;
    /** Floating-point numbers. */
    double d;
    /** Truth values; as wide as the others, so that no byte is undefined. */
    uint64_t b;
  } as;
} catenary_value;

/** One input, initial choice or output of the SUT. */
typedef struct catenary_signal {
  /** As in the suite, e.g. "i.signal"; UTF-8. */
  const char* name;
  /** CATENARY_BOOL ... CATENARY_ENUM. */
  uint32_t type;
  /** 0. */
  uint32_t reserved;
} catenary_signal;

/** The interface of the SUT. Signals are matched by name with those of a
 * suite. A SUT need not offer the outputs a suite marks as derived (e.g.
 * "p1.holds": computed by Catenary, not by the system). */
typedef struct catenary_signature {
  /** The name of the SUT, for reports; not NULL. */
  const char* name;
  uint32_t input_count;
  /** Values chosen once, before the first step. */
  uint32_t initial_count;
  uint32_t output_count;
  /** 0. */
  uint32_t reserved;
  /** Arrays of the lengths above; may be NULL where the length is 0. */
  const catenary_signal* inputs;
  const catenary_signal* initial;
  const catenary_signal* outputs;
} catenary_signature;

/** How a call came out. */
enum {
  /** As asked. */
  CATENARY_OK = 0,
  /** The system ended by itself (exit of its main loop). Outputs are valid;
   * only reset or close may follow. */
  CATENARY_ENDED = 1,
  /** An input was outside what the system accepts. */
  CATENARY_BAD_INPUT = 2,
  /** The adapter itself failed, e.g. no memory; see last_error. */
  CATENARY_FAILED = 3
};

/** One opened SUT; defined by the adapter. */
typedef struct catenary_sut catenary_sut;

/** Returns CATENARY_ADAPTER_ABI_VERSION. */
CATENARY_EXPORT uint32_t catenary_adapter_abi_version(void);

/** Callable at any time, before open too. Never NULL. */
CATENARY_EXPORT const catenary_signature* catenary_adapter_signature(void);

/** Makes a SUT. `arguments` is the text the user gave after the library's
 * name, or "". On CATENARY_OK `*sut` is set; it may be NULL where the adapter
 * keeps its state elsewhere. */
CATENARY_EXPORT int32_t catenary_adapter_open(const char* arguments,
                                              catenary_sut** sut);

/** Starts the system anew: nothing of earlier steps may be left. `initial`
 * holds initial_count values. Called before the first step of every test. */
CATENARY_EXPORT int32_t catenary_adapter_reset(catenary_sut* sut,
                                               const catenary_value* initial);

/** Runs one step: reads input_count values, writes output_count values. Not
 * called after CATENARY_ENDED, until the next reset. */
CATENARY_EXPORT int32_t catenary_adapter_step(catenary_sut* sut,
                                              const catenary_value* inputs,
                                              catenary_value* outputs);

/** Ends the SUT and frees what open made. */
CATENARY_EXPORT void catenary_adapter_close(catenary_sut* sut);

/** Why the last call did not return CATENARY_OK; never NULL, may be "". */
CATENARY_EXPORT const char* catenary_adapter_last_error(catenary_sut* sut);

/** The functions above as values, for a caller that is linked with the SUT.
 * None of them may be NULL. */
typedef struct catenary_adapter_functions {
  uint32_t (*abi_version)(void);
  const catenary_signature* (*signature)(void);
  int32_t (*open)(const char* arguments, catenary_sut** sut);
  int32_t (*reset)(catenary_sut* sut, const catenary_value* initial);
  int32_t (*step)(catenary_sut* sut,
                  const catenary_value* inputs,
                  catenary_value* outputs);
  void (*close)(catenary_sut* sut);
  const char* (*last_error)(catenary_sut* sut);
} catenary_adapter_functions;

#ifdef __cplusplus
}
#endif

#endif
