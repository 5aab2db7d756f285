// SPDX-License-Identifier: Apache-2.0
#include "program/goals/branch_recorder.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "program/goals/criteria.h"

namespace catenary::program {

namespace {

using CounterId = BranchRecorder::CounterId;

/// The counter that alone is this sum.
std::optional<CounterId> single(const CounterSum& sum) {
  if (sum.terms.size() != 1 || sum.terms[0].factor != 1) return std::nullopt;
  return CounterId{sum.terms[0].array, sum.terms[0].index};
}

/// The block in front of one that SplitBlockAndInsertIfThen() split off; null
/// for others. The code between the two has a block of its own.
const llvm::BasicBlock* split_from(const llvm::BasicBlock& block) {
  for (const llvm::BasicBlock* front : llvm::predecessors(&block)) {
    const bool is_split =
        llvm::all_of(llvm::predecessors(&block), [&](const auto* other) {
          return other == front || other->getUniquePredecessor() == front;
        });
    if (is_split) return front;
  }
  return nullptr;
}

/// The name of the block that Clang wrote: checks that end runs split it, and
/// what is behind them has no name.
llvm::StringRef name_of(const llvm::BasicBlock& block) {
  const llvm::BasicBlock* at = &block;
  while (at->getName().empty() && split_from(*at) != nullptr) {
    at = split_from(*at);
  }
  return at->getName();
}

/// By Clang's names: blocks of the evaluation of && and ||, and among them
/// those where it is complete.
bool is_short_circuit(const llvm::BasicBlock& block) {
  const llvm::StringRef name = name_of(block);
  return name.starts_with("land.") || name.starts_with("lor.") ||
         name.starts_with("lop.");
}
bool is_behind(const llvm::BasicBlock& block) {
  const llvm::StringRef name = name_of(block);
  return name.starts_with("land.end") || name.starts_with("lor.end");
}

/// Returns true if two branches to a block decide the same condition. Either
/// they are copies of one branch in an unrolled loop, with one place in the
/// source, or they end `if (a ? b : c)` and lead to the same blocks. Operands
/// of
/// && and || in a macro have one place, too. These do no harm here: a block to
/// which several of them lead counts no condition.
bool decide_the_same(const llvm::Instruction& a, const llvm::Instruction& b) {
  if (a.getOpcode() != b.getOpcode()) return false;
  const bool has_same_ways =
      a.getNumSuccessors() == 2 && b.getNumSuccessors() == 2 &&
      std::minmax(a.getSuccessor(0), a.getSuccessor(1)) ==
          std::minmax(b.getSuccessor(0), b.getSuccessor(1));
  return has_same_ways ||
         (a.getDebugLoc() && a.getDebugLoc() == b.getDebugLoc());
}

bool is_decision(const llvm::Instruction& end) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&end);
  if (branch == nullptr) return llvm::isa<llvm::SwitchInst>(end);
  // A range of case labels is tested before the switch: that the test fails
  // is one way of several not to take the case.
  return branch->isConditional() &&
         branch->getSuccessor(0) != branch->getSuccessor(1) &&
         !branch->getCondition()->getName().starts_with("inbounds");
}

}  // namespace

BranchRecorder::BranchRecorder(const Workspace& w, llvm::GlobalVariable& hits)
    : hits_(hits) {
  // A counter is incremented by a store of the sum; several stores belong to
  // one counter where Clang duplicated the code.
  std::map<const llvm::GlobalVariable*, std::uint32_t> arrays;
  for (std::uint32_t i = 0; i < w.coverage.counters.size(); ++i) {
    arrays[w.coverage.counters[i]] = i;
  }
  const llvm::DataLayout& layout = w.module->getDataLayout();
  for (llvm::Function& f : *w.module) {
    for (llvm::Instruction& i : llvm::instructions(f)) {
      auto* store = llvm::dyn_cast<llvm::StoreInst>(&i);
      if (store == nullptr) continue;
      llvm::APInt offset(64, 0);
      const auto* array = llvm::dyn_cast<llvm::GlobalVariable>(
          store->getPointerOperand()->stripAndAccumulateConstantOffsets(
              layout, offset, true));
      const auto at = arrays.find(array);
      if (at == arrays.end()) continue;
      // Counters have 64 bits: the offset in bytes over 8 is the index.
      const auto index = static_cast<std::uint32_t>(offset.getZExtValue());
      increments_[{at->second, index / 8}].push_back(store);
    }
  }
}

bool BranchRecorder::is_emitted(const BranchRegion& region) const {
  const std::optional<Counted> counted = counted_outcome(region);
  return counted && increments_.count(counted->counter) != 0;
}

bool BranchRecorder::is_dead(const BranchRegion& region) const {
  const auto is_counted = [this](const CounterSum& sum) {
    return std::ranges::any_of(sum.terms, [this](const CounterSum::Term& t) {
      return increments_.contains({t.array, t.index});
    });
  };
  return !region.when_true.terms.empty() && !region.when_false.terms.empty() &&
         !is_counted(region.when_true) && !is_counted(region.when_false);
}

bool BranchRecorder::is_operand(const BranchRegion& region) const {
  const std::optional<Counted> counted = counted_outcome(region);
  if (!counted) return false;
  const auto at = increments_.find(counted->counter);
  if (at == increments_.end()) return false;
  for (llvm::StoreInst* store : at->second) {
    const std::vector<Place> places = find_places(*store);
    if (places.empty() || places.front().value != nullptr) continue;
    const llvm::BasicBlock* from = places.front().before->getParent();
    bool of_choice = false;
    for (const llvm::BasicBlock* to : llvm::successors(from)) {
      if (is_short_circuit(*to)) return true;
      of_choice |= to->getName().starts_with("cond.");
    }
    if (!of_choice && is_short_circuit(*from) && !is_behind(*from)) {
      return true;
    }
  }
  return false;
}

bool BranchRecorder::is_observable(const BranchRegion& region) const {
  const auto is_sum = [this](const CounterSum& sum) {
    return std::ranges::all_of(sum.terms, [this](const CounterSum::Term& t) {
      return t.factor > 0 && increments_.contains({t.array, t.index});
    });
  };
  return is_dead(region) || decision_of(region) ||
         (is_sum(region.when_true) && is_sum(region.when_false));
}

bool BranchRecorder::record(const BranchRegion& region,
                            const OutcomeGoals& goals) {
  const std::optional<Decided> decided = decision_of(region);
  if (!decided) return false;
  for (const Place& place : decided->places) {
    llvm::IRBuilder<> b(place.before);
    llvm::Value* is_counted = outcome(b, place);
    // Goals come in pairs of outcomes; a select of the goal's number is
    // cheaper than two conditional hits.
    for (const bool value : {true, false}) {
      const std::vector<std::uint32_t>& some = goals.of(value);
      const std::vector<std::uint32_t>& others = goals.of(!value);
      for (std::size_t k = 0; k < some.size(); ++k) {
        if (k < others.size()) {  // one of the two is hit
          if (!value) continue;
          llvm::Value* first = b.getInt32(some[k]);
          llvm::Value* second = b.getInt32(others[k]);
          if (!decided->value) std::swap(first, second);
          record_hit(b, hits_, b.CreateSelect(is_counted, first, second));
          continue;
        }
        llvm::Value* is_value =
            value == decided->value ? is_counted : b.CreateNot(is_counted);
        record_hit_if(b, hits_, some[k], is_value);
      }
    }
  }
  return true;
}

void BranchRecorder::drop_counters(const std::set<CounterId>& needed) {
  for (const auto& [counter, stores] : increments_) {
    if (needed.count(counter) != 0) continue;
    for (llvm::StoreInst* store : stores) store->eraseFromParent();
  }
}

std::optional<BranchRecorder::Counted> BranchRecorder::counted_outcome(
    const BranchRegion& region) {
  if (region.when_true.terms.empty() || region.when_false.terms.empty()) {
    return std::nullopt;
  }
  if (const auto id = single(region.when_true)) return Counted{*id, true};
  if (const auto id = single(region.when_false)) return Counted{*id, false};
  return std::nullopt;
}

/// Nothing where a place is not known: a goal that is recorded at some of its
/// places only could be missed.
std::optional<BranchRecorder::Decided> BranchRecorder::decision_of(
    const BranchRegion& region) const {
  Decided out;
  if (const std::optional<Counted> counted = counted_outcome(region)) {
    out.value = counted->value;
    if (!add_places(counted->counter, out.places)) return std::nullopt;
    // Clang writes the matching case of `switch (3)` without a switch.
    const auto is_case = [](const Place& p) {
      return llvm::isa<llvm::SwitchInst>(p.before);
    };
    if (region.is_switch && !std::ranges::all_of(out.places, is_case)) {
      return std::nullopt;
    }
    return out;
  }
  return implicit_default(region);
}

/// The region of a switch without a default: one outcome is the sum of its
/// cases, the other that it takes none.
std::optional<BranchRecorder::Decided> BranchRecorder::implicit_default(
    const BranchRegion& region) const {
  if (region.when_true.terms.empty()) return std::nullopt;
  std::vector<Place> cases;
  for (const CounterSum::Term& term : region.when_false.terms) {
    if (term.factor != 1 || !add_places({term.array, term.index}, cases)) {
      return std::nullopt;
    }
  }
  std::set<llvm::SwitchInst*> jumps;
  for (const Place& place : cases) {
    auto* jump = llvm::dyn_cast<llvm::SwitchInst>(place.before);
    if (jump == nullptr) return std::nullopt;
    jumps.insert(jump);
  }
  if (jumps.empty()) return std::nullopt;
  Decided out;
  for (llvm::SwitchInst* jump : jumps) {
    out.places.push_back({jump, nullptr, jump->getDefaultDest()});
  }
  return out;
}

/// Adds the decision points of all increments of a counter; false where one
/// is not known, or there is none.
bool BranchRecorder::add_places(const CounterId& counter,
                                std::vector<Place>& to) const {
  const auto at = increments_.find(counter);
  if (at == increments_.end()) return false;
  for (llvm::StoreInst* store : at->second) {
    const std::vector<Place> some = find_places(*store);
    if (some.empty()) return false;
    to.insert(to.end(), some.begin(), some.end());
  }
  return true;
}

/// Finds the decision points in front of an increment: the addition itself
/// where Clang adds the condition's value, else the branch or switch that is
/// the only way into the block of the increment, or several that decide the
/// same. Empty where they are not known.
std::vector<BranchRecorder::Place> BranchRecorder::find_places(
    llvm::StoreInst& increment) {
  auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(increment.getValueOperand());
  if (sum == nullptr || sum->getOpcode() != llvm::Instruction::Add) return {};
  for (llvm::Value* operand : sum->operand_values()) {
    // Arms without effects: c ? 1 : 0 counts by adding c.
    auto* extended = llvm::dyn_cast<llvm::ZExtInst>(operand);
    if (extended != nullptr && extended->getSrcTy()->isIntegerTy(1)) {
      return {{&increment, extended->getOperand(0), nullptr}};
    }
  }
  llvm::BasicBlock* block = increment.getParent();
  std::vector<Place> out;
  for (llvm::BasicBlock* from : llvm::predecessors(block)) {
    llvm::Instruction* end = from->getTerminator();
    // A switch may go there by several labels.
    if (!out.empty() && out.back().before == end) continue;
    if (!is_decision(*end)) return {};
    if (!out.empty() && !decide_the_same(*out.front().before, *end)) return {};
    out.push_back({end, nullptr, block});
  }
  return out;
}

/// A value that is true where the counted outcome was taken, computed in
/// front of `place.before`.
llvm::Value* BranchRecorder::outcome(llvm::IRBuilderBase& b,
                                     const Place& place) {
  if (place.value != nullptr) return place.value;
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(place.before)) {
    return branch->getSuccessor(0) == place.target
               ? branch->getCondition()
               : b.CreateNot(branch->getCondition());
  }
  // The default case is taken where no label of another case matches; labels
  // that go to the default block must not count.
  auto* jump = llvm::cast<llvm::SwitchInst>(place.before);
  const bool is_default = jump->getDefaultDest() == place.target;
  llvm::Value* taken = b.getFalse();
  for (const auto& label : jump->cases()) {
    if ((label.getCaseSuccessor() == place.target) == is_default) continue;
    taken = b.CreateOr(
        taken, b.CreateICmpEQ(jump->getCondition(), label.getCaseValue()));
  }
  return is_default ? b.CreateNot(taken) : taken;
}

}  // namespace catenary::program
