// SPDX-License-Identifier: Apache-2.0
#include "program/encode/loops/closed_form.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace catenary::program {

namespace {

using llvm::SCEV;
using llvm::Value;

/// x' = factor * x + summand.
struct Affine {
  const SCEV* factor = nullptr;
  const SCEV* summand = nullptr;
};

/// How a value behind the loop is computed in front of it.
struct Result {
  /// The phi at the exit whose value it is.
  llvm::PHINode* phi = nullptr;
  /// The value itself; null where it is computed from an iterate.
  const SCEV* expression = nullptr;
  /// What is iterated from `start` on.
  Value* start = nullptr;
  std::optional<Affine> step;
  /// x' = x | bits or x' = x & bits, where the step is not affine.
  llvm::Instruction::BinaryOps bitwise = llvm::Instruction::Or;
  Value* bits = nullptr;
  /// What the last iteration, which ends in its middle, makes of the iterate.
  std::optional<Affine> last;
};

/// One loop that may be replaced.
class LongLoop {
 public:
  LongLoop(llvm::ScalarEvolution& evolution, llvm::Loop& loop)
      : evolution_(evolution),
        loop_(loop),
        layout_(loop.getHeader()->getModule()->getDataLayout()),
        expander_(evolution, layout_, "closed_form") {}

  /// False: it stays.
  [[nodiscard]] bool replace();

 private:
  [[nodiscard]] bool has_effects() const;
  /// The number of times that the loop goes back to its header, if large.
  [[nodiscard]] std::optional<std::uint64_t> times_back() const;
  [[nodiscard]] std::optional<Result> result_of(llvm::PHINode& phi);
  /// Fills in how the phi of the header changes and what `value` is of it.
  /// False: in another way.
  [[nodiscard]] bool find_step(llvm::PHINode& of, Value* value, Result& result);
  /// `to` as an affine function of `of`, if it is one. Each expression is
  /// looked at once.
  [[nodiscard]] std::optional<Affine> affine(const SCEV* of, const SCEV* to);
  [[nodiscard]] std::optional<Affine> new_affine(const SCEV* of,
                                                 const SCEV* to);
  /// Whether the expression has a value in front of the loop.
  [[nodiscard]] bool is_known_before(const SCEV* s) const;
  [[nodiscard]] Value* compute(const Result& result);
  [[nodiscard]] Value* expand(const SCEV* s) {
    return expander_.expandCodeFor(s, s->getType(), before_);
  }
  /// The step as often as the loop goes back to its header.
  [[nodiscard]] Value* iterate(const Affine& step, Value* start);

  llvm::ScalarEvolution& evolution_;
  llvm::Loop& loop_;
  const llvm::DataLayout& layout_;
  llvm::SCEVExpander expander_;
  /// The jump into the loop, and what it jumps to then.
  llvm::BranchInst* before_ = nullptr;
  llvm::BasicBlock* exit_ = nullptr;
  std::uint64_t back_ = 0;
  std::map<std::pair<const SCEV*, const SCEV*>, std::optional<Affine>> affine_;
};

bool LongLoop::has_effects() const {
  const auto is_pure = [](const llvm::Instruction& i) {
    return i.isTerminator() || llvm::isa<llvm::PHINode>(i) ||
           (!i.mayReadOrWriteMemory() &&
            llvm::isSafeToSpeculativelyExecute(&i));
  };
  return !std::ranges::all_of(loop_.blocks(), [&](const auto* block) {
    return std::ranges::all_of(*block, is_pure);
  });
}

std::optional<std::uint64_t> LongLoop::times_back() const {
  constexpr std::uint64_t kFew = 1000;
  const auto* back = llvm::dyn_cast<llvm::SCEVConstant>(evolution_.getExitCount(
      &loop_, loop_.getExitingBlock(), llvm::ScalarEvolution::Exact));
  if (back == nullptr || back->getAPInt().getActiveBits() > 63) return {};
  const std::uint64_t times = back->getAPInt().getZExtValue();
  if (times < kFew) return {};
  return times;
}

bool LongLoop::is_known_before(const SCEV* s) const {
  return !llvm::isa<llvm::SCEVCouldNotCompute>(s) &&
         evolution_.isLoopInvariant(s, &loop_) &&
         expander_.isSafeToExpandAt(s, before_);
}

std::optional<Affine> LongLoop::affine(const SCEV* of, const SCEV* to) {
  constexpr std::size_t kMostLookedAt = 1000;
  const auto known = affine_.find({of, to});
  if (known != affine_.end()) return known->second;
  if (affine_.size() >= kMostLookedAt) return std::nullopt;
  // In case of doubt, none: what is looked at does not contain itself.
  affine_[{of, to}] = std::nullopt;
  return affine_[{of, to}] = new_affine(of, to);
}

std::optional<Affine> LongLoop::new_affine(const SCEV* of, const SCEV* to) {
  const SCEV* zero = evolution_.getZero(of->getType());
  if (to == of) return Affine{evolution_.getOne(of->getType()), zero};
  if (is_known_before(to)) return Affine{zero, to};
  if (const auto* sum = llvm::dyn_cast<llvm::SCEVAddExpr>(to)) {
    Affine out{zero, zero};
    for (const SCEV* operand : sum->operands()) {
      const std::optional<Affine> part = affine(of, operand);
      if (!part) return std::nullopt;
      out.factor = evolution_.getAddExpr(out.factor, part->factor);
      out.summand = evolution_.getAddExpr(out.summand, part->summand);
    }
    return out;
  }
  const auto* product = llvm::dyn_cast<llvm::SCEVMulExpr>(to);
  if (product == nullptr) return std::nullopt;
  // All operands but one do not change.
  llvm::SmallVector<const SCEV*, 4> others(product->operands());
  const auto changing = std::ranges::find_if(
      others, [&](const SCEV* s) { return !is_known_before(s); });
  if (changing == others.end()) return std::nullopt;
  const std::optional<Affine> part = affine(of, *changing);
  others.erase(changing);
  if (!part || others.empty() ||
      !std::ranges::all_of(others,
                           [&](const SCEV* s) { return is_known_before(s); })) {
    return std::nullopt;
  }
  const SCEV* by = evolution_.getMulExpr(others);
  return Affine{evolution_.getMulExpr(by, part->factor),
                evolution_.getMulExpr(by, part->summand)};
}

bool LongLoop::find_step(llvm::PHINode& of, Value* value, Result& result) {
  if (!of.getType()->isIntegerTy() || of.getType() != value->getType()) {
    return false;
  }
  Value* next = of.getIncomingValueForBlock(loop_.getLoopLatch());
  const SCEV* x = evolution_.getSCEV(&of);
  result.start = of.getIncomingValueForBlock(before_->getParent());
  result.step = affine(x, evolution_.getSCEV(next));
  result.last = affine(x, evolution_.getSCEV(value));
  if (result.step) return result.last.has_value();
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(next);
  if (operation == nullptr || (value != &of && value != next) ||
      (operation->getOpcode() != llvm::Instruction::Or &&
       operation->getOpcode() != llvm::Instruction::And)) {
    return false;
  }
  const unsigned at = operation->getOperand(0) == &of ? 0 : 1;
  result.bitwise = operation->getOpcode();
  result.bits = operation->getOperand(1 - at);
  return operation->getOperand(at) == &of && loop_.isLoopInvariant(result.bits);
}

std::optional<Result> LongLoop::result_of(llvm::PHINode& phi) {
  Result out;
  out.phi = &phi;
  Value* value = phi.getIncomingValueForBlock(loop_.getExitingBlock());
  if (!evolution_.isSCEVable(value->getType())) {
    // A float that the loop does not change.
    if (!loop_.isLoopInvariant(value)) return std::nullopt;
    out.start = value;
    return out;
  }
  const SCEV* last = evolution_.getSCEVAtScope(value, loop_.getParentLoop());
  if (is_known_before(last)) {
    out.expression = last;
    return out;
  }
  for (llvm::PHINode& of : loop_.getHeader()->phis()) {
    Result tried = out;
    if (find_step(of, value, tried)) return tried;
  }
  return std::nullopt;
}

Value* LongLoop::iterate(const Affine& step, Value* start) {
  Value* factor = expand(step.factor);
  Value* summand = expand(step.summand);
  llvm::IRBuilder<> b(before_);
  // The iterate so far: twice as often, then once more where the bit is set.
  Value* factors = llvm::ConstantInt::get(start->getType(), 1);
  Value* summands = llvm::ConstantInt::get(start->getType(), 0);
  for (std::uint64_t bit = std::bit_floor(back_); bit != 0; bit >>= 1) {
    summands = b.CreateAdd(b.CreateMul(factors, summands), summands);
    factors = b.CreateMul(factors, factors);
    if ((back_ & bit) == 0) continue;
    summands = b.CreateAdd(b.CreateMul(factor, summands), summand);
    factors = b.CreateMul(factor, factors);
  }
  return b.CreateAdd(b.CreateMul(factors, start), summands);
}

Value* LongLoop::compute(const Result& result) {
  if (result.expression != nullptr) return expand(result.expression);
  if (result.bits != nullptr) {
    // The same however often.
    return llvm::IRBuilder<>(before_).CreateBinOp(
        result.bitwise, result.start, result.bits);
  }
  if (!result.step) return result.start;
  Value* iterated = iterate(*result.step, result.start);
  Value* factor = expand(result.last->factor);
  Value* summand = expand(result.last->summand);
  llvm::IRBuilder<> b(before_);
  return b.CreateAdd(b.CreateMul(factor, iterated), summand);
}

bool LongLoop::replace() {
  llvm::BasicBlock* preheader = loop_.getLoopPreheader();
  llvm::BasicBlock* exiting = loop_.getExitingBlock();
  exit_ = loop_.getExitBlock();
  if (preheader == nullptr || exiting == nullptr || exit_ == nullptr ||
      loop_.getLoopLatch() == nullptr || has_effects() ||
      !llvm::isa<llvm::BranchInst>(exiting->getTerminator())) {
    return false;
  }
  before_ = llvm::dyn_cast<llvm::BranchInst>(preheader->getTerminator());
  const std::optional<std::uint64_t> back = times_back();
  if (before_ == nullptr || !before_->isUnconditional() || !back) return false;
  back_ = *back;
  std::vector<Result> results;
  for (llvm::PHINode& phi : exit_->phis()) {
    std::optional<Result> result = result_of(phi);
    if (!result) return false;
    results.push_back(*result);
  }
  std::vector<Value*> values;
  for (const Result& r : results) values.push_back(compute(r));
  for (std::size_t k = 0; k < results.size(); ++k) {
    results[k].phi->replaceAllUsesWith(values[k]);
    results[k].phi->eraseFromParent();
  }
  before_->setSuccessor(0, exit_);
  return true;
}

bool replace_one(llvm::Function& f) {
  llvm::DominatorTree dominators(f);
  llvm::LoopInfo loops(dominators);
  if (loops.empty()) return false;
  llvm::AssumptionCache assumptions(f);
  // No library function has a meaning here.
  llvm::TargetLibraryInfoImpl none{
      llvm::Triple(f.getParent()->getTargetTriple())};
  none.disableAllFunctions();
  llvm::TargetLibraryInfo library(none);
  llvm::ScalarEvolution evolution(f, library, assumptions, dominators, loops);
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (loop->isInnermost() && LongLoop(evolution, *loop).replace()) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool replace_long_loops(llvm::Function& f) {
  bool any = false;
  while (replace_one(f)) {
    llvm::removeUnreachableBlocks(f);
    any = true;
  }
  return any;
}

}  // namespace catenary::program
