// SPDX-License-Identifier: Apache-2.0
static volatile unsigned char received, data;
static unsigned char rx, enabled;
static int ticks;
unsigned char last, led, lost;

void init(void) { enabled = 1; }
void USART_IRQHandler(void) {
  if (received) {
    lost = 1;
    enabled = 0;
  }
  received = 1;
  data = rx;
}
void TIM2_IRQHandler(void) {
  if (++ticks == 3) ticks = 0;
}
void blink(void) { led = !led; }
void read_data(void) {
  if (!received) return;
  received = 0;
  last = data;
}
