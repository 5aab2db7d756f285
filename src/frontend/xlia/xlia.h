// SPDX-License-Identifier: Apache-2.0
/// \file
/// XLIA, the input language of the symbolic execution platform Diversity: the
/// subset for timed input/output symbolic transition systems. docs/xlia.md
/// describes it.
#pragma once

#include <string>
#include <string_view>

#include "model/timed/timed_automaton.h"

namespace catenary::frontend::xlia {

/// Whether the path names a file for this front end: it ends in ".xlia". Does
/// not read the file.
[[nodiscard]] bool handles(const std::string& path);

/// Reads the model in a file. Throws base::InputError with all errors found,
/// each with its line, column and stable code; also where the file cannot be
/// read or is not UTF-8. Warnings are in the result.
[[nodiscard]] model::TimedAutomaton load(const std::string& path);

/// The same for a text in memory; `path` is used in messages only. The result
/// keeps the SHA-256 of the text.
[[nodiscard]] model::TimedAutomaton parse(std::string_view text,
                                          const std::string& path);

/// The automaton as XLIA text. parse() of the text gives the same automaton,
/// except for places and the texts of guards, and write() of that gives the
/// same text.
///
/// Throws base::InputError, naming the operator, where a term has an operator
/// that the language lacks; automata from parse() have none.
[[nodiscard]] std::string write(const model::TimedAutomaton& automaton);

}  // namespace catenary::frontend::xlia
