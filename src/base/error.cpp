// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"

#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "base/printable.h"

namespace catenary::base {

std::string SourceLocation::to_string() const {
  std::string out = file;
  if (!file.empty() && line > 0) {
    out += ":" + std::to_string(line);
    if (column > 0) out += ":" + std::to_string(column);
  }
  return out;
}

const char* to_string(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      return "note";
  }
  return "error";
}

namespace {

/// The line of source a diagnostic points at, or "" where it cannot be shown.
std::string source_line(const SourceLocation& where) {
  constexpr std::size_t kLongestShown = 400;
  if (where.line == 0 || where.file.empty()) return "";
  // Opening a pipe would wait for a writer.
  std::error_code failed;
  if (!std::filesystem::is_regular_file(where.file, failed)) return "";
  std::ifstream in(where.file);
  std::string text;
  for (std::uint32_t n = 0; n < where.line; ++n) {
    if (!std::getline(in, text)) return "";
  }
  // Long lines are mostly generated code: showing one would flood the terminal.
  // The same for a line that escaping would change, because the caret would
  // point at a wrong column.
  if (text.size() > kLongestShown) return "";
  return printable_lines(text) == text ? text : "";
}

}  // namespace

std::string Diagnostic::render() const {
  std::string out;
  if (where.known()) out += printable(where.to_string()) + ": ";
  out +=
      std::string(base::to_string(severity)) + ": " + printable_lines(message);
  if (!code.empty()) out += " [" + code + "]";
  out += "\n";
  const std::string text = source_line(where);
  if (!text.empty() && where.column > 0 && where.column <= text.size() + 1) {
    out += "  " + text + "\n  ";
    for (std::uint32_t i = 0; i + 1 < where.column; ++i) {
      // A tabulator is repeated, so that the caret stands below its column
      // whatever the terminal's width of a tabulator is.
      out += text[i] == '\t' ? '\t' : ' ';
    }
    out += "^\n";
  }
  for (const Diagnostic& note : notes) out += note.render();
  return out;
}

namespace {

/// The text for std::exception::what(), which many handlers print.
std::string first_line(const std::vector<Diagnostic>& diagnostics) {
  if (diagnostics.empty()) return "input error";
  const Diagnostic& d = diagnostics.front();
  return (d.where.known() ? d.where.to_string() + ": " : "") + d.message;
}

}  // namespace

InputError::InputError(SourceLocation where,
                       std::string message,
                       std::string code)
    : InputError(Diagnostic{Severity::error,
                            std::move(where),
                            std::move(message),
                            std::move(code),
                            {}}) {}

InputError::InputError(Diagnostic diagnostic)
    : InputError(std::vector<Diagnostic>{std::move(diagnostic)}) {}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(first_line(diagnostics)),
      diagnostics_(std::move(diagnostics)) {}

}  // namespace catenary::base
