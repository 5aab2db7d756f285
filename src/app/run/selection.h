// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which tests of a suite run: by --test, --goal, --requirement, --last-failed
/// and --shard.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "app/commands.h"
#include "app/options.h"
#include "suite/suite.h"

namespace catenary::app {

/// A part of a list: element number `part`, and every `of`-th one after it.
struct Shard {
  std::uint32_t part = 1;  ///< from 1
  std::uint32_t of = 1;    ///< at least `part`
};

/// Reads "2/5". Throws base::InputError for anything that is not I/N with
/// 1 <= I <= N.
[[nodiscard]] Shard read_shard(const std::string& text);

/// The tests that run: all, or those with these ids.
class Chosen {
 public:
  Chosen() = default;
  explicit Chosen(std::vector<std::string> ids)
      : all_(false), ids_(ids.begin(), ids.end()) {}
  [[nodiscard]] bool has(const suite::Test& test) const {
    return all_ || ids_.contains(test.id);
  }
  [[nodiscard]] bool all() const { return all_; }

 private:
  bool all_ = true;
  std::unordered_set<std::string> ids_;
};

/// The tests that options select; the suite is emptied if they select none. A
/// test is selected if it is one of --test, and covers one of --goal, and is
/// about one of --requirement, and did not pass in the results of
/// --last-failed; options that were not given select all. Of those, --shard I/N
/// takes the I-th and every N-th after it, so that the N shards together are
/// all of them, each once; with --mutate it is about mutants instead.
/// InputError for a name that the suite does not know, with the nearest that it
/// does, and if nothing is left, unless --allow-empty is given.
[[nodiscard]] Chosen choose_tests(const RunOptions& options,
                                  suite::Suite& suite,
                                  Context& context);

}  // namespace catenary::app
