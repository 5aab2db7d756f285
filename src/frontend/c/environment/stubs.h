// SPDX-License-Identifier: Apache-2.0
/// \file
/// Stubs in C for functions that no source defines: their results are inputs of
/// the test, and what functions without a result are given is an output.
/// Variables that no source defines are defined.
///
/// A stub stands for all that the function may return. It cannot stand for what
/// the function writes to memory that its prototype does not show; docs/
/// description.md says what is assumed.
#pragma once

#include <string>
#include <vector>

#include "frontend/c/description.h"
#include "program/syntax/missing_functions.h"

namespace catenary::frontend::c {

/// The C text of the stubs.
struct StubText {
  /// Definitions of functions and of the variables that record calls.
  std::string definitions;
  /// Statements that clear the record before each step.
  std::string before_step;
  /// The recorded calls and arguments, as outputs.
  std::vector<VariableDescription> outputs;
  /// Variables that only somebody else can set.
  std::vector<VariableDescription> inputs;
  /// A note for each function (program::kStubCode).
  std::vector<base::Diagnostic> notes;
};

/// Writes the stubs, and definitions of variables. A function whose prototype
/// has no stub of this kind, since it returns a pointer or a structure, is left
/// to program::add_stubs(), which ends runs that call it. Deterministic.
/// Throws base::InputError where located variables may overlap.
[[nodiscard]] StubText write_stubs(const program::MissingSymbols& missing);

/// Adds the stubs to the description, whose `stub_missing` is set. Does nothing
/// where nothing is missing. Returns StubText::notes.
[[nodiscard]] std::vector<base::Diagnostic> add_stubs(
    Description& d, const program::MissingSymbols& missing);

}  // namespace catenary::frontend::c
