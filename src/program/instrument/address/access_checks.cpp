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

/// Variables that the preparation adds: goals, counters. Their accesses are
/// correct by construction.
bool is_ours(const Value& v) {
  const llvm::StringRef name = v.getName();
  return llvm::isa<llvm::GlobalVariable>(v) &&
         (name.starts_with("__cat_") || name.starts_with("__prof") ||
          name.starts_with("__llvm_prof"));
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
      // Distances that wrap are no distances.
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
  explicit Accesses(Workspace& w);
  void apply();

 private:
  /// An object that may be accessed. Its variable may be replaced before the
  /// checks are added.
  struct Place {
    llvm::WeakTrackingVH begin;
    std::uint64_t bytes = 0;
    [[nodiscard]] ObjectRange range() const { return {begin, bytes}; }
  };
  /// Bytes from an address on.
  struct Access {
    Instruction* at = nullptr;
    Value* pointer = nullptr;
    /// Null: `size` is certain.
    Value* variable_size = nullptr;
    std::uint64_t size = 0;
    std::vector<Place> objects;
  };

  void collect(Instruction& i, llvm::LazyValueInfo& ranges);
  void add(Access access, llvm::LazyValueInfo& ranges);
  [[nodiscard]] bool find_objects(Access& access);
  [[nodiscard]] static Value* is_inside(llvm::IRBuilderBase& b,
                                        const Access& access,
                                        const ObjectRange& object);

  Workspace& w_;
  /// For its points-to sets, on demand.
  std::unique_ptr<VariableBytes> bytes_;
  std::vector<Access> accesses_;
};

AccessChecks::Accesses::Accesses(Workspace& w) : w_(w) {
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
  const llvm::DataLayout& layout = w_.module->getDataLayout();
  if (Value* pointer = llvm::getLoadStorePointerOperand(&i)) {
    add({&i,
         pointer,
         nullptr,
         layout.getTypeStoreSize(llvm::getLoadStoreType(&i)),
         {}},
        ranges);
    return;
  }
  auto* block = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&i);
  if (block == nullptr) return;
  Access access{&i, block->getRawDest(), nullptr, 0, {}};
  if (auto* size = llvm::dyn_cast<llvm::ConstantInt>(block->getLength())) {
    access.size = size->getZExtValue();
  } else {
    access.variable_size = block->getLength();
  }
  add(access, ranges);
  if (auto* copy = llvm::dyn_cast<llvm::AnyMemTransferInst>(block)) {
    access.pointer = copy->getRawSource();
    add(std::move(access), ranges);
  }
}

/// Adds the access, unless it cannot leave its object.
void AccessChecks::Accesses::add(Access access, llvm::LazyValueInfo& ranges) {
  if (access.size == 0 && access.variable_size == nullptr) return;
  const Value* base = llvm::getUnderlyingObject(access.pointer, 0);
  if (is_ours(*base)) return;
  if (auto object = object_range(*base, *access.at, true)) {
    const llvm::ConstantRange at =
        distance(*access.pointer, *base, *access.at, ranges);
    if (access.variable_size == nullptr && access.size <= object->bytes &&
        at.getUnsignedMax().ule(object->bytes - access.size)) {
      return;
    }
    access.objects.push_back({object->begin, object->bytes});
  } else if (!find_objects(access)) {
    return;
  }
  accesses_.push_back(std::move(access));
}

/// Fills in the objects by the points-to set. False: they cannot all be named,
/// so nothing can be said.
bool AccessChecks::Accesses::find_objects(Access& access) {
  if (bytes_ == nullptr) bytes_ = std::make_unique<VariableBytes>(*w_.module);
  for (const Value* o : bytes_->points_to().objects(access.pointer)) {
    if (o == nullptr || access.objects.size() == kMostObjects) return false;
    // Code is not read or written: a function is in the set by analogy only.
    if (llvm::isa<llvm::Function>(o)) continue;
    auto object = object_range(*o, *access.at, false);
    if (!object) return false;
    access.objects.push_back({object->begin, object->bytes});
  }
  return !access.objects.empty();
}

/// Whether the bytes lie in the object.
Value* AccessChecks::Accesses::is_inside(llvm::IRBuilderBase& b,
                                         const Access& access,
                                         const ObjectRange& object) {
  if (access.variable_size == nullptr) {
    return lies_in(b, access.pointer, object, access.size);
  }
  Value* size = b.CreateZExtOrTrunc(access.variable_size, b.getInt64Ty());
  Value* end = b.CreateGEP(b.getInt8Ty(), access.pointer, size);
  // Without the first condition the end might be the begin, once around.
  return b.CreateAnd({b.CreateICmpULE(size, b.getInt64(object.bytes)),
                      lies_in(b, access.pointer, object),
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
    if (Value* size = access.variable_size) {
      fine = b.CreateOr(fine, b.CreateIsNull(size));
    }
    stop_run(
        w_,
        *llvm::SplitBlockAndInsertIfThen(b.CreateNot(fine), access.at, false),
        model::StepOutcome::crashed,
        "access outside of an object");
  }
  accesses_.clear();
}

AccessChecks::AccessChecks(Workspace& w)
    : accesses_(std::make_unique<Accesses>(w)) {}

AccessChecks::~AccessChecks() = default;

void AccessChecks::apply() {
  accesses_->apply();
}

}  // namespace catenary::program
