// SPDX-License-Identifier: Apache-2.0
/// \file
/// Refinement decided on traces, for interfaces whose hidden variables leave a
/// choice: breadth-first search over pairs of the sets of states that each
/// interface may be in.
///
/// Method: the subset construction for both at once (Rabin, Scott, "Finite
/// automata and their decision problems", IBM Journal 1959,
/// doi:10.1147/rd.32.0114), over decision diagrams: observations that lead to
/// the same pair of sets are taken together.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/contract/refinement/pairing.h"
#include "engine/contract/refinement/refinement.h"

namespace catenary::engine::contract {

/// One search.
class TraceInclusion {
 public:
  /// `pair` is of the refined and the refining interface, in this order, and
  /// must outlive this.
  TraceInclusion(Pairing& pair, RefinementOptions options);

  /// Undecided after `most` pairs. A trace of Conformity::fails is a shortest
  /// one. Throws logic::bdd::LimitReached. Cost: at worst exponential in the
  /// number of hidden states, times the cost of an image.
  [[nodiscard]] Refinement run(std::size_t most = 4096);

 private:
  /// A pair of sets that some trace leads to.
  struct Node {
    /// The sets of the refined and of the refining interface, over current
    /// values that matter later.
    Bdd a, b;
    /// The node before; of the first one: itself.
    std::size_t from;
    /// A step that leads here from that node.
    TraceStep step;
  };
  /// The steps of one interface from its set: over current observed values and
  /// hidden ones that matter later.
  [[nodiscard]] Bdd relation(bool of_a, const Node& at, bool first);
  /// The counterexample: the trace to a node, and one more step.
  [[nodiscard]] Refinement shown(std::size_t node, TraceStep last) const;
  /// One element of a set over observed values, as a step.
  [[nodiscard]] TraceStep observed(const Bdd& set, bool with_answer);
  /// Adds a node, unless the pair is known.
  void add(Node node);
  /// Adds the successors of a node. `of_a`, `of_b`: the steps of both;
  /// `observed_steps`: those that both allow.
  void follow(std::size_t from,
              const Bdd& of_a,
              const Bdd& of_b,
              Bdd observed_steps);

  Pairing& pair_;
  Finite& finite_;
  /// See run().
  RefinementOptions options_;
  /// Variables that are inputs or outputs.
  std::vector<std::uint32_t> observed_;
  /// Current bits by role; and what relation() projects away: previous bits,
  /// and current hidden ones that no later step reads.
  Indices observed_bits_, output_bits_, hidden_bits_, unkept_;
  /// In the order of discovery; expanded in this order.
  std::vector<Node> nodes_;
};

}  // namespace catenary::engine::contract
