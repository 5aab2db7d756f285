// SPDX-License-Identifier: Apache-2.0
/// \file
/// Replays and writes logs of systems that go by steps, for offline testing. A
/// log has lines of JSON such as {"in": {"call": 3}, "out": {"floor": 1}}, one
/// for each step, with the values as suites contain them. A line
/// {"reset": true} begins another run, and {"reset": {"n": 2}} one with these
/// initial choices; a log without such lines is one run. "dt" is the duration
/// of a step, 1 where it is left out; "step" its number in the run, from 1,
/// which is checked where it is given.
#pragma once

#include <memory>
#include <string>

#include "exec/adapter.h"
#include "suite/results.h"
#include "suite/signature.h"
#include "suite/suite.h"

namespace catenary::exec {

/// Reads a log and returns an adapter that replays it. `text` is the log,
/// `file` names it in messages. Each test is judged by the runs of the log that
/// begin with its inputs, so runs may stand in any order, and a run may be
/// longer than a test. Where no run has the inputs that the test sends next, or
/// two such runs have different outputs, step() returns `mismatch`, naming the
/// lines. Outputs that are not in a line are not provided; those that the suite
/// does not know are ignored. Throws InputError, with the line, for what is no
/// such log of that signature, for example for an input that the suite does not
/// know.
[[nodiscard]] std::unique_ptr<Adapter> make_step_trace(
    const std::string& text,
    const std::string& file,
    const suite::Signature& signature);

/// The steps of tests that go by steps, as such a log: a run for each result
/// whose test the suite has, up to the last step that was observed.
[[nodiscard]] std::string write_step_log(const suite::Suite& suite,
                                         const suite::RunResults& results);

}  // namespace catenary::exec
