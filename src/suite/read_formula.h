// SPDX-License-Identifier: Apache-2.0
/// \file
/// Readers of the formulas of suites. SMT-LIB is parsed here and nowhere else
/// between a suite and its reports.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "logic/term/smtlib/smtlib_scope.h"
#include "suite/field_reader.h"
#include "suite/suite.h"

namespace catenary::suite {

/// Reads formulas of steps, which share one manager.
class StepFormulas {
 public:
  /// The signature must outlive the reader and be complete at the first call.
  explicit StepFormulas(const Signature& signature) : signature_(signature) {}

  /// A Boolean term over the inputs and outputs. Throws InputError, with a
  /// place within the text, for anything else.
  [[nodiscard]] Formula read(const std::string& text);

 private:
  /// Declares all signals, with `suffix` appended to their names.
  void know(const std::string& suffix);

  const Signature& signature_;
  std::shared_ptr<logic::TermManager> terms_ =
      std::make_shared<logic::TermManager>();
  logic::SmtlibScope scope_{*terms_};
  /// The suffixes that know() was called with.
  std::set<std::string> known_;
};

/// Reads formulas of a tree, over the variables, definitions and functions that
/// the tree has or that are declared here. All throw InputError, with a place
/// within the text.
class TreeFormulas {
 public:
  /// Requires: the tree has a manager, which the formulas share.
  explicit TreeFormulas(const Tree& tree);

  [[nodiscard]] logic::Sort sort(const std::string& text);
  /// Declares a variable or definition, whose name must be new.
  void declare(const std::string& name, const logic::Sort& sort);
  /// Defines a function, whose name must be new.
  void define(const TreeFunction& function);
  /// A Boolean term.
  [[nodiscard]] Formula guard(const std::string& text);
  /// The value of a definition; an integer as a value of sort Real is
  /// converted.
  [[nodiscard]] Formula value(const std::string& name, const std::string& text);

 private:
  std::shared_ptr<logic::TermManager> terms_;
  logic::SmtlibScope scope_;
  /// Variables and definitions.
  std::set<std::string> names_;
};

/// The result of `read` for the string `json`. Errors that `read` throws get
/// the place of `json` in the file.
template <typename Read>
auto formula_at(const std::string& file, const Json& json, const Read& read) {
  try {
    return read(read_string(file, json));
  } catch (const base::InputError& error) {
    fail_at(file, json, error.diagnostics().front().message);
  }
}

}  // namespace catenary::suite
