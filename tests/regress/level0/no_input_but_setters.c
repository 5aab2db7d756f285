// SPDX-License-Identifier: Apache-2.0
// WHY:    a program whose inputs come through setters and interrupts has no input for us: an error that names them, not a proof about a program that never runs so.
// RUN:    generate
// RUN:    check
// EXIT:   2
// ERROR:  no_input_but_setters.c: error: the program has no input, but reads variables that nothing sets
// ERROR:  'speed' is read, but only set_speed\(\) changes it
// ERROR:  "rx_byte" = \{\}
// ERROR:  "msg\[2\]" = \{\}
static int speed;
static volatile unsigned char rx_byte, rx_ready;
unsigned char msg[3];
int alarm;
void set_speed(int s) { speed = s; }
void on_receive(void) { rx_byte = 7; rx_ready = 1; }
void step(void) {
  alarm = speed > 100;
  if (rx_ready) {
    rx_ready = 0;
    alarm = rx_byte == 'A';
  }
  for (int i = 0; i < 3; ++i) alarm ^= msg[i] == 9;
}
