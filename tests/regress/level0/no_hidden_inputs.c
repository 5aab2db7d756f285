// SPDX-License-Identifier: Apache-2.0
// WHY:    time, chance, registers and addresses of the stack are no functions of the inputs: calls that read them are refused where they are.
// RUN:    generate --cover label
// EXIT:   2
// ERROR:  no_hidden_inputs.c:19:7: error: call of 'llvm.readcyclecounter', whose result a replay cannot repeat
// ERROR:  no_hidden_inputs.c:20:\d+: error: call of 'llvm.x86.rdtsc'
// ERROR:  no_hidden_inputs.c:21:\d+: error: call of 'llvm.frameaddress
// ERROR:  no_hidden_inputs.c:22:\d+: error: call of 'llvm.returnaddress'
// ERROR:  no_hidden_inputs.c:23:\d+: error: call of 'llvm.get.rounding'
// ERROR:  no_hidden_inputs.c:24:\d+: error: call of 'llvm.thread.pointer'
// ERROR:  no_hidden_inputs.c:25:\d+: error: inline assembly is not supported
unsigned char in;
int out;
void step(void) {
  int now = 0;
  out = in > 3;
  // Fine: the same in every run.
  now = __builtin_popcount(in) + __builtin_bswap16(in) + __builtin_clz(in | 1);
  if (__builtin_readcyclecounter() % 1000003 == 77) now = 1;
  now += (int)__builtin_ia32_rdtsc();
  now += __builtin_frame_address(0) != 0;
  now += __builtin_return_address(0) != 0;
  now += __builtin_flt_rounds();
  now += __builtin_thread_pointer() != 0;
  __asm__ volatile("rdtsc" : "=a"(now));
  if (now == 77) goto error_time;
  return;
error_time:
  out = 2;
}
