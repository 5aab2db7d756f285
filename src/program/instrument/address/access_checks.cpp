// SPDX-License-Identifier: Apache-2.0
#include "program/instrument/address/access_checks.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/LazyValueInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "program/analyse/variable_bytes.h"
#include "program/instrument/address/object_range.h"
#include "program/instrument/registers/registers.h"

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

/// Whether `size` bytes at a distance of `from` from the pointer lie in the
/// object that it is computed from, whichever that is.
bool stays_inside(const Value& pointer,
                  const llvm::ConstantRange& from,
                  std::uint64_t size,
                  Instruction& at,
                  llvm::LazyValueInfo& ranges,
                  int& visits) {
  // Chains of branches have many ways.
  if (--visits < 0) return false;
  const Value* base = llvm::getUnderlyingObject(&pointer, 0);
  const llvm::ConstantRange here =
      from.add(distance(pointer, *base, at, ranges));
  const auto inside = [&](const Value& v, Instruction& there) {
    return stays_inside(v, here, size, there, ranges, visits);
  };
  if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(base)) {
    return inside(*choice->getTrueValue(), at) &&
           inside(*choice->getFalseValue(), at);
  }
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(base)) {
    // An incoming value may be computed in its block alone, so its range is
    // asked for there.
    return std::ranges::all_of(phi->blocks(), [&](llvm::BasicBlock* from) {
      return inside(*phi->getIncomingValueForBlock(from),
                    *from->getTerminator());
    });
  }
  const auto object = object_range(*base, at, nullptr);
  return object && size <= object->bytes &&
         here.getUnsignedMax().ule(object->bytes - size);
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

  /// Of a function.
  struct Facts {
    llvm::LazyValueInfo& ranges;
    const llvm::DominatorTree& dominators;
  };

  void collect(Instruction& i, const Facts& facts);
  void collect_block(llvm::AnyMemIntrinsic& i, const Facts& facts);
  void add(Access access, const Facts& facts);
  [[nodiscard]] bool find_named(Access& access) const;
  [[nodiscard]] bool find_objects(Access& access);
  [[nodiscard]] static bool is_checked(const Access& access,
                                       const llvm::DominatorTree& dominators);
  [[nodiscard]] static Value* is_inside(llvm::IRBuilderBase& b,
                                        const Access& access,
                                        const ObjectRange& object);
  const PointsTo& points_to() {
    if (bytes_ == nullptr) bytes_ = std::make_unique<VariableBytes>(*w_.module);
    return bytes_->points_to();
  }
  Calls& calls() {
    if (!calls_) calls_.emplace(*w_.module, points_to());
    return *calls_;
  }

  Workspace& w_;
  Of which_;
  /// On demand.
  std::unique_ptr<VariableBytes> bytes_;
  std::optional<Calls> calls_;
  std::vector<Access> accesses_;
};

AccessChecks::Accesses::Accesses(Workspace& w, Of which)
    : w_(w), which_(which) {
  llvm::FunctionAnalysisManager analyses;
  llvm::PassBuilder().registerFunctionAnalyses(analyses);
  for (llvm::Function& f : *w.module) {
    if (f.isDeclaration()) continue;
    const Facts facts{analyses.getResult<llvm::LazyValueAnalysis>(f),
                      analyses.getResult<llvm::DominatorTreeAnalysis>(f)};
    for (Instruction& i : llvm::instructions(f)) collect(i, facts);
  }
  calls_.reset();
  bytes_.reset();
}

void AccessChecks::Accesses::collect(Instruction& i, const Facts& facts) {
  if (auto* block = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&i)) {
    return collect_block(*block, facts);
  }
  const llvm::Use* pointer = accessed(i);
  if (pointer == nullptr) return;
  add({&i,
       pointer,
       nullptr,
       w_.module->getDataLayout().getTypeStoreSize(type_of_access(i))},
      facts);
}

void AccessChecks::Accesses::collect_block(llvm::AnyMemIntrinsic& i,
                                           const Facts& facts) {
  Access access{&i, &i.getRawDestUse()};
  if (auto* size = llvm::dyn_cast<llvm::ConstantInt>(i.getLength())) {
    access.size = size->getZExtValue();
  } else {
    access.variable_size = &i.getLengthUse();
  }
  add(access, facts);
  if (auto* copy = llvm::dyn_cast<llvm::AnyMemTransferInst>(&i)) {
    access.pointer = &copy->getRawSourceUse();
    add(std::move(access), facts);
  }
}

/// Adds the access, unless it cannot leave its object.
void AccessChecks::Accesses::add(Access access, const Facts& facts) {
  if (access.size == 0 && access.variable_size == nullptr) return;
  const Value& pointer = *access.pointer->get();
  if (!find_named(access)) {
    const Value* base = llvm::getUnderlyingObject(&pointer, 0);
    if (which_ == Of::locals || llvm::isa<llvm::GlobalVariable>(base) ||
        llvm::isa<llvm::AllocaInst>(base) || !find_objects(access)) {
      return;
    }
  } else if (access.variable_size == nullptr) {
    const llvm::ConstantRange none(llvm::APInt(64, 0));
    int visits = 64;
    if (stays_inside(
            pointer, none, access.size, *access.at, facts.ranges, visits)) {
      return;
    }
  }
  if (is_checked(access, facts.dominators)) return;
  accesses_.push_back(std::move(access));
}

/// Fills in the objects from whose addresses the pointer is computed in the
/// function itself. False: others come into question. For Of::locals, one must
/// be a local variable.
bool AccessChecks::Accesses::find_named(Access& access) const {
  llvm::SmallVector<const Value*, 4> bases;
  llvm::getUnderlyingObjects(access.pointer->get(), bases, nullptr, 0);
  std::vector<Place> objects;
  bool is_local = false;
  for (const Value* base : bases) {
    // Clang's own check stops at null pointers.
    if (llvm::isa<llvm::ConstantPointerNull>(base)) continue;
    const auto object = object_range(*base, *access.at, nullptr);
    if (!object || objects.size() == kMostObjects) return false;
    is_local = is_local || llvm::isa<llvm::AllocaInst>(base);
    objects.push_back({object->begin, object->bytes});
  }
  if (objects.empty() || (which_ == Of::locals && !is_local)) return false;
  access.objects = std::move(objects);
  return true;
}

/// Whether an earlier pass added a check that the access cannot pass by.
bool AccessChecks::Accesses::is_checked(const Access& access,
                                        const llvm::DominatorTree& dominators) {
  if (access.variable_size != nullptr) return false;
  const Value* pointer = access.pointer->get();
  // All functions use the address of a variable: only what the function of the
  // access computes.
  if (!llvm::isa<Instruction>(pointer)) return false;
  return std::ranges::any_of(pointer->users(), [&](const llvm::User* user) {
    const auto* test = llvm::dyn_cast<llvm::CallInst>(user);
    if (test == nullptr || test->getCalledFunction() == nullptr ||
        test->getCalledFunction()->getName() != kLiesIn ||
        test->getArgOperand(0) != pointer ||
        !dominators.dominates(test, access.at)) {
      return false;
    }
    const auto* distance =
        llvm::dyn_cast<llvm::ConstantInt>(test->getArgOperand(2));
    return distance != nullptr &&
           std::ranges::any_of(access.objects, [&](const Place& o) {
             return o.begin == test->getArgOperand(1) &&
                    distance->getZExtValue() + access.size == o.bytes;
           });
  });
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
    auto object = object_range(*o, *access.at, &calls());
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
    // How far registers go is a guess.
    bool is_register = false;
    for (const Place& o : access.objects) {
      const auto* g = llvm::dyn_cast_or_null<llvm::GlobalVariable>(
          static_cast<Value*>(o.begin));
      is_register |= g != nullptr && g->hasAttribute(kRegister);
      if (access.size > o.bytes) continue;
      fine = b.CreateOr(fine, is_inside(b, access, o.range()));
    }
    if (access.variable_size != nullptr) {
      fine = b.CreateOr(fine, b.CreateIsNull(*access.variable_size));
    }
    stop_run(
        w_,
        *llvm::SplitBlockAndInsertIfThen(b.CreateNot(fine), access.at, false),
        is_register ? model::StepOutcome::unsupported
                    : model::StepOutcome::crashed,
        is_register ? "access beyond the registers at a constant address"
                    : "access outside of an object");
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
