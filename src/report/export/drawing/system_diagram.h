// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests of systems of capsules as sequence diagrams: a lifeline for each
/// instance, messages between them, and the states that they change to.
#pragma once

#include "report/export/drawing/sequence.h"
#include "suite/suite.h"

namespace catenary::report {

/// Whether steps run messages between instances: the outputs `ran`, `from` and
/// `to` say which.
[[nodiscard]] bool is_of_system(const suite::Signature& signature);

/// Like message_sequence(). Requires: is_of_system(suite.signature).
[[nodiscard]] SequenceDiagram system_sequence(const suite::Test& test,
                                              const suite::Suite& suite);

}  // namespace catenary::report
