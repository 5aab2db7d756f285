// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests of state machines as sequence diagrams: messages with their values,
/// states, and the end of the run.
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <string>

#include "suite/suite.h"

namespace catenary::report {

/// Whether steps deliver messages: the input `message` selects the message, and
/// channels describe its values.
[[nodiscard]] bool delivers_messages(const suite::Signature& signature);

/// The content of a PlantUML sequence diagram, without its title. Requires:
/// delivers_messages(suite.signature), and not a tree.
[[nodiscard]] std::string message_sequence(const suite::Test& test,
                                           const suite::Suite& suite);

/// The name of a value, or the value itself.
[[nodiscard]] std::string named(const suite::Signal& signal,
                                const logic::Value& value);
/// A name for a participant. PlantUML has no escape for the quote.
[[nodiscard]] std::string in_quotes(const std::string& text);
/// Nanoseconds as seconds, e.g. "1.5 s". Exact: a double would round.
[[nodiscard]] std::string seconds_text(const mpz_class& time);
/// The line between two steps, with the time of the step where it has one.
[[nodiscard]] std::string step_divider(const suite::Step& step,
                                       std::size_t number);

/// Text without anything that PlantUML interprets as formatting: pairs of
/// markup characters, and tags, are escaped with a tilde.
[[nodiscard]] std::string plain_text(const std::string& text);

}  // namespace catenary::report
