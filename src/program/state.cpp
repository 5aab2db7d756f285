// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which bytes are state: those a step may read before it has written them.
///
/// Method: a forward must-have-been-written analysis over bytes of global
/// variables, with one summary a function (bytes certainly written on return,
/// bytes that may be read unwritten), bottom up over the call graph. Loads
/// whose address is not known count as reading, stores as not writing.
#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/check.h"
#include "program/library.h"
#include "program/workspace.h"

namespace catenary::program {

namespace {

using llvm::BitVector;
using llvm::Function;
using llvm::GlobalVariable;
using llvm::Instruction;
using llvm::Value;

/// Bytes that an access may or certainly touches.
struct Access {
  bool exact = false;                  ///< global, offset and size are certain
  std::uint64_t first = 0, count = 0;  ///< exact: bytes of the numbering
  std::vector<std::pair<std::uint64_t, std::uint64_t>> may;  ///< else: ranges
};

/// What a function does to the bytes.
struct Summary {
  BitVector written;  ///< certainly, whenever it returns
  BitVector exposed;  ///< may be read before the function wrote them
  BitVector may_write;
};

class StateFinder {
 public:
  explicit StateFinder(Workspace& w)
      : m_(*w.module), layout_(m_.getDataLayout()) {
    for (GlobalVariable& g : m_.globals()) {
      if (g.isConstant() || g.isDeclaration()) continue;
      const llvm::StringRef name = g.getName();
      if (name.starts_with("__cat_counters_") || name == kHits) continue;
      const std::uint64_t size = layout_.getTypeAllocSize(g.getValueType());
      first_[&g] = total_;
      globals_.push_back(&g);
      total_ += size;
    }
    find_escaping();
  }

  StateLayout run(bool has_initial_choices);

 private:
  std::uint64_t size_of(const GlobalVariable* g) const {
    return layout_.getTypeAllocSize(g->getValueType());
  }
  void find_escaping();
  bool escapes(const Value* v, std::set<const Value*>& seen) const;
  Access access(const Value* pointer, std::uint64_t size, bool size_known);
  bool candidates(const Value* v,
                  std::set<const Value*>& seen,
                  std::set<const GlobalVariable*>& out) const;
  const Summary& summary(Function* f);
  void read(const Access& a, const BitVector& written, Summary& s);
  void write(const Access& a, BitVector* written, Summary& s);
  void instruction(Instruction& i, BitVector& written, Summary& s);
  void call(llvm::CallBase& c, BitVector& written, Summary& s);
  static void touch_everything(const BitVector& written, Summary& s);
  BitVector at_return(const Function& f,
                      llvm::BasicBlock& block,
                      const BitVector& written,
                      const std::map<const llvm::BasicBlock*, BitVector>& out);
  static void set_range(BitVector& bits,
                        std::uint64_t first,
                        std::uint64_t count) {
    if (count > 0) {
      bits.set(static_cast<unsigned>(first),
               static_cast<unsigned>(first + count));
    }
  }

  llvm::Module& m_;
  const llvm::DataLayout& layout_;
  std::map<const GlobalVariable*, std::uint64_t> first_;
  std::vector<GlobalVariable*> globals_;
  std::uint64_t total_ = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> escaping_;
  std::map<const Function*, Summary> summaries_;
  std::set<const Function*> active_;
  bool stores_addresses_ = false;
};

/// Whether an address may become known to code that we do not follow.
bool StateFinder::escapes(const Value* v, std::set<const Value*>& seen) const {
  if (!seen.insert(v).second) return false;
  for (const llvm::Use& use : v->uses()) {
    const llvm::User* u = use.getUser();
    if (llvm::isa<llvm::LoadInst>(u) || llvm::isa<llvm::ICmpInst>(u)) continue;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(u)) {
      if (store->getValueOperand() == v) return true;
      continue;
    }
    if (llvm::isa<llvm::MemIntrinsic>(u)) continue;
    if (llvm::isa<llvm::GEPOperator>(u) || llvm::isa<llvm::PHINode>(u) ||
        llvm::isa<llvm::SelectInst>(u) || llvm::isa<llvm::FreezeInst>(u)) {
      if (escapes(u, seen)) return true;
      continue;
    }
    if (const auto* c = llvm::dyn_cast<llvm::CallBase>(u)) {
      const Function* f = c->getCalledFunction();
      if (f != nullptr && !f->isDeclaration() && c->isArgOperand(&use) &&
          c->getArgOperandNo(&use) < f->arg_size()) {
        if (escapes(f->getArg(c->getArgOperandNo(&use)), seen)) return true;
        continue;
      }
      if (f != nullptr &&
          (f->isIntrinsic() || is_native_function(f->getName().str()))) {
        // Reads or writes through it, but does not keep it; strcpy returns it.
        if (c->getType()->isPointerTy()) return true;
        continue;
      }
      return true;
    }
    return true;
  }
  return false;
}

void StateFinder::find_escaping() {
  for (const GlobalVariable* g : globals_) {
    std::set<const Value*> seen;
    if (escapes(g, seen)) escaping_.emplace_back(first_.at(g), size_of(g));
  }
}

/// All variables a pointer may point into; false where that is not known.
bool StateFinder::candidates(const Value* v,
                             std::set<const Value*>& seen,
                             std::set<const GlobalVariable*>& out) const {
  v = llvm::getUnderlyingObject(v, 64);
  if (!seen.insert(v).second) return true;
  if (const auto* g = llvm::dyn_cast<GlobalVariable>(v)) {
    out.insert(g);
    return true;
  }
  if (llvm::isa<llvm::AllocaInst>(v) ||
      llvm::isa<llvm::ConstantPointerNull>(v) ||
      llvm::isa<llvm::UndefValue>(v)) {
    return true;
  }
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(v)) {
    return std::all_of(
        phi->incoming_values().begin(),
        phi->incoming_values().end(),
        [&](const Value* in) { return candidates(in, seen, out); });
  }
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(v)) {
    return candidates(select->getTrueValue(), seen, out) &&
           candidates(select->getFalseValue(), seen, out);
  }
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(v)) {
    const Function* f = argument->getParent();
    // Letters are no memory of the program.
    if (f->getName() == kRunInit || f->getName() == kRunStep) return true;
    if (f->hasAddressTaken() || !f->hasLocalLinkage()) return false;
    for (const llvm::User* u : f->users()) {
      const auto* c = llvm::dyn_cast<llvm::CallBase>(u);
      if (c == nullptr ||
          !candidates(c->getArgOperand(argument->getArgNo()), seen, out)) {
        return false;
      }
    }
    return true;
  }
  return false;
}

Access StateFinder::access(const Value* pointer,
                           std::uint64_t size,
                           bool size_known) {
  Access a;
  llvm::APInt offset(layout_.getIndexTypeSizeInBits(pointer->getType()), 0);
  const Value* base =
      pointer->stripAndAccumulateConstantOffsets(layout_, offset, true);
  if (const auto* g = llvm::dyn_cast<GlobalVariable>(base);
      g != nullptr && size_known) {
    const auto at = first_.find(g);
    if (at == first_.end()) return a;  // constants, hits, counters
    const std::int64_t o = offset.getSExtValue();
    if (o >= 0 && static_cast<std::uint64_t>(o) + size <= size_of(g)) {
      a.exact = true;
      a.first = at->second + static_cast<std::uint64_t>(o);
      a.count = size;
      return a;
    }
  }
  std::set<const Value*> seen;
  std::set<const GlobalVariable*> found;
  if (candidates(pointer, seen, found)) {
    for (GlobalVariable* g : globals_) {
      if (found.count(g) != 0) a.may.emplace_back(first_.at(g), size_of(g));
    }
  } else {
    a.may = escaping_;
  }
  return a;
}

void StateFinder::read(const Access& a, const BitVector& written, Summary& s) {
  const auto mark = [&](std::uint64_t first, std::uint64_t count) {
    for (std::uint64_t i = first; i < first + count; ++i) {
      const auto bit = static_cast<unsigned>(i);
      if (!written.test(bit)) s.exposed.set(bit);
    }
  };
  if (a.exact) mark(a.first, a.count);
  for (const auto& [first, count] : a.may) mark(first, count);
}

void StateFinder::write(const Access& a, BitVector* written, Summary& s) {
  if (a.exact) {
    set_range(s.may_write, a.first, a.count);
    if (written != nullptr) set_range(*written, a.first, a.count);
  }
  for (const auto& [first, count] : a.may) set_range(s.may_write, first, count);
}

void StateFinder::call(llvm::CallBase& c, BitVector& written, Summary& s) {
  Function* f = c.getCalledFunction();
  if (f != nullptr && !f->isDeclaration()) {
    const Summary& callee = summary(f);
    BitVector exposed = callee.exposed;
    exposed.reset(written);
    s.exposed |= exposed;
    s.may_write |= callee.may_write;
    written |= callee.written;
    return;
  }
  if (f != nullptr && (f->getName() == kStop || c.doesNotAccessMemory() ||
                       (f->isIntrinsic() && !c.mayReadOrWriteMemory()))) {
    return;
  }
  // A library function touches at most what its pointers reach; an unknown
  // callee anything.
  if (f != nullptr &&
      (f->isIntrinsic() || is_native_function(f->getName().str()))) {
    for (const Value* argument : c.args()) {
      if (!argument->getType()->isPointerTy()) continue;
      const Access a = access(argument, 0, false);
      read(a, written, s);
      write(a, nullptr, s);
    }
    return;
  }
  touch_everything(written, s);
}

void StateFinder::touch_everything(const BitVector& written, Summary& s) {
  BitVector unwritten = written;
  unwritten.flip();
  s.exposed |= unwritten;
  s.may_write.set();
}

void StateFinder::instruction(Instruction& i, BitVector& written, Summary& s) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&i)) {
    read(access(load->getPointerOperand(),
                layout_.getTypeStoreSize(load->getType()),
                true),
         written,
         s);
  } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) {
    const Value* value = store->getValueOperand();
    const Access a = access(store->getPointerOperand(),
                            layout_.getTypeStoreSize(value->getType()),
                            true);
    if (value->getType()->isPtrOrPtrVectorTy() &&
        !llvm::isa<llvm::ConstantPointerNull>(value) &&
        (a.exact || !a.may.empty())) {
      stores_addresses_ = true;
    }
    write(a, &written, s);
  } else if (llvm::isa<llvm::PtrToIntInst>(i)) {
    stores_addresses_ = true;
  } else if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&i)) {
    const auto* n = llvm::dyn_cast<llvm::ConstantInt>(copy->getLength());
    const std::uint64_t size = n != nullptr ? n->getZExtValue() : 0;
    read(access(copy->getSource(), size, n != nullptr), written, s);
    write(access(copy->getDest(), size, n != nullptr), &written, s);
  } else if (const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&i)) {
    const auto* n = llvm::dyn_cast<llvm::ConstantInt>(fill->getLength());
    write(access(fill->getDest(),
                 n != nullptr ? n->getZExtValue() : 0,
                 n != nullptr),
          &written,
          s);
  } else if (auto* c = llvm::dyn_cast<llvm::CallBase>(&i)) {
    call(*c, written, s);
  } else if (i.mayReadOrWriteMemory()) {
    touch_everything(written, s);
  }
}

/// What is written where the block returns. What a discarded step leaves
/// nobody reads.
BitVector StateFinder::at_return(
    const Function& f,
    llvm::BasicBlock& block,
    const BitVector& written,
    const std::map<const llvm::BasicBlock*, BitVector>& out) {
  const auto* back = llvm::cast<llvm::ReturnInst>(block.getTerminator());
  const auto discarded = [](const Value* result) {
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(result);
    return number != nullptr && !number->isZero();
  };
  const auto bits = static_cast<unsigned>(total_);
  if (f.getName() != kRunStep) return written;
  if (discarded(back->getReturnValue())) return BitVector(bits, true);
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(back->getReturnValue());
  if (phi == nullptr || phi->getParent() != &block) return written;
  BitVector here(bits, true);
  for (unsigned k = 0; k < phi->getNumIncomingValues(); ++k) {
    if (discarded(phi->getIncomingValue(k))) continue;
    const auto at = out.find(phi->getIncomingBlock(k));
    if (at != out.end()) here &= at->second;
  }
  Summary ignored{BitVector(bits), BitVector(bits), BitVector(bits)};
  for (Instruction& i : block) instruction(i, here, ignored);
  return here;
}

const Summary& StateFinder::summary(Function* f) {
  if (const auto known = summaries_.find(f); known != summaries_.end()) {
    return known->second;
  }
  const auto bits = static_cast<unsigned>(total_);
  if (!active_.insert(f).second) {
    // Recursion: assume the worst.
    Summary worst{
        BitVector(bits), BitVector(bits, true), BitVector(bits, true)};
    return summaries_.emplace(f, std::move(worst)).first->second;
  }
  Summary s{BitVector(bits, true), BitVector(bits), BitVector(bits)};
  std::map<const llvm::BasicBlock*, BitVector> out;
  const llvm::ReversePostOrderTraversal<Function*> order(f);
  bool changed = true;
  while (changed) {
    changed = false;
    s.exposed.reset();
    s.may_write.reset();
    s.written.set();
    for (llvm::BasicBlock* block : order) {
      BitVector written(bits, block != &f->getEntryBlock());
      if (block != &f->getEntryBlock()) {
        for (llvm::BasicBlock* p : llvm::predecessors(block)) {
          // A predecessor not seen yet does not constrain (optimistic start).
          if (const auto at = out.find(p); at != out.end()) {
            written &= at->second;
          }
        }
      }
      for (Instruction& i : *block) instruction(i, written, s);
      if (llvm::isa<llvm::ReturnInst>(block->getTerminator())) {
        s.written &= at_return(*f, *block, written, out);
      }
      const auto [at, inserted] = out.emplace(block, written);
      if (inserted || at->second != written) {
        at->second = std::move(written);
        changed = true;
      }
    }
  }
  // A function that never returns lets nothing follow it: `written` stays
  // full, as an intersection over no paths is.
  active_.erase(f);
  return summaries_.insert_or_assign(f, std::move(s)).first->second;
}

StateLayout StateFinder::run(bool has_initial_choices) {
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 24;
  if (total_ > kLargest) {
    throw base::InputError({m_.getSourceFileName(), 0, 0},
                           "the program has " + std::to_string(total_) +
                               " bytes of variables; at most " +
                               std::to_string(kLargest) + " are supported",
                           "too-much-memory");
  }
  const Summary step = summary(m_.getFunction(kRunStep));
  BitVector state = step.exposed;
  for (Function& f : m_) {
    if (f.isDeclaration()) continue;
    const llvm::StringRef name = f.getName();
    if (name == "__cat_final") {
      state |= summary(&f).exposed;
    } else if (name.starts_with("__cat_outi_") ||
               name.starts_with("__cat_outd_")) {
      BitVector exposed = summary(&f).exposed;
      exposed.reset(step.written);
      state |= exposed;
    }
  }
  BitVector changes = step.may_write;
  if (has_initial_choices) {
    changes |= summary(m_.getFunction(kRunInit)).may_write;
  }
  state &= changes;

  StateLayout layout;
  layout.holds_addresses = stores_addresses_;
  for (GlobalVariable* g : globals_) {
    const std::uint64_t first = first_.at(g);
    const std::uint64_t size = size_of(g);
    for (std::uint64_t i = 0; i < size;) {
      if (!state.test(static_cast<unsigned>(first + i))) {
        ++i;
        continue;
      }
      std::uint64_t end = i;
      while (end < size && state.test(static_cast<unsigned>(first + end)))
        ++end;
      layout.ranges.push_back({g, i, end - i});
      layout.total_bytes += end - i;
      i = end;
    }
  }
  return layout;
}

}  // namespace

StateLayout whole_image(Workspace& w) {
  StateLayout layout;
  for (GlobalVariable& g : w.module->globals()) {
    if (g.isConstant() || g.isDeclaration()) continue;
    const std::uint64_t size =
        w.module->getDataLayout().getTypeAllocSize(g.getValueType());
    layout.ranges.push_back({&g, 0, size});
    layout.total_bytes += size;
  }
  return layout;
}

StateLayout find_state(Workspace& w, bool has_initial_choices) {
  return StateFinder(w).run(has_initial_choices);
}

}  // namespace catenary::program
