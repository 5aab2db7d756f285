// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where Clang's counters are incremented, and the branches in front of that.
///
/// Clang counts one outcome of a condition and derives the other by
/// subtraction, which is wrong in a step that is left half-way (a crash, exit,
/// a false assumption): what was counted before need not have gone on. So the
/// branch instruction that the counted outcome belongs to is sought, and both
/// outcomes are recorded there. Internal to program/goals.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "program/build/workspace.h"

namespace llvm {
class BasicBlock;
class GlobalVariable;
class IRBuilderBase;
class Instruction;
class StoreInst;
class Value;
}  // namespace llvm

namespace catenary::program {

/// Goals that are hit by an outcome of a condition.
struct OutcomeGoals {
  std::vector<std::uint32_t> when_true, when_false;
  [[nodiscard]] const std::vector<std::uint32_t>& of(bool value) const {
    return value ? when_true : when_false;
  }
};

/// Records outcomes of conditions. Requires that nothing has changed the
/// counters yet.
class BranchRecorder {
 public:
  /// (counter array, index in it)
  using CounterId = std::pair<std::uint32_t, std::uint32_t>;

  /// Both must outlive the object. Cost: linear in the size of the module.
  BranchRecorder(const Workspace& w, llvm::GlobalVariable& hits);

  /// Whether code of the condition was emitted: what cannot be evaluated,
  /// after `1 ||`, has none.
  [[nodiscard]] bool is_emitted(const BranchRegion& region) const;
  /// Whether no code around the condition was emitted either, so that neither
  /// outcome is ever counted.
  [[nodiscard]] bool is_dead(const BranchRegion& region) const;
  /// Whether it is a part of a larger expression of && and ||.
  [[nodiscard]] bool is_operand(const BranchRegion& region) const;
  /// Returns true if both outcomes can be recorded where they are decided, or
  /// at least are sums of emitted counters. A difference of counters means
  /// nothing in a step that is left half-way, and is too large behind a loop
  /// that has been entered and not left.
  [[nodiscard]] bool is_observable(const BranchRegion& region) const;
  /// Records the outcomes of a region's condition as goals where it branches;
  /// false where that is not known.
  bool record(const BranchRegion& region, const OutcomeGoals& goals);
  /// Removes the counters that no goal left to them needs.
  void drop_counters(const std::set<CounterId>& needed);

 private:
  /// Where the condition is decided, and how to tell that its counted outcome
  /// was: a value, or that `before` goes to `target`.
  struct Place {
    llvm::Instruction* before = nullptr;
    llvm::Value* value = nullptr;
    const llvm::BasicBlock* target = nullptr;
  };

  /// Where the outcomes of a region are decided: all copies of the code.
  struct Decided {
    std::vector<Place> places;
    bool value = true;  ///< the outcome that outcome() tells
  };

  /// The outcome of a condition that has a counter of its own. Clang counts one
  /// outcome and derives the other as "evaluated minus counted".
  struct Counted {
    CounterId counter;
    bool value = true;
  };

  static std::optional<Counted> counted_outcome(const BranchRegion& region);
  static std::vector<Place> find_places(llvm::StoreInst& increment);
  static llvm::Value* outcome(llvm::IRBuilderBase& b, const Place& place);
  [[nodiscard]] std::optional<Decided> decision_of(
      const BranchRegion& region) const;
  [[nodiscard]] std::optional<Decided> implicit_default(
      const BranchRegion& region) const;
  [[nodiscard]] bool add_places(const CounterId& counter,
                                std::vector<Place>& to) const;

  llvm::GlobalVariable& hits_;
  std::map<CounterId, std::vector<llvm::StoreInst*>> increments_;
};

}  // namespace catenary::program
