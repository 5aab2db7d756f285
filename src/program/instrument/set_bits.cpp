// SPDX-License-Identifier: Apache-2.0
/// \file
/// Inputs that are bit-fields. A compiler stores one as
///
///     word = (word & keep) | value        value & keep = 0
///
/// so the bits outside of `keep` hold the input and nothing of the old word.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "program/instrument/set_bits.h"

namespace catenary::program {

namespace {

using llvm::APInt;
using llvm::GlobalVariable;

/// The word that a setter writes, and which bits of it are new.
struct Written {
  GlobalVariable* global = nullptr;
  std::uint64_t offset = 0;
  APInt bits;  ///< of the word there that are set; all where it is whole
  const llvm::LoadInst* read = nullptr;  ///< of the rest; null where whole
};

/// The variable of the program behind a pointer, and the offset into it; null
/// where it is not known.
GlobalVariable* object_of(const llvm::DataLayout& layout,
                          llvm::Value* pointer,
                          std::uint64_t& offset) {
  APInt at(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  llvm::Value* object =
      pointer->stripAndAccumulateConstantOffsets(layout, at, true);
  if (at.isNegative()) return nullptr;
  offset = at.getZExtValue();
  return llvm::dyn_cast<GlobalVariable>(object);
}

/// The one store of a setter; nothing where the setter does anything else.
std::optional<Written> written_by(const llvm::DataLayout& layout,
                                  llvm::Function& setter) {
  using namespace llvm::PatternMatch;
  llvm::StoreInst* store = nullptr;
  for (llvm::Instruction& i : llvm::instructions(setter)) {
    if (llvm::isa<llvm::DbgInfoIntrinsic>(i) || !i.mayWriteToMemory()) continue;
    auto* s = llvm::dyn_cast<llvm::StoreInst>(&i);
    // A volatile load counts as a write.
    if (s == nullptr && !llvm::isa<llvm::LoadInst>(i)) return std::nullopt;
    if (s != nullptr && store != nullptr) return std::nullopt;
    if (s != nullptr) store = s;
  }
  if (store == nullptr || setter.size() != 1) return std::nullopt;
  llvm::Value* value = store->getValueOperand();
  if (!value->getType()->isIntegerTy()) return std::nullopt;
  Written out;
  out.global = object_of(layout, store->getPointerOperand(), out.offset);
  if (out.global == nullptr) return std::nullopt;
  const unsigned width = value->getType()->getIntegerBitWidth();
  out.bits = APInt::getAllOnes(width);
  llvm::Value* old = nullptr;
  llvm::Value* fresh = nullptr;
  const APInt* keep = nullptr;
  // Not of that form: the whole word is overwritten.
  if (!match(value,
             m_c_Or(m_And(m_Value(old), m_APInt(keep)), m_Value(fresh))) ||
      !llvm::isa<llvm::LoadInst>(old)) {
    return out;
  }
  out.read = llvm::cast<llvm::LoadInst>(old);
  std::uint64_t from = 0;
  const bool same =
      object_of(layout,
                const_cast<llvm::Value*>(out.read->getPointerOperand()),
                from) == out.global &&
      from == out.offset;
  // The value must not reach into the bits that are kept.
  if (!same || !llvm::MaskedValueIsZero(fresh, *keep, layout)) {
    return std::nullopt;
  }
  out.bits = ~*keep;
  return out;
}

bool is_float(const BuiltVariable& v) {
  return v.type == model::ScalarType::float32 ||
         v.type == model::ScalarType::float64;
}

/// The function that the entry calls to set an input; null for an input that is
/// found in the code.
llvm::Function* setter_of(const Workspace& w,
                          const BuiltVariable& v,
                          std::size_t k) {
  const std::string n = std::to_string(k);
  if (!is_float(v)) return w.module->getFunction("__cat_seti_" + n);
  llvm::Function* single = v.type == model::ScalarType::float32
                               ? w.module->getFunction("__cat_setf_" + n)
                               : nullptr;
  return single != nullptr ? single : w.module->getFunction("__cat_setd_" + n);
}

}  // namespace

std::vector<SetBits> find_set_bits(const Workspace& w,
                                   const std::vector<BuiltVariable>& inputs) {
  const llvm::DataLayout& layout = w.module->getDataLayout();
  std::vector<SetBits> out;
  std::set<const llvm::LoadInst*> harmless;
  std::vector<const llvm::Function*> setters;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    llvm::Function* setter = setter_of(w, inputs[k], k);
    if (setter == nullptr || setter->isDeclaration()) continue;
    setters.push_back(setter);
    if (is_float(inputs[k])) continue;
    const std::optional<Written> written = written_by(layout, *setter);
    if (!written || written->read == nullptr) continue;
    harmless.insert(written->read);
    const unsigned width = written->bits.getBitWidth();
    for (unsigned at = 0; at < width; at += 8) {
      const auto bits = static_cast<std::uint8_t>(
          written->bits.extractBitsAsZExtValue(std::min(8U, width - at), at));
      if (bits == 0) continue;
      out.push_back(
          {written->global->getName().str(), written->offset + at / 8, bits});
    }
  }
  // A state is asked whether it is final without a step before; and the setter
  // of one input may read another to find its place.
  const llvm::Function* is_final = w.module->getFunction("__cat_final");
  if (is_final != nullptr && !is_final->isDeclaration()) return {};
  std::set<std::string> read;
  for (const llvm::Function* f : setters) {
    for (const llvm::Instruction& i : llvm::instructions(*f)) {
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(&i);
      if (load == nullptr || harmless.contains(load)) continue;
      read.insert(llvm::getUnderlyingObject(load->getPointerOperand())
                      ->getName()
                      .str());
    }
  }
  std::erase_if(out,
                [&read](const SetBits& s) { return read.contains(s.global); });
  return out;
}

std::vector<std::uint8_t> kept_bits(const StateLayout& state,
                                    const std::vector<SetBits>& set) {
  std::vector<std::uint8_t> out;
  for (const StateRange& range : state.ranges) {
    const std::size_t packed = out.size();
    out.resize(packed + range.size, 0xFF);
    for (const SetBits& s : set) {
      if (range.global->getName() != s.global || s.offset < range.offset ||
          s.offset >= range.offset + range.size) {
        continue;
      }
      out[packed + s.offset - range.offset] &=
          static_cast<std::uint8_t>(~s.bits);
    }
  }
  return out;
}

void clear_in_save(Workspace& w, const std::vector<std::uint8_t>& kept) {
  llvm::Function* save = w.module->getFunction(kSave);
  llvm::IRBuilder<> b(save->back().getTerminator());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i] == 0xFF) continue;
    llvm::Value* byte =
        b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), save->getArg(0), i);
    llvm::Value* old = b.CreateLoad(b.getInt8Ty(), byte);
    b.CreateStore(b.CreateAnd(old, b.getInt8(kept[i])), byte);
  }
}

bool is_kept(const model::StateScalar& s,
             const std::vector<std::uint8_t>& kept) {
  if (s.bits == 0 || s.offsets.empty()) return true;
  const std::size_t first = 8 * s.offsets.front() + s.first_bit;
  for (std::size_t i = first; i < first + s.bits; ++i) {
    if (i / 8 < kept.size() && (kept[i / 8] >> (i % 8) & 1) == 0) return false;
  }
  return true;
}

}  // namespace catenary::program
