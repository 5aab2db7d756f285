// SPDX-License-Identifier: Apache-2.0
/// \file
/// Path conditions as a tree: where all branches of a split meet again, the
/// condition is that of the split, found by looking at the tree and not at the
/// terms; and what chooses between values of paths that meet is as short as
/// their ways apart.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "program/encode/term/builder.h"

namespace catenary::program {

/// One path condition: that of its parent and a literal.
struct Guard {
  /// Null: the root, which always holds.
  const Guard* parent = nullptr;
  logic::Term literal;
  /// Children of one split exclude each other.
  std::uint32_t split = 0;
  /// Of the split; one of them holds.
  std::uint32_t alternatives = 1;
  /// Larger than those of parent and members.
  std::uint32_t id = 0;
  /// Where paths met that are not all of one split: the paths.
  std::vector<const Guard*> members;
  /// Filled by Guards::whole().
  mutable logic::Term whole;
};

/// How to choose between the values of paths that meet.
class MergePlan {
 public:
  /// The value on the paths' union; `values` has one for each path. Anything
  /// where no path is taken.
  [[nodiscard]] logic::Term choose(
      TermBuilder& b, const std::vector<logic::Term>& values) const;

 private:
  friend class Guards;
  struct Node {
    /// Where `children` is empty.
    std::size_t leaf = 0;
    std::vector<std::pair<logic::Term, std::size_t>> children;
  };
  /// Children before parents; the last is the root.
  std::vector<Node> nodes_;
};

/// Owns the guards of one encoding.
class Guards {
 public:
  explicit Guards(TermBuilder& b);

  [[nodiscard]] const Guard* root() const { return root_; }

  /// Guards below `parent`, one for each literal; exactly one of them holds
  /// where `parent` does.
  [[nodiscard]] std::vector<const Guard*> split(
      const Guard* parent, const std::vector<logic::Term>& literals);
  /// `parent` and the literal; where it does not hold nothing goes on.
  [[nodiscard]] const Guard* strengthen(const Guard* parent,
                                        logic::Term literal);
  /// True where one of the paths is taken. Requires: they exclude each other.
  [[nodiscard]] const Guard* merge(const std::vector<const Guard*>& paths);
  [[nodiscard]] static MergePlan plan(const std::vector<const Guard*>& paths);

  /// The condition as one term.
  [[nodiscard]] logic::Term whole(const Guard* guard);
  /// Whether the literal, or its negation, is one of the last of the guard's:
  /// true or false; else the literal.
  [[nodiscard]] logic::Term under(const Guard* guard, logic::Term literal);

 private:
  struct Arrival;
  [[nodiscard]] const Guard* make(const Guard* parent,
                                  logic::Term literal,
                                  std::uint32_t split,
                                  std::uint32_t alternatives);
  [[nodiscard]] logic::Term residual(const Arrival& arrival);

  TermBuilder& b_;
  std::deque<Guard> guards_;
  const Guard* root_ = nullptr;
  std::uint32_t splits_ = 0;
};

}  // namespace catenary::program
