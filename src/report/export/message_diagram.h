// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests of state machines as sequence diagrams: messages with their values,
/// states, and the end of the run.
#pragma once

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

/// Text without anything that PlantUML interprets as formatting: pairs of
/// markup characters, and tags, are escaped with a tilde.
[[nodiscard]] std::string plain_text(const std::string& text);

}  // namespace catenary::report
