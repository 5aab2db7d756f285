// SPDX-License-Identifier: Apache-2.0
/// \file
/// Recorded logs of timed systems, for offline testing: lines of JSON {"t":
/// 1.5, "channel": "Ev", "values": [7]}, with times in the model's unit since
/// the start, not decreasing; the last line is {"t": 9, "end": true}. Without
/// it, nothing is known about the time after the last event.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "exec/timed_adapter.h"
#include "suite/results.h"
#include "suite/signature.h"

namespace catenary::exec {

/// An adapter that replays a log. `text` is the log; `file` names it in
/// messages. Every reset() goes back to its begin. If a line is malformed or
/// does not fit the signature, open() returns `protocol`, naming the line.
[[nodiscard]] std::unique_ptr<TimedAdapter> make_trace(std::string text,
                                                       std::string file);

/// The events of a test as such a log.
[[nodiscard]] std::string write_log(const suite::TestResult& result);

}  // namespace catenary::exec
