// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests of state machines as sequence diagrams: messages with their values,
/// states, and how a run ends.
#pragma once

#include <string>

#include "suite/suite.h"

namespace catenary::report {

/// Whether steps deliver messages: the input `message` tells which, and
/// channels what its values are.
[[nodiscard]] bool delivers_messages(const suite::Signature& signature);

/// What stands in a PlantUML sequence diagram, its title left out.
/// Requires: delivers_messages(suite.signature), no tree.
[[nodiscard]] std::string message_sequence(const suite::Test& test,
                                           const suite::Suite& suite);

/// Text without what PlantUML takes for formatting: pairs of markup characters
/// and tags are escaped with a tilde.
[[nodiscard]] std::string plain_text(const std::string& text);

}  // namespace catenary::report
