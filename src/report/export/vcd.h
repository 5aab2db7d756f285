// SPDX-License-Identifier: Apache-2.0
/// \file
/// Suites as waveforms: value change dumps (IEEE 1364-2005, section 18), which
/// GTKWave and other viewers read.
///
/// All tests are in one dump, one after the other on one time axis. Signal
/// `test` counts them, `step` counts the steps of each, and 0 is the reset,
/// which shows the initial choices. Below them are the scopes `initial`,
/// `input`, `output` and `derived`. A step of a system with timers lies where
/// its clock has it (Step::at_ns), in nanoseconds; without such times a step is
/// as long as Step::dt, in the time unit of the signature (a second where that
/// is no unit of time), and the reset takes one unit.
///
/// Booleans and bit-vectors are wires, integers and enumerations (the number of
/// the enumerator, see the comment at the top) are two's complement, numbers
/// that may have a fraction are reals. An output is x, or NaN where it is a
/// real, as long as no single value is expected of it.
#pragma once

#include <string>

#include "suite/suite.h"

namespace catenary::report {

/// Tests that react to the system (trees) and messages on channels are left
/// out. Same suite, same bytes. Cost: linear in the steps.
[[nodiscard]] std::string write_vcd(const suite::Suite& suite);

}  // namespace catenary::report
