// SPDX-License-Identifier: Apache-2.0
/// \file
/// Goals of boundaries: the operands of a comparison are equal, or the left
/// one is next to the right one, on either side.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <array>

#include "program/build/workspace.h"
#include "program/goals/criteria.h"

namespace catenary::program {

namespace {

using llvm::CmpInst;
using llvm::IRBuilder;
using llvm::Value;

/// Clang calls what the user compares so; its own tests have other names.
bool is_written(const llvm::Instruction& i) {
  return llvm::isa<CmpInst>(i) && i.getName().starts_with("cmp") &&
         i.getDebugLoc() && i.getDebugLoc().getLine() != 0;
}

/// The left operand is below, equal to, above the right one.
using Conditions = std::array<Value*, 3>;

/// The conditions of integers: the neighbours of the right operand are it minus
/// and plus one. For == and != the arithmetic wraps around, since the sign of
/// the operands is not known there; for an ordering, the sum must not overflow,
/// since the largest number has no successor.
Conditions of_integers(IRBuilder<>& b, const CmpInst& c) {
  Value* left = c.getOperand(0);
  Value* right = c.getOperand(1);
  llvm::Type* type = left->getType();
  const unsigned bits = type->getIntegerBitWidth();
  Value* one = llvm::ConstantInt::get(type, 1);
  Value* below = b.CreateICmpEQ(b.CreateAdd(left, one), right);
  Value* above = b.CreateICmpEQ(b.CreateAdd(right, one), left);
  if (!c.isEquality()) {
    const llvm::APInt most = c.isSigned() ? llvm::APInt::getSignedMaxValue(bits)
                                          : llvm::APInt::getMaxValue(bits);
    Value* largest = llvm::ConstantInt::get(type, most);
    below = b.CreateAnd(below, b.CreateICmpNE(left, largest));
    above = b.CreateAnd(above, b.CreateICmpNE(right, largest));
  }
  return {below, b.CreateICmpEQ(left, right), above};
}

/// Maps floating-point numbers to integers in their order, both zeros to 0, so
/// that neighbours differ by one: the pattern of a positive number is already
/// ordered, and that of a negative one is its magnitude, negated.
Value* rank(IRBuilder<>& b, Value* x) {
  const unsigned bits = x->getType()->getPrimitiveSizeInBits();
  Value* pattern = b.CreateBitCast(x, b.getIntNTy(bits));
  Value* zero = llvm::ConstantInt::get(pattern->getType(), 0);
  Value* magnitude =
      b.CreateAnd(pattern,
                  llvm::ConstantInt::get(pattern->getType(),
                                         llvm::APInt::getSignedMaxValue(bits)));
  return b.CreateSelect(
      b.CreateICmpSLT(pattern, zero), b.CreateSub(zero, magnitude), magnitude);
}

/// The conditions of floats: neighbours are the next representable numbers. No
/// condition holds where an operand is a NaN.
Conditions of_floats(IRBuilder<>& b, const CmpInst& c) {
  Value* left = c.getOperand(0);
  Value* right = c.getOperand(1);
  Value* numbers = b.CreateFCmpORD(left, right);
  Value* x = rank(b, left);
  Value* y = rank(b, right);
  Value* one = llvm::ConstantInt::get(x->getType(), 1);
  return {b.CreateAnd(numbers, b.CreateICmpEQ(b.CreateAdd(x, one), y)),
          b.CreateAnd(numbers, b.CreateICmpEQ(x, y)),
          b.CreateAnd(numbers, b.CreateICmpEQ(b.CreateAdd(y, one), x))};
}

}  // namespace

/// For comparisons in functions that the step can reach.
void add_boundary_goals(Workspace& w,
                        const Criteria& /*criteria*/,
                        llvm::GlobalVariable& hits) {
  std::vector<CmpInst*> comparisons;
  for (llvm::Function* f : reachable_functions(w, {w.step})) {
    // What a front end wrote around the user's code.
    if (f->hasFnAttribute(llvm::Attribute::NoProfile)) continue;
    for (llvm::Instruction& i : llvm::instructions(*f)) {
      if (is_written(i)) comparisons.push_back(llvm::cast<CmpInst>(&i));
    }
  }
  // Collected first: the loop below inserts comparisons of its own.
  for (CmpInst* c : comparisons) {
    const llvm::Type* type = c->getOperand(0)->getType();
    const bool is_float = type->isFloatTy() || type->isDoubleTy();
    if (!is_float && !type->isIntegerTy()) continue;
    // Long double and vectors have no neighbours here; they are left out.
    const base::SourceLocation where = w.locate(*c);
    IRBuilder<> b(c->getNextNode());
    const Conditions conditions =
        is_float ? of_floats(b, *c) : of_integers(b, *c);
    const std::array<std::pair<const char*, std::string>, 3> cases = {
        {{":below", "left operand is just below the right one"},
         {":equal", "operands are equal"},
         {":above", "left operand is just above the right one"}}};
    const std::string id = w.free_id("boundary@" + short_place(where),
                                     {":below", ":equal", ":above"});
    for (std::size_t k = 0; k < cases.size(); ++k) {
      const std::uint32_t goal = w.goal(id + cases[k].first,
                                        model::GoalKind::boundary,
                                        where,
                                        cases[k].second);
      record_hit_if(b, hits, goal, conditions[k]);
    }
  }
}

}  // namespace catenary::program
