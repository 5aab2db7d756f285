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
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <optional>

namespace catenary::program {

namespace {

using llvm::Instruction;
using llvm::Value;

/// Attribute of variables with a byte behind them.
constexpr const char* kSeparate = "catenary-separate";

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

/// Whether the value is the same object wherever it is computed in the
/// function. Others, such as a load, may be another object in the next
/// iteration of a loop.
bool is_fixed(const Value& object) {
  const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&object);
  return llvm::isa<llvm::GlobalValue>(object) ||
         llvm::isa<llvm::Argument>(object) ||
         (local != nullptr && local->isStaticAlloca());
}

/// Whether both are computed from the address of one object, so that their
/// order is that of the offsets.
bool are_of_one_object(const Value* a, const Value* b) {
  if (!a->getType()->isPointerTy() || !b->getType()->isPointerTy()) {
    return false;
  }
  if (llvm::getUnderlyingObject(a) == llvm::getUnderlyingObject(b)) return true;
  llvm::SmallVector<const Value*, 4> of_a, of_b;
  llvm::getUnderlyingObjects(a, of_a);
  llvm::getUnderlyingObjects(b, of_b);
  return of_a.size() == 1 && of_b.size() == 1 && of_a[0] == of_b[0] &&
         is_fixed(*of_a[0]);
}

/// Follows the result through computations without effects, as long as nothing
/// else uses it.
AddressChecks::Use use_of(Instruction& i) {
  AddressChecks::Use use{&i, {}};
  while (use.at->hasOneUse()) {
    auto* next = llvm::dyn_cast<Instruction>(use.at->user_back());
    if (next == nullptr) return use;
    if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(next)) {
      if (choice->getCondition() == use.at || choice->getType()->isVectorTy()) {
        return use;
      }
      use.conditions.emplace_back(choice->getCondition(),
                                  choice->getTrueValue() == use.at);
    } else if (next->getType()->isIntegerTy(1) &&
               (next->getOpcode() == Instruction::And ||
                next->getOpcode() == Instruction::Or)) {
      Value* other = next->getOperand(next->getOperand(0) == use.at ? 1 : 0);
      use.conditions.emplace_back(other, next->getOpcode() == Instruction::And);
    } else if (!llvm::isa<llvm::BinaryOperator>(next) &&
               !llvm::isa<llvm::CastInst>(next) &&
               !llvm::isa<llvm::ICmpInst>(next)) {
      return use;
    }
    use.at = next;
  }
  return use;
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

std::uint64_t bytes_in_program(const llvm::GlobalVariable& g) {
  const llvm::DataLayout& layout = g.getParent()->getDataLayout();
  llvm::Type* type = g.getValueType();
  if (g.hasAttribute(kSeparate)) type = type->getStructElementType(0);
  return layout.getTypeAllocSize(type);
}

AddressChecks::Side AddressChecks::side(Value* v, const Instruction& at) const {
  Side out;
  Value* pointer = pointer_of(v);
  out.is_pointer = pointer->getType()->isPointerTy();
  for (const Value* o : points_to_.objects(v)) {
    std::optional<ObjectRange> named;
    if (o != nullptr) named = object_range(*o, at, false);
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
  const auto object = object_range(*base, at, true);
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
      // An object may lie there or not: there is no order, in any object.
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

/// Objects that one check distinguishes get a byte behind them. Without it, the
/// address behind the end of one could be the begin of another one, and the
/// number would not say which is meant.
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
  for (Value* o : objects) now[o] = separate(*o);
  for (Check& check : checks_) {
    for (Side& side : check.sides) {
      for (ObjectRange& o : side.objects) {
        if (Value* replaced = now.lookup(o.begin)) o.begin = replaced;
      }
    }
  }
}

/// Puts a byte behind the object. Returns its new address.
llvm::Value* AddressChecks::separate(Value& object) {
  llvm::Type* byte = llvm::Type::getInt8Ty(*w_.context);
  if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&object)) {
    local->setAllocatedType(llvm::StructType::get(
        *w_.context, {local->getAllocatedType(), byte}, true));
    return local;
  }
  auto& old = *llvm::cast<llvm::GlobalVariable>(&object);
  auto* type =
      llvm::StructType::get(*w_.context, {old.getValueType(), byte}, true);
  llvm::Constant* parts[] = {old.getInitializer(),
                             llvm::Constant::getNullValue(byte)};
  auto* padded =
      new llvm::GlobalVariable(*w_.module,
                               type,
                               old.isConstant(),
                               old.getLinkage(),
                               llvm::ConstantStruct::get(type, parts),
                               "",
                               &old);
  padded->copyAttributesFrom(&old);
  padded->setAlignment(old.getPointerAlignment(w_.module->getDataLayout()));
  padded->addAttribute(kSeparate);
  padded->copyMetadata(&old, 0);
  padded->takeName(&old);
  old.replaceAllUsesWith(padded);
  for (StateVariable& v : w_.state_variables) {
    if (v.global == &old) v.global = padded;
  }
  old.eraseFromParent();
  return padded;
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
  for (ObjectRange o : one.objects) {
    const auto same = [&](const ObjectRange& p) { return p.begin == o.begin; };
    if (std::ranges::none_of(other.objects, same)) continue;
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

/// Whether the pointer is an address of the program, or a marker.
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

/// For equality: whether both are known, and none is the end of an object of
/// which the other one may be the next.
llvm::Value* AddressChecks::is_told_apart(llvm::IRBuilderBase& b,
                                          const Check& check) {
  Value* pointers[] = {as_pointer(b, check.operation->getOperand(0)),
                       as_pointer(b, check.operation->getOperand(1))};
  Value* out = b.CreateAnd(is_known(b, check.sides[0], pointers[0]),
                           is_known(b, check.sides[1], pointers[1]));
  for (const std::size_t k : {0U, 1U}) {
    if (check.sides[k].is_inside) continue;
    for (const ObjectRange& o : check.sides[k].objects) {
      Value* end = b.CreateConstGEP1_64(b.getInt8Ty(), o.begin, o.bytes);
      Value* at_end = b.CreateICmpEQ(pointers[k], end);
      Value* at_other = b.getFalse();
      for (const ObjectRange& other : check.sides[1 - k].objects) {
        if (other.begin == o.begin) continue;
        at_other =
            b.CreateOr(at_other, b.CreateICmpEQ(pointers[1 - k], other.begin));
      }
      out = b.CreateAnd(out, b.CreateNot(b.CreateAnd(at_end, at_other)));
    }
  }
  return out;
}

void AddressChecks::apply() {
  separate_objects();
  for (const Check& check : checks_) {
    llvm::IRBuilder<> b(check.use.at);
    Value* wrong = b.CreateNot(check.is_order ? is_ordered(b, check)
                                              : is_told_apart(b, check));
    for (const auto& [condition, value] : check.use.conditions) {
      wrong = b.CreateAnd(wrong, value ? condition : b.CreateNot(condition));
    }
    const auto* k = llvm::dyn_cast<llvm::ConstantInt>(wrong);
    if (k != nullptr && k->isZero()) continue;
    stop_at_address_number(
        w_, *llvm::SplitBlockAndInsertIfThen(wrong, check.use.at, false));
  }
  checks_.clear();
}

}  // namespace catenary::program
