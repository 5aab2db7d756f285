// SPDX-License-Identifier: Apache-2.0
#include "program/instrument/address/memory_comparisons.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "program/analyse/points_to_rules.h"

namespace catenary::program {

namespace {

using llvm::Instruction;
using llvm::Value;

bool writes_zero(const Instruction& i) {
  const Value* written = nullptr;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) {
    written = store->getValueOperand();
  } else if (const auto* set = llvm::dyn_cast<llvm::AnyMemSetInst>(&i)) {
    written = set->getValue();
  }
  const auto* constant = llvm::dyn_cast_or_null<llvm::Constant>(written);
  return constant != nullptr && constant->isNullValue();
}

/// Whether the bytes from..end of a constant are 0. A null pointer is.
bool is_zero(const llvm::Constant& c,
             std::uint64_t from,
             std::uint64_t end,
             const llvm::DataLayout& layout) {
  if (c.isNullValue()) return true;
  std::uint64_t at = 0;
  for (unsigned k = 0; const llvm::Constant* part = c.getAggregateElement(k);
       ++k) {
    if (auto* type = llvm::dyn_cast<llvm::StructType>(c.getType())) {
      at = layout.getStructLayout(type)->getElementOffset(k);
    }
    const std::uint64_t next = at + layout.getTypeAllocSize(part->getType());
    if (from < next && at < end &&
        !is_zero(
            *part, std::max(from, at) - at, std::min(end, next) - at, layout)) {
      return false;
    }
    at = next;
  }
  return c.getType()->isAggregateType();
}

/// Whether the initialiser has zeros in so many bytes from a pointer on, which
/// must be computed from a variable.
bool are_initially_zero(const Value& pointer,
                        std::uint64_t from,
                        std::uint64_t count,
                        const llvm::DataLayout& layout) {
  llvm::APInt offset(64, 0);
  const auto* g = llvm::dyn_cast<llvm::GlobalVariable>(
      pointer.stripAndAccumulateConstantOffsets(layout, offset, true));
  if (g == nullptr || !g->hasInitializer()) return false;
  const std::uint64_t bytes = layout.getTypeAllocSize(g->getValueType());
  if (from + count > bytes || offset.ugt(bytes - from - count)) return false;
  const std::uint64_t first = offset.getZExtValue() + from;
  return is_zero(*g->getInitializer(), first, first + count, layout);
}

/// Whether a variable that never changes is what a pointer is computed from.
bool is_constant(const Value& pointer) {
  const auto* g = llvm::dyn_cast<llvm::GlobalVariable>(
      llvm::getUnderlyingObject(&pointer, 0));
  return g != nullptr && g->isConstant();
}

/// Whether the instruction itself may write to the object.
bool may_write(const Instruction& i,
               const Value* object,
               const PointsTo& points_to) {
  if (!i.mayWriteToMemory()) return false;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
  const llvm::Function* callee =
      call == nullptr ? nullptr : call->getCalledFunction();
  if (callee != nullptr &&
      (!callee->isDeclaration() || only_reads(callee->getName()))) {
    return false;
  }
  return std::ranges::any_of(i.operand_values(), [&](const Value* operand) {
    return operand->getType()->isPointerTy() &&
           std::ranges::count(points_to.objects(operand), object) != 0;
  });
}

/// Whether nothing but zeros is ever in the object.
bool is_always_zero(const Value* object, const VariableBytes& bytes) {
  const auto* g = llvm::dyn_cast_or_null<llvm::GlobalVariable>(object);
  if (g != nullptr) {
    if (!g->hasInitializer() || !g->getInitializer()->isNullValue())
      return false;
    if (g->isConstant()) return true;
  } else if (object == nullptr || !llvm::isa<llvm::AllocaInst>(object)) {
    return false;
  }
  for (const llvm::Function& f : bytes.module()) {
    for (const Instruction& i : llvm::instructions(f)) {
      if (!writes_zero(i) && may_write(i, object, bytes.points_to())) {
        return false;
      }
    }
  }
  return true;
}

/// One of the two memories that are compared.
class Side {
 public:
  Side(const Value* begin,
       const llvm::ConstantInt* size,
       const VariableBytes& bytes)
      : begin_(begin),
        bytes_(bytes),
        size_(size == nullptr ? 0 : size->getZExtValue()),
        at_(bytes.access(begin, size_, size != nullptr)) {}

  [[nodiscard]] bool may_hold_address() const {
    if (!bytes_.points_to().may_lead_to_address(begin_)) return false;
    if (!at_.exact) return true;
    const llvm::BitVector addresses = bytes_with_addresses(bytes_);
    const auto first = static_cast<unsigned>(at_.first);
    return addresses.find_first_in(
               first, first + static_cast<unsigned>(at_.count)) != -1;
  }

  /// True if only a part of some address is compared. Addresses lie at
  /// multiples of their size.
  [[nodiscard]] bool cuts_address() const {
    if (!at_.exact) return size_ != 0 && size_ < sizeof(void*);
    const auto* g =
        llvm::cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(begin_, 0));
    const std::uint64_t begin = bytes_.first(*g);
    const llvm::BitVector addresses = bytes_with_addresses(bytes_);
    for (std::uint64_t k = at_.first; k < at_.first + at_.count; ++k) {
      if (!addresses.test(static_cast<unsigned>(k))) continue;
      const std::uint64_t whole = k - (k - begin) % sizeof(void*);
      if (whole < at_.first || whole + sizeof(void*) > at_.first + at_.count) {
        return true;
      }
    }
    return false;
  }

  /// Whether an address is compared with something else than an address or a
  /// null pointer. Where the places are not exact, all of both may be
  /// addresses.
  [[nodiscard]] bool meets_number(const Side& other) const {
    if (!at_.exact || !other.at_.exact) {
      return may_hold_address() && !other.may_hold_address();
    }
    const llvm::BitVector addresses = bytes_with_addresses(bytes_);
    for (std::uint64_t k = 0; k < size_; ++k) {
      const bool here = addresses.test(static_cast<unsigned>(at_.first + k));
      const bool there =
          addresses.test(static_cast<unsigned>(other.at_.first + k));
      if (here && !there && !other.are_bytes_zero(k, 1)) return true;
    }
    return false;
  }

  [[nodiscard]] bool is_always_zero() const {
    if (size_ != 0 && are_bytes_zero(0, size_)) return true;
    const std::vector<const Value*> objects =
        bytes_.points_to().objects(begin_);
    return !objects.empty() &&
           std::ranges::all_of(objects, [this](const Value* o) {
             return program::is_always_zero(o, bytes_);
           });
  }

 private:
  /// Of so many bytes, from a distance on.
  [[nodiscard]] bool are_bytes_zero(std::uint64_t from,
                                    std::uint64_t count) const;
  [[nodiscard]] bool may_change(const Instruction& i,
                                const Value* object,
                                std::uint64_t from,
                                std::uint64_t count) const;

  const Value* begin_;
  const VariableBytes& bytes_;
  /// 0 where it is not known.
  std::uint64_t size_;
  Access at_;
};

bool Side::are_bytes_zero(std::uint64_t from, std::uint64_t count) const {
  if (!at_.exact && !is_constant(*begin_)) return false;
  if (!are_initially_zero(*begin_, from, count, bytes_.layout())) return false;
  if (is_constant(*begin_)) return true;
  const Value* object = llvm::getUnderlyingObject(begin_, 0);
  for (const llvm::Function& f : bytes_.module()) {
    for (const Instruction& i : llvm::instructions(f)) {
      if (may_change(i, object, from, count)) return false;
    }
  }
  return true;
}

/// Whether the instruction may write something else than zeros there.
bool Side::may_change(const Instruction& i,
                      const Value* object,
                      std::uint64_t from,
                      std::uint64_t count) const {
  if (writes_zero(i) || !may_write(i, object, bytes_.points_to())) return false;
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i);
  const auto* copy = llvm::dyn_cast<llvm::AnyMemTransferInst>(&i);
  const llvm::ConstantInt* length =
      copy == nullptr ? nullptr
                      : llvm::dyn_cast<llvm::ConstantInt>(copy->getLength());
  if (store == nullptr && length == nullptr) return true;
  const std::uint64_t size = store == nullptr
                                 ? length->getZExtValue()
                                 : bytes_.layout().getTypeStoreSize(
                                       store->getValueOperand()->getType());
  const Access to = bytes_.access(
      store == nullptr ? copy->getDest() : store->getPointerOperand(),
      size,
      true);
  if (!to.exact) return true;
  const std::uint64_t begin = at_.first + from;
  const std::uint64_t first = std::max(to.first, begin);
  const std::uint64_t end = std::min(to.first + to.count, begin + count);
  if (first >= end) return false;
  return copy == nullptr || !is_constant(*copy->getSource()) ||
         !are_initially_zero(*copy->getSource(),
                             first - to.first,
                             end - first,
                             bytes_.layout());
}

}  // namespace

bool is_memcmp(const Instruction& i) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
  return call != nullptr && call->getCalledFunction() != nullptr &&
         call->getCalledFunction()->getName() == "memcmp";
}

bool compares_numbers_of_addresses(const Instruction& call,
                                   const VariableBytes& bytes) {
  const auto* size = llvm::dyn_cast<llvm::ConstantInt>(call.getOperand(2));
  const Side first(call.getOperand(0), size, bytes);
  const Side second(call.getOperand(1), size, bytes);
  const bool in_first = first.may_hold_address();
  const bool in_second = second.may_hold_address();
  if (!in_first && !in_second) return false;
  // The order is known as well where one is always 0.
  if (!in_second && second.is_always_zero()) return false;
  if (!in_first && first.is_always_zero()) return false;
  return first.meets_number(second) || second.meets_number(first) ||
         first.cuts_address() || second.cuts_address() ||
         !llvm::isOnlyUsedInZeroEqualityComparison(&call);
}

bool reads_constant_address(const Instruction& i) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&i);
  if (load == nullptr || !load->getType()->isIntegerTy()) return false;
  const llvm::DataLayout& layout = i.getModule()->getDataLayout();
  llvm::APInt offset(64, 0);
  const auto* g = llvm::dyn_cast<llvm::GlobalVariable>(
      load->getPointerOperand()->stripAndAccumulateConstantOffsets(
          layout, offset, true));
  // All other constants can be computed.
  return g != nullptr && g->isConstant() && g->hasDefinitiveInitializer() &&
         llvm::ConstantFoldLoadFromConst(
             const_cast<llvm::Constant*>(g->getInitializer()),
             load->getType(),
             offset,
             layout) == nullptr;
}

}  // namespace catenary::program
