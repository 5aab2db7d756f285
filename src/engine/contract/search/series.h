// SPDX-License-Identifier: Apache-2.0
/// \file
/// Interfaces made of one, for chains: its executions one behind another, and
/// what may follow a step.
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

/// The interface several times in a row, with an input that begins the next
/// execution, and a hidden flag for each goal that was met at some step.
/// Variables of the interface come first, with their indices.
class Series {
 public:
  /// At most 1 + `restarts` executions. Shares the terms of the interface.
  Series(const model::Interface& interface,
         const std::vector<TestGoal>& goals,
         std::uint32_t restarts);

  [[nodiscard]] const model::Interface& interface() const { return out_; }
  /// All goals were met.
  [[nodiscard]] const Target& target() const { return target_; }
  /// The input that begins the next execution.
  [[nodiscard]] std::size_t again() const { return again_; }

 private:
  [[nodiscard]] logic::Term now(std::size_t v) const {
    return out_.variables[v].now;
  }
  [[nodiscard]] logic::Term before(std::size_t v) const {
    return out_.variables[v].before;
  }
  std::size_t add(const std::string& name,
                  model::Role role,
                  const logic::Sort& sort);
  void add(model::Contract contract);
  /// A contract, also at the first step of later executions.
  void repeat(const model::Contract& contract);
  void define(const std::string& id, logic::Term first, logic::Term later);
  /// No more restarts than that.
  void count(std::uint32_t restarts);
  /// Was the goal met at any step so far?
  logic::Term flag(std::size_t goal, const Target& target);

  logic::TermManager& terms_;
  model::Interface out_;
  Target target_;
  std::size_t again_ = 0;
};

/// The interface after a step: its first steps are those that follow it.
[[nodiscard]] model::Interface continued(const model::Interface& interface,
                                         const Snapshot& after);

}  // namespace catenary::engine::contract
