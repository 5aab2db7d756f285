/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * Annotations for C programs that Catenary reads.
 *
 *     CATENARY_INPUT(speed);                     // an input of every step
 *     CATENARY_ASSUME(speed >= 0 && speed < 300);
 *     CATENARY_GOAL("overspeed", speed > 250);   // a test must make this true
 *
 * Catenary compiles with __CATENARY__ defined; each macro is then a call that
 * it intercepts. Any other compiler sees nothing at all: the arguments are
 * checked for syntax and types, never evaluated.
 *
 * Valid C99 and C++11; with __CATENARY__ defined, C11 and C++11. Every macro is
 * a statement.
 */
#ifndef CATENARY_C_H
#define CATENARY_C_H

#ifdef __CATENARY__

#ifdef __cplusplus
extern "C" {
/* The truth values of either language, which agree in size. */
#define CATENARY_BOOL_ bool
#else
#define CATENARY_BOOL_ _Bool
#endif

/* Catenary intercepts the calls by these names. No such function exists. */

/** Goal `id` is hit when `condition` holds. `id` is unique in the program. */
void __catenary_goal(const char* id, CATENARY_BOOL_ condition);
/** The run is of no interest where `condition` does not hold. */
void __catenary_assume(CATENARY_BOOL_ condition);
/** The `size` bytes at `place` are the input called `name`, of a type given by
 * its place in: bool, int8, uint8, int16, uint16, int32, uint32, int64, uint64,
 * float, double; -1 = not known. */
void __catenary_input(const char* name,
                      void* place,
                      unsigned long size,
                      int type);

#undef CATENARY_BOOL_
#ifdef __cplusplus
}
/* C++ has no _Generic, so inputs are for C: Catenary refuses them in C++. */
#define CATENARY_TYPE_(lvalue) (-1)
#else
/* The compiler reports an error for any other type, e.g. a struct. */
#define CATENARY_TYPE_(lvalue)                    \
  _Generic((lvalue),                              \
      _Bool: 0,                                   \
      char: ((char)-1 < 0 ? 1 : 2),               \
      signed char: 1,                             \
      unsigned char: 2,                           \
      short: 3,                                   \
      unsigned short: 4,                          \
      int: 5,                                     \
      unsigned int: 6,                            \
      long: (sizeof(long) == 8 ? 7 : 5),          \
      unsigned long: (sizeof(long) == 8 ? 8 : 6), \
      long long: 7,                               \
      unsigned long long: 8,                      \
      float: 9,                                   \
      double: 10)
#endif

/** A test must make `condition` true here. No other place has the same id. */
#define CATENARY_GOAL(id, condition) __catenary_goal((id), !!(condition))
/** No test comes here with `condition` false. */
#define CATENARY_ASSUME(condition) __catenary_assume(!!(condition))
/** Tests choose the value of the variable in every step. */
#define CATENARY_INPUT(lvalue) \
  __catenary_input(            \
      #lvalue, (void*)&(lvalue), sizeof(lvalue), CATENARY_TYPE_(lvalue))

#else

/* sizeof looks at its operand without evaluating it. */
#define CATENARY_GOAL(id, condition) \
  ((void)sizeof(id), (void)sizeof(!!(condition)))
#define CATENARY_ASSUME(condition) ((void)sizeof(!!(condition)))
#define CATENARY_INPUT(lvalue) ((void)sizeof(lvalue))

#endif

#endif
