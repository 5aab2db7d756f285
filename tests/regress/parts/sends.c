// SPDX-License-Identifier: Apache-2.0
// Calls a function that no source defines.
extern void send(int value);
int in;
void step(void) {
  if (in > 0) send(in % 10);
}
