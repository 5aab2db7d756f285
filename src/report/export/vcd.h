// SPDX-License-Identifier: Apache-2.0
/// \file
/// Suites as waveforms: value change dumps (IEEE 1364-2005, section 18), which
/// GTKWave and other viewers read.
///
/// All tests are in one dump, one after the other on one time axis. The signal
/// `test` counts them, `step` counts the steps of each; step 0 is the reset,
/// which shows the initial choices. Below them are the scopes `initial`,
/// `input`, `output` and `derived`. A step of a system with timers lies at the
/// time of its clock (Step::at_ns), in nanoseconds; without such times a step
/// takes Step::dt, in the time unit of the signature (a second if that is not a
/// unit of time), and the reset takes one unit.
///
/// Booleans and bit-vectors are wires; integers and enumerations (the number of
/// the enumerator, see the comment at the top of the dump) are two's
/// complement; numbers that may have a fraction are reals. An output is x, or
/// NaN if it is a real, as long as no single value is expected.
#pragma once

#include <string>

#include "suite/suite.h"

namespace catenary::report {

/// The dump of a suite. Tests that react to the system (trees) and messages on
/// channels are left out. Deterministic. Cost: linear in the steps.
[[nodiscard]] std::string write_vcd(const suite::Suite& suite);

}  // namespace catenary::report
