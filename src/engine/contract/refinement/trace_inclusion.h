// SPDX-License-Identifier: Apache-2.0
/// \file
/// Refinement decided over traces, where hidden variables leave a choice: pairs
/// of the sets of states that each interface may be in, breadth first.
///
/// Method: the subset construction for both at once (Rabin, Scott, "Finite
/// automata and their decision problems", IBM Journal 1959,
/// doi:10.1147/rd.32.0114), over decision diagrams.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/contract/refinement/pairing.h"
#include "engine/contract/refinement/refinement.h"

namespace catenary::engine::contract {

class TraceInclusion {
 public:
  /// `pair` is of the refined and the refining interface, in this order, and
  /// must outlive this.
  TraceInclusion(Pairing& pair, RefinementOptions options);

  /// Undecided after so many pairs as `most`. A trace is a shortest one.
  /// Throws logic::bdd::LimitReached. Cost: exponential in the hidden states.
  [[nodiscard]] Refinement run(std::size_t most = 4096);

 private:
  struct Node {
    Bdd a, b;          ///< over current values that matter later
    std::size_t from;  ///< the node before; of the first one: itself
    TraceStep step;    ///< that led here
  };
  [[nodiscard]] Bdd relation(bool of_a, const Node& at, bool first);
  /// The trace to a node, and one more step.
  [[nodiscard]] Refinement shown(std::size_t node, TraceStep last) const;
  [[nodiscard]] TraceStep observed(const Bdd& set, bool with_answer);
  void add(Node node);
  void follow(std::size_t from,
              const Bdd& of_a,
              const Bdd& of_b,
              Bdd observed_steps);

  Pairing& pair_;
  Finite& finite_;
  RefinementOptions options_;
  std::vector<std::uint32_t> observed_;  ///< variables
  Indices observed_bits_, output_bits_, hidden_bits_, unkept_;
  std::vector<Node> nodes_;
};

}  // namespace catenary::engine::contract
