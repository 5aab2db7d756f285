// SPDX-License-Identifier: Apache-2.0
/// \file
/// Diagnostics about one text, collected while reading goes on, so that a front
/// end reports all errors at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace catenary::base {

/// A position in the text.
struct Place {
  /// From 1.
  std::uint32_t line = 1;
  /// From 1, in bytes.
  std::uint32_t column = 1;
};

/// Collects the errors and warnings of one file. A parser reports here,
/// recovers and goes on, and calls throw_errors() at its end.
class Problems {
 public:
  /// `file` is the name for diagnostics. `language` begins the codes that this
  /// class gives itself, e.g. "xlia" for "xlia-many"; it must outlive the
  /// object.
  Problems(std::string file, const char* language)
      : file_(std::move(file)), language_(language) {}

  /// Adds an error. Only the first error of a place is kept, because the others
  /// are its consequences; nothing is kept once full().
  void error(Place where, std::string message, const char* code);
  /// Adds a warning. Warnings are never dropped.
  void warning(Place where, std::string message, const char* code);
  /// Adds an error about a second use of a name, with a note that points at the
  /// first use.
  void again(Place where, std::string message, const char* code, Place first);

  /// Whether there is at least one error.
  [[nodiscard]] bool failed() const { return errors_ > 0; }
  /// Whether kMost errors were found. A parser may then stop: more errors would
  /// not help anybody.
  [[nodiscard]] bool full() const { return errors_ >= kMost; }
  /// The place as a location in this file.
  [[nodiscard]] SourceLocation location(Place where) const {
    return {file_, where.line, where.column};
  }
  /// "LANGUAGE-REST", a code for an error of this language.
  [[nodiscard]] std::string code(const char* rest) const {
    return language_ + "-" + rest;
  }
  /// Throws InputError with all errors, ordered by their places, if there is at
  /// least one. If full(), a last diagnostic says that there may be more.
  void throw_errors() const;
  /// The warnings, ordered by their places.
  [[nodiscard]] std::vector<Diagnostic> warnings() const;

  /// The largest number of errors that are kept.
  static constexpr std::size_t kMost = 50;

 private:
  /// Appends a diagnostic without any check.
  void add(Severity severity,
           Place where,
           std::string message,
           const char* code);
  /// The diagnostics of one severity by place; those of one place in the order
  /// in which they were added.
  [[nodiscard]] std::vector<Diagnostic> sorted(Severity severity) const;

  /// The name for diagnostics.
  std::string file_;
  std::string language_;
  /// Number of errors in all_.
  std::size_t errors_ = 0;
  std::vector<Diagnostic> all_;
  /// Lines and columns that have an error already.
  std::set<std::pair<std::uint32_t, std::uint32_t>> faulty_;
};

}  // namespace catenary::base
