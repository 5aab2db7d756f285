// SPDX-License-Identifier: Apache-2.0
/// \file
/// Addresses as numbers: where objects lie is up to the linker and the loader,
/// so a run that depends on it is not repeatable, and no proof holds for all
/// runs. Such a run stops as unsupported.
///
/// Method: forward taint analysis over SSA values (Denning and Denning,
/// "Certification of Programs for Secure Information Flow", CACM 1977,
/// doi:10.1145/359636.359712) from conversions of addresses to integers.
/// Through memory they are followed where a variable is read by its name and
/// holds nothing but such numbers. Elsewhere, such as in a union of a pointer
/// and a counter or behind a pointer, memory is not followed:
/// docs/description.md names that limit.
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/KnownBits.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "program/analyse/calls.h"
#include "program/analyse/variable_bytes.h"
#include "program/build/workspace.h"
#include "program/instrument/address/address_checks.h"
#include "program/instrument/address/kept_numbers.h"
#include "program/instrument/address/memory_comparisons.h"

namespace catenary::program {

namespace {

using llvm::Instruction;
using llvm::Value;

/// How much of an address a value shows.
enum class Taint : std::uint8_t {
  address,  ///< an address, or what gives it back: an offset from one, two of
            ///< which only their exclusive or is kept, a tag in its low bits
  number    ///< bits of an address that do not lead back to it
};

class AddressNumbers {
 public:
  explicit AddressNumbers(Workspace& w) : w_(w) {}

  /// A fixpoint over values, then changes of the module: stops split blocks, so
  /// they must not come before all uses were followed. Returns the outputs that
  /// show a number.
  std::vector<std::uint32_t> run() {
    for (llvm::Function& f : *w_.module) {
      for (Instruction& i : llvm::instructions(f)) begin(i);
    }
    follow_all();
    if (!taints_.empty()) follow_kept_numbers();
    // Last, when it is known which of their operands are tainted.
    for (std::size_t k = 0; k < differences_.size(); ++k) {
      follow_difference(*differences_[k]);
      if (!work_.empty()) follow_kept_numbers();
    }
    check_comparisons();
    for (Instruction* at : sinks_) stop_at_address_number(w_, *at);
    for (const auto& [choice, is_true] : choices_) {
      stop_at_address_number(w_, *choice, is_true);
    }
    return {outputs_.begin(), outputs_.end()};
  }

 private:
  /// A select, and which of its values shows a number.
  using Choice = std::pair<llvm::SelectInst*, bool>;

  void follow_all() {
    while (!work_.empty()) {
      const Value* v = work_.back();
      work_.pop_back();
      for (const llvm::User* user : v->users()) follow(*v, *user);
    }
  }

  /// The bytes of variables and what they may point to, found on demand: most
  /// programs need neither.
  const VariableBytes& bytes() {
    if (bytes_ == nullptr) bytes_ = std::make_unique<VariableBytes>(*w_.module);
    return *bytes_;
  }

  /// Adds checks to comparisons and differences of addresses.
  void check_comparisons() {
    for (llvm::Function& f : *w_.module) {
      for (Instruction& i : llvm::instructions(f)) {
        auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&i);
        if (compare != nullptr && is_comparison_of_pointers(*compare)) {
          comparisons_.insert(compare);
        } else if (is_memcmp(i) && compares_numbers_of_addresses(i, bytes())) {
          sink(i);
        }
      }
    }
    if (comparisons_.empty() && differences_.empty()) return;
    AddressChecks checks(w_, bytes().points_to(), calls());
    for (llvm::ICmpInst* i : comparisons_) checks.compare(*i);
    for (llvm::BinaryOperator* i : differences_) {
      if (!is_tainted(i)) checks.difference(*i);
    }
    checks.apply();
  }

  /// By far the most comparisons of pointers are with null.
  static bool is_comparison_of_pointers(const llvm::ICmpInst& i) {
    return i.getOperand(0)->getType()->isPointerTy() &&
           !llvm::isa<llvm::ConstantPointerNull>(i.getOperand(0)) &&
           !llvm::isa<llvm::ConstantPointerNull>(i.getOperand(1));
  }

  /// Marks loads of numbers that were kept in variables, and follows them,
  /// until no more are found.
  void follow_kept_numbers() {
    do {
      follow_all();
      const KeptNumbers kept(
          *w_.module, bytes(), [&](const Value& v) { return is_tainted(&v); });
      for (llvm::Function& f : *w_.module) {
        for (Instruction& i : llvm::instructions(f)) {
          if (kept.is_read(i)) mark(i, taint_as(i, Taint::address));
        }
      }
    } while (!work_.empty());
  }

  /// Conversions, also those in constant operands.
  void begin(Instruction& i) {
    if (llvm::isa<llvm::PtrToIntInst>(i) || reads_constant_address(i)) {
      mark(i, taint_as(i, Taint::address));
    }
    for (const Value* operand : i.operand_values()) constant(*operand);
  }

  void constant(const Value& v) {
    const auto* e = llvm::dyn_cast<llvm::ConstantExpr>(&v);
    if (e == nullptr || taints_.contains(e)) return;
    if (e->getOpcode() == Instruction::PtrToInt) {
      mark(*e, taint_as(*e, Taint::address));
    }
    for (const Value* operand : e->operand_values()) constant(*operand);
  }

  /// The taint of a value that has no more than another one: a part of an
  /// address is a number.
  static Taint taint_as(const Value& v, Taint taint) {
    const bool is_whole = v.getType()->isIntegerTy() &&
                          v.getType()->getIntegerBitWidth() >= kAddressBits;
    return is_whole ? taint : Taint::number;
  }

  /// A value keeps the strongest taint: `number` never becomes `address` again,
  /// so the work list is finite. `parts` are the members of a structure that
  /// show it, by bit.
  void mark(const Value& v, Taint taint, std::uint64_t parts = kAllParts) {
    const auto [at, is_new] = taints_.insert({&v, taint});
    std::uint64_t& known = parts_[&v];
    const bool is_stronger =
        at->second == Taint::address && taint == Taint::number;
    if (!is_new && !is_stronger && (parts & ~known) == 0) return;
    if (is_stronger) at->second = taint;
    known |= parts;
    work_.push_back(&v);
  }

  /// To a value that is the same.
  void pass_on(const Value& v, const Value& to) {
    mark(to, taint(v), parts_.lookup(&v));
  }

  /// The bit of a member. Those behind the 63rd share one.
  static std::uint64_t part(llvm::ArrayRef<unsigned> indices) {
    return std::uint64_t{1} << std::min(indices.front(), 63U);
  }

  /// Into a structure, out of it, or neither.
  bool follow_part(const Value& v, const Instruction& i) {
    if (const auto* in = llvm::dyn_cast<llvm::InsertValueInst>(&i)) {
      if (in->getAggregateOperand() == &v) pass_on(v, i);
      if (in->getInsertedValueOperand() == &v) {
        mark(i, taint(v), part(in->getIndices()));
      }
      return true;
    }
    if (const auto* out = llvm::dyn_cast<llvm::ExtractValueInst>(&i)) {
      const bool shows = (parts_.lookup(&v) & part(out->getIndices())) != 0;
      if (shows && !i.getType()->isPointerTy()) {
        mark(i, i.getType()->isIntegerTy() ? taint_as(i, taint(v)) : taint(v));
      }
      return true;
    }
    return false;
  }

  [[nodiscard]] bool is_tainted(const Value* v) const {
    return taints_.contains(v);
  }
  [[nodiscard]] Taint taint(const Value& v) const { return taints_.lookup(&v); }

  /// Propagates a taint to one user, or stops there if the user makes the run
  /// depend on the number.
  void follow(const Value& v, const llvm::User& user) {
    if (const auto* e = llvm::dyn_cast<llvm::ConstantExpr>(&user)) {
      if (e->getType()->isIntegerTy()) mark(*e, taint_of(*e, v));
      return;
    }
    auto* i = const_cast<Instruction*>(llvm::dyn_cast<Instruction>(&user));
    if (i == nullptr || follow_part(v, *i)) return;
    if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(i)) {
      follow_cast(v, *cast);
    } else if (llvm::isa<llvm::PHINode>(i) || llvm::isa<llvm::FreezeInst>(i)) {
      pass_on(v, *i);
    } else if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(i)) {
      follow_choice(v, *choice);
    } else if (auto* op = llvm::dyn_cast<llvm::BinaryOperator>(i)) {
      follow_operator(v, *op);
    } else if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(i)) {
      if (taint(v) == Taint::number) {
        sink(*i);
      } else {
        comparisons_.insert(compare);
      }
    } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(i)) {
      follow_call(v, *call);
    } else if (const auto* end = llvm::dyn_cast<llvm::ReturnInst>(i)) {
      note_output(*end->getFunction());
      for (const llvm::CallBase* caller :
           calls().callers(*end->getFunction())) {
        pass_on(v, *caller);
      }
    } else if (llvm::isa<llvm::SwitchInst>(i) || taint(v) == Taint::number) {
      sink(*i);  // of an address: a store or a place in memory
    }
  }

  /// Constants are computed by the linker: the distance of two objects, say, or
  /// a part of an address.
  [[nodiscard]] Taint taint_of(const llvm::ConstantExpr& e,
                               const Value& v) const {
    const bool has_number = std::ranges::any_of(
        e.operand_values(),
        [](const Value* o) { return llvm::isa<llvm::ConstantInt>(o); });
    const bool is_distance = e.getOpcode() == Instruction::Sub && !has_number;
    return is_distance ? Taint::number : taint_as(e, taint(v));
  }

  void follow_choice(const Value& v, llvm::SelectInst& choice) {
    if (choice.getCondition() == &v) return sink(choice);
    if (taint(v) == Taint::address ||
        !choice.getCondition()->getType()->isIntegerTy(1)) {
      return pass_on(v, choice);
    }
    if (choice.getTrueValue() == &v) add_choice({&choice, true});
    if (choice.getFalseValue() == &v) add_choice({&choice, false});
  }

  void follow_cast(const Value& v, const llvm::CastInst& cast) {
    if (llvm::isa<llvm::IntToPtrInst>(cast)) return;
    mark(cast, taint_as(cast, taint(v)));
  }

  void follow_operator(const Value& v, llvm::BinaryOperator& op) {
    const Value* other =
        op.getOperand(0) == &v ? op.getOperand(1) : op.getOperand(0);
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(other);
    switch (op.getOpcode()) {
      case Instruction::Sub:
        differences_.insert(&op);
        if (!is_address(v)) mark(op, Taint::number);
        return;
      case Instruction::Add:
      case Instruction::Xor:
        return mark(op, taint(v));
      // The low bits are known by alignment; clearing them keeps an address.
      case Instruction::And:
        if (number != nullptr && are_known(v, number->getValue())) return;
        if (number != nullptr && are_known(v, ~number->getValue())) {
          return mark(op, taint(v));
        }
        return mark(op, Taint::number);
      case Instruction::Or:
        if (are_known(v, most_of(*other))) return mark(op, taint(v));
        return mark(op, Taint::number);
      default:
        return mark(op, Taint::number);
    }
  }

  /// The greatest number that an operand may be, by its bits.
  [[nodiscard]] llvm::APInt most_of(const Value& v) const {
    return llvm::computeKnownBits(&v, w_.module->getDataLayout()).getMaxValue();
  }

  /// The difference of two addresses is one within an object, which is checked
  /// where it is computed.
  void follow_difference(llvm::BinaryOperator& op) {
    const Value& a = *op.getOperand(0);
    const Value& b = *op.getOperand(1);
    if (is_tainted(&a) && is_tainted(&b) && is_address(a) && is_address(b)) {
      return;
    }
    mark(op, is_tainted(&a) ? taint(a) : taint(b));
  }

  /// The low bits of two addresses are enough for those of their difference.
  [[nodiscard]] bool is_address(const Value& v) const {
    return taint(v) == Taint::address ||
           pointer_behind(const_cast<Value*>(&v)) != nullptr;
  }

  /// Whether alignment fixes the bits of an address that the mask has: that of
  /// all objects to which it may point.
  [[nodiscard]] bool are_known(const Value& v, const llvm::APInt& mask) {
    if (taint(v) == Taint::number) return false;
    return std::ranges::all_of(
        bytes().points_to().objects(&v), [&](const Value* o) {
          return o != nullptr && mask.ult(alignment_of(*o));
        });
  }

  /// Of an object. Functions lie at even addresses: pointers to members of
  /// C++ rely on it (Itanium C++ ABI, 2.3).
  [[nodiscard]] std::uint64_t alignment_of(const Value& object) const {
    if (llvm::isa<llvm::Function>(object)) return 2;
    return object.getPointerAlignment(w_.module->getDataLayout()).value();
  }

  Calls& calls() {
    if (!calls_) calls_.emplace(*w_.module, bytes().points_to());
    return *calls_;
  }

  /// Into parameters of known functions; an unknown one may do anything.
  void follow_call(const Value& v, const llvm::CallBase& call) {
    const llvm::Function* f = call.getCalledFunction();
    const std::vector<llvm::Function*> known =
        bytes().points_to().callees(call);
    if (f == nullptr ? !known.empty() : !f->isDeclaration()) {
      for (const llvm::Function* g : known) {
        for (unsigned k = 0;
             k < std::min<unsigned>(call.arg_size(), g->arg_size());
             ++k) {
          if (call.getArgOperand(k) == &v) pass_on(v, *g->getArg(k));
        }
      }
    } else if (taint(v) == Taint::number) {
      sink(const_cast<llvm::CallBase&>(call));
    } else if (llvm::isa<llvm::IntrinsicInst>(call) &&
               !call.getType()->isVoidTy() && !call.getType()->isPointerTy()) {
      mark(call, Taint::number);
    }
  }

  /// The getter of an output, of either type, returns a number.
  void note_output(const llvm::Function& getter) {
    llvm::StringRef name = getter.getName();
    std::uint32_t k = 0;
    if ((name.consume_front("__cat_outi_") ||
         name.consume_front("__cat_outd_")) &&
        !name.getAsInteger(10, k)) {
      outputs_.insert(k);
    }
  }

  void sink(Instruction& i) { sinks_.insert(&i); }
  void add_choice(const Choice& choice) {
    if (std::ranges::find(choices_, choice) == choices_.end()) {
      choices_.push_back(choice);
    }
  }

  static constexpr unsigned kAddressBits = 64;
  static constexpr std::uint64_t kAllParts = ~std::uint64_t{0};

  Workspace& w_;
  llvm::MapVector<const Value*, Taint> taints_;
  llvm::DenseMap<const Value*, std::uint64_t> parts_;
  std::optional<Calls> calls_;
  std::vector<const Value*> work_;
  std::unique_ptr<VariableBytes> bytes_;
  llvm::SetVector<Instruction*> sinks_;
  llvm::SetVector<llvm::ICmpInst*> comparisons_;
  /// Subtractions with at least one tainted operand.
  llvm::SetVector<llvm::BinaryOperator*> differences_;
  std::vector<Choice> choices_;
  std::set<std::uint32_t> outputs_;
};

}  // namespace

std::vector<std::uint32_t> stop_at_address_numbers(Workspace& w) {
  return AddressNumbers(w).run();
}

}  // namespace catenary::program
