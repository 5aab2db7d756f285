// SPDX-License-Identifier: Apache-2.0
/// \file
/// Replays and writes logs of timed systems, for offline testing. A log has
/// lines of JSON such as {"t": 1.5, "channel": "Ev", "values": [7]}, with times
/// in the model's unit since the start, which do not decrease. The last line is
/// {"t": 9, "end": true}. Without it, nothing is known about the time after the
/// last event.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "exec/timed_adapter.h"
#include "suite/results.h"
#include "suite/signature.h"

namespace catenary::exec {

/// Returns an adapter that replays a log. `text` is the log; `file` names it in
/// messages. Every reset() goes back to its start. The tester must send exactly
/// the inputs that were recorded. If a line is malformed or does not fit the
/// signature, open() returns `protocol`, naming the line.
[[nodiscard]] std::unique_ptr<TimedAdapter> make_trace(std::string text,
                                                       std::string file);

/// Returns the events of a test as such a log, without silence.
[[nodiscard]] std::string write_log(const suite::TestResult& result);

}  // namespace catenary::exec
