// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is wrong with a text, collected while reading goes on, so that a front
/// end reports all of it at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace catenary::base {

/// Where something stands; both count from 1.
struct Place {
  std::uint32_t line = 1;
  std::uint32_t column = 1;  ///< in bytes
};

class Problems {
 public:
  /// `language` begins the codes that this gives itself, e.g. "xlia".
  Problems(std::string file, const char* language)
      : file_(std::move(file)), language_(language) {}

  /// Keeps the first error of a place: what follows there is its consequence.
  void error(Place where, std::string message, const char* code);
  void warning(Place where, std::string message, const char* code);
  /// An error about a second use of what was first used at `first`.
  void again(Place where, std::string message, const char* code, Place first);

  [[nodiscard]] bool failed() const { return errors_ > 0; }
  /// There are so many errors that looking for more helps nobody.
  [[nodiscard]] bool full() const { return errors_ >= kMost; }
  [[nodiscard]] SourceLocation location(Place where) const {
    return {file_, where.line, where.column};
  }
  /// Throws InputError with all errors, in the order of the text, if
  /// there is one.
  void throw_errors() const;
  /// Warnings, in the order of the text.
  [[nodiscard]] std::vector<Diagnostic> warnings() const;

  static constexpr std::size_t kMost = 50;

 private:
  void add(Severity severity,
           Place where,
           std::string message,
           const char* code);
  [[nodiscard]] std::vector<Diagnostic> sorted(Severity severity) const;

  std::string file_;
  std::string language_;
  std::size_t errors_ = 0;
  std::vector<Diagnostic> all_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> faulty_;
};

}  // namespace catenary::base
