/* SPDX-License-Identifier: Apache-2.0 */
float temperature;
int steps;
int hit;

void step(void) {
  if (temperature == 3.0f) hit = 1;
  if (steps < 5) ++steps;
  else hit = 1;
}
