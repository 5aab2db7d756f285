// SPDX-License-Identifier: Apache-2.0
// WHY:    conditions that are never evaluated (operands of sizeof, _Alignof and typeof, unselected associations) are no goals; dead code is.
// RUN:    generate --cover branch,condition,decision,mcdc
// JSON:   goals[id=unevaluated_operands.c:25:9:true].status == unreachable
// JSON:   goals[id=unevaluated_operands.c:25:9:false].status == unreachable
// JSON:   goals[id=unevaluated_operands.c:27:7:true].status == covered
// JSON:   goals[id=mcdc@unevaluated_operands.c:27:7].status == covered
// JSON:   goals[id=mcdc@unevaluated_operands.c:27:17].status == covered
// EXPECT: goals 18  covered 12  unreachable 6
unsigned char in;
int out;
void step(void) {
  out = sizeof(in > 3 && in < 9 ? 1 : 2);
  out += sizeof(in || (in > 2 && in < 7)) > 3;
  out += _Alignof(__typeof__(in > 5 && in < 7));
  __typeof__(in > 5 || out) same = 0;
  out += same;
  out += _Generic(out, float: in > 5 && in < 9, int: 1, default: in || out);
  out += sizeof(int[1 + (int)sizeof(in ? 1 : 2)]) > 2;
  out += __builtin_choose_expr(1, 2, in > 4 && in < 9);
  // Never run, but code.
  if (0) {
    out = 1;
    // No comment: a goal that nothing reaches.
    if (in == 9) out = 7;
  }
  if (in > 4 && in < 9) out++;
}
