// SPDX-License-Identifier: Apache-2.0
// WHY:    where a search does not end by itself, a range was only seen, a goal
//         that was not reached is undecided, and memory that is spent exits
//         with 4: nothing of it is called proved.
// RUN:    check --max-steps 5
// JSON:   summary.search.closed == false
// JSON:   summary.search.complete_depth == 5
// JSON:   summary.state[0].numbers[0].range.hi == 5
// JSON:   summary.state[0].numbers[0].range.proved == false
// JSON:   summary.outputs[0].range.proved == false
// JSON:   findings[code=goal-undecided].message contains no run of at most 5
// JSON:   findings[code=search-incomplete].severity == warning
// EXPECT: goals 4  reached 3  unreachable 0  undecided 1
// RUN:    check --memory 4M --engine explicit
// EXIT:   4
// JSON:   findings[code=search-incomplete].message contains memory
// JSON:   summary.state[0].numbers[0].range.proved == false
// JSON:   summary.state[0].numbers[0].range.hi > 1000
unsigned count;
_Bool more;

void step(void) {
  if (more) ++count;
  if (count == 4000000000u) count = 0;
}
