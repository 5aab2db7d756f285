// SPDX-License-Identifier: Apache-2.0
// What generated controllers need of CMSIS-DSP where it is not installed.
#ifndef ARM_MATH_H
#define ARM_MATH_H
#include <math.h>
typedef float float32_t;
static inline float32_t arm_sin_f32(float32_t x) {
  return sinf(x);
}
static inline float32_t arm_cos_f32(float32_t x) {
  return cosf(x);
}
#endif
