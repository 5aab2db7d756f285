// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which bytes are state: those that a step may read before it has written them
/// (the live bytes at the begin of a step).
///
/// Method: a forward must-have-been-written analysis over bytes of global
/// variables (definite assignment; a bit-vector data-flow analysis after
/// Kildall, POPL 1973, doi:10.1145/512927.512945), with one summary a function:
/// bytes certainly written when it returns and where it ends the run, bytes
/// that may be read unwritten. Bottom up over the call graph. A load through
/// any other address than that of a variable and a constant distance reads all
/// that the address may point to (points_to.h), and a store through it writes
/// nothing for certain.
///
/// Soundness: a missing byte would make proofs wrong, so `exposed` and
/// `may_write` are over-approximated, `written` and `at_end`
/// under-approximated. engine/shadow challenges the result at run time.
#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/PostOrderIterator.h>
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
#include "program/analyse/variable_bytes.h"
#include "program/build/library.h"
#include "program/build/workspace.h"
#include "program/instrument/address/object_range.h"
#include "program/instrument/address/separation.h"

namespace catenary::program {

namespace {

using llvm::BitVector;
using llvm::Function;
using llvm::GlobalVariable;
using llvm::Instruction;
using llvm::Value;

/// What a function does to the bytes, whatever it is called with.
struct Summary {
  BitVector written;  ///< certainly, whenever it returns
  BitVector at_end;   ///< certainly, whenever it ends the run
  BitVector exposed;  ///< may be read before the function wrote them
  BitVector may_write;
};

/// Computes summaries on demand, from kRunStep on.
class StateFinder {
 public:
  explicit StateFinder(Workspace& w)
      : m_(*w.module), bytes_(m_), total_(bytes_.total()) {}

  /// The state of the program; see find_state().
  StateLayout run(bool has_initial_choices);

 private:
  const Summary& summary(Function* f);
  void read(const Access& a, const BitVector& written, Summary& s);
  void write(const Access& a, BitVector* written, Summary& s);
  void instruction(Instruction& i, BitVector& written, Summary& s);
  void call(llvm::CallBase& c, BitVector& written, Summary& s);
  void run_callee(Function& f, BitVector& written, Summary& s);
  void swap_atomically(Instruction& i,
                       const Value* at,
                       const BitVector& written,
                       Summary& s);
  static void touch_everything(const BitVector& written, Summary& s);
  BitVector at_return(const Function& f,
                      llvm::BasicBlock& block,
                      const BitVector& written,
                      const std::map<const llvm::BasicBlock*, BitVector>& out);

  llvm::Module& m_;
  VariableBytes bytes_;
  std::uint64_t total_;
  std::map<const Function*, Summary> summaries_;
  std::set<const Function*> active_;
  bool uses_addresses_as_numbers_ = false;
};

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

/// `written` null: the bytes may be written, but not for certain.
void StateFinder::write(const Access& a, BitVector* written, Summary& s) {
  if (a.exact) {
    set_range(s.may_write, a.first, a.count);
    if (written != nullptr) set_range(*written, a.first, a.count);
  }
  for (const auto& [first, count] : a.may) set_range(s.may_write, first, count);
}

void StateFinder::run_callee(Function& f, BitVector& written, Summary& s) {
  const Summary& callee = summary(&f);
  BitVector exposed = callee.exposed;
  exposed.reset(written);
  s.exposed |= exposed;
  s.may_write |= callee.may_write;
  BitVector at_end = callee.at_end;
  at_end |= written;
  s.at_end &= at_end;
  written |= callee.written;
}

void StateFinder::call(llvm::CallBase& c, BitVector& written, Summary& s) {
  for (unsigned k = 0; k < c.arg_size(); ++k) {
    if (!c.isByValArgument(k)) continue;
    const std::uint64_t size =
        bytes_.layout().getTypeAllocSize(c.getParamByValType(k));
    read(bytes_.access(c.getArgOperand(k), size, true), written, s);
  }
  Function* f = c.getCalledFunction();
  if (f == nullptr && !c.isInlineAsm()) {
    const std::vector<Function*> callees = bytes_.points_to().callees(c);
    const bool all_known =
        !callees.empty() &&
        std::none_of(callees.begin(), callees.end(), [](const Function* g) {
          return g->isDeclaration();
        });
    if (!all_known) return touch_everything(written, s);
    BitVector after(written.size(), true);
    for (Function* g : callees) {
      BitVector one = written;
      run_callee(*g, one, s);
      after &= one;
    }
    written = std::move(after);
    return;
  }
  if (f != nullptr && !f->isDeclaration()) return run_callee(*f, written, s);
  if (f != nullptr && f->getName() == kStop) {
    // Nobody reads the state after a discarded or crashed step; only one that
    // ends the run counts.
    const auto* outcome = llvm::dyn_cast<llvm::ConstantInt>(c.getArgOperand(0));
    constexpr auto kEnded = static_cast<unsigned>(model::StepOutcome::ended);
    if (outcome == nullptr || outcome->equalsInt(kEnded)) s.at_end &= written;
    written.set();  // nothing follows
    return;
  }
  if (f != nullptr && (c.doesNotAccessMemory() ||
                       (f->isIntrinsic() && !c.mayReadOrWriteMemory()))) {
    return;
  }
  // A library function touches at most the memory that its arguments point to;
  // an unknown callee anything.
  if (f != nullptr &&
      (f->isIntrinsic() || is_native_function(f->getName().str()))) {
    for (const Value* argument : c.args()) {
      const Access a = bytes_.access(argument, 0, false);
      read(a, written, s);
      write(a, nullptr, s);
    }
    return;
  }
  touch_everything(written, s);
}

/// The worst case: reads all and writes anything, or ends the run.
void StateFinder::touch_everything(const BitVector& written, Summary& s) {
  BitVector unwritten = written;
  unwritten.flip();
  s.exposed |= unwritten;
  s.may_write.set();
  s.at_end &= written;
}

void StateFinder::swap_atomically(Instruction& i,
                                  const Value* at,
                                  const BitVector& written,
                                  Summary& s) {
  const Value* value = i.getOperand(i.getNumOperands() - 1);
  const Access a = bytes_.access(
      at, bytes_.layout().getTypeStoreSize(value->getType()), true);
  read(a, written, s);
  // The result of an exchange is not certain, so that it does not count as
  // written.
  write(a, nullptr, s);
}

void StateFinder::instruction(Instruction& i, BitVector& written, Summary& s) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&i)) {
    read(bytes_.access(load->getPointerOperand(),
                       bytes_.layout().getTypeStoreSize(load->getType()),
                       true),
         written,
         s);
  } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) {
    const Value* value = store->getValueOperand();
    write(bytes_.access(store->getPointerOperand(),
                        bytes_.layout().getTypeStoreSize(value->getType()),
                        true),
          &written,
          s);
  } else if (llvm::isa<llvm::PtrToIntInst>(i)) {
    // Even if the number is not stored: it may decide a branch, and is
    // different in each copy of the program.
    uses_addresses_as_numbers_ |= !is_test(*i.getFunction());
  } else if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&i)) {
    swap_atomically(i, rmw->getPointerOperand(), written, s);
  } else if (auto* swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&i)) {
    swap_atomically(i, swap->getPointerOperand(), written, s);
  } else if (llvm::isa<llvm::FenceInst>(i)) {
    return;  // there is one thread
  } else if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&i)) {
    const auto* n = llvm::dyn_cast<llvm::ConstantInt>(copy->getLength());
    const std::uint64_t size = n != nullptr ? n->getZExtValue() : 0;
    read(bytes_.access(copy->getSource(), size, n != nullptr), written, s);
    write(bytes_.access(copy->getDest(), size, n != nullptr), &written, s);
  } else if (const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&i)) {
    const auto* n = llvm::dyn_cast<llvm::ConstantInt>(fill->getLength());
    write(bytes_.access(fill->getDest(),
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

/// The bytes that are written where the block returns. Nobody reads the state
/// after a discarded step, so a return of a constant other than 0 from the step
/// does not constrain; a phi of such constants is split by its edges.
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
  Summary ignored{
      BitVector(bits), BitVector(bits), BitVector(bits), BitVector(bits)};
  for (Instruction& i : block) instruction(i, here, ignored);
  return here;
}

const Summary& StateFinder::summary(Function* f) {
  if (const auto known = summaries_.find(f); known != summaries_.end()) {
    return known->second;
  }
  const auto bits = static_cast<unsigned>(total_);
  if (!active_.insert(f).second) {
    // Recursion: assume the worst. The callers within the cycle keep that.
    Summary worst{BitVector(bits),
                  BitVector(bits),
                  BitVector(bits, true),
                  BitVector(bits, true)};
    return summaries_.emplace(f, std::move(worst)).first->second;
  }
  Summary s{BitVector(bits, true),
            BitVector(bits, true),
            BitVector(bits),
            BitVector(bits)};
  std::map<const llvm::BasicBlock*, BitVector> out;
  const llvm::ReversePostOrderTraversal<Function*> order(f);
  // Iterates to the greatest fixpoint of `out`, starting with "all written" for
  // blocks that were not seen; in reverse post-order, which needs few rounds
  // for reducible code. Only the last round's summary is kept.
  bool changed = true;
  while (changed) {
    changed = false;
    s.exposed.reset();
    s.may_write.reset();
    s.written.set();
    s.at_end.set();
    for (llvm::BasicBlock* block : order) {
      BitVector written(bits, block != &f->getEntryBlock());
      if (block != &f->getEntryBlock()) {
        for (llvm::BasicBlock* p : llvm::predecessors(block)) {
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
      // They are read after a step that runs on and after one that ends.
      BitVector written = step.written;
      written &= step.at_end;
      exposed.reset(written);
      state |= exposed;
    }
  }
  // A byte that nothing changes after the reset has one value in all states.
  // Initial choices make the initialisation a source of different values.
  BitVector changes = step.may_write;
  if (has_initial_choices) {
    changes |= summary(m_.getFunction(kRunInit)).may_write;
  }
  state &= changes;

  StateLayout layout;
  const BitVector addresses = bytes_with_addresses(bytes_);
  layout.holds_addresses =
      uses_addresses_as_numbers_ || addresses.anyCommon(state);
  for (GlobalVariable* g : bytes_.variables()) {
    const std::uint64_t first = bytes_.first(*g);
    const std::uint64_t size = bytes_.size_of(*g);
    for (std::uint64_t i = 0; i < size;) {
      if (!state.test(static_cast<unsigned>(first + i))) {
        ++i;
        continue;
      }
      std::uint64_t end = i;
      while (end < size && state.test(static_cast<unsigned>(first + end)))
        ++end;
      StateRange range{g, i, end - i, {}};
      for (std::uint64_t k = i; k < end; ++k) {
        range.may_hold_address.push_back(
            addresses.test(static_cast<unsigned>(first + k)));
      }
      layout.ranges.push_back(std::move(range));
      layout.total_bytes += end - i;
      i = end;
    }
  }
  return layout;
}

}  // namespace

/// All variables, whether they are state or not: what must be swapped to let
/// several steppers use one copy of the program.
StateLayout whole_image(Workspace& w) {
  StateLayout layout;
  for (GlobalVariable& g : w.module->globals()) {
    if (g.isConstant() || g.isDeclaration()) continue;
    const std::uint64_t size = bytes_in_program(g);
    layout.ranges.push_back({&g, 0, size, {}});
    layout.total_bytes += size;
  }
  return layout;
}

StateLayout find_state(Workspace& w, bool has_initial_choices) {
  return StateFinder(w).run(has_initial_choices);
}

}  // namespace catenary::program
