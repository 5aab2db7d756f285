// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the C++ of a UML-RT model asks of the world: numbers by chance, the
/// time, what is typed in. Each answer is an input of the test; nothing waits.
/// Included by umlrt.h.
#pragma once

/// Whether ports and the frame service do what they are asked for.
extern "C" {
bool nondet_stub_port_send(void);
bool nondet_stub_port_bound(void);
bool nondet_stub_port_register(void);
bool nondet_stub_frame_incarnate(void);
bool nondet_stub_frame_import(void);
bool nondet_stub_frame_deport(void);
bool nondet_stub_frame_destroy(void);
/// The index of the capsule among those of its part; the arguments of the
/// program.
int nondet_stub_capsule_index(void);
int nondet_stub_argument_count(void);
char nondet_stub_argument(void);
}

#ifdef CATENARY_UMLRT_RUN
extern "C" {
/// Functions without source are inputs, too.
extern const int __catenary_stubs;
void __catenary_assume(bool condition);
const int __catenary_stubs = 1;

int nondet_stub_rand(void);
long nondet_stub_random(void);
int nondet_stub_getchar(void);
long nondet_stub_time(void);
long nondet_stub_clock(void);

int rand(void) noexcept CATENARY_OWN(rand);
void srand(unsigned seed) noexcept CATENARY_OWN(srand);
long random(void) noexcept CATENARY_OWN(random);
void srandom(unsigned seed) noexcept CATENARY_OWN(srandom);
int getchar(void) CATENARY_OWN(getchar);
time_t time(time_t* result) noexcept CATENARY_OWN(time);
clock_t clock(void) noexcept CATENARY_OWN(clock);

int rand(void) noexcept {
  const int rand = nondet_stub_rand();  // the name of the input
  __catenary_assume(rand >= 0);
  return rand;
}
void srand(unsigned) noexcept {}
long random(void) noexcept {
  const long random = nondet_stub_random();
  __catenary_assume(random >= 0 && random <= RAND_MAX);
  return random;
}
void srandom(unsigned) noexcept {}
int getchar(void) { return nondet_stub_getchar(); }
time_t time(time_t* result) noexcept {
  const time_t time = nondet_stub_time();  // the name of the input
  if (result != nullptr) *result = time;
  return time;
}
clock_t clock(void) noexcept { return nondet_stub_clock(); }
}
#endif
