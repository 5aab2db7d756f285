// SPDX-License-Identifier: Apache-2.0
/// \file
/// Propagation of one input, see class_finder.h. The invariant of the work
/// lists: every register in seen_values_ and every cell in seen_cells_ either
/// has been handled or is still in a list.
#include "program/analyse/class_finder.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <numeric>

#include "base/check.h"

namespace catenary::program {

using llvm::APInt;
using llvm::Value;
using model::ScalarType;

namespace {

/// Addresses into one variable that a walk visits; more mean that a pointer
/// runs over an array.
constexpr std::size_t kMostPlaces = 1000;

/// The output in whose accessor a value is used. Outputs are shown and decide
/// nothing, so any use there is allowed; it only widens the range of the
/// output.
std::optional<std::uint32_t> shown_by(const llvm::User* user) {
  const auto* i = llvm::dyn_cast<llvm::Instruction>(user);
  if (i == nullptr) return std::nullopt;
  llvm::StringRef name = i->getFunction()->getName();
  if (!name.consume_front("__cat_outi_") &&
      !name.consume_front("__cat_outd_")) {
    return std::nullopt;
  }
  std::uint32_t index = 0;
  CATENARY_CHECK(!name.getAsInteger(10, index), "outputs are numbered");
  return index;
}

bool is_signed(ScalarType t) {
  return t == ScalarType::int8 || t == ScalarType::int16 ||
         t == ScalarType::int32 || t == ScalarType::int64;
}

/// Whether a use is an argument for a named parameter, not one of "...".
bool is_parameter(const llvm::CallBase& call, const llvm::Use& use) {
  return call.isArgOperand(&use) &&
         call.getArgOperandNo(&use) < call.getCalledFunction()->arg_size();
}

/// Whether the function is one of a run time of ours that takes the place of a
/// function of the library.
bool is_stand_in(const llvm::Function& f) {
  llvm::StringRef name = f.getName();
  name.consume_front("\1");
  return name.starts_with("__catenary_");
}

/// Whether nothing is ever loaded from the object, which is known by its name
/// alone.
bool is_never_read(const Value* object) {
  return llvm::isa<llvm::AllocaInst>(object) &&
         llvm::all_of(object->uses(), [](const llvm::Use& use) {
           const auto* store = llvm::dyn_cast<llvm::StoreInst>(use.getUser());
           return store != nullptr && use.getOperandNo() == 1;
         });
}

/// The greatest divisor whose remainders are told apart.
constexpr std::int64_t kGreatestDivisor = 256;

/// How many instructions and calls is_ignored() follows.
constexpr int kFarthest = 8;

/// Whether nobody learns of the value: it ends in parameters that the function
/// ignores, perhaps after conversions, like the seed that srand() is given.
/// `depth` is how many instructions and calls are followed.
bool is_ignored(const Value* value, int depth) {
  return llvm::all_of(value->uses(), [&](const llvm::Use& use) {
    if (depth == 0) return false;
    const llvm::User* u = use.getUser();
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(u)) {
      const llvm::Function* f = call->getCalledFunction();
      return f != nullptr && !f->isDeclaration() && is_parameter(*call, use) &&
             is_ignored(f->getArg(call->getArgOperandNo(&use)), depth - 1);
    }
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(u)) {
      return use.getOperandNo() == 0 &&
             is_never_read(store->getPointerOperand());
    }
    return llvm::isa<llvm::CastInst>(u) && is_ignored(u, depth - 1);
  });
}

}  // namespace

ClassFinder::ClassFinder(Workspace& w, BuiltVariable& v)
    : w_(w),
      v_(v),
      layout_(w.module->getDataLayout()),
      width_(8 * static_cast<unsigned>(model::size_bytes(v.type))),
      signed_(is_signed(v.type)) {}

void ClassFinder::start(llvm::Argument* argument) {
  const Form form = signed_ ? Form::sign_extended : Form::zero_extended;
  setter_ = argument->getParent();
  taint(argument, width_ == 64 ? Form::same : form);
  spread();
}

void ClassFinder::start(llvm::GlobalVariable* variable) {
  setter_ = w_.module->getFunction(kRunStep);
  taint_cell({variable, 0, width_ / 8});
  spread();
}

/// The remainder decides about the sign as well, so that 0 is a boundary.
bool ClassFinder::divide(const llvm::User* u, const llvm::Use& use, Form form) {
  const auto* i = llvm::dyn_cast<llvm::BinaryOperator>(u);
  if (i == nullptr || use.getOperandNo() != 0) return false;
  const bool by_sign = i->getOpcode() == llvm::Instruction::SRem;
  if (!by_sign && i->getOpcode() != llvm::Instruction::URem) return false;
  const auto* divisor = llvm::dyn_cast<llvm::ConstantInt>(i->getOperand(1));
  if (divisor == nullptr || divisor->getValue().slt(2) ||
      divisor->getValue().sgt(kGreatestDivisor)) {
    return false;
  }
  // An unsigned input that is taken as a signed number has another boundary.
  if (!signed_ &&
      (form == Form::sign_extended || (by_sign && form == Form::same))) {
    return false;
  }
  divisor_ = std::lcm(divisor_, divisor->getSExtValue());
  if (signed_) cuts_.insert(0);
  return divisor_ <= kGreatestDivisor;
}

void ClassFinder::conclude() {
  // The same remainders at both sides of a comparison need not occur together.
  if (divisor_ > 1 && !meetings_.empty()) {
    give_up(nullptr, "divided, and compared with what is no constant");
  }
  v_.classes_exact = exact();
  v_.why_not_exact = why_;
  if (!exact()) return;
  v_.cuts.assign(cuts_.begin(), cuts_.end());
  v_.divisor = divisor_;
}

void ClassFinder::note_holders(std::uint32_t variable, bool is_initial) const {
  for (const Cell& cell : seen_cells_) {
    const auto* g = llvm::dyn_cast<llvm::GlobalVariable>(cell.object);
    if (g == nullptr) continue;
    w_.holders.push_back({variable,
                          is_initial,
                          g->getName().str(),
                          static_cast<std::uint64_t>(cell.offset),
                          cell.size});
  }
  // Outputs have no bytes: the offset is their index.
  for (const std::uint32_t output : outputs_) {
    w_.holders.push_back({variable, is_initial, "", output, 0});
  }
}

std::optional<Form> ClassFinder::always(const Value* v) const {
  Form form = Form::same;
  // Two extensions of different kinds do not compose to one form.
  while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(v)) {
    const bool zero = llvm::isa<llvm::ZExtInst>(cast);
    if (!zero && !llvm::isa<llvm::SExtInst>(cast)) return std::nullopt;
    const Form wider = zero ? Form::zero_extended : Form::sign_extended;
    if (form != Form::same && form != wider) return std::nullopt;
    form = wider;
    v = cast->getOperand(0);
  }
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(v);
  if (load == nullptr) return std::nullopt;
  APInt offset(
      layout_.getIndexTypeSizeInBits(load->getPointerOperand()->getType()), 0);
  const Value* object =
      load->getPointerOperand()->stripAndAccumulateConstantOffsets(
          layout_, offset, true);
  // Only a cell that the setter alone writes holds the input of this step.
  const Cell cell{object, offset.getSExtValue(), width_ / 8};
  if (!llvm::isa<llvm::GlobalVariable>(object) ||
      seen_cells_.count(cell) == 0 || written_.count(cell) != 0 ||
      !load->getType()->isIntegerTy(width_)) {
    return std::nullopt;
  }
  return form;
}

void ClassFinder::spread() {
  // Ends: every register and cell enters its list once.
  while (why_.empty() && (!values_.empty() || !cells_.empty())) {
    if (!values_.empty()) {
      const auto [value, form] = values_.back();
      values_.pop_back();
      follow(value, form);
    } else {
      const Cell cell = cells_.back();
      cells_.pop_back();
      Places seen;
      accesses(cell, cell.object, 0, seen);
    }
  }
}

void ClassFinder::give_up(const llvm::User* user, const std::string& what) {
  if (!why_.empty()) return;
  why_ = what;
  if (const auto* i = llvm::dyn_cast_or_null<llvm::Instruction>(user)) {
    const base::SourceLocation at = w_.locate(*i);
    if (at.known() && at.line > 0) why_ += " at " + at.to_string();
  }
}

void ClassFinder::taint(const Value* v, Form form) {
  const auto [at, inserted] = seen_values_.emplace(v, form);
  if (inserted) {
    values_.emplace_back(v, form);
  } else if (at->second != form) {
    give_up(nullptr, "used in several widths");
  }
}
void ClassFinder::taint_cell(const Cell& cell) {
  if (seen_cells_.insert(cell).second) cells_.push_back(cell);
}

/// Adds boundaries: behaviour may change at the input whose extension is
/// `c` or `c + 1`.
// Both c and c + 1: the comparison may be <, <=, == or any other.
void ClassFinder::cut(const APInt& c, Form form) {
  // A constant outside of the input's range separates nothing.
  for (const APInt& at : {c, c + 1}) {
    const APInt low = at.trunc(std::min(width_, at.getBitWidth()));
    const APInt back = form == Form::sign_extended ? low.sext(at.getBitWidth())
                                                   : low.zext(at.getBitWidth());
    if (back != at) continue;
    cuts_.insert(signed_ ? low.getSExtValue()
                         : static_cast<std::int64_t>(low.getZExtValue()));
  }
}

void ClassFinder::cut_at_turn(const llvm::ICmpInst& compare, Form form) {
  if (!compare.isRelational()) return;
  // What was zero-extended is never negative; of what was sign-extended the
  // negative ones come last as unsigned numbers, as they do unextended.
  const bool as_signed = compare.isSigned() && form != Form::zero_extended;
  if (as_signed == signed_) return;
  cuts_.insert(
      signed_ ? 0
              : static_cast<std::int64_t>(std::uint64_t{1} << (width_ - 1)));
}

/// Uses in accessors of outputs come first: see shown_by(). Comparisons with
/// other values are decided when the finders of all inputs are complete. An
/// extension of an extension is one only if both are of the same kind. Flow
/// through parameters joins all callers (context-insensitive); an indirect
/// caller of a function would not be among its users as a call.
void ClassFinder::follow(const Value* v, Form form) {
  for (const llvm::Use& use : v->uses()) {
    const llvm::User* u = use.getUser();
    if (!why_.empty()) return;
    if (const auto output = shown_by(u)) {
      outputs_.insert(*output);
      continue;
    }
    if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(u)) {
      const Value* other = compare->getOperand(1 - use.getOperandNo());
      if (const auto* c = llvm::dyn_cast<llvm::ConstantInt>(other)) {
        cut(c->getValue(), form);
        cut_at_turn(*compare, form);
      } else {
        meetings_.push_back({compare, use.getOperandNo(), form});
      }
    } else if (const auto* jump = llvm::dyn_cast<llvm::SwitchInst>(u)) {
      for (const auto& label : jump->cases()) {
        cut(label.getCaseValue()->getValue(), form);
      }
    } else if (llvm::isa<llvm::ZExtInst>(u) && form != Form::sign_extended) {
      taint(u, Form::zero_extended);
    } else if (llvm::isa<llvm::SExtInst>(u) && form != Form::zero_extended) {
      taint(u, Form::sign_extended);
    } else if (llvm::isa<llvm::TruncInst>(u) &&
               // A truncation below the input's width would be arithmetic.
               u->getType()->getIntegerBitWidth() >= width_) {
      taint(u,
            u->getType()->getIntegerBitWidth() == width_ ? Form::same : form);
    } else if (llvm::isa<llvm::PHINode>(u) || llvm::isa<llvm::FreezeInst>(u) ||
               // Operand 0 of a select is its condition, which has one bit.
               (llvm::isa<llvm::SelectInst>(u) && use.getOperandNo() != 0)) {
      taint(u, form);
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(u)) {
      if (form != Form::same) {
        return give_up(u, "stored in another width");
      }
      Places seen;
      if (!store_to(store->getPointerOperand(), 0, seen)) {
        return give_up(u, "stored through a pointer");
      }
    } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(u)) {
      const llvm::Function* f = call->getCalledFunction();
      if (f == nullptr || f->isDeclaration() || !is_parameter(*call, use)) {
        return give_up(u, "passed to a function outside the sources");
      }
      taint(f->getArg(call->getArgOperandNo(&use)), form);
    } else if (llvm::isa<llvm::ReturnInst>(u)) {
      const llvm::Function* f = llvm::cast<llvm::Instruction>(u)->getFunction();
      if (f->hasAddressTaken()) {
        return give_up(u, "returned from a function called by pointer");
      }
      for (const llvm::User* caller : f->users()) {
        if (llvm::isa<llvm::CallBase>(caller)) taint(caller, form);
      }
    } else if (!divide(u, use, form) &&
               (!llvm::isa<llvm::CastInst>(u) || !is_ignored(u, kFarthest))) {
      return give_up(u, "used in arithmetic");
    }
  }
}

/// Taints every cell that a store through `pointer` may write.
bool ClassFinder::store_to(const Value* pointer,
                           std::int64_t offset,
                           Places& seen) {
  // Either the object itself, or a register whose every source is followed.
  APInt more(layout_.getIndexTypeSizeInBits(pointer->getType()), 0);
  const Value* base =
      pointer->stripAndAccumulateConstantOffsets(layout_, more, true);
  offset += more.getSExtValue();
  if (!seen.insert({base, offset}).second) return true;
  if (seen.size() > kMostPlaces) return false;  // a pointer that runs
  // A step that writes to the first page does not end.
  if (llvm::isa<llvm::ConstantPointerNull>(base)) {
    return offset >= 0 && offset < 4096;
  }
  if (llvm::isa<llvm::GlobalVariable>(base) ||
      llvm::isa<llvm::AllocaInst>(base)) {
    taint_cell({base, offset, width_ / 8});
    return true;
  }
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(base)) {
    for (const Value* in : phi->incoming_values()) {
      if (!store_to(in, offset, seen)) return false;
    }
    return true;
  }
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(base)) {
    const llvm::Function* f = argument->getParent();
    // All callers must be known. Stand-ins for the library are called by the
    // program alone.
    if (f->hasAddressTaken() || (!f->hasLocalLinkage() && !is_stand_in(*f))) {
      return false;
    }
    for (const llvm::User* u : f->users()) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(u);
      if (call == nullptr ||
          !store_to(call->getArgOperand(argument->getArgNo()), offset, seen)) {
        return false;
      }
    }
    return true;
  }
  return false;
}

/// A read `at` bytes into the cell's object.
void ClassFinder::loaded(const Cell& cell,
                         const llvm::LoadInst& load,
                         std::int64_t at) {
  const auto size =
      static_cast<std::int64_t>(layout_.getTypeStoreSize(load.getType()));
  // Does not overlap with the cell.
  if (at + size <= cell.offset ||
      at >= cell.offset + static_cast<std::int64_t>(cell.size)) {
    return;
  }
  if (at != cell.offset || size != static_cast<std::int64_t>(cell.size) ||
      !load.getType()->isIntegerTy(width_)) {
    return give_up(&load, "read as another type");
  }
  taint(&load, Form::same);
}

/// Walks every use of the address `v`, which is `at` bytes into the cell's
/// object.
void ClassFinder::accesses(const Cell& cell,
                           const Value* v,
                           std::int64_t at,
                           Places& seen) {
  if (!seen.insert({v, at}).second) return;
  if (seen.size() > kMostPlaces) {  // a pointer that runs over an array
    return give_up(llvm::dyn_cast<llvm::User>(v),
                   "read through a pointer that is counted up or down");
  }
  for (const llvm::Use& use : v->uses()) {
    const llvm::User* u = use.getUser();
    if (!why_.empty()) return;
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(u)) {
      loaded(cell, *load, at);
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(u)) {
      if (store->getValueOperand() == v) {
        // From then on, accesses could come from anywhere.
        return give_up(u, "stored by its address");
      }
      overwritten(
          cell,
          *store,
          at,
          layout_.getTypeStoreSize(store->getValueOperand()->getType()));
    } else if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(u)) {
      APInt more(layout_.getIndexTypeSizeInBits(gep->getType()), 0);
      if (!gep->accumulateConstantOffset(layout_, more)) {
        return give_up(u, "read with a variable index");
      }
      accesses(cell, gep, at + more.getSExtValue(), seen);
    } else if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(u)) {
      if (copy->getRawDest() == v) overwritten(cell, *copy, at);
      if (copy->getRawSource() == v) copied(cell, *copy, at);
    } else if (const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(u)) {
      overwritten(cell, *fill, at);
    } else if (llvm::isa<llvm::ICmpInst>(u)) {
      // The address is compared, not the value.
      continue;
    } else if (llvm::isa<llvm::PHINode>(u)) {
      accesses(cell, u, at, seen);
    } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(u)) {
      const llvm::Function* f = call->getCalledFunction();
      if (f == nullptr || f->isDeclaration() || !is_parameter(*call, use)) {
        if (f != nullptr && f->isIntrinsic() && f->doesNotAccessMemory()) {
          continue;
        }
        return give_up(u, "passed on by its address");
      }
      accesses(cell, f->getArg(call->getArgOperandNo(&use)), at, seen);
    } else if (const auto* c = llvm::dyn_cast<llvm::Constant>(u)) {
      // A constant expression that nobody uses is left over from folding.
      if (!c->use_empty()) return give_up(u, "kept by its address");
    } else {
      return give_up(u, "used by its address");
    }
  }
}

}  // namespace catenary::program
