// SPDX-License-Identifier: Apache-2.0
/// \file
/// Steps that several tests of a suite begin with: found through a trie of the
/// tests' steps, whose inner chains become the entries of a table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "suite/suite.h"

namespace catenary::suite {

/// Steps first..last of test `test`, which follow those of prefix `after`.
struct Prefix {
  std::int64_t after = -1;  ///< an earlier entry; -1 = the start of a test
  std::size_t test = 0;     ///< the first that has it
  std::size_t first = 0;
  std::size_t last = 0;  ///< excluded; steps of the whole prefix
};

struct PrefixTable {
  std::vector<Prefix> prefixes;
  /// For each test the entry it continues, which is the longest it shares with
  /// any other test; -1 = none.
  std::vector<std::int64_t> after;
};

/// Each entry is shared by two tests or more. Deterministic. Cost: one
/// serialised step for each step of the suite, in time and memory.
[[nodiscard]] PrefixTable share_prefixes(const Suite& suite);

}  // namespace catenary::suite
