// SPDX-License-Identifier: Apache-2.0
/// \file
/// Messages of timed systems as JSON, in the line protocol and in logs. All
/// functions throw InputError for malformed input.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "exec/timed_adapter.h"
#include "logic/value/value.h"
#include "suite/json.h"
#include "suite/signature.h"

namespace catenary::exec {

/// Reads one line as a JSON object, with tight limits; `name` names the source
/// in messages, e.g. "line 7 of the SUT".
[[nodiscard]] suite::Json parse_line(std::string_view line,
                                     const std::string& name);

/// A value as suites contain it; decimals are read exactly as rationals.
[[nodiscard]] logic::Value read_value(const suite::Json& json,
                                      const suite::Signal& signal,
                                      const std::string& name);

/// A time that is not negative: a number, a decimal or "p/q".
[[nodiscard]] mpq_class read_time(const suite::Json& json,
                                  const std::string& name);

/// Reads "channel" and "values" (which may be missing if the channel has no
/// parameters) of an object; TimedMessage::at stays 0.
[[nodiscard]] TimedMessage read_message(const suite::Json& json,
                                        const suite::Signature& signature,
                                        const std::string& name);

/// {"channel": …, "values": […]}.
[[nodiscard]] suite::Json write_message(
    const std::string& channel, const std::vector<logic::Value>& values);

/// A rational as text that simple readers understand: "5", "0.25"; "1/3" if
/// there is no short decimal.
[[nodiscard]] std::string decimal_text(const mpq_class& number);

/// The start of a line, made printable for a message.
[[nodiscard]] std::string excerpt(std::string_view line);

}  // namespace catenary::exec
