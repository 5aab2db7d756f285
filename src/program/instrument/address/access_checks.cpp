// SPDX-License-Identifier: Apache-2.0
#include "program/instrument/address/access_checks.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/LazyValueInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "program/analyse/variable_bytes.h"
#include "program/instrument/address/object_range.h"

namespace catenary::program {

namespace {

using llvm::Instruction;
using llvm::Value;

/// A check of more objects would cost more than it gives: with so many, it
/// would seldom notice anything.
constexpr std::size_t kMostObjects = 16;

/// The operand that an instruction reads or writes through; null if it does
/// not, or does more.
const llvm::Use* accessed(const Instruction& i) {
  if (llvm::isa<llvm::StoreInst>(i)) return &i.getOperandUse(1);
  const bool is_access = llvm::isa<llvm::LoadInst>(i) ||
                         llvm::isa<llvm::AtomicRMWInst>(i) ||
                         llvm::isa<llvm::AtomicCmpXchgInst>(i);
  return is_access ? &i.getOperandUse(0) : nullptr;
}

/// The type of what is read or written there.
llvm::Type* type_of_access(Instruction& i) {
  if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&i)) {
    return rmw->getValOperand()->getType();
  }
  if (auto* swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&i)) {
    return swap->getNewValOperand()->getType();
  }
  return llvm::getLoadStoreType(&i);
}

/// All values of the distance of a pointer from the object that it is computed
/// from, as far as they are known at the instruction.
llvm::ConstantRange distance(const Value& pointer,
                             const Value& base,
                             Instruction& at,
                             llvm::LazyValueInfo& ranges) {
  const llvm::DataLayout& layout = at.getModule()->getDataLayout();
  llvm::ConstantRange sum(llvm::APInt(64, 0));
  const Value* p = &pointer;
  while (p != &base) {
    const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(p);
    llvm::MapVector<Value*, llvm::APInt> variable;
    llvm::APInt constant(64, 0);
    if (gep == nullptr || !gep->collectOffset(layout, 64, variable, constant)) {
      return llvm::ConstantRange::getFull(64);
    }
    sum = sum.add(llvm::ConstantRange(constant));
    for (const auto& [index, scale] : variable) {
      const llvm::ConstantRange values =
          ranges.getConstantRange(index, &at, true).sextOrTrunc(64);
      // A product that overflows says nothing.
      const llvm::ConstantRange wide = values.sextOrTrunc(128).multiply(
          llvm::ConstantRange(scale.sext(128)));
      if (!llvm::ConstantRange::getFull(64).sextOrTrunc(128).contains(wide)) {
        return llvm::ConstantRange::getFull(64);
      }
      sum = sum.add(wide.truncate(64));
    }
    p = gep->getPointerOperand();
  }
  return sum;
}

}  // namespace

class AccessChecks::Accesses {
 public:
  Accesses(Workspace& w, Of which);
  void apply();

 private:
  /// An object that may be accessed. Its variable may be replaced before the
  /// checks are added, and so may constant operands: these are kept as uses.
  struct Place {
    llvm::WeakTrackingVH begin;
    std::uint64_t bytes = 0;
    [[nodiscard]] ObjectRange range() const { return {begin, bytes}; }
  };
  /// Bytes from an address on.
  struct Access {
    Instruction* at = nullptr;
    const llvm::Use* pointer = nullptr;
    /// Null: `size` is certain.
    const llvm::Use* variable_size = nullptr;
    std::uint64_t size = 0;
    std::vector<Place> objects = {};
  };

  void collect(Instruction& i, llvm::LazyValueInfo& ranges);
  void collect_block(llvm::AnyMemIntrinsic& i, llvm::LazyValueInfo& ranges);
  void add(Access access, llvm::LazyValueInfo& ranges);
  [[nodiscard]] bool find_objects(Access& access);
  [[nodiscard]] static Value* is_inside(llvm::IRBuilderBase& b,
                                        const Access& access,
                                        const ObjectRange& object);
  const PointsTo& points_to() {
    if (bytes_ == nullptr) bytes_ = std::make_unique<VariableBytes>(*w_.module);
    return bytes_->points_to();
  }

  Workspace& w_;
  Of which_;
  std::unique_ptr<VariableBytes> bytes_;
  std::vector<Access> accesses_;
};

AccessChecks::Accesses::Accesses(Workspace& w, Of which)
    : w_(w), which_(which) {
  llvm::FunctionAnalysisManager analyses;
  llvm::PassBuilder().registerFunctionAnalyses(analyses);
  for (llvm::Function& f : *w.module) {
    if (f.isDeclaration()) continue;
    auto& ranges = analyses.getResult<llvm::LazyValueAnalysis>(f);
    for (Instruction& i : llvm::instructions(f)) collect(i, ranges);
  }
  bytes_.reset();
}

void AccessChecks::Accesses::collect(Instruction& i,
                                     llvm::LazyValueInfo& ranges) {
  if (auto* block = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&i)) {
    return collect_block(*block, ranges);
  }
  const llvm::Use* pointer = accessed(i);
  if (pointer == nullptr) return;
  add({&i,
       pointer,
       nullptr,
       w_.module->getDataLayout().getTypeStoreSize(type_of_access(i))},
      ranges);
}

void AccessChecks::Accesses::collect_block(llvm::AnyMemIntrinsic& i,
                                           llvm::LazyValueInfo& ranges) {
  Access access{&i, &i.getRawDestUse()};
  if (auto* size = llvm::dyn_cast<llvm::ConstantInt>(i.getLength())) {
    access.size = size->getZExtValue();
  } else {
    access.variable_size = &i.getLengthUse();
  }
  add(access, ranges);
  if (auto* copy = llvm::dyn_cast<llvm::AnyMemTransferInst>(&i)) {
    access.pointer = &copy->getRawSourceUse();
    add(std::move(access), ranges);
  }
}

/// Adds the access, unless it cannot leave its object.
void AccessChecks::Accesses::add(Access access, llvm::LazyValueInfo& ranges) {
  if (access.size == 0 && access.variable_size == nullptr) return;
  const Value& pointer = *access.pointer->get();
  const Value* base = llvm::getUnderlyingObject(&pointer, 0);
  if (which_ == Of::locals && !llvm::isa<llvm::AllocaInst>(base)) return;
  if (auto object = object_range(*base, *access.at, true)) {
    const llvm::ConstantRange at = distance(pointer, *base, *access.at, ranges);
    if (access.variable_size == nullptr && access.size <= object->bytes &&
        at.getUnsignedMax().ule(object->bytes - access.size)) {
      return;
    }
    access.objects.push_back({object->begin, object->bytes});
  } else if (llvm::isa<llvm::GlobalVariable>(base) ||
             llvm::isa<llvm::AllocaInst>(base) || !find_objects(access)) {
    return;
  }
  accesses_.push_back(std::move(access));
}

/// Fills in the objects by the points-to set. False: they cannot all be named,
/// so nothing can be said.
bool AccessChecks::Accesses::find_objects(Access& access) {
  bool is_code = false;
  for (const Value* o : points_to().objects(access.pointer->get())) {
    if (o == nullptr || access.objects.size() == kMostObjects) return false;
    // Code is no object that can be read or written.
    is_code = is_code || llvm::isa<llvm::Function>(o);
    if (llvm::isa<llvm::Function>(o)) continue;
    auto object = object_range(*o, *access.at, false);
    if (!object) return false;
    access.objects.push_back({object->begin, object->bytes});
  }
  return is_code || !access.objects.empty();
}

/// Whether the bytes lie in the object.
Value* AccessChecks::Accesses::is_inside(llvm::IRBuilderBase& b,
                                         const Access& access,
                                         const ObjectRange& object) {
  Value* pointer = access.pointer->get();
  if (access.variable_size == nullptr) {
    return lies_in(b, pointer, object, access.size);
  }
  Value* size = b.CreateZExtOrTrunc(*access.variable_size, b.getInt64Ty());
  Value* end = b.CreateGEP(b.getInt8Ty(), pointer, size);
  // Without the first condition the end might be the begin, once around.
  return b.CreateAnd({b.CreateICmpULE(size, b.getInt64(object.bytes)),
                      lies_in(b, pointer, object),
                      lies_in(b, end, object)});
}

void AccessChecks::Accesses::apply() {
  for (const Access& access : accesses_) {
    llvm::IRBuilder<> b(access.at);
    Value* fine = b.getFalse();
    for (const Place& o : access.objects) {
      if (access.size > o.bytes) continue;
      fine = b.CreateOr(fine, is_inside(b, access, o.range()));
    }
    if (access.variable_size != nullptr) {
      fine = b.CreateOr(fine, b.CreateIsNull(*access.variable_size));
    }
    stop_run(
        w_,
        *llvm::SplitBlockAndInsertIfThen(b.CreateNot(fine), access.at, false),
        model::StepOutcome::crashed,
        "access outside of an object");
  }
  accesses_.clear();
}

AccessChecks::AccessChecks(Workspace& w, Of which)
    : accesses_(std::make_unique<Accesses>(w, which)) {}

AccessChecks::~AccessChecks() = default;

void AccessChecks::apply() {
  accesses_->apply();
}

}  // namespace catenary::program
