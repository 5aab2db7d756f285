// SPDX-License-Identifier: Apache-2.0
/// \file
/// The components of an interface: parts that share nothing the system
/// chooses, each as an interface of its own. Given the inputs, the executions
/// of the whole are exactly the combinations of theirs.
#pragma once

#include <optional>
#include <vector>

#include "engine/contract/consistency/semantics.h"
#include "engine/contract/consistency/structure.h"
#include "engine/contract/search/target_search.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

/// Part of an interface. Views and requirements keep their indices.
struct Component {
  model::Interface interface;  ///< shares the terms
  Indices in_whole;            ///< its variables, as the whole counts them

  /// What it sees of inputs of the whole.
  [[nodiscard]] InputSequence own(const InputSequence& of_whole) const;
  [[nodiscard]] std::vector<Snapshot> own(
      const std::vector<Snapshot>& of_whole) const;
  /// Puts a run of it into one of the whole, of the same length.
  void add(const std::vector<Snapshot>& run,
           std::vector<Snapshot>& of_whole) const;
};

/// `more`: variables that nothing of the part mentions.
[[nodiscard]] Component component_of(const model::Interface& interface,
                                     const Part& part,
                                     const Indices& more = {});

/// All of them, with the promises that concern each; what no contract and no
/// promise mentions is one more. They hold every variable, inputs often
/// several times. Requires: a finite interface.
[[nodiscard]] std::vector<Part> all_components(const Structure& structure);

/// The union of parts.
[[nodiscard]] Part joined(const Part& a, const Part& b);

}  // namespace catenary::engine::contract
