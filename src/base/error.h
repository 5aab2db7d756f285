// SPDX-License-Identifier: Apache-2.0
/// \file
/// Source locations, diagnostics, and the exception for faulty input.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace catenary::base {

/// A place in a file of the user. Lines and columns count from 1; 0 = unknown.
struct SourceLocation {
  std::string file;          ///< as the user would name it; empty = unknown
  std::uint32_t line = 0;    ///< 1-based; 0 = the whole file
  std::uint32_t column = 0;  ///< 1-based; 0 = the whole line

  [[nodiscard]] bool known() const { return !file.empty(); }
  /// "file", "file:line" or "file:line:col"; "" where unknown.
  [[nodiscard]] std::string to_string() const;
  bool operator==(const SourceLocation&) const = default;
};

enum class Severity : std::uint8_t { error, warning, note };
[[nodiscard]] const char* to_string(Severity severity);

/// One message about a place in the input, printed in the manner of Clang.
struct Diagnostic {
  Severity severity = Severity::error;
  SourceLocation where;
  std::string message;  ///< what, and what was expected; no full stop
  std::string code;     ///< stable, e.g. "toml-unknown-key"; may be empty
  std::vector<Diagnostic> notes;

  /// "file:line:col: error: message [code]", the source line and a caret when
  /// the file can be read, then the notes. Ends with a newline.
  [[nodiscard]] std::string render() const;
};

/// A fault in what the user gave us: a file, an option, a model. Caught only
/// in cli/main.cpp, which prints every diagnostic and exits with 2.
class InputError : public std::runtime_error {
 public:
  InputError(SourceLocation where, std::string message, std::string code = "");
  explicit InputError(Diagnostic diagnostic);
  explicit InputError(std::vector<Diagnostic> diagnostics);

  [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const {
    return diagnostics_;
  }

 private:
  std::vector<Diagnostic> diagnostics_;
};

/// The environment failed us: a tool is missing, a child could not be started,
/// the disk is full. Caught only in cli/main.cpp, which exits with 3.
class ToolError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The time was over, or the user asked to stop, before there was any result.
/// Caught where there are other results to keep, and in cli: exit 4 or 130.
class StoppedError : public ToolError {
 public:
  using ToolError::ToolError;
};

}  // namespace catenary::base
