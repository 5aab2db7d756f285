# SPDX-License-Identifier: Apache-2.0
"""Shapes of C that an attacking program is put together from. A shape declares
a little state, which stays within a few values, and says how a step changes it.

Each is a function of a generator `x`, with an unused number for its names:
`x.decl` adds declarations, `x.init` and `x.step` statements, `x.see` an
expression that other shapes, conditions and properties may look at; `x.val()`
is an expression over what there is, `x.cond()` a condition that is a goal, and
`x.bulk()` so much text that a function with it is not inlined.
"""
import program_shapes_flow as flow
import program_shapes_input as inputs
import program_shapes_memory as memory

# Those that are there twice are drawn twice as often.
SHAPES = flow.SHAPES + memory.SHAPES + inputs.SHAPES + [
    flow.counter, flow.goals, memory.address_taken, memory.queue,
    inputs.classes]
