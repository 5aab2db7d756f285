// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the counters of Clang's source-based coverage in an executable count,
/// read from its coverage mapping by LLVM's own reader, and where its
/// variables are, read from its symbols.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace catenary::program::plain {

/// A count: a sum of counters with factors. `exact` within a step, too, where
/// it is one counter; differences mean something after whole steps only.
struct Count {
  struct Term {
    /// In the section of counters.
    std::uint64_t counter = 0;
    std::int64_t factor = 1;
  };
  std::vector<Term> terms;
  bool exact = false;
};

/// A place of the sources with what is counted there.
struct CountedPlace {
  enum class Kind : std::uint8_t { branch, code };
  Kind kind = Kind::code;
  /// As the compiler had it.
  std::string file;
  std::uint32_t line = 0, column = 0;
  /// Of code: how often it is begun.
  Count when_true;
  /// Of branches.
  Count when_false;
};

struct ExecutableMap {
  std::vector<CountedPlace> places;
  /// How often each was called.
  std::map<std::string, Count> functions;
  /// Addresses of variables whose symbol is unique.
  std::map<std::string, std::uint64_t> variables;
  /// Of these, in bytes.
  std::map<std::string, std::uint64_t> sizes;
};

/// Throws base::ToolError where the file is not as expected.
[[nodiscard]] ExecutableMap read_executable(const std::string& path);

}  // namespace catenary::program::plain
