// SPDX-License-Identifier: Apache-2.0
// WHY:    functions that no source defines may return anything, what they are given is an output, and proofs say that they rest on that.
// RUN:    generate --stub-missing -o suite.json
// EXPECT: goals 8  covered 7  unreachable 1
// JSON:   goals[id=stub_missing.c:24:7:true].status == unreachable
// JSON:   goals[id=stub_missing.c:24:7:true].reason contains 'send' changes nothing that the code sees
// RUN:    run suite.json --sut model:{file} --json
// JSON:   summary.fail == 0
// RUN:    check --stub-missing --json
// JSON:   summary.inputs[2].name == bytes
// JSON:   summary.outputs[0].name == send.calls
// JSON:   summary.outputs[1].name == send.byte
// RUN:    generate
// EXIT:   2
// ERROR:  21:15: error: call of 'receive', .*or the option --stub-missing .unsupported-call
extern int receive(unsigned char *data, int length);
extern void send(unsigned char byte);
static int state;
void step(void) {
  unsigned char data[2] = {0};
  int bytes = receive(data, 2);
  if (bytes == 2 && data[0] == 'a') state = data[1];
  if (state == 'b') send(data[0]);
  if (state == 300) send(0);
}
