// SPDX-License-Identifier: Apache-2.0
// WHY:    a variable that the program reads through a kept address, and nothing changes, may be a forgotten input, whatever its type.
// RUN:    generate
// JSON:   goals[id=error_buffer].reason contains assuming that 'buffer' keeps its initial value
// JSON:   len(findings) == 4
// JSON:   findings[0].message contains "buffer.a" = {}
// JSON:   findings[1].message contains 'reg' is read, but nothing changes it
// JSON:   findings[2].message contains only attach() changes it
// JSON:   findings[3].message contains although it is volatile
unsigned char go;
int out;
struct in {
  int a, b;
};
static struct in buffer;
static union { int word; char bytes[4]; } reg;
static int *device;
const volatile int switches;
const struct in *get(void) { return &buffer; }
void attach(int *d) { device = d; }
void step(void) {
  const struct in *i = get();
  out = go;
  if (i->a == 3 && i->b == 4) goto error_buffer;
  if (reg.word == 5) out = 6;
  if (device) out = 7;
  if (switches == 2) out = 8;
  return;
error_buffer:
  out = 2;
}
