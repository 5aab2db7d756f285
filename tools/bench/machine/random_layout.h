// SPDX-License-Identifier: Apache-2.0
/// \file
/// States, pseudostates and transitions of random machines, without C++.
/// Internal to tools/bench/machine.
#pragma once

#include <set>
#include <vector>

#include "base/rng.h"
#include "tools/bench/machine/random_machine.h"

namespace catenary::tools::bench {

struct RandomLayout {
  struct Node {
    model::Vertex vertex;     ///< its parent is a node, or model::kNoIndex
    std::uint32_t level = 0;  ///< states around it
    std::vector<std::uint32_t> inner;  ///< what lies directly in it
    /// Messages that transitions from here wait for.
    std::set<std::uint32_t> used;
  };
  enum class Guard : std::uint8_t {
    none,
    narrow,  ///< leaves other transitions for the message their chance
    any
  };
  struct Edge {
    model::Transition
        transition;  ///< between nodes, without guard and triggers
    std::uint32_t message = model::kNoIndex;  ///< that it waits for
    Guard guard = Guard::none;
    /// The state that is active whenever it is taken; kNoIndex = not known.
    std::uint32_t leaf = model::kNoIndex;
    /// Whether parameters of a message are at hand, whatever led to it.
    bool data = false;
  };

  std::vector<Node> nodes;
  std::vector<std::uint32_t> top;     ///< nodes that lie in no state
  std::vector<std::uint32_t> states;  ///< among the nodes
  std::vector<Edge> edges;            ///< the first is where the machine begins

  [[nodiscard]] const std::vector<std::uint32_t>& inside(
      std::uint32_t parent) const {
    return parent == model::kNoIndex ? top : nodes[parent].inner;
  }
  /// States directly within a state, or the machine.
  [[nodiscard]] std::vector<std::uint32_t> siblings(std::uint32_t parent) const;
  [[nodiscard]] bool composite(std::uint32_t state) const;
};

/// Sizes that are not given are filled in. Throws base::InputError where they
/// do not go together.
[[nodiscard]] RandomLayout random_layout(RandomMachineOptions& options,
                                         base::Rng& rng);

}  // namespace catenary::tools::bench
