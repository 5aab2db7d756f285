// SPDX-License-Identifier: Apache-2.0
/// \file
/// Common prefixes by a trie. Inner nodes that at least two tests share, and
/// where these tests part, become entries of the table.
#include "suite/prefixes.h"

#include <map>
#include <unordered_map>
#include <utility>

#include "suite/adaptive.h"
#include "suite/write.h"

namespace catenary::suite {
namespace {

/// A node: the steps that lead to it, and the tests that begin with them.
struct Node {
  std::uint32_t parent = 0;
  std::uint32_t tests = 0;
  std::size_t first_test = 0;
  std::size_t depth = 0;
  std::int64_t entry = -1;  ///< in the table
};

class Trie {
 public:
  Trie() : nodes_(1) {}

  /// Returns the nodes of the test's steps.
  std::vector<std::uint32_t> add(std::size_t index,
                                 const Test& test,
                                 const Signature& signature) {
    std::vector<std::uint32_t> path;
    std::uint32_t at = 0;
    for (const Step& step : test.steps) {
      // Steps are compared by their text, which is interned.
      const std::uint32_t letter =
          letter_of(to_json(step, signature).compact());
      const auto [it, is_new] = edges_.try_emplace(
          {at, letter}, static_cast<std::uint32_t>(nodes_.size()));
      if (is_new) {
        Node node;
        node.parent = at;
        node.first_test = index;
        node.depth = nodes_[at].depth + 1;
        nodes_.push_back(node);
      }
      at = it->second;
      ++nodes_[at].tests;
      path.push_back(at);
    }
    return path;
  }

  std::vector<Node>& nodes() { return nodes_; }

 private:
  /// The number of a step; equal steps have equal numbers.
  std::uint32_t letter_of(std::string text) {
    return letters_
        .try_emplace(std::move(text),
                     static_cast<std::uint32_t>(letters_.size()))
        .first->second;
  }

  std::vector<Node> nodes_;
  std::unordered_map<std::string, std::uint32_t> letters_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> edges_;
};

}  // namespace

PrefixTable share_prefixes(const Suite& suite) {
  if (suite.tests.size() < 2) {
    return {{}, std::vector<std::int64_t>(suite.tests.size(), -1)};
  }
  Trie trie;
  std::vector<std::vector<std::uint32_t>> paths;
  for (std::size_t i = 0; i < suite.tests.size(); ++i) {
    const Test& test = suite.tests[i];
    // The steps of a tree are not one after the other.
    paths.push_back(is_adaptive(test) ? std::vector<std::uint32_t>()
                                      : trie.add(i, test, suite.signature));
  }
  std::vector<Node>& nodes = trie.nodes();
  PrefixTable table;
  // A node ends an entry if at least two tests share it, and not all of them
  // take the same next step. Earlier nodes of the same chain belong to that
  // entry.
  for (std::size_t i = 0; i < paths.size(); ++i) {
    std::int64_t after = -1;
    std::size_t first = 0;
    for (const std::uint32_t n : paths[i]) {
      Node& node = nodes[n];
      // The prefixes of a test are shared by fewer and fewer tests.
      if (node.tests < 2) break;
      if (node.entry < 0) {
        const std::size_t next = node.depth;
        const bool all_go_on =
            next < paths[i].size() && nodes[paths[i][next]].tests == node.tests;
        if (all_go_on) continue;
        node.entry = static_cast<std::int64_t>(table.prefixes.size());
        table.prefixes.push_back({after, i, first, node.depth});
      }
      after = node.entry;
      first = node.depth;
    }
    table.after.push_back(after);
  }
  return table;
}

}  // namespace catenary::suite
