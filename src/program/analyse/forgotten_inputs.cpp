// SPDX-License-Identifier: Apache-2.0
#include "program/analyse/forgotten_inputs.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "program/analyse/debug_types.h"
#include "program/build/workspace.h"

namespace catenary::program {

namespace {

using llvm::GlobalVariable;
using llvm::Value;

/// Elements of arrays that are listed.
constexpr std::size_t kMostNumbers = 64;

/// What is done with the bytes of one variable.
class Uses {
 public:
  Uses(const llvm::DataLayout& layout, const GlobalVariable& g)
      : layout_(layout), g_(g) {
    size_ = layout.getTypeAllocSize(g.getValueType());
    read_.resize(size_);
    written_.resize(size_);
    follow(g, 0);
  }

  [[nodiscard]] bool escapes() const { return escapes_; }
  [[nodiscard]] bool is_volatile() const { return volatile_; }
  [[nodiscard]] bool read(std::uint64_t at, std::uint64_t size) const {
    return any(read_, at, size);
  }
  [[nodiscard]] bool written(std::uint64_t at, std::uint64_t size) const {
    return any(written_, at, size);
  }
  /// Whether the variable begins with zeros there.
  [[nodiscard]] bool is_zero(std::uint64_t at, std::uint64_t size) const {
    const llvm::Constant* init = g_.getInitializer();
    if (init->isNullValue()) return true;
    llvm::Type* type =
        llvm::Type::getIntNTy(g_.getContext(), static_cast<unsigned>(8 * size));
    const llvm::Constant* value = llvm::ConstantFoldLoadFromConst(
        const_cast<llvm::Constant*>(init), type, llvm::APInt(64, at), layout_);
    return value != nullptr && value->isNullValue();
  }

 private:
  using Offset = std::optional<std::uint64_t>;

  [[nodiscard]] bool any(const std::vector<bool>& bytes,
                         std::uint64_t at,
                         std::uint64_t size) const {
    for (std::uint64_t i = at; i < std::min(at + size, size_); ++i) {
      if (bytes[i]) return true;
    }
    return false;
  }

  /// Nothing known of where, or how many: all.
  void mark(std::vector<bool>& bytes, Offset at, Offset size) {
    const std::uint64_t first = at && size ? *at : 0;
    const std::uint64_t end = at && size ? std::min(size_, *at + *size) : size_;
    for (std::uint64_t i = first; i < end; ++i) bytes[i] = true;
  }

  void store(const llvm::StoreInst& i, Offset at) {
    volatile_ = volatile_ || i.isVolatile();
    const Value* value = i.getValueOperand();
    const std::uint64_t size = layout_.getTypeStoreSize(value->getType());
    if (const auto* c = llvm::dyn_cast<llvm::Constant>(value); c && at) {
      const llvm::Constant* before = llvm::ConstantFoldLoadFromConst(
          const_cast<llvm::Constant*>(g_.getInitializer()),
          value->getType(),
          llvm::APInt(64, *at),
          layout_);
      if (before == c) return;
    }
    mark(written_, at, size);
  }

  void transfer(const llvm::MemIntrinsic& i, const llvm::Use& use, Offset at) {
    const auto* n = llvm::dyn_cast<llvm::ConstantInt>(i.getLength());
    const Offset size = n != nullptr ? Offset(n->getZExtValue()) : std::nullopt;
    const bool is_target = i.getRawDest() == use.get();
    mark(is_target ? written_ : read_, at, size);
  }

  void take(const llvm::Use& use, Offset at) {
    const llvm::User* u = use.getUser();
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(u)) {
      volatile_ = volatile_ || load->isVolatile();
      mark(read_, at, layout_.getTypeStoreSize(load->getType()));
    } else if (const auto* s = llvm::dyn_cast<llvm::StoreInst>(u)) {
      if (s->getPointerOperand() == use.get()) return store(*s, at);
      escapes_ = true;
    } else if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(u)) {
      llvm::APInt more(layout_.getIndexTypeSizeInBits(gep->getType()), 0);
      const bool known = at && gep->accumulateConstantOffset(layout_, more) &&
                         !more.isNegative();
      follow(*gep, known ? Offset(*at + more.getZExtValue()) : std::nullopt);
    } else if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(u)) {
      transfer(*memory, use, at);
    } else if (llvm::isa<llvm::PHINode>(u) || llvm::isa<llvm::SelectInst>(u) ||
               llvm::isa<llvm::ConstantExpr>(u)) {
      follow(*u, std::nullopt);
    } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(u)) {
      const llvm::Function* f = call->getCalledFunction();
      if (f != nullptr && f->isIntrinsic() && f->doesNotAccessMemory()) return;
      if (f == nullptr || f->isDeclaration() || !call->isArgOperand(&use) ||
          call->getArgOperandNo(&use) >= f->arg_size()) {
        escapes_ = true;
      } else {
        follow(*f->getArg(call->getArgOperandNo(&use)), at);
      }
    } else if (!llvm::isa<llvm::ICmpInst>(u)) {
      escapes_ = true;
    }
  }

  void follow(const Value& pointer, Offset at) {
    if (escapes_ || !seen_.insert({&pointer, at}).second) return;
    if (seen_.size() > 1000) escapes_ = true;  // it runs over an array
    for (const llvm::Use& use : pointer.uses()) take(use, at);
  }

  const llvm::DataLayout& layout_;
  const GlobalVariable& g_;
  std::uint64_t size_ = 0;
  std::vector<bool> read_, written_;
  bool escapes_ = false;
  bool volatile_ = false;
  std::set<std::pair<const Value*, Offset>> seen_;
};

/// "in[0..1].x[0..2]", 4 -> "in[1].x[1]": the elements in the order of the
/// offsets, the last index running fastest.
std::string element(const std::string& name, std::size_t which) {
  struct Index {
    std::size_t begin, end;  ///< of "[0..1]"
    std::size_t count;
  };
  std::vector<Index> all;
  for (std::size_t at = name.find('['); at != std::string::npos;
       at = name.find('[', at + 1)) {
    const std::size_t end = name.find(']', at) + 1;
    const std::size_t dots = name.find("..", at);
    const bool many = dots != std::string::npos && dots < end;
    all.push_back({at, end, many ? std::stoul(name.substr(dots + 2)) + 1 : 1});
  }
  std::string out = name;
  for (auto i = all.rbegin(); i != all.rend(); ++i) {
    const std::string index = "[" + std::to_string(which % i->count) + "]";
    which /= i->count;
    out.replace(i->begin, i->end - i->begin, index);
  }
  return out;
}

const llvm::DIGlobalVariable* debug_info(const GlobalVariable& g) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> infos;
  g.getDebugInfo(infos);
  return infos.size() == 1 ? infos.front()->getVariable() : nullptr;
}

std::uint64_t size_of(const PlacedScalar& s) {
  return s.bits == 0 ? model::size_bytes(s.type)
                     : (s.first_bit + s.bits + 7) / 8;
}

}  // namespace

std::map<std::string, std::string> written_outside(const Workspace& w) {
  std::set<const llvm::Function*> inside;
  for (const llvm::Function* f : reachable_functions(
           w, {w.init, w.step, w.module->getFunction(kConstructors)})) {
    inside.insert(f);
  }
  std::map<std::string, std::string> out;
  for (const llvm::Function& f : *w.module) {
    if (f.isDeclaration() || inside.contains(&f) ||
        f.getName().starts_with("__cat_")) {
      continue;
    }
    for (const llvm::Instruction& i : llvm::instructions(f)) {
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i);
      if (store == nullptr) continue;
      const Value* object =
          llvm::getUnderlyingObject(store->getPointerOperand());
      if (!llvm::isa<GlobalVariable>(object)) continue;
      out.emplace(object->getName().str(), llvm::demangle(f.getName().str()));
    }
  }
  return out;
}

std::vector<base::Diagnostic> find_forgotten_inputs(
    const Workspace& w, const std::map<std::string, std::string>& outside) {
  std::vector<base::Diagnostic> out;
  for (const GlobalVariable& g : w.module->globals()) {
    const llvm::DIGlobalVariable* info = debug_info(g);
    if (g.isConstant() || !g.hasInitializer() || info == nullptr ||
        g.getName().starts_with("__cat_")) {
      continue;
    }
    const Uses uses(w.module->getDataLayout(), g);
    if (uses.escapes()) continue;
    const auto writer = outside.find(g.getName().str());
    base::Diagnostic found;
    found.severity = base::Severity::warning;
    found.code = kForgottenInput;
    found.where = w.locate(g);
    const auto note = [&](std::string number) {
      if (found.notes.size() >= kMostNumbers) return;
      found.notes.push_back(
          {base::Severity::note, found.where, std::move(number), "", {}});
    };
    for (const PlacedScalar& s : scalars_of(g)) {
      for (std::size_t i = 0; i < s.offsets.size(); ++i) {
        const std::uint64_t at = s.offsets[i];
        const std::uint64_t size = size_of(s);
        // A number that begins as something else is a constant of the program.
        const bool may_be_one = uses.is_volatile() || writer != outside.end() ||
                                uses.is_zero(at, size);
        if (may_be_one && uses.read(at, size) && !uses.written(at, size)) {
          note(element(s.name, i));
        }
      }
    }
    if (found.notes.empty()) continue;
    found.message = "'" + info->getName().str() + "' is read, but " +
                    (writer == outside.end()
                         ? "nothing changes it"
                         : "only " + writer->second +
                               "() changes it, which neither the step nor the "
                               "initialisation calls") +
                    ", so it keeps its initial value";
    if (uses.is_volatile()) found.message += ", although it is volatile";
    if (llvm::isa_and_nonnull<llvm::DILocalScope>(info->getScope())) {
      found.notes.clear();
    }
    out.push_back(std::move(found));
  }
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    return std::tie(a.where.file, a.where.line, a.where.column) <
           std::tie(b.where.file, b.where.line, b.where.column);
  });
  return out;
}

}  // namespace catenary::program
