// SPDX-License-Identifier: Apache-2.0
// WHY:    the numbers of the state are found by the types of the source: bit
//         fields with their sign, nested structures, arrays as one, floats
//         with NaN; unions and pointers are only bytes.
// RUN:    check --json
// JSON:   summary.search.closed == true
// JSON:   summary.state[0].numbers[name=s.low].range.lo == 0
// JSON:   summary.state[0].numbers[name=s.low].range.hi == 5
// JSON:   summary.state[0].numbers[name=s.high].range.lo == -4
// JSON:   summary.state[0].numbers[name=s.high].range.hi == 3
// JSON:   summary.state[1].numbers[name=s.in.mode].type == uint32
// JSON:   summary.state[1].numbers[name=s.in.mode].range.hi == 2
// JSON:   summary.state[1].numbers[1].name == s.table[0..2]
// JSON:   summary.state[1].numbers[1].range.lo == -10
// JSON:   summary.state[1].numbers[1].range.hi == 12
// JSON:   summary.state[name=ratio].numbers[0].range.nan == true
// JSON:   summary.state[name=ratio].numbers[0].range.lo == 1
// JSON:   summary.state[name=ratio].numbers[0].range.hi == 4
// JSON:   len(summary.state[3].numbers) == 0
// JSON:   len(summary.state[name=at].numbers) == 0
_Bool in;
enum mode { idle, warm, hot };
static struct {
  unsigned low : 3;
  int high : 3;
  struct {
    enum mode mode;
  } in;
  short table[3];
} s = {0, 0, {idle}, {-10, 4, 12}};
static double ratio = 1.0;
static union {
  int whole;
  unsigned char part[4];
} u;
static short* at = s.table;
int out;

void step(void) {
  s.low = s.low == 5 ? 0 : s.low + 1;
  s.high = s.high + 1;
  if (in) s.in.mode = s.in.mode == hot ? idle : s.in.mode + 1;
  ratio = ratio < 4 ? ratio * 2 : ratio - ratio < 1 && in ? (ratio - ratio) / 0.0 : 1.0;
  u.part[0] ^= in;
  short swap = s.table[0];
  s.table[0] = s.table[1];
  s.table[1] = s.table[2];
  s.table[2] = swap;
  at = in ? &s.table[1] : at;
  out = *at + u.whole + (ratio > 1.5);
}
