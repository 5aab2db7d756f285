// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the counters of Clang's source-based coverage in an executable count,
/// read from its coverage mapping by LLVM's own reader, and where its variables
/// are, read from its symbols. Internal to program/plain.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace catenary::program::plain {

/// A counter, a sum of ExecutableMap::sums, or 0.
struct CountRef {
  enum class Kind : std::uint8_t { zero, counter, sum };
  Kind kind = Kind::zero;
  /// Of a counter: in the section of counters (__llvm_prf_cnts).
  std::uint64_t index = 0;
};
/// A sum or difference. Clang derives most counts from few counters; a sum is
/// part of many others, so that only the sums as a graph are linear in the size
/// of the program.
struct CountSum {
  CountRef left, right;
  bool minus = false;
};

/// How often something happened. `exact` where it is one counter, which is
/// right even in a step that ended half-way; a difference is meaningful after
/// whole steps only.
struct Count {
  /// Zero also where it is derived in a function where jumps may leave a
  /// condition (statement expressions), which Clang does not consider.
  CountRef value;
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
  /// Of all places; see CountRef.
  std::vector<CountSum> sums;
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

/// Values of counts for given values of the counters. Each sum is computed
/// once.
class CountValues {
 public:
  /// Both must outlive this; counters that are missing are 0.
  CountValues(const std::vector<CountSum>& sums,
              std::function<std::int64_t(std::uint64_t)> counter)
      : sums_(sums), counter_(std::move(counter)), known_(sums.size()) {}
  [[nodiscard]] std::int64_t of(const CountRef& ref);

 private:
  const std::vector<CountSum>& sums_;
  std::function<std::int64_t(std::uint64_t)> counter_;
  std::vector<std::optional<std::int64_t>> known_;
};

/// Reads an ELF executable that was linked at fixed addresses. A file without
/// coverage has no places. Throws base::ToolError where it cannot be read or is
/// not ELF.
[[nodiscard]] ExecutableMap read_executable(const std::string& path);

}  // namespace catenary::program::plain
