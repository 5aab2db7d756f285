// SPDX-License-Identifier: Apache-2.0
/// \file
/// What programs written by csmith call, defined for all operands: where C says
/// nothing, the first operand comes back; no result is a NaN.
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

#define SAFE_ARITHMETIC(T, U, s)                                \
  static inline T safe_add_func_##T##_##s(T a, T b) {           \
    return (T)((U)a + (U)b);                                    \
  }                                                             \
  static inline T safe_sub_func_##T##_##s(T a, T b) {           \
    return (T)((U)a - (U)b);                                    \
  }                                                             \
  static inline T safe_mul_func_##T##_##s(T a, T b) {           \
    return (T)((uint64_t)a * (uint64_t)b);                      \
  }                                                             \
  static inline T safe_div_func_##T##_##s(T a, T b) {           \
    return b == 0 || ((T) - 1 < 0 && b == (T) - 1) ? a : a / b; \
  }                                                             \
  static inline T safe_mod_func_##T##_##s(T a, T b) {           \
    return b == 0 || ((T) - 1 < 0 && b == (T) - 1) ? a : a % b; \
  }

#define SAFE_SHIFT(T, s, C, c)                                      \
  static inline T safe_lshift_func_##T##_##s##_##c(T a, C b) {      \
    return a < 0 || (unsigned)b >= 8 * sizeof(T) ? a : (T)(a << b); \
  }                                                                 \
  static inline T safe_rshift_func_##T##_##s##_##c(T a, C b) {      \
    return a < 0 || (unsigned)b >= 8 * sizeof(T) ? a : (T)(a >> b); \
  }

#define SAFE_TYPE(T, U, sign)                               \
  static inline T safe_unary_minus_func_##T##_##sign(T a) { \
    return (T)(0 - (U)a);                                   \
  }                                                         \
  SAFE_ARITHMETIC(T, U, sign##_##sign)                      \
  SAFE_SHIFT(T, sign, int, s)                               \
  SAFE_SHIFT(T, sign, unsigned, u)

SAFE_TYPE(int8_t, uint8_t, s)
SAFE_TYPE(int16_t, uint16_t, s)
SAFE_TYPE(int32_t, uint32_t, s)
SAFE_TYPE(int64_t, uint64_t, s)
SAFE_TYPE(uint8_t, uint8_t, u)
SAFE_TYPE(uint16_t, uint16_t, u)
SAFE_TYPE(uint32_t, uint32_t, u)
SAFE_TYPE(uint64_t, uint64_t, u)

#define SAFE_FLOAT(T)                                 \
  static inline T safe_number_##T(T a, T r) {         \
    return r != r ? a : r;                            \
  }                                                   \
  static inline T safe_add_func_##T##_f_f(T a, T b) { \
    return safe_number_##T(a, a + b);                 \
  }                                                   \
  static inline T safe_sub_func_##T##_f_f(T a, T b) { \
    return safe_number_##T(a, a - b);                 \
  }                                                   \
  static inline T safe_mul_func_##T##_f_f(T a, T b) { \
    return safe_number_##T(a, a * b);                 \
  }                                                   \
  static inline T safe_div_func_##T##_f_f(T a, T b) { \
    return safe_number_##T(a, a / b);                 \
  }
SAFE_FLOAT(float)
SAFE_FLOAT(double)

static inline int32_t safe_convert_func_float_to_int32_t(float f) {
  return f > -2147483648.0f && f < 2147483648.0f ? (int32_t)f : INT32_MAX;
}

/// The checksum of the globals, made of the calls in the program's main().
static uint64_t csmith_sum;
static inline void csmith_add(uint64_t value) {
  csmith_sum = (csmith_sum ^ value) * UINT64_C(1099511628211);
}
static inline void csmith_add_double(double value) {
  uint64_t bits = 1;
  if (value == value) memcpy(&bits, &value, sizeof bits);
  csmith_add(bits);
}
#define transparent_crc(value, name, flag) csmith_add((uint64_t)(value))
#define transparent_crc_bytes(pointer, size, name, flag) \
  csmith_add_double(*(pointer))
