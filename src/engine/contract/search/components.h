// SPDX-License-Identifier: Apache-2.0
/// \file
/// Components of an interface: parts that share no variable that the system
/// chooses (structure.h), each as an interface of its own. For fixed inputs the
/// executions of the whole are exactly the combinations of executions of the
/// components, so searches, expectations and monitors can treat them one by
/// one.
#pragma once

#include <optional>
#include <vector>

#include "engine/contract/consistency/semantics.h"
#include "engine/contract/consistency/structure.h"
#include "engine/contract/search/target_search.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

/// A part as an interface. Views and requirements keep their indices;
/// variables, contracts and promises are counted anew.
struct Component {
  /// Shares the term manager of the whole interface. Purposes and coverage
  /// requests are left out.
  model::Interface interface;
  /// By variable of the component: its index in the whole interface.
  Indices in_whole;

  /// Projects inputs of the whole interface onto the component's variables.
  [[nodiscard]] InputSequence own(const InputSequence& of_whole) const;
  /// Projects a sequence of the whole interface onto the component's variables.
  [[nodiscard]] std::vector<Snapshot> own(
      const std::vector<Snapshot>& of_whole) const;
  /// Writes a run of the component into a run of the whole, which must have at
  /// least as many steps. Other variables are left as they are.
  void add(const std::vector<Snapshot>& run,
           std::vector<Snapshot>& of_whole) const;
};

/// Makes the component of a part. `more`: further variables of the interface to
/// include, which nothing in the part mentions.
[[nodiscard]] Component component_of(const model::Interface& interface,
                                     const Part& part,
                                     const Indices& more = {});

/// All components, each with the promises that concern it. Variables that no
/// contract and no promise mentions form one more. Together they hold every
/// variable; an input may be in several.
///
/// Requires: a finite interface, because definitions become contracts here that
/// only finite engines follow.
[[nodiscard]] std::vector<Part> all_components(const Structure& structure);

/// The union of two parts.
[[nodiscard]] Part joined(const Part& a, const Part& b);

}  // namespace catenary::engine::contract
