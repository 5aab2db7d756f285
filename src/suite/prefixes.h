// SPDX-License-Identifier: Apache-2.0
/// \file
/// Common prefixes of tests: found through a trie of the tests' steps, whose
/// inner chains become the entries of a table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "suite/suite.h"

namespace catenary::suite {

/// Steps first..last of test `test`, which continue the prefix `after`.
struct Prefix {
  /// An earlier entry; -1 = the start of a test.
  std::int64_t after = -1;
  /// The first test that has it.
  std::size_t test = 0;
  /// In Test::steps of that test.
  std::size_t first = 0;
  /// Excluded; also the number of steps of the whole prefix.
  std::size_t last = 0;
};

/// The table, and how the tests use it.
struct PrefixTable {
  /// Entries come after those that they continue.
  std::vector<Prefix> prefixes;
  /// For each test the entry that it continues: the longest prefix that it
  /// shares with any other test; -1 = none.
  std::vector<std::int64_t> after;
};

/// The shared prefixes of a suite; each entry is shared by two tests or more.
/// Deterministic. Cost: one serialised step for each step of the suite, in time
/// and memory.
[[nodiscard]] PrefixTable share_prefixes(const Suite& suite);

}  // namespace catenary::suite
