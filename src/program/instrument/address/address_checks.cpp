// SPDX-License-Identifier: Apache-2.0
/// \file
/// Checks of comparisons and differences of addresses, see address_checks.h.
///
/// Which objects come into question is known by the points-to sets, so a check
/// is a disjunction over a few of them.
#include "program/instrument/address/address_checks.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <optional>
#include <set>

#include "program/instrument/address/separation.h"

namespace catenary::program {

namespace {

using llvm::Instruction;
using llvm::Value;

bool is_marker_number(std::uint64_t number) {
  return number < kFirstByte || number >= kEndOfMemory;
}

/// The pointer of which an integer is the number, else the value itself.
Value* pointer_of(Value* v) {
  Value* pointer = pointer_behind(v);
  return pointer != nullptr ? pointer : v;
}

/// The number that an operand always is, if it is a constant that is no
/// address of an object.
std::optional<std::uint64_t> constant_number(const Value& v) {
  const Value* number = &v;
  if (llvm::isa<llvm::ConstantPointerNull>(number)) return 0;
  if (const auto* op = llvm::dyn_cast<llvm::Operator>(number);
      op != nullptr && op->getOpcode() == Instruction::IntToPtr) {
    number = op->getOperand(0);
  }
  const auto* k = llvm::dyn_cast<llvm::ConstantInt>(number);
  if (k == nullptr) return std::nullopt;
  return k->getValue().zextOrTrunc(64).getZExtValue();
}

/// Whether each call of the function allocates the local variable once, not in
/// a loop.
bool is_made_once(const llvm::AllocaInst& local) {
  return local.isStaticAlloca() ||
         !llvm::isPotentiallyReachable(local.getNextNode(), &local);
}

/// Whether the value is the address of the same object throughout a call of the
/// function. A load, for example, may give another one in the next iteration of
/// a loop.
bool is_fixed(const Value& object) {
  const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&object);
  return llvm::isa<llvm::GlobalValue>(object) ||
         llvm::isa<llvm::Argument>(object) ||
         (local != nullptr && is_made_once(*local));
}

}  // namespace

llvm::Value* pointer_behind(llvm::Value* number) {
  Value* v = number;
  if (auto* cut = llvm::dyn_cast<llvm::TruncInst>(v)) v = cut->getOperand(0);
  const auto* op = llvm::dyn_cast<llvm::Operator>(v);
  const bool is_number =
      op != nullptr && op->getOpcode() == Instruction::PtrToInt;
  return is_number ? op->getOperand(0) : nullptr;
}

void stop_at_address_number(Workspace& w, llvm::Instruction& at) {
  stop_run(w,
           at,
           model::StepOutcome::unsupported,
           "the run depends on the number of an address, which is not the "
           "same in every run of the program");
}

void stop_at_address_number(Workspace& w,
                            llvm::SelectInst& choice,
                            bool is_true) {
  llvm::IRBuilder<> b(&choice);
  Value* taken = choice.getCondition();
  if (!is_true) taken = b.CreateNot(taken);
  stop_at_address_number(
      w, *llvm::SplitBlockAndInsertIfThen(taken, &choice, false));
}

/// Whether an operand is computed from the result of a check that may stop the
/// run: a comparison or a difference of addresses.
bool AddressChecks::has_address(const Value& v, int depth) const {
  constexpr int kDeepest = 8;
  const auto* i = llvm::dyn_cast<Instruction>(&v);
  if (i == nullptr || llvm::isa<llvm::PHINode>(i) ||
      llvm::isa<llvm::LoadInst>(i) || llvm::isa<llvm::CallBase>(i)) {
    return false;
  }
  if (depth > kDeepest) return true;
  const bool is_comparison = llvm::isa<llvm::ICmpInst>(i);
  return std::ranges::any_of(i->operand_values(), [&](const Value* operand) {
    return (is_comparison && points_to_.may_be_address(operand)) ||
           has_address(*operand, depth + 1);
  });
}

/// Follows the result through computations without effects, as long as nothing
/// else uses it. What is evaluated first is checked first: of "and" and "or",
/// the second operand if it has no address in it, else the first one. So a
/// condition either does not depend on where objects lie, or has stopped the
/// run before.
AddressChecks::Use AddressChecks::use_of(Instruction& i) const {
  Use use{&i, {}};
  while (use.at->hasOneUse()) {
    auto* next = llvm::dyn_cast<Instruction>(use.at->user_back());
    if (next == nullptr) return use;
    if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(next)) {
      if (choice->getCondition() == use.at || choice->getType()->isVectorTy()) {
        return use;
      }
      use.conditions.emplace_back(&choice->getOperandUse(0),
                                  choice->getTrueValue() == use.at);
    } else if (next->getType()->isIntegerTy(1) &&
               (next->getOpcode() == Instruction::And ||
                next->getOpcode() == Instruction::Or)) {
      const unsigned other = next->getOperand(0) == use.at ? 1 : 0;
      if (other == 0 || !has_address(*next->getOperand(1), 0)) {
        use.conditions.emplace_back(&next->getOperandUse(other),
                                    next->getOpcode() == Instruction::And);
      }
    } else if (!llvm::isa<llvm::BinaryOperator>(next) &&
               !llvm::isa<llvm::CastInst>(next) &&
               !llvm::isa<llvm::ICmpInst>(next)) {
      return use;
    }
    use.at = next;
  }
  return use;
}

/// Whether both are computed from the address of one object, so that their
/// order is that of the offsets.
bool AddressChecks::are_of_one_object(Value* a, Value* b) {
  if (!a->getType()->isPointerTy() || !b->getType()->isPointerTy()) {
    return false;
  }
  if (llvm::getUnderlyingObject(a) == llvm::getUnderlyingObject(b)) return true;
  llvm::SmallVector<const Value*, 4> of_a, of_b;
  llvm::getUnderlyingObjects(a, of_a);
  llvm::getUnderlyingObjects(b, of_b);
  if (of_a.size() == 1 && of_b.size() == 1 && of_a[0] == of_b[0] &&
      is_fixed(*of_a[0])) {
    return true;
  }
  // One local variable of a caller, of which there is only one at a time.
  const std::vector<const Value*> to_a = points_to_.objects(a);
  if (to_a.size() != 1 || points_to_.objects(b) != to_a) return false;
  const auto* local = llvm::dyn_cast_or_null<llvm::AllocaInst>(to_a[0]);
  return local != nullptr && is_made_once(*local) &&
         !calls_.may_recur(*local->getFunction());
}

AddressChecks::Side AddressChecks::side(Value* v, const Instruction& at) const {
  Side out;
  Value* pointer = pointer_of(v);
  out.is_pointer = pointer->getType()->isPointerTy();
  for (const Value* o : points_to_.objects(v)) {
    std::optional<ObjectRange> named;
    if (o != nullptr) named = object_range(*o, at, &calls_);
    if (o != nullptr && llvm::isa<llvm::Function>(o)) {
      out.functions.push_back(const_cast<Value*>(o));
    } else if (named) {
      out.objects.push_back(*named);
    } else {
      out.has_others = true;
    }
  }
  if (!out.is_pointer) return out;
  llvm::APInt offset(64, 0);
  const Value* base = pointer->stripAndAccumulateConstantOffsets(
      w_.module->getDataLayout(), offset, true);
  const auto object = object_range(*base, at, nullptr);
  out.is_inside =
      llvm::isa<llvm::Function>(base) || (object && offset.ult(object->bytes));
  return out;
}

void AddressChecks::compare(llvm::ICmpInst& i) {
  Value* a = i.getOperand(0);
  Value* b = i.getOperand(1);
  if (a->getType()->isVectorTy()) return;
  Check check{&i, use_of(i), {side(a, i), side(b, i)}, i.isRelational()};
  for (const std::size_t k : {0U, 1U}) {
    const auto number =
        constant_number(*i.getOperand(static_cast<unsigned>(k)));
    if (!number) continue;
    if (!is_marker_number(*number)) {
      // Whether an object lies there is not known: no object is fine.
      check.sides = {};
      check.is_order = true;
      break;
    }
    // Every object is on the same side of a marker.
    if (check.sides[1 - k].is_pointer) return;
    check.is_order = false;
    check.sides[k].is_inside = true;
  }
  if (are_of_one_object(pointer_of(a), pointer_of(b))) return;
  const bool is_inside = check.sides[0].is_inside && check.sides[1].is_inside;
  if (is_inside && !check.is_order) return;
  checks_.push_back(std::move(check));
}

void AddressChecks::difference(Instruction& i) {
  Value* a = i.getOperand(0);
  Value* b = i.getOperand(1);
  if (are_of_one_object(pointer_of(a), pointer_of(b))) return;
  checks_.push_back({&i, use_of(i), {side(a, i), side(b, i)}, true});
}

/// Without that, the address behind the end of one object could be the begin of
/// another one, and the number would not say which is meant.
void AddressChecks::separate_objects() {
  llvm::SetVector<Value*> objects;
  for (const Check& check : checks_) {
    llvm::SetVector<Value*> together;
    for (const Side& side : check.sides) {
      for (const ObjectRange& o : side.objects) together.insert(o.begin);
    }
    if (together.size() > 1) objects.insert(together.begin(), together.end());
  }
  llvm::DenseMap<Value*, Value*> now;
  for (Value* o : objects) now[o] = separate(w_, *o);
  for (Check& check : checks_) {
    for (Side& side : check.sides) {
      for (ObjectRange& o : side.objects) {
        if (Value* replaced = now.lookup(o.begin)) o.begin = replaced;
      }
    }
  }
}

/// For order and difference: whether both operands lie in one object. Where
/// there is but one in question, also whether they are near it: their order is
/// that of their distances from it, as in `p + n > end`.
llvm::Value* AddressChecks::is_ordered(llvm::IRBuilderBase& b,
                                       const Check& check) {
  constexpr std::uint64_t kNear = 1 << 30;
  const auto& [one, other] = check.sides;
  const auto is_one = [](const Side& s) {
    return s.objects.size() == 1 && s.functions.empty() && !s.has_others;
  };
  Value* out = b.getFalse();
  std::set<const Value*> in_question;
  for (const ObjectRange& o : other.objects) in_question.insert(o.begin);
  for (ObjectRange o : one.objects) {
    if (!in_question.contains(o.begin)) continue;
    if (is_one(one) && is_one(other) && o.bytes <= kNear) {
      const auto back = -static_cast<std::int64_t>(kNear);
      Value* begin = b.CreatePtrAdd(o.begin, b.getInt64(back));
      o = {begin, 2 * kNear};
    }
    Value* both = b.getTrue();
    for (Value* operand : check.operation->operand_values()) {
      Value* pointer = as_pointer(b, pointer_of(operand));
      both = b.CreateAnd(both, lies_in(b, pointer, o));
    }
    out = b.CreateOr(out, both);
  }
  return out;
}

/// Whether the pointer lies in an object to which it may point, or is a marker.
llvm::Value* AddressChecks::is_known(llvm::IRBuilderBase& b,
                                     const Side& side,
                                     llvm::Value* pointer) {
  // A pointer to a local variable of a caller cannot be checked, but it is no
  // number that the program made.
  if (side.is_inside || (side.has_others && side.is_pointer)) {
    return b.getTrue();
  }
  Value* out =
      side.is_pointer ? is_marker(b, pointer) : b.CreateIsNull(pointer);
  for (const ObjectRange& o : side.objects) {
    out = b.CreateOr(out, lies_in(b, pointer, o));
  }
  for (Value* f : side.functions) {
    out = b.CreateOr(out, b.CreateICmpEQ(pointer, f));
  }
  return out;
}

/// Whether one pointer is the end of an object and the other one the begin of
/// another object: in some layout they are equal.
llvm::Value* AddressChecks::is_end_beside_begin(
    llvm::IRBuilderBase& b,
    const Check& check,
    std::size_t end,
    const std::array<Value*, 2>& pointers) {
  if (check.sides[end].is_inside) return b.getFalse();
  Value* at_end = b.getFalse();
  Value* at_begin = b.getFalse();
  Value* of_one = b.getFalse();
  for (const ObjectRange& o : check.sides[end].objects) {
    Value* behind = b.CreateConstGEP1_64(b.getInt8Ty(), o.begin, o.bytes);
    Value* here = b.CreateICmpEQ(pointers[end], behind);
    Value* begin = b.CreateICmpEQ(pointers[1 - end], o.begin);
    at_end = b.CreateOr(at_end, here);
    of_one = b.CreateOr(of_one, b.CreateAnd(here, begin));
  }
  for (const ObjectRange& o : check.sides[1 - end].objects) {
    at_begin = b.CreateOr(at_begin, b.CreateICmpEQ(pointers[1 - end], o.begin));
  }
  return b.CreateAnd({at_end, at_begin, b.CreateNot(of_one)});
}

/// For equality: whether both are known, and no layout makes the end of one
/// object the begin of another one.
llvm::Value* AddressChecks::is_told_apart(llvm::IRBuilderBase& b,
                                          const Check& check) {
  const std::array<Value*, 2> pointers = {
      as_pointer(b, check.operation->getOperand(0)),
      as_pointer(b, check.operation->getOperand(1))};
  Value* known = b.CreateAnd(is_known(b, check.sides[0], pointers[0]),
                             is_known(b, check.sides[1], pointers[1]));
  Value* beside = b.CreateOr(is_end_beside_begin(b, check, 0, pointers),
                             is_end_beside_begin(b, check, 1, pointers));
  return b.CreateAnd(known, b.CreateNot(beside));
}

void AddressChecks::apply() {
  separate_objects();
  for (const Check& check : checks_) {
    llvm::IRBuilder<> b(check.use.at);
    Value* wrong = b.CreateNot(check.is_order ? is_ordered(b, check)
                                              : is_told_apart(b, check));
    for (const auto& [use, value] : check.use.conditions) {
      wrong = b.CreateAnd(wrong, value ? use->get() : b.CreateNot(*use));
    }
    const auto* k = llvm::dyn_cast<llvm::ConstantInt>(wrong);
    if (k != nullptr && k->isZero()) continue;
    stop_at_address_number(
        w_, *llvm::SplitBlockAndInsertIfThen(wrong, check.use.at, false));
  }
  checks_.clear();
}

}  // namespace catenary::program
