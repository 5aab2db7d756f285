// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a drawing of a test-case tree shows at its nodes and edges.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "suite/suite.h"

namespace catenary::report {

/// Leaves of one name are one node.
struct DrawnVerdict {
  std::string name;
  std::string id;  ///< letters, digits and '_'; differs from the others'
  suite::Verdict verdict = suite::Verdict::inconclusive;
};

class TreeLabels {
 public:
  /// Formulas that cannot be read are shown as they are.
  TreeLabels(const suite::Tree& tree, const suite::Signature& signature);

  /// By first appearance.
  [[nodiscard]] const std::vector<DrawnVerdict>& verdicts() const {
    return verdicts_;
  }
  /// The drawn verdict that is a leaf of the tree.
  [[nodiscard]] const DrawnVerdict& verdict_of(std::uint32_t leaf) const {
    return verdicts_[drawn_[leaf]];
  }
  /// Lines: the name with the time-out, then a definition each.
  [[nodiscard]] const std::vector<std::string>& state(std::uint32_t i) const {
    return states_[i];
  }
  /// E.g. "Button! v0 [v0 < 3] R1".
  [[nodiscard]] const std::string& transition(std::uint32_t i) const {
    return transitions_[i];
  }

 private:
  std::vector<DrawnVerdict> verdicts_;
  std::vector<std::size_t> drawn_;
  std::vector<std::vector<std::string>> states_;
  std::vector<std::string> transitions_;
};

}  // namespace catenary::report
