// SPDX-License-Identifier: Apache-2.0
/// \file
/// Goals of modified condition/decision coverage, from the test vectors that
/// -fcoverage-mcdc keeps: which conditions of a decision were evaluated, and
/// to what.
///
/// A step hits a vector. A condition is shown to decide by two vectors that
/// have different outcomes, differ in this condition, and agree in all others
/// that both evaluated; that is how llvm-cov counts.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <map>

#include "base/check.h"
#include "program/build/workspace.h"
#include "program/goals/criteria.h"
#include "program/goals/test_vectors.h"

namespace catenary::program {

namespace {

using model::GoalKind;

/// 'T', 'F' and '-' (not evaluated), one for each condition of a decision.
using Pattern = std::string;

/// One test vector and the outcome of the decision for it.
struct Vector {
  Pattern pattern;
  bool outcome = false;
};

/// The vectors of a decision by their numbers. Enumerates all paths through the
/// decision diagram: conditions add to the number what Clang's mapping says,
/// and the sum at the end of a path identifies the vector.
class VectorList {
 public:
  explicit VectorList(const DecisionRegion& d) : d_(d), list_(d.vectors) {
    follow(0, 0, Pattern(d.conditions.size(), '-'));
  }
  [[nodiscard]] const std::vector<Vector>& list() const { return list_; }

 private:
  void follow(std::int32_t at, std::uint32_t number, const Pattern& before) {
    const auto c = static_cast<std::size_t>(at);
    for (const std::size_t value : {0U, 1U}) {
      Pattern pattern = before;
      pattern[c] = value != 0 ? 'T' : 'F';
      const std::uint32_t sum = number + d_.conditions[c].adds[value];
      const std::int32_t next = d_.conditions[c].next[value];
      if (next >= 0) {
        follow(next, sum, pattern);
        continue;
      }
      CATENARY_CHECK(sum < list_.size() && list_[sum].pattern.empty(),
                     "test vectors have numbers of their own");
      list_[sum] = {std::move(pattern), value != 0};
    }
  }

  const DecisionRegion& d_;
  std::vector<Vector> list_;
};

/// The only condition in which two vectors disagree, conditions that one of
/// them did not evaluate aside; -1 where there is none or more than one.
std::int32_t only_difference(const Pattern& a, const Pattern& b) {
  std::int32_t out = -1;
  for (std::size_t c = 0; c < a.size(); ++c) {
    if (a[c] == b[c] || a[c] == '-' || b[c] == '-') continue;
    if (out >= 0) return -1;
    out = static_cast<std::int32_t>(c);
  }
  return out;
}

/// Through the address of the byte that is written.
VectorUpdate read_update(llvm::StoreInst& store) {
  const auto* at =
      llvm::dyn_cast<llvm::GetElementPtrInst>(store.getPointerOperand());
  CATENARY_CHECK(at != nullptr && at->getNumIndices() == 1,
                 "a bitmap is written by index");
  const auto* byte = llvm::dyn_cast<llvm::BinaryOperator>(at->getOperand(1));
  CATENARY_CHECK(
      byte != nullptr && byte->getOpcode() == llvm::Instruction::LShr,
      "a byte of a bitmap has eight bits");
  const auto* bit = llvm::dyn_cast<llvm::BinaryOperator>(byte->getOperand(0));
  CATENARY_CHECK(bit != nullptr && bit->getOpcode() == llvm::Instruction::Add,
                 "a bit of a bitmap is that of a decision");
  const auto* first = llvm::dyn_cast<llvm::ConstantInt>(bit->getOperand(1));
  CATENARY_CHECK(first != nullptr, "the bits of a decision are known");
  return {&store,
          bit->getOperand(0),
          static_cast<std::uint32_t>(first->getZExtValue())};
}

/// Adds the vectors as goals and the pair goals of the conditions; returns the
/// number of the first vector's goal.
std::uint32_t add_goals(Workspace& w, const DecisionRegion& d) {
  const std::vector<Vector> vectors = VectorList(d).list();
  const auto first = static_cast<std::uint32_t>(w.goals.size());
  std::vector<std::string> endings;
  for (const Vector& v : vectors) endings.push_back(":" + v.pattern);
  const std::string prefix = "vector@";
  const std::string stem = w.free_id(prefix + short_place(d.where), endings);
  for (const Vector& v : vectors) {
    w.goal(stem + ":" + v.pattern,
           GoalKind::vector,
           d.where,
           std::string("decision is ") + (v.outcome ? "true" : "false"));
  }
  for (std::size_t c = 0; c < d.conditions.size(); ++c) {
    if (d.conditions[c].branch < 0) continue;  // never both true and false
    model::PairGoal g;
    g.goal.id = w.free_pair_id("mcdc@" + short_place(d.conditions[c].where));
    g.goal.kind = GoalKind::mcdc;
    g.goal.where = d.conditions[c].where;
    g.goal.text = "condition " + std::to_string(c + 1) + " of " +
                  std::to_string(d.conditions.size()) +
                  " decides the decision at " + stem.substr(prefix.size());
    // Independence pairs of masking MC/DC: different outcomes, and no
    // difference in another condition that both evaluated.
    for (std::uint32_t i = 0; i < vectors.size(); ++i) {
      for (std::uint32_t j = 0; j < i; ++j) {
        if (vectors[i].outcome != vectors[j].outcome &&
            only_difference(vectors[i].pattern, vectors[j].pattern) ==
                static_cast<std::int32_t>(c)) {
          g.pairs.emplace_back(first + j, first + i);
        }
      }
    }
    w.pair_goals.push_back(std::move(g));
  }
  return first;
}

}  // namespace

VectorUpdates find_updates(Workspace& w) {
  std::map<const llvm::GlobalVariable*, std::uint32_t> arrays;
  for (std::uint32_t i = 0; i < w.coverage.bitmaps.size(); ++i) {
    arrays[w.coverage.bitmaps[i]] = i;
  }
  VectorUpdates out;
  for (llvm::Function& f : *w.module) {
    for (llvm::Instruction& i : llvm::instructions(f)) {
      auto* store = llvm::dyn_cast<llvm::StoreInst>(&i);
      if (store == nullptr) continue;
      const auto at = arrays.find(llvm::dyn_cast<llvm::GlobalVariable>(
          store->getPointerOperand()->stripInBoundsOffsets()));
      if (at == arrays.end()) continue;
      const VectorUpdate update = read_update(*store);
      out[{at->second, update.first}].push_back(update);
    }
  }
  return out;
}

void record_vector(const VectorUpdate& update,
                   llvm::GlobalVariable& hits,
                   llvm::Value* number,
                   std::uint32_t first,
                   std::uint32_t count) {
  llvm::IRBuilder<> b(update.store);
  constexpr std::uint32_t kWord = 64;
  // All goals of the decision are in one word of the hit bitmap: one OR.
  if (first / kWord == (first + count - 1) / kWord) {
    llvm::Value* shift = b.CreateAdd(b.CreateZExt(number, b.getInt64Ty()),
                                     b.getInt64(first % kWord));
    llvm::Value* at =
        b.CreateGEP(b.getInt64Ty(), &hits, b.getInt64(first / kWord));
    llvm::Value* before = b.CreateLoad(b.getInt64Ty(), at);
    llvm::Value* bit = b.CreateShl(b.getInt64(1), shift);
    b.CreateStore(b.CreateOr(before, bit), at);
    return;
  }
  for (std::uint32_t k = 0; k < count; ++k) {
    llvm::Value* one = llvm::ConstantInt::get(number->getType(), k);
    record_hit_if(b, hits, first + k, b.CreateICmpEQ(number, one));
  }
}

/// Adds the goals of MC/DC, with the test vectors that they need, and removes
/// Clang's bitmaps of test vectors from the code.
void add_mcdc_goals(Workspace& w,
                    const Criteria& criteria,
                    llvm::GlobalVariable& hits) {
  const VectorUpdates updates = find_updates(w);
  const bool masking = criteria.count(model::GoalKind::mcdc) != 0;
  const bool unique = criteria.count(model::GoalKind::mcdc_unique) != 0;
  const std::vector<bool> counted = counted_in_step(w);
  for (const DecisionRegion& d : w.coverage.decisions) {
    if (!counted[d.counters]) continue;
    const auto at = updates.find({d.bitmap, d.first});
    // Without an update it is never evaluated.
    const std::vector<VectorUpdate> found =
        at == updates.end() ? std::vector<VectorUpdate>() : at->second;
    if (masking) {
      const std::uint32_t first = add_goals(w, d);
      for (const VectorUpdate& update : found) {
        record_vector(update, hits, update.number, first, d.vectors);
      }
    }
    if (unique) add_unique_goals(w, d, found, hits);
  }
  // Nothing reads the bitmaps. Without them the optimiser can merge more, and
  // the state has no bytes that change only for coverage.
  for (const auto& [place, stores] : updates) {
    for (const VectorUpdate& update : stores) {
      llvm::WeakTrackingVH at = update.store->getPointerOperand();
      llvm::Value* value = update.store->getValueOperand();
      update.store->eraseFromParent();
      // The byte that is read from the same address goes as well.
      llvm::RecursivelyDeleteTriviallyDeadInstructions(value);
      if (at != nullptr) llvm::RecursivelyDeleteTriviallyDeadInstructions(at);
    }
  }
  for (llvm::GlobalVariable* bitmap : w.coverage.bitmaps) {
    bitmap->removeDeadConstantUsers();
    CATENARY_CHECK(bitmap->use_empty(), "bitmaps are only written");
    bitmap->eraseFromParent();
  }
  w.coverage.bitmaps.clear();
}

}  // namespace catenary::program
