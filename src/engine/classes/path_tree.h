// SPDX-License-Identifier: Apache-2.0
/// \file
/// A tree of the paths that single steps took. Each path is executed
/// symbolically once; later, concrete values find it by its conditions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "logic/term/evaluate/evaluate.h"
#include "logic/term/term.h"
#include "model/step/encoding.h"

namespace catenary::engine::classes {

/// One path of a step or of the initialisation.
struct StepPath {
  std::size_t id = 0;
  std::vector<logic::Term> conditions;  ///< of its branches, in order
  std::vector<logic::Term> next;  ///< the state after it, where it runs on
  bool runs_on = false;           ///< under the values that it was found with
  /// Whether the terms describe what happens on the path: under the values that
  /// it was found with, and under all values.
  bool faithful = true, always_faithful = true;
  /// Goals that only some values on this path hit, with the condition of each.
  std::vector<std::pair<std::uint32_t, logic::Term>> hits;
  /// Goals that all values on this path hit.
  std::vector<std::uint32_t> surely_hit;
  /// See EncodedPart; they presuppose the conditions.
  logic::Term running, unfaithful;
  /// EncodedPart::Stop::when of each stop.
  std::vector<logic::Term> stops;
};

class PathTree {
 public:
  using Follow = std::function<model::FollowedPart()>;
  static constexpr std::size_t kNone = ~std::size_t{0};
  /// An edge of the tree. The conditions of the children of one node belong to
  /// the same branch, so that they exclude each other.
  struct Child {
    logic::Term condition;
    std::size_t node = 0;
    /// The condition compares Node::selector with a constant.
    bool is_label = false;
  };
  struct Node {
    std::vector<Child> children;
    /// The path that ends here, or kNone. There are no children if it does.
    std::size_t path = kNone;
    /// The term that the first child compares with a constant; an invalid term
    /// if it compares none.
    logic::Term selector;
    /// The nodes of the children that compare `selector` with a constant, by
    /// the constant, since switch statements have many.
    std::unordered_map<std::uint64_t, std::size_t> labels;

    /// The node of the child with this label; kNone if there is none.
    [[nodiscard]] std::size_t child_with(const logic::Value& value) const {
      const auto at = labels.find(value.as_bits().get_ui());
      return at == labels.end() ? kNone : at->second;
    }
  };

  /// The path that these values take; `follow` is called if it is new.
  /// Cost: the evaluation of the conditions along it.
  [[nodiscard]] const StepPath& find(const logic::Assignment& values,
                                     const Follow& follow);
  [[nodiscard]] std::size_t size() const { return paths_.size(); }
  /// Node 0 is the root. Valid until the next find().
  [[nodiscard]] const Node& node(std::size_t index) const {
    return nodes_[index];
  }
  [[nodiscard]] const StepPath& path(std::size_t index) const {
    return paths_[index];
  }

 private:
  [[nodiscard]] std::size_t child_of(std::size_t node,
                                     logic::Evaluator& evaluator) const;
  void add_child(std::size_t node, logic::Term condition, std::size_t child);
  const StepPath& insert(const model::FollowedPart& followed,
                         logic::Evaluator& evaluator);

  std::vector<Node> nodes_{1};
  std::deque<StepPath> paths_;  ///< addresses are stable
};

}  // namespace catenary::engine::classes
