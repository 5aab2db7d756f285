// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which tests of a suite run: by --test, --goal, --requirement, --last-failed
/// and --shard.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/options.h"
#include "suite/suite.h"

namespace catenary::app {

/// A part of the tests: the I-th of N.
struct Shard {
  std::uint32_t part = 1;  ///< from 1
  std::uint32_t of = 1;    ///< at least `part`
};

/// Reads "2/5". InputError for anything that is not I/N with 1 <= I <= N.
[[nodiscard]] Shard read_shard(const std::string& text);

/// Whether an option selects some tests of all.
[[nodiscard]] bool selects(const RunOptions& options);

/// The ids of the selected tests, in the order of the suite. A test is selected
/// if it is one of --test, and covers one of --goal, and is about one of
/// --requirement, and did not pass in the results of --last-failed; options
/// that were not given select all. Of those, --shard I/N takes the I-th and
/// every N-th after it, so that the N shards together are all of them, each
/// once. InputError for a name that the suite does not know, with the nearest
/// that it does, and if nothing is left, unless --allow-empty is given.
[[nodiscard]] std::vector<std::string> selected_tests(const RunOptions& options,
                                                      const suite::Suite& suite,
                                                      Context& context);

}  // namespace catenary::app
