// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests of state machines as sequence diagrams: messages with their values,
/// states, and the end of the run.
#pragma once

#include <string>

#include "report/export/drawing/sequence.h"
#include "suite/suite.h"

namespace catenary::report {

/// Whether steps deliver messages: the input `message` selects the message, and
/// channels describe its values.
[[nodiscard]] bool delivers_messages(const suite::Signature& signature);

/// The sequence of messages of a test. Requires:
/// delivers_messages(suite.signature), and not a tree.
[[nodiscard]] SequenceDiagram message_sequence(const suite::Test& test,
                                               const suite::Suite& suite);

/// The name of a value, or the value itself.
[[nodiscard]] std::string named(const suite::Signal& signal,
                                const logic::Value& value);
}  // namespace catenary::report
