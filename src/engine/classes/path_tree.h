// SPDX-License-Identifier: Apache-2.0
/// \file
/// The paths that single steps took, each followed symbolically once: concrete
/// values find the path they take by its conditions.
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
  /// The terms say what happens there: under those values, and always.
  bool faithful = true, always_faithful = true;
  /// Goals of which the conditions do not say whether they are hit, and those
  /// that they say are.
  std::vector<std::pair<std::uint32_t, logic::Term>> hits;
  std::vector<std::uint32_t> surely_hit;
  logic::Term running, unfaithful;  ///< under the conditions
  std::vector<logic::Term> stops;   ///< when each of its ends is reached
};

class PathTree {
 public:
  using Follow = std::function<model::FollowedPart()>;
  static constexpr std::size_t kNone = ~std::size_t{0};
  /// The next condition of some paths. Those of one node are of the same
  /// branch, so that they exclude each other.
  struct Child {
    logic::Term condition;
    std::size_t node = 0;
    bool is_label = false;  ///< the condition: Node::selector has a value
  };
  struct Node {
    std::vector<Child> children;
    std::size_t path = kNone;  ///< that ends here; then there are no children
    /// What the first child compares with a constant, and the nodes of the
    /// children that do so, by their constants: switches have many.
    logic::Term selector;
    std::unordered_map<std::uint64_t, std::size_t> labels;

    /// kNone: of no child with a label.
    [[nodiscard]] std::size_t child_with(const logic::Value& value) const {
      const auto at = labels.find(value.as_bits().get_ui());
      return at == labels.end() ? kNone : at->second;
    }
  };

  /// The path that these values take; `follow` makes it where it is new.
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
  std::deque<StepPath> paths_;  ///< where they are does not change
};

}  // namespace catenary::engine::classes
