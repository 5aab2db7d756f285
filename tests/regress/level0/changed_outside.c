// SPDX-License-Identifier: Apache-2.0
// WHY:    a function that nobody calls, such as the handler of an interrupt or a reset, may change what the step changes as well; proofs that leave it out say so.
// RUN:    generate
// JSON:   goals[id=error_seven].status == unreachable
// JSON:   goals[id=error_seven].reason contains assuming that nothing else changes 'mailbox'
// JSON:   findings[0].code == changed-outside
// JSON:   findings[0].message contains mailbox_isr() changes it as well
// JSON:   findings[0].message contains "mailbox.command" = {}
unsigned char go;
int out;
static struct {
  unsigned char command;
} mailbox;
void mailbox_isr(unsigned char c) { mailbox.command = c; }
void step(void) {
  out = 0;
  if (mailbox.command) {
    if (mailbox.command == 7 && go) goto error_seven;
    mailbox.command = 0xff;
  }
  return;
error_seven:
  out = 99;
}
