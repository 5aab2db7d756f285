// SPDX-License-Identifier: Apache-2.0
/// \file
/// XLIA, the input language of the Diversity platform: the subset for timed
/// input/output symbolic transition systems. docs/xlia.md describes it.
#pragma once

#include <string>
#include <string_view>

#include "model/timed/timed_automaton.h"

namespace catenary::frontend::xlia {

/// Whether a file of this name is for us: it ends in ".xlia".
[[nodiscard]] bool handles(const std::string& path);

/// Reads a model. Throws base::InputError with every fault found, each with
/// its line, column and stable code. Warnings are in the result.
[[nodiscard]] model::TimedAutomaton load(const std::string& path);

/// The same of a text; `path` is for messages.
[[nodiscard]] model::TimedAutomaton parse(std::string_view text,
                                          const std::string& path);

/// The automaton as XLIA text. parse() of it gives the same automaton, save
/// places and the texts of guards, and write() of that the same text.
///
/// Throws base::InputError, naming the operator, where a term has one that the
/// language lacks; what parse() made never has.
[[nodiscard]] std::string write(const model::TimedAutomaton& automaton);

}  // namespace catenary::frontend::xlia
