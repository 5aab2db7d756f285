// SPDX-License-Identifier: Apache-2.0
/// \file
/// Source locations, diagnostics, and the exceptions for faulty input and a
/// faulty environment.
///
/// Three kinds of failure are kept apart: InputError (exit code 2) for what the
/// user can mend in a file, an option or a model; ToolError (exit code 3) for a
/// missing tool or a full disk; InternalError of base/check.h (exit code 70)
/// for a defect of Catenary.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace catenary::base {

/// A place in a file of the user. Lines and columns count from 1; 0 = unknown.
struct SourceLocation {
  /// The name that the user gave; empty = unknown.
  std::string file;
  /// From 1; 0 = the whole file.
  std::uint32_t line = 0;
  /// From 1, mostly in bytes (text_file.h counts characters); 0 = the whole
  /// line.
  std::uint32_t column = 0;

  /// Whether there is a file to show.
  [[nodiscard]] bool known() const { return !file.empty(); }
  /// "file", "file:line" or "file:line:col"; "" where unknown.
  [[nodiscard]] std::string to_string() const;
  /// By file, line and column.
  bool operator==(const SourceLocation&) const = default;
};

/// How serious a diagnostic is. A note belongs to an error or a warning.
enum class Severity : std::uint8_t { error, warning, note };
/// The word that is printed: "error", "warning" or "note".
[[nodiscard]] const char* to_string(Severity severity);

/// One message about a place in the input, printed in the manner of Clang.
struct Diagnostic {
  /// An error unless set otherwise.
  Severity severity = Severity::error;
  /// Where the problem is; may be unknown, and then only the message is
  /// printed.
  SourceLocation where;
  /// The error and the expectation; without a full stop.
  std::string message;
  /// A stable identifier for scripts and tests, e.g. "toml-unknown-key"; may be
  /// empty.
  std::string code;
  /// Further places and remedies, printed below the message in this order.
  std::vector<Diagnostic> notes;

  /// The text for a terminal: "file:line:col: error: message [code]", the
  /// source line and a caret if the file can be read, then the notes. Ends with
  /// a newline. Control characters are escaped (base/printable.h). Cost: reads
  /// the file up to the line.
  [[nodiscard]] std::string render() const;
};

/// A fault in what the user gave us: a file, an option, a model. Caught only in
/// cli/main.cpp, which prints every diagnostic and exits with 2. what() is the
/// first diagnostic in one line.
class InputError : public std::runtime_error {
 public:
  /// One error at a place; see Diagnostic for the arguments.
  InputError(SourceLocation where, std::string message, std::string code = "");
  /// One diagnostic, with its notes.
  explicit InputError(Diagnostic diagnostic);
  /// Several diagnostics, printed in this order. Must not be empty.
  explicit InputError(std::vector<Diagnostic> diagnostics);

  /// All diagnostics, in the order in which they are printed.
  [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const {
    return diagnostics_;
  }

 private:
  std::vector<Diagnostic> diagnostics_;
};

/// A fault of the environment: a tool is missing, a child could not be started,
/// the disk is full. Caught only in cli/main.cpp, which exits with 3.
class ToolError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The time was over, or the user asked to stop, before there was any result.
/// Caught by callers that have other results to keep, and in cli/main.cpp,
/// which exits with 4 or 130.
class StoppedError : public ToolError {
 public:
  using ToolError::ToolError;
};

}  // namespace catenary::base
