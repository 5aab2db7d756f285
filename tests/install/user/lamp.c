/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * A lamp with a button, as a model and as a system under test. With the
 * argument "broken" it never goes out.
 */
#include <string.h>

int button;
int lit;

void step(void) {
  if (button) lit = !lit;
}

#ifndef __CATENARY__
#include <catenary/adapter.h>

static int broken;
static const catenary_signal in[] = {{"button", CATENARY_INT32, 0}};
static const catenary_signal out[] = {{"lit", CATENARY_INT32, 0}};
static const catenary_signature signature = {"lamp", 1, 0,    1,  0,
                                             in,     NULL, out};

uint32_t catenary_adapter_abi_version(void) {
  return CATENARY_ADAPTER_ABI_VERSION;
}
const catenary_signature* catenary_adapter_signature(void) {
  return &signature;
}
int32_t catenary_adapter_open(const char* arguments, catenary_sut** sut) {
  *sut = NULL;
  broken = strcmp(arguments, "broken") == 0;
  return CATENARY_OK;
}
int32_t catenary_adapter_reset(catenary_sut* sut,
                               const catenary_value* initial) {
  (void)sut;
  (void)initial;
  lit = 0;
  return CATENARY_OK;
}
int32_t catenary_adapter_step(catenary_sut* sut,
                              const catenary_value* inputs,
                              catenary_value* outputs) {
  (void)sut;
  button = (int)inputs[0].as.i;
  const int before = lit;
  step();
  if (broken && before) lit = 1;
  outputs[0].type = CATENARY_INT32;
  outputs[0].as.i = lit;
  return CATENARY_OK;
}
void catenary_adapter_close(catenary_sut* sut) {
  (void)sut;
}
const char* catenary_adapter_last_error(catenary_sut* sut) {
  (void)sut;
  return "";
}
#endif
