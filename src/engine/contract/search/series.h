// SPDX-License-Identifier: Apache-2.0
/// \file
/// Interfaces derived from one, for the search for chains: several executions
/// in a row as one execution, and what may follow a given step.
///
/// Method: the product of the interface with the set of goals met so far,
/// written as an interface again so that every TargetSearch applies to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/contract/consistency/semantics.h"
#include "engine/contract/search/target_search.h"
#include "engine/contract/testing/goals.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

/// The interface several times in a row. It has three kinds of new variables,
/// after those of the interface, which keep their indices: the Boolean input
/// "@again", which begins the next execution; the derived integer "@left",
/// which counts the executions that may still begin; and a derived Boolean
/// "@goalN" for each goal, which says whether a step so far has met it.
class Series {
 public:
  /// At most 1 + `restarts` executions. Shares the terms of the interface,
  /// whose requirements its contracts keep. `interface` may be dropped
  /// afterwards.
  Series(const model::Interface& interface,
         const std::vector<TestGoal>& goals,
         std::uint32_t restarts);

  /// The derived interface. It lives as long as this.
  [[nodiscard]] const model::Interface& interface() const { return out_; }
  /// Every goal was met by some step.
  [[nodiscard]] const Target& target() const { return target_; }
  /// The index of "@again".
  [[nodiscard]] std::size_t again() const { return again_; }

 private:
  /// The current value of a variable of the derived interface.
  [[nodiscard]] logic::Term now(std::size_t v) const {
    return out_.variables[v].now;
  }
  /// Its previous value.
  [[nodiscard]] logic::Term before(std::size_t v) const {
    return out_.variables[v].before;
  }
  /// Adds a variable and returns its index. Hidden ones are derived.
  std::size_t add(const std::string& name,
                  model::Role role,
                  const logic::Sort& sort);
  /// Adds a contract, also to its requirement. Requires: the requirement exists
  /// (checked).
  void add(model::Contract contract);
  /// Adds a contract such that its first-step form applies at the first step of
  /// every execution, and its later form at all other steps.
  void repeat(const model::Contract& contract);
  /// Adds the definition of a derived variable: what holds at the first step of
  /// the series, and at every later one.
  void define(const std::string& id, logic::Term first, logic::Term later);
  /// Limits the number of restarts, by "@left" and its range; by a promise
  /// where there may be none.
  void count(std::uint32_t restarts);
  /// Adds "@goalN" and returns its current value.
  logic::Term flag(std::size_t goal, const Target& target);

  /// The terms of the original interface; shared.
  logic::TermManager& terms_;
  model::Interface out_;
  Target target_;
  std::size_t again_ = 0;
};

/// The interface after a step: an execution of the result is a continuation of
/// an execution whose last step is `after`. Unchanged otherwise, and without
/// restarts. Shares the terms.
[[nodiscard]] model::Interface continued(const model::Interface& interface,
                                         const Snapshot& after);

}  // namespace catenary::engine::contract
