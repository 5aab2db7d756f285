// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the counters of Clang's source-based coverage in an executable count,
/// read from its coverage mapping by LLVM's own reader, and where its variables
/// are, read from its symbols. Internal to program/plain.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace catenary::program::plain {

/// A count: a linear combination of counters. Clang derives most counts as sums
/// and differences of few counters. `exact` where it is one counter, which is
/// right even in a step that ended half-way; a difference is meaningful after
/// whole steps only.
struct Count {
  /// One counter with its factor.
  struct Term {
    /// Index in the section of counters (__llvm_prf_cnts).
    std::uint64_t counter = 0;
    std::int64_t factor = 1;
  };
  /// Each counter at most once, factors not 0. Empty: the count is 0, or it is
  /// derived in a function where jumps may leave a condition (statement
  /// expressions), which Clang does not consider.
  std::vector<Term> terms;
  bool exact = false;
  /// The symbol of the function that is counted, without its file.
  std::string function;
};

/// A place of the sources with the count of a branch or of code there.
struct CountedPlace {
  enum class Kind : std::uint8_t { branch, code };
  Kind kind = Kind::code;
  /// As the compiler recorded it: may be relative to its directory.
  std::string file;
  /// From 1, as in debug information.
  std::uint32_t line = 0, column = 0;
  /// Of code: how often it is begun. Of branches: how often the condition was
  /// true.
  Count when_true;
  /// Of branches: how often the condition was false.
  Count when_false;
};

/// What was found in an executable.
struct ExecutableMap {
  /// In the order of the coverage mapping; a place may occur several times,
  /// e.g. in macros and templates.
  std::vector<CountedPlace> places;
  /// How often each was called, by the mapping's name of the function: that of
  /// a static function begins with its file and ';' or ':'.
  std::map<std::string, Count> functions;
  /// Addresses of variables whose symbol is unique. Static variables of the
  /// same name in several units are left out, since it is unknown which is
  /// meant.
  std::map<std::string, std::uint64_t> variables;
  /// Sizes of variables in bytes.
  std::map<std::string, std::uint64_t> sizes;
  struct Code {
    std::string symbol;
    std::uint64_t bytes = 0;
  };
  /// Functions by their first addresses.
  std::map<std::uint64_t, Code> code;

  /// By the symbol of a function: those whose code increments its counters, in
  /// which it was inlined, and itself.
  std::map<std::string, std::set<std::string>> counted_in;

  /// The symbol of the function with this instruction; empty if there is none.
  [[nodiscard]] std::string function_at(std::uint64_t address) const;
};

/// Reads an ELF executable that was linked at fixed addresses. A file without
/// coverage has no places. Throws base::ToolError where it cannot be read or is
/// not ELF.
[[nodiscard]] ExecutableMap read_executable(const std::string& path);

}  // namespace catenary::program::plain
