// SPDX-License-Identifier: Apache-2.0
/// \file
/// Recorded logs of timed systems, judged off line: lines of JSON
/// {"t": 1.5, "channel": "Ev", "values": [7]}, times in the model's unit since
/// the start and not decreasing, the last line {"t": 9, "end": true}. Where
/// that is missing, nothing is known of what came after the last event.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "exec/timed_adapter.h"
#include "suite/results.h"
#include "suite/signature.h"

namespace catenary::exec {

/// `text` is the log; `file` names it in messages. Every reset() goes back to
/// its beginning. A line that is none of the above, or does not fit the
/// signature, makes open() answer `protocol`, naming the line.
[[nodiscard]] std::unique_ptr<TimedAdapter> make_trace(std::string text,
                                                       std::string file);

/// What happened in a test as such a log.
[[nodiscard]] std::string write_log(const suite::TestResult& result);

}  // namespace catenary::exec
