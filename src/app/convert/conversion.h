// SPDX-License-Identifier: Apache-2.0
/// \file
/// Shared by the exports of `catenary convert`: reading the input and writing
/// the result. Internal to app/convert.
#pragma once

#include <string>

#include "app/commands.h"
#include "suite/suite.h"

namespace catenary::app {

/// One call of the command.
class Conversion {
 public:
  /// Both must outlive it.
  Conversion(const ConvertOptions& options, Context& context)
      : options_(options), context_(context) {}

  [[nodiscard]] const ConvertOptions& options() const { return options_; }
  [[nodiscard]] Context& context() const { return context_; }

  /// The suite that is the input, without the tests that --test leaves out.
  /// InputError where the input is none, or no test is left.
  [[nodiscard]] suite::Suite suite() const;

  /// Writes the result to --output, or to standard output.
  void write(const std::string& text) const;

 private:
  const ConvertOptions& options_;
  Context& context_;
};

/// C source that makes the program of the input a system under test
/// (include/catenary/adapter.h).
[[nodiscard]] std::string make_adapter(const Conversion& conversion);

/// Writes stand-alone tests of the input, a suite, into the directory --output:
/// C tests of a program, or C++ tests of a state machine. They need nothing of
/// Catenary.
void write_harness_files(const Conversion& conversion);

/// Writes the tests of the input, a suite of a C program whose inputs are calls
/// of the code, into the directory --output, in the format of Test-Comp.
void write_test_comp_files(const Conversion& conversion);

}  // namespace catenary::app
