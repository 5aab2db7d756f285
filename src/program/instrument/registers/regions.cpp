// SPDX-License-Identifier: Apache-2.0
/// \file
/// Memory at constant addresses, see regions.h.
#include "program/instrument/registers/regions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace catenary::program {

namespace {

using llvm::Constant;
using llvm::GlobalVariable;
using llvm::Instruction;

/// How far a pointer to registers may lead that is passed on.
constexpr std::uint64_t kWindow = 0x400;
/// Numbers that are passed on as pointers are markers, such as `(void *)1`,
/// where they are low, unless registers are near; very low ones always.
constexpr std::uint64_t kLowestPassedOn = 0x1000;
constexpr std::uint64_t kLowestNear = 0x10;
/// Those at the end of 32 bits are error codes, such as `(void *)-1`.
constexpr std::uint64_t kHighestPassedOn = 0xffff0000;
constexpr std::uint64_t kHighest = std::uint64_t{1} << 47;

/// Collects them.
class Regions {
 public:
  explicit Regions(llvm::Module& m) : m_(m), layout_(m.getDataLayout()) {}

  std::vector<Region> find() {
    collect();
    make_regions();
    return std::move(regions_);
  }

 private:
  void collect();
  void collect(Instruction& i);
  void add_direct(Instruction& i,
                  unsigned operand,
                  std::uint64_t size,
                  bool writes);
  void pass_on(const llvm::Value& v);
  void make_regions();

  llvm::Module& m_;
  const llvm::DataLayout& layout_;
  std::vector<Direct> direct_;
  std::set<std::uint64_t> passed_on_;
  std::vector<Region> regions_;
};

/// The constant address of a pointer operand, if it is one.
std::optional<std::uint64_t> constant_address(const llvm::Value& pointer,
                                              const llvm::DataLayout& layout) {
  llvm::APInt offset(64, 0);
  const llvm::Value* base =
      pointer.stripAndAccumulateConstantOffsets(layout, offset, true);
  const std::optional<std::uint64_t> address = address_of(*base);
  if (!address) return std::nullopt;
  return *address + offset.getZExtValue();
}

void Regions::add_direct(Instruction& i,
                         unsigned operand,
                         std::uint64_t size,
                         bool writes) {
  const auto address = constant_address(*i.getOperand(operand), layout_);
  if (address && *address < kHighest) {
    direct_.push_back({&i, operand, *address, size, writes});
  }
}

/// Notes the constant addresses within a value that is used in another way than
/// to access it.
void Regions::pass_on(const llvm::Value& v) {
  const auto* constant = llvm::dyn_cast<Constant>(&v);
  if (constant == nullptr || llvm::isa<llvm::GlobalValue>(constant)) return;
  if (const auto address = address_of(*constant)) passed_on_.insert(*address);
  for (const llvm::Use& part : constant->operands()) pass_on(*part);
}

void Regions::collect(Instruction& i) {
  std::set<unsigned> accessed;
  const auto access = [&](unsigned operand, std::uint64_t size, bool writes) {
    accessed.insert(operand);
    add_direct(i, operand, size, writes);
  };
  if (llvm::isa<llvm::LoadInst>(i)) {
    access(0, layout_.getTypeStoreSize(i.getType()), false);
  } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) {
    access(
        1, layout_.getTypeStoreSize(store->getValueOperand()->getType()), true);
  } else if (const auto* block = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&i)) {
    if (const auto* n = llvm::dyn_cast<llvm::ConstantInt>(block->getLength())) {
      access(0, n->getZExtValue(), true);
      if (llvm::isa<llvm::AnyMemTransferInst>(i)) {
        access(1, n->getZExtValue(), false);
      }
    }
  }
  if (llvm::isa<llvm::ICmpInst>(i)) return;
  for (unsigned k = 0; k < i.getNumOperands(); ++k) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
    // A jump to an address is no access.
    if (accessed.contains(k) ||
        (call != nullptr &&
         &call->getCalledOperandUse() == &i.getOperandUse(k))) {
      continue;
    }
    pass_on(*i.getOperand(k));
  }
}

void Regions::collect() {
  for (llvm::Function& f : m_) {
    for (Instruction& i : llvm::instructions(f)) collect(i);
  }
  for (const GlobalVariable& g : m_.globals()) {
    if (g.hasInitializer()) pass_on(*g.getInitializer());
  }
}

/// Accesses that overlap are of one region.
void Regions::make_regions() {
  std::vector<Region> all;
  for (const Direct& d : direct_) {
    all.push_back({d.address, d.address + d.size, true, {d}});
  }
  for (const std::uint64_t address : passed_on_) {
    const bool is_near = std::ranges::any_of(direct_, [&](const Direct& d) {
      return d.address + kWindow > address && d.address < address + kWindow;
    });
    if (address >= kHighestPassedOn || address < kLowestNear ||
        (address < kLowestPassedOn && !is_near)) {
      continue;
    }
    all.push_back({address, address + kWindow, false, {}});
  }
  std::ranges::stable_sort(all, {}, [](const Region& r) { return r.begin; });
  for (Region& r : all) {
    if (regions_.empty() || regions_.back().end <= r.begin) {
      regions_.push_back(std::move(r));
      continue;
    }
    Region& last = regions_.back();
    last.is_one =
        last.is_one && r.is_one && last.begin == r.begin && last.end == r.end;
    last.end = std::max(last.end, r.end);
    std::ranges::move(r.accesses, std::back_inserter(last.accesses));
  }
}

/// The instructions on which conditions depend under which a loop is left.
std::set<const Instruction*> exiting_conditions(const llvm::Loop& loop) {
  llvm::SmallVector<llvm::BasicBlock*, 4> blocks;
  loop.getExitingBlocks(blocks);
  std::vector<const Instruction*> work;
  for (const llvm::BasicBlock* b : blocks) work.push_back(b->getTerminator());
  std::set<const Instruction*> out;
  while (!work.empty()) {
    const Instruction* i = work.back();
    work.pop_back();
    if (!loop.contains(i) || !out.insert(i).second) continue;
    for (const llvm::Value* v : i->operand_values()) {
      if (const auto* from = llvm::dyn_cast<Instruction>(v)) {
        work.push_back(from);
      }
    }
  }
  return out;
}

/// Whether a number is computed of constants and numbers that are too narrow
/// for an address alone.
bool is_of_numbers(const llvm::Value& v, int nesting) {
  if (llvm::isa<llvm::ConstantInt>(v)) return true;
  if (v.getType()->isIntegerTy() && v.getType()->getIntegerBitWidth() <= 32) {
    return true;
  }
  const auto* i = llvm::dyn_cast<Instruction>(&v);
  return nesting > 0 && i != nullptr &&
         (llvm::isa<llvm::BinaryOperator>(i) || llvm::isa<llvm::CastInst>(i)) &&
         std::ranges::all_of(i->operands(), [nesting](const llvm::Use& u) {
           return is_of_numbers(*u, nesting - 1);
         });
}

/// A read that an input can stand for.
bool is_input_read(const Direct& d) {
  const llvm::Type* type = d.at->getType();
  return llvm::isa<llvm::LoadInst>(d.at) &&
         (type->isFloatTy() || type->isDoubleTy() ||
          (type->isIntegerTy() && type->getIntegerBitWidth() <= 64));
}

/// Whether a value is used for nothing but a new value of the register at the
/// address, as in `ODR |= 1`.
bool only_changes(const Instruction& value,
                  std::uint64_t address,
                  int nesting) {
  return nesting > 0 &&
         std::ranges::all_of(value.users(), [&](const llvm::User* user) {
           const auto* i = llvm::dyn_cast<Instruction>(user);
           if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
             return constant_address(*store->getPointerOperand(),
                                     i->getModule()->getDataLayout()) ==
                    address;
           }
           return (llvm::isa<llvm::BinaryOperator>(user) ||
                   llvm::isa<llvm::CastInst>(user)) &&
                  only_changes(*i, address, nesting - 1);
         });
}

/// Whether a loop reads the register and does not write it.
bool is_polled(const Direct& read, const Region& region) {
  llvm::Function& f = *read.at->getFunction();
  const llvm::DominatorTree dominators(f);
  const llvm::LoopInfo loops(dominators);
  // The innermost loop: that around all is the control loop.
  const llvm::Loop* loop = loops.getLoopFor(read.at->getParent());
  return loop != nullptr && loop->isInnermost() &&
         llvm::is_contained(exiting_conditions(*loop), read.at) &&
         std::ranges::none_of(region.accesses, [loop](const Direct& d) {
           return d.writes && loop->contains(d.at);
         });
}

}  // namespace

/// The number of a constant address; nothing for other values.
std::optional<std::uint64_t> address_of(const llvm::Value& v) {
  const auto* cast = llvm::dyn_cast<llvm::Operator>(&v);
  if (cast == nullptr || cast->getOpcode() != Instruction::IntToPtr) {
    return std::nullopt;
  }
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(cast->getOperand(0));
  if (number == nullptr || number->isZero() ||
      number->getValue().getActiveBits() > 64) {
    return std::nullopt;
  }
  const std::uint64_t address = number->getZExtValue();
  // An address of 32 bits in a signed number.
  constexpr std::uint64_t kHighHalf = ~std::uint64_t{0} << 32;
  return (address & kHighHalf) == kHighHalf ? address & ~kHighHalf : address;
}

bool is_of_harness(const Direct& d) {
  return d.at->getFunction()->getName().starts_with("__cat_");
}

std::vector<Instruction*> computed_addresses(llvm::Module& m) {
  std::vector<Instruction*> out;
  for (llvm::Function& f : m) {
    for (Instruction& i : llvm::instructions(f)) {
      if (llvm::isa<llvm::IntToPtrInst>(i) && !address_of(i) &&
          is_of_numbers(*i.getOperand(0), 8)) {
        out.push_back(&i);
      }
    }
  }
  return out;
}

std::vector<Region> regions_of(llvm::Module& m) {
  return Regions(m).find();
}

bool comes_from_outside(const Region& region) {
  if (!region.is_one) return false;
  bool is_written = false;
  for (const Direct& d : region.accesses) {
    if (d.writes) {
      // The description gives it its values.
      if (is_of_harness(d)) return false;
      is_written = true;
    } else if (!is_input_read(d)) {
      return false;
    }
  }
  return !is_written ||
         std::ranges::any_of(region.accesses, [&](const Direct& d) {
           return !d.writes && !is_of_harness(d) && is_polled(d, region);
         });
}

bool is_tested(const Region& region) {
  return std::ranges::any_of(region.accesses, [](const Direct& d) {
    return !d.writes && !is_of_harness(d) &&
           (!llvm::isa<llvm::LoadInst>(d.at) ||
            !only_changes(*d.at, d.address, 4));
  });
}

}  // namespace catenary::program
