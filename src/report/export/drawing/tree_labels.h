// SPDX-License-Identifier: Apache-2.0
/// \file
/// The labels of nodes and edges in a drawing of a test-case tree.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "suite/suite.h"

namespace catenary::report {

/// A formula for people: infix, or as SMT-LIB where that is much shorter.
[[nodiscard]] std::string formula_text(const suite::Formula& formula);

/// A node for a verdict. Leaves of one name are one node.
struct DrawnVerdict {
  /// That of its leaves.
  std::string name;
  /// Letters, digits and '_'; different from all others.
  std::string id;
  /// Gives the node its colour.
  suite::Verdict verdict = suite::Verdict::inconclusive;
};

/// The labels of one tree.
class TreeLabels {
 public:
  /// Formulas are shown in infix, or as SMT-LIB where that is much shorter.
  TreeLabels(const suite::Tree& tree, const suite::Signature& signature);

  /// The nodes for verdicts, by first appearance.
  [[nodiscard]] const std::vector<DrawnVerdict>& verdicts() const {
    return verdicts_;
  }
  /// The node for a leaf of the tree.
  [[nodiscard]] const DrawnVerdict& verdict_of(std::uint32_t leaf) const {
    return verdicts_[drawn_[leaf]];
  }
  /// The lines of a state: its name with the time-out, then each definition.
  [[nodiscard]] const std::vector<std::string>& state(std::uint32_t i) const {
    return states_[i];
  }
  /// For example "Button! v0 [v0 < 3] R1".
  [[nodiscard]] const std::string& transition(std::uint32_t i) const {
    return transitions_[i];
  }

 private:
  /// By first appearance.
  std::vector<DrawnVerdict> verdicts_;
  /// Index in verdicts_, by leaf.
  std::vector<std::size_t> drawn_;
  /// By index of the state.
  std::vector<std::vector<std::string>> states_;
  /// By index of the transition.
  std::vector<std::string> transitions_;
};

}  // namespace catenary::report
