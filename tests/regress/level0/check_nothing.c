// SPDX-License-Identifier: Apache-2.0
// WHY:    a sampled input proves nothing: neither ranges nor unreachability.
// RUN:    check --engine explicit
// JSON:   findings[code=input-not-enumerable].where.line == 10
// JSON:   findings[code=goal-undecided].message contains float32
// JSON:   summary.inputs[name=level].exhaustive == false
// JSON:   summary.outputs[name=high].range.hi == 0
// JSON:   summary.outputs[name=high].range.proved == false
// JSON:   summary.search.closed == false
float level;
int high;

void step(void) { high = level > 1.5f && level < 1.75f; }
