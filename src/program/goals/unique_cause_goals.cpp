// SPDX-License-Identifier: Apache-2.0
/// \file
/// Goals of unique-cause MC/DC: two evaluations of a decision that differ in
/// the value of one condition alone, and in the outcome.
///
/// The values count of all conditions, those that C does not evaluate
/// included. So all are computed before the decision, from copies of their
/// code; that is possible where computing them changes nothing and cannot
/// fail.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <map>
#include <optional>
#include <set>
#include <string>

#include "program/goals/test_vectors.h"

namespace catenary::program {

namespace {

using llvm::Instruction;
using llvm::StoreInst;
using llvm::Value;

/// The most conditions of one decision. All 2^n combinations of their values
/// are goals, so this bounds them by 256.
constexpr std::size_t kMostConditions = 8;

/// Where the evaluation of a decision begins, and the values of its
/// conditions.
struct Evaluation {
  Instruction* begin = nullptr;
  std::vector<Value*> conditions;
};

/// The number in "mcdc.3.cur", from 0; Clang gives it to the condition.
std::optional<std::size_t> condition_of(const StoreInst& store) {
  const auto* sum = llvm::dyn_cast<llvm::SelectInst>(store.getValueOperand());
  if (sum == nullptr) return std::nullopt;
  const auto* add = llvm::dyn_cast<llvm::BinaryOperator>(sum->getTrueValue());
  if (add == nullptr) return std::nullopt;
  llvm::StringRef name = add->getOperand(0)->getName();
  std::size_t number = 0;
  if (!name.consume_front("mcdc.") || name.consumeInteger(10, number) ||
      !name.starts_with(".cur") || number == 0) {
    return std::nullopt;
  }
  return number - 1;
}

/// Whether an instruction between the begin and the end of a decision leaves
/// alone what the conditions read. Only the sum of the vector and variables of
/// the instrumentation may be written.
bool is_harmless(const Instruction& i, const Value& sum) {
  if (const auto* store = llvm::dyn_cast<StoreInst>(&i)) {
    const Value* to = llvm::getUnderlyingObject(store->getPointerOperand());
    return to == &sum || to->getName().starts_with("__cat_");
  }
  return !i.mayHaveSideEffects();
}

/// Follows a decision from its end to its begin, backwards through the
/// control-flow graph. Returns nothing where an instruction on the way has
/// effects: then the conditions cannot be evaluated early.
class EvaluationFinder {
 public:
  EvaluationFinder(const VectorUpdate& update, std::size_t count)
      : update_(update) {
    found_.conditions.resize(count);
  }

  std::optional<Evaluation> find() {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(update_.number);
    if (load == nullptr) return std::nullopt;
    sum_ = load->getPointerOperand();
    visit(const_cast<llvm::LoadInst*>(load));
    while (!work_.empty()) {
      llvm::BasicBlock* block = work_.back();
      work_.pop_back();
      visit(block->getTerminator());
    }
    if (failed_ || found_.begin == nullptr) return std::nullopt;
    for (const Value* c : found_.conditions) {
      if (c == nullptr) return std::nullopt;
    }
    return found_;
  }

 private:
  /// From an instruction backwards, to the beginning of the decision or of
  /// the block.
  void visit(Instruction* last) {
    for (Instruction* i = last; i != nullptr; i = i->getPrevNode()) {
      auto* store = llvm::dyn_cast<StoreInst>(i);
      // Clang sets the sum to 0 where the decision begins, and each condition
      // adds to it.
      if (store != nullptr && store->getPointerOperand() == sum_) {
        if (llvm::isa<llvm::ConstantInt>(store->getValueOperand())) {
          // Two beginnings would mean that code was shared by decisions.
          failed_ |= found_.begin != nullptr && found_.begin != i;
          found_.begin = i;
          return;
        }
        const auto condition = condition_of(*store);
        if (!condition || *condition >= found_.conditions.size()) {
          failed_ = true;
          return;
        }
        found_.conditions[*condition] =
            llvm::cast<llvm::SelectInst>(store->getValueOperand())
                ->getCondition();
      } else if (!is_harmless(*i, *sum_)) {
        failed_ = true;
        return;
      }
    }
    for (llvm::BasicBlock* before : llvm::predecessors(last->getParent())) {
      if (seen_.insert(before).second) work_.push_back(before);
    }
  }

  const VectorUpdate& update_;
  const Value* sum_ = nullptr;
  Evaluation found_;
  bool failed_ = false;
  std::vector<llvm::BasicBlock*> work_;
  std::set<const llvm::BasicBlock*> seen_;
};

/// Copies the code of a value in front of an instruction, operands first.
/// Shared operands are copied once.
class Copier {
 public:
  explicit Copier(Instruction& before) : before_(before) {}

  /// Null where the code can fail, or depends on the way it is reached.
  Value* copy(Value* value) {
    auto* i = llvm::dyn_cast<Instruction>(value);
    if (i == nullptr || llvm::isa<llvm::AllocaInst>(i)) return value;
    const auto at = copies_.find(i);
    if (at != copies_.end()) return at->second;
    if (!may_copy(*i)) return nullptr;
    Instruction* made = i->clone();
    for (llvm::Use& use : made->operands()) {
      Value* operand = copy(use.get());
      if (operand == nullptr) {
        made->deleteValue();
        return nullptr;
      }
      use.set(operand);
    }
    made->insertBefore(&before_);
    copies_[i] = made;
    return made;
  }

 private:
  // Loads of named variables cannot fail. A load through a pointer might where
  // C does not evaluate the condition, as in p && p->x; division as well.
  static bool may_copy(const Instruction& i) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&i)) {
      const llvm::DataLayout& layout = i.getModule()->getDataLayout();
      const Value* from = load->getPointerOperand();
      llvm::APInt offset(64, 0);
      const Value* base =
          from->stripAndAccumulateConstantOffsets(layout, offset, true);
      return !load->isVolatile() && (llvm::isa<llvm::GlobalVariable>(base) ||
                                     llvm::isa<llvm::AllocaInst>(base));
    }
    if (const auto* b = llvm::dyn_cast<llvm::BinaryOperator>(&i)) {
      return !b->isIntDivRem();
    }
    return llvm::isa<llvm::CmpInst>(i) || llvm::isa<llvm::CastInst>(i) ||
           llvm::isa<llvm::UnaryOperator>(i) ||
           llvm::isa<llvm::SelectInst>(i) ||
           llvm::isa<llvm::GetElementPtrInst>(i);
  }

  Instruction& before_;
  std::map<const Instruction*, Instruction*> copies_;
};

/// The values of all conditions as a number, the first one the lowest bit,
/// computed where the decision begins; null where that cannot be.
Value* all_values(const VectorUpdate& update, std::size_t count) {
  const std::optional<Evaluation> found =
      EvaluationFinder(update, count).find();
  if (!found) return nullptr;
  Copier copier(*found->begin);
  std::vector<Value*> bits;
  for (Value* condition : found->conditions) {
    bits.push_back(copier.copy(condition));
    if (bits.back() == nullptr) return nullptr;
  }
  llvm::IRBuilder<> b(found->begin);
  Value* number = b.getInt64(0);
  for (std::size_t c = 0; c < count; ++c) {
    number = b.CreateOr(number,
                        b.CreateShl(b.CreateZExt(bits[c], b.getInt64Ty()), c));
  }
  return number;
}

/// The outcome of the decision if its conditions have these values, bit c for
/// condition c.
bool outcome_of(const DecisionRegion& d, std::uint32_t values) {
  for (std::size_t at = 0;;) {
    const bool value = (values >> at & 1U) != 0;
    const std::int32_t next = d.conditions[at].next[value ? 1 : 0];
    if (next < 0) return value;
    at = static_cast<std::size_t>(next);
  }
}

bool has_constants(const DecisionRegion& d) {
  for (const DecisionRegion::Condition& c : d.conditions) {
    if (c.branch < 0) return true;
  }
  return false;
}

/// The combinations of values as goals; gives the first.
std::uint32_t add_combinations(Workspace& w, const DecisionRegion& d) {
  const std::size_t count = d.conditions.size();
  std::vector<std::string> endings;
  for (std::uint32_t v = 0; v < 1U << count; ++v) {
    std::string ending = ":";
    for (std::size_t c = 0; c < count; ++c) {
      ending += (v >> c & 1U) != 0 ? 'T' : 'F';
    }
    endings.push_back(ending);
  }
  const std::string stem = w.free_id("values@" + short_place(d.where), endings);
  const auto first = static_cast<std::uint32_t>(w.goals.size());
  for (std::uint32_t v = 0; v < 1U << count; ++v) {
    w.goal(stem + endings[v],
           model::GoalKind::vector,
           d.where,
           std::string("decision is ") + (outcome_of(d, v) ? "true" : "false"));
  }
  return first;
}

}  // namespace

void add_unique_goals(Workspace& w,
                      const DecisionRegion& d,
                      const std::vector<VectorUpdate>& updates,
                      llvm::GlobalVariable& hits) {
  const std::size_t count = d.conditions.size();
  std::string obstacle;
  std::vector<Value*> numbers;
  if (count > kMostConditions) {
    obstacle = "the decision has more than " + std::to_string(kMostConditions) +
               " conditions";
  } else if (has_constants(d)) {
    obstacle = "a condition of the decision is a constant";
  } else {
    for (const VectorUpdate& update : updates) {
      numbers.push_back(all_values(update, count));
      if (numbers.back() != nullptr) continue;
      obstacle =
          "a condition of the decision has effects, calls a function, or "
          "could fail where C does not evaluate it";
      break;
    }
  }
  std::uint32_t first = 0;
  if (obstacle.empty()) {
    first = add_combinations(w, d);
    for (std::size_t u = 0; u < updates.size(); ++u) {
      record_vector(updates[u], hits, numbers[u], first, 1U << count);
    }
  }
  for (std::size_t c = 0; c < count; ++c) {
    if (d.conditions[c].branch < 0) continue;
    model::PairGoal g;
    g.goal.id =
        w.free_pair_id("mcdc-unique@" + short_place(d.conditions[c].where));
    g.goal.kind = model::GoalKind::mcdc_unique;
    g.goal.where = d.conditions[c].where;
    g.goal.text = "condition " + std::to_string(c + 1) + " of " +
                  std::to_string(count) + " alone decides the decision at " +
                  short_place(d.where);
    g.obstacle = obstacle;
    // Pairs (v, v with condition c set) that differ in the outcome; both were
    // recorded as goals by add_combinations().
    for (std::uint32_t v = 0; obstacle.empty() && v < 1U << count; ++v) {
      const std::uint32_t other = v | 1U << c;
      if (other != v && outcome_of(d, v) != outcome_of(d, other)) {
        g.pairs.emplace_back(first + v, first + other);
      }
    }
    w.pair_goals.push_back(std::move(g));
  }
}

}  // namespace catenary::program
