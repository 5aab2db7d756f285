// SPDX-License-Identifier: Apache-2.0
/// \file
/// Numbers of bytes, and the search for bytes that may hold addresses.
#include "program/analyse/variable_bytes.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "program/analyse/points_to_rules.h"
#include "program/build/workspace.h"
#include "program/instrument/address/separation.h"

namespace catenary::program {

using llvm::BitVector;
using llvm::Function;
using llvm::GlobalVariable;
using llvm::Instruction;
using llvm::Value;

namespace {

/// Functions of the prepared program that are called from outside it. Their
/// arguments are letters, which are not memory of the program.
bool is_called_from_outside(const Function& f) {
  const llvm::StringRef name = f.getName();
  return name == kRunInit || name == kRunStep || name == kCollect;
}

/// Collects bytes_with_addresses(): a flow-insensitive pass over all
/// initialisers and stores.
class AddressBytes {
 public:
  AddressBytes(const VariableBytes& bytes,
               std::function<bool(const Value&)> is_address)
      : bytes_(bytes),
        points_to_(bytes.points_to()),
        is_address_(std::move(is_address)),
        found_(static_cast<unsigned>(bytes.total())) {}

  BitVector find();

 private:
  void mark(const Access& a) {
    if (a.exact) set_range(found_, a.first, a.count);
    for (const auto& [first, count] : a.may) set_range(found_, first, count);
  }
  void initialiser(const llvm::Constant& c, std::uint64_t at);
  void instruction(const Instruction& i);
  void call(const llvm::CallBase& c);
  bool follow_copies();

  /// Of bytes, from one number on to another one.
  struct Copy {
    std::uint64_t from = 0, to = 0, count = 0;
  };

  const VariableBytes& bytes_;
  const PointsTo& points_to_;
  /// Of values that are stored.
  std::function<bool(const Value&)> is_address_;
  BitVector found_;
  std::vector<Copy> copies_;
};

/// Marks the addresses in an initialiser whose first byte has number `at`.
void AddressBytes::initialiser(const llvm::Constant& c, std::uint64_t at) {
  // Most initialisers hold no address at all.
  if (!points_to_.may_be_address(&c)) return;
  const llvm::DataLayout& layout = bytes_.layout();
  const auto* whole = llvm::dyn_cast<llvm::ConstantAggregate>(&c);
  if (whole == nullptr) {
    return set_range(found_, at, layout.getTypeAllocSize(c.getType()));
  }
  auto* fields = llvm::dyn_cast<llvm::StructType>(c.getType());
  for (unsigned k = 0; k < whole->getNumOperands(); ++k) {
    const llvm::Constant& part = *whole->getAggregateElement(k);
    const std::uint64_t distance =
        fields != nullptr
            ? layout.getStructLayout(fields)
                  ->getElementOffset(k)
                  .getFixedValue()
            : k * layout.getTypeAllocSize(part.getType()).getFixedValue();
    initialiser(part, at + distance);
  }
}

void AddressBytes::instruction(const Instruction& i) {
  // A store of a value that may be an address, wherever it may go.
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) {
    const Value* value = store->getValueOperand();
    if (!is_address_(*value)) return;
    mark(bytes_.access(store->getPointerOperand(),
                       bytes_.layout().getTypeStoreSize(value->getType()),
                       true));
  } else if (llvm::isa<llvm::AtomicRMWInst>(i) ||
             llvm::isa<llvm::AtomicCmpXchgInst>(i)) {
    const Value* value = i.getOperand(i.getNumOperands() - 1);
    if (points_to_.may_be_address(&i) || points_to_.may_be_address(value)) {
      mark(bytes_.access(i.getOperand(0), 0, false));
    }
  } else if (const auto* c = llvm::dyn_cast<llvm::CallBase>(&i)) {
    call(*c);
  }
}

/// Copies of memory, and calls of functions that are not known.
void AddressBytes::call(const llvm::CallBase& c) {
  const Function* callee = c.getCalledFunction();
  if (llvm::isa<llvm::DbgInfoIntrinsic>(c) ||
      (callee != nullptr &&
       (!callee->isDeclaration() || only_reads(callee->getName())))) {
    return;
  }
  if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&c)) {
    if (!points_to_.may_lead_to_address(copy->getSource())) return;
    const auto* n = llvm::dyn_cast<llvm::ConstantInt>(copy->getLength());
    const std::uint64_t size = n != nullptr ? n->getZExtValue() : 0;
    const Access from = bytes_.access(copy->getSource(), size, n != nullptr);
    const Access to = bytes_.access(copy->getDest(), size, n != nullptr);
    if (from.exact && to.exact) {
      copies_.push_back({from.first, to.first, size});
    } else {
      mark(to);
    }
    return;
  }
  const bool carries =
      std::any_of(c.arg_begin(), c.arg_end(), [&](const Value* a) {
        return points_to_.may_lead_to_address(a);
      });
  if (!carries) return;
  for (const Value* a : c.args()) mark(bytes_.access(a, 0, false));
}

BitVector AddressBytes::find() {
  for (const GlobalVariable* g : bytes_.variables()) {
    initialiser(*g->getInitializer(), bytes_.first(*g));
  }
  for (const Function& f : bytes_.module()) {
    for (const Instruction& i : llvm::instructions(f)) instruction(i);
  }
  while (follow_copies()) {
  }
  return std::move(found_);
}

/// False: nothing new was marked.
bool AddressBytes::follow_copies() {
  const unsigned before = found_.count();
  for (const Copy& c : copies_) {
    for (std::uint64_t k = 0; k < c.count; ++k) {
      if (found_.test(static_cast<unsigned>(c.from + k))) {
        found_.set(static_cast<unsigned>(c.to + k));
      }
    }
  }
  return found_.count() != before;
}

}  // namespace

VariableBytes::VariableBytes(llvm::Module& m)
    : m_(m), points_to_(m, is_called_from_outside) {
  for (GlobalVariable& g : m_.globals()) {
    if (g.isConstant() || g.isDeclaration()) continue;
    const llvm::StringRef name = g.getName();
    if (name.starts_with("__cat_counters_") || name == kHits) continue;
    first_[&g] = total_;
    variables_.push_back(&g);
    total_ += size_of(g);
  }
}

const llvm::DataLayout& VariableBytes::layout() const {
  return m_.getDataLayout();
}

std::uint64_t VariableBytes::size_of(const GlobalVariable& g) const {
  return bytes_in_program(g);
}

Access VariableBytes::access(const Value* pointer,
                             std::uint64_t size,
                             bool size_known) const {
  Access a;
  llvm::APInt offset(layout().getIndexTypeSizeInBits(pointer->getType()), 0);
  const Value* base =
      pointer->stripAndAccumulateConstantOffsets(layout(), offset, true);
  if (const auto* g = llvm::dyn_cast<GlobalVariable>(base);
      g != nullptr && size_known) {
    const auto at = first_.find(g);
    // Hits and counters have no numbers; constants cannot change.
    if (at == first_.end()) return a;  // constants, hits, counters
    const std::int64_t o = offset.getSExtValue();
    // Out of bounds is left to the points-to analysis below.
    if (o >= 0 && static_cast<std::uint64_t>(o) + size <= size_of(*g)) {
      a.exact = true;
      a.first = at->second + static_cast<std::uint64_t>(o);
      a.count = size;
      return a;
    }
  }
  for (const GlobalVariable* g : points_to_.variables(pointer)) {
    const auto at = first_.find(g);
    if (at != first_.end()) a.may.emplace_back(at->second, size_of(*g));
  }
  return a;
}

void set_range(BitVector& bits, std::uint64_t first, std::uint64_t count) {
  if (count == 0) return;
  bits.set(static_cast<unsigned>(first), static_cast<unsigned>(first + count));
}

BitVector bytes_with_addresses(const VariableBytes& bytes) {
  return bytes_with_addresses(bytes, [&](const Value& v) {
    return bytes.points_to().may_be_address(&v);
  });
}

BitVector bytes_with_addresses(const VariableBytes& bytes,
                               std::function<bool(const Value&)> is_address) {
  return AddressBytes(bytes, std::move(is_address)).find();
}

}  // namespace catenary::program
