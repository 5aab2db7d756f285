/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * The buffer behind Catenary's adapter ABI:
 *
 *     cc -shared -fPIC -fvisibility=hidden -Iinclude -o libbuffer.so \
 *        buffer_adapter.c buffer.c
 *
 * With -DPLACES=3 it has a place too many.
 */
#include <catenary/adapter.h>
#include <stddef.h>

#include "buffer.h"

enum { ENQ, DEQ, INPUTS };
enum { E, F, PC, OUTPUTS };

static buffer the_buffer;

static catenary_value flag(bool value) {
  catenary_value out = {CATENARY_BOOL, 0, {0}};
  out.as.b = value;
  return out;
}

uint32_t catenary_adapter_abi_version(void) {
  return CATENARY_ADAPTER_ABI_VERSION;
}

const catenary_signature* catenary_adapter_signature(void) {
  static const catenary_signal inputs[INPUTS] = {{"enq", CATENARY_BOOL, 0},
                                                 {"deq", CATENARY_BOOL, 0}};
  static const catenary_signal outputs[OUTPUTS] = {{"E", CATENARY_BOOL, 0},
                                                   {"F", CATENARY_BOOL, 0},
                                                   {"pc", CATENARY_INT32, 0}};
  static const catenary_signature signature = {
      "buffer", INPUTS, 0, OUTPUTS, 0, inputs, NULL, outputs};
  return &signature;
}

int32_t catenary_adapter_open(const char* arguments, catenary_sut** sut) {
  (void)arguments;
  *sut = NULL;
  return CATENARY_OK;
}

int32_t catenary_adapter_reset(catenary_sut* sut,
                               const catenary_value* initial) {
  (void)sut;
  (void)initial;
  buffer_start(&the_buffer);
  return CATENARY_OK;
}

int32_t catenary_adapter_step(catenary_sut* sut,
                              const catenary_value* inputs,
                              catenary_value* outputs) {
  (void)sut;
  buffer_step(&the_buffer, inputs[ENQ].as.b, inputs[DEQ].as.b);
  outputs[E] = flag(the_buffer.empty);
  outputs[F] = flag(the_buffer.full);
  outputs[PC].type = CATENARY_INT32;
  outputs[PC].as.i = the_buffer.power;
  return CATENARY_OK;
}

void catenary_adapter_close(catenary_sut* sut) {
  (void)sut;
}

const char* catenary_adapter_last_error(catenary_sut* sut) {
  (void)sut;
  return "";
}
