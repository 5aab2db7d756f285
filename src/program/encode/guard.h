// SPDX-License-Identifier: Apache-2.0
/// \file
/// Path conditions as a tree. Where all branches of a split meet again, the
/// condition is that of the split, which is found by looking at the tree and
/// not at the terms; and the choice between values of paths that meet is as
/// short as the parts of the tree in which the paths differ.
///
/// This is state merging with guards (compare Kuznetsov et al., "Efficient
/// State Merging in Symbolic Execution", PLDI 2012,
/// doi:10.1145/2254064.2254088), but in topological order, so that all paths to
/// a block are merged.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "program/encode/term/builder.h"

namespace catenary::program {

/// One path condition: the conjunction of its parent's and a literal.
/// Immutable, apart from the cache.
struct Guard {
  /// Null: the root, which always holds.
  const Guard* parent = nullptr;
  /// What holds besides the parent's condition.
  logic::Term literal;
  /// Children of one split exclude each other; 0 is the root's.
  std::uint32_t split = 0;
  /// Number of children of the split, exactly one of which holds where the
  /// parent does.
  std::uint32_t alternatives = 1;
  /// Unique; larger than those of parent and members, so it orders guards
  /// topologically.
  std::uint32_t id = 0;
  /// The merged paths, where these were not all children of one split. Empty
  /// for other guards.
  std::vector<const Guard*> members;
  /// The whole condition as one term; filled by Guards::whole().
  mutable logic::Term whole;
};

/// How to choose between the values of paths that meet: a tree of choices. Made
/// once for a meeting, used for every value.
class MergePlan {
 public:
  /// The value on the union of the paths; `values` has one for each path, in
  /// the order given to Guards::plan(). Any of them where no path is taken.
  /// Cost: at most one `ite` for each node.
  [[nodiscard]] logic::Term choose(
      TermBuilder& b, const std::vector<logic::Term>& values) const;

 private:
  friend class Guards;
  /// A choice among children by their conditions, the last one without.
  struct Node {
    /// Index of the path whose value it is, where `children` is empty.
    std::size_t leaf = 0;
    /// Condition, index in nodes_; tried in order.
    std::vector<std::pair<logic::Term, std::size_t>> children;
  };
  /// Children before parents; the last is the root.
  std::vector<Node> nodes_;
};

/// Owns the guards of one encoding.
/// Pointers to guards are valid as long as it lives.
class Guards {
 public:
  /// The builder must outlive it.
  explicit Guards(TermBuilder& b);

  [[nodiscard]] const Guard* root() const { return root_; }

  /// Adds guards below `parent`, one for each literal, in their order.
  /// Requires: where `parent` holds, exactly one of the literals does.
  [[nodiscard]] std::vector<const Guard*> split(
      const Guard* parent, const std::vector<logic::Term>& literals);
  /// The guard `parent` and the literal; no path goes on where the literal does
  /// not hold. The parent itself for a literal that is true.
  [[nodiscard]] const Guard* strengthen(const Guard* parent,
                                        logic::Term literal);
  /// A guard that holds where one of the paths is taken: the common ancestor,
  /// if all branches below it have come together, else a new one. Requires: the
  /// paths exclude each other, and there is at least one. Cost: linear in the
  /// guards between the paths and the result.
  [[nodiscard]] const Guard* merge(const std::vector<const Guard*>& paths);
  /// How to choose between the values of these paths. The same requirements.
  [[nodiscard]] static MergePlan plan(const std::vector<const Guard*>& paths);

  /// The condition as one term: a conjunction along the parents, computed once
  /// for each guard.
  [[nodiscard]] logic::Term whole(const Guard* guard);
  /// Simplifies a literal below a guard: true or false if the literal or its
  /// negation is one of the last 48 on the way to the root; else the literal.
  [[nodiscard]] logic::Term under(const Guard* guard, logic::Term literal);

 private:
  /// What has come together at a guard during merge().
  struct Arrival;
  /// Adds a guard with a new number.
  [[nodiscard]] const Guard* make(const Guard* parent,
                                  logic::Term literal,
                                  std::uint32_t split,
                                  std::uint32_t alternatives);
  /// The condition, relative to the guard, on which the paths came together.
  [[nodiscard]] logic::Term residual(const Arrival& arrival);

  TermBuilder& b_;
  std::deque<Guard> guards_;
  const Guard* root_ = nullptr;
  /// Number of the last split.
  std::uint32_t splits_ = 0;
};

}  // namespace catenary::program
