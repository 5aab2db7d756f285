// SPDX-License-Identifier: Apache-2.0
/// \file
/// Instructions that are not terminators: registers and memory; vectors are in
/// term/vector.cpp.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "base/check.h"
#include "program/encode/run.h"

namespace catenary::program {

using llvm::Instruction;
using logic::Op;
using logic::Term;

RegisterValue Executor::value(Frame& f, const llvm::Value& v) {
  if (const auto* c = llvm::dyn_cast<llvm::Constant>(&v)) {
    RegisterValue out = values_.constant(*c);
    // Constants without a term, e.g. of unsupported types.
    const bool poor = !out.term.valid() && out.parts.empty();
    return poor ? values_.undefined(*c->getType()) : out;
  }
  const auto at = f.registers.find(&v);
  return at != f.registers.end() ? at->second : values_.undefined(*v.getType());
}

void Executor::execute(Frame& f, const Instruction& i) {
  if (!i.getType()->isVoidTy() && part_count(*i.getType()) == 0 &&
      !has_sort(*i.getType())) {
    m_.unsupported("a value of type " + type_name(*i.getType()));
    return;
  }
  RegisterValue result = compute(f, i);
  if (!m_.alive || i.getType()->isVoidTy()) return;
  // No value though the path goes on: it is undefined, and where it matters the
  // encoding is unfaithful.
  const bool poor = !result.term.valid() && result.parts.empty() &&
                    (part_count(*i.getType()) > 0 || has_sort(*i.getType()));
  f.registers[&i] = poor ? values_.undefined(*i.getType()) : std::move(result);
}

namespace {

/// Whether a number is less than 4096 in magnitude: no address is near it.
bool is_small(const llvm::Value& v) {
  constexpr std::int64_t kFar = 4096;
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&v)) {
    return cast->isIntegerCast() && cast->getSrcTy()->getIntegerBitWidth() <= 8;
  }
  const auto* k = llvm::dyn_cast<llvm::ConstantInt>(&v);
  return k != nullptr && k->getBitWidth() <= 64 && k->getSExtValue() < kFar &&
         k->getSExtValue() > -kFar;
}

/// The pointer that a number was converted from, or whose low bits it is; null
/// for others.
const llvm::Value* address_behind(const llvm::Value& number) {
  const llvm::Value* v = &number;
  if (const auto* cut = llvm::dyn_cast<llvm::TruncInst>(v)) {
    v = cut->getOperand(0);
  }
  const auto* cast = llvm::dyn_cast<llvm::PtrToIntOperator>(v);
  return cast != nullptr ? cast->getPointerOperand() : nullptr;
}

/// Whether an instruction that uses an address as a number has the same result
/// wherever objects lie: it compares for equality or with small numbers,
/// subtracts from another address, makes a pointer again, or moves the number.
/// `is_address` tells whether an operand is an address.
template <typename IsAddress>
bool keeps_address(const Instruction& user,
                   const llvm::Value& number,
                   IsAddress is_address) {
  const bool whole = number.getType()->isIntegerTy(64);
  const unsigned other = user.getOperand(0) == &number ? 1 : 0;
  switch (user.getOpcode()) {
    case Instruction::ICmp:
      return whole && (is_small(*user.getOperand(other)) ||
                       (llvm::cast<llvm::ICmpInst>(user).isEquality() &&
                        is_address(*user.getOperand(other))));
    case Instruction::Sub:
      if (address_behind(*user.getOperand(0)) != nullptr &&
          address_behind(*user.getOperand(1)) != nullptr) {
        return true;
      }
      break;
    case Instruction::Add:
      break;
    case Instruction::Select:
      return user.getOperand(0) != &number;
    case Instruction::Store:
    case Instruction::Trunc:
    case Instruction::IntToPtr:
    case Instruction::Freeze:
    case Instruction::InsertValue:
      return true;
    case Instruction::Call: {
      const auto* f = llvm::cast<llvm::CallBase>(user).getCalledFunction();
      return f == nullptr || !f->isDeclaration();
    }
    default:
      return false;
  }
  // Arithmetic with small numbers, for tests for null and its neighbours: `p -
  // 1 < 2`.
  return whole && is_small(*user.getOperand(other)) &&
         std::all_of(user.user_begin(), user.user_end(), [&](const auto* c) {
           return llvm::isa<llvm::ICmpInst>(c) &&
                  is_small(*c->getOperand(c->getOperand(0) == &user ? 1 : 0));
         });
}

}  // namespace

/// An operand that may be an address as a number. A constant expression has no
/// register that would remember it.
RegisterValue Executor::number(Frame& f, const llvm::Value& v) {
  const auto* e = llvm::dyn_cast<llvm::ConstantExpr>(&v);
  if (e == nullptr || e->getOpcode() != Instruction::PtrToInt) {
    return value(f, v);
  }
  RegisterValue out;
  out.term = b_.resize(
      term(f, *e->getOperand(0)), v.getType()->getIntegerBitWidth(), false);
  out.address = true;
  return out;
}

RegisterValue Executor::binary(Frame& f, const llvm::BinaryOperator& o) {
  const llvm::Value* from = address_behind(*o.getOperand(0));
  const llvm::Value* what = address_behind(*o.getOperand(1));
  const bool distance =
      o.getOpcode() == Instruction::Sub && from != nullptr && what != nullptr;
  // Both addresses must be of one object, else the distance is not fixed.
  if (distance) {
    const Term first = term(f, *from);
    values_.compare_addresses(first, term(f, *what));
    if (!m_.alive) return {};
  }
  const RegisterValue x =
      distance ? number(f, *o.getOperand(0)) : value(f, *o.getOperand(0));
  const RegisterValue y =
      distance ? number(f, *o.getOperand(1)) : value(f, *o.getOperand(1));
  return values_.binary(o, x, y);
}

RegisterValue Executor::cast(Frame& f, const llvm::CastInst& c) {
  const RegisterValue x = value(f, *c.getOperand(0));
  RegisterValue out = values_.cast(c, x);
  out.address = c.getOpcode() == Instruction::PtrToInt ||
                (c.getOpcode() == Instruction::Trunc && x.address);
  return out;
}

RegisterValue Executor::compare(Frame& f, const llvm::CmpInst& c) {
  // Only equality is defined for addresses as numbers.
  const bool same = c.isEquality();
  const RegisterValue x =
      same ? number(f, *c.getOperand(0)) : value(f, *c.getOperand(0));
  const RegisterValue y =
      same ? number(f, *c.getOperand(1)) : value(f, *c.getOperand(1));
  return values_.compare(c, x, y);
}

RegisterValue Executor::negated(const RegisterValue& x) {
  RegisterValue out;
  for (const RegisterValue& lane : x.parts) {
    out.parts.push_back({b_.apply(Op::fp_neg, {lane.term}), {}});
  }
  if (x.parts.empty()) out.term = b_.apply(Op::fp_neg, {x.term});
  return out;
}

RegisterValue Executor::aggregate(Frame& f, const Instruction& i) {
  RegisterValue out = value(f, *i.getOperand(0));
  if (const auto* e = llvm::dyn_cast<llvm::ExtractValueInst>(&i)) {
    for (const unsigned k : e->indices()) {
      RegisterValue part = out.parts.at(k);
      out = std::move(part);
    }
    return out;
  }
  RegisterValue* at = &out;
  for (const unsigned k : llvm::cast<llvm::InsertValueInst>(i).indices()) {
    at = &at->parts.at(k);
  }
  *at = value(f, *i.getOperand(1));
  return out;
}

RegisterValue Executor::compute(Frame& f, const Instruction& i) {
  RegisterValue out;
  // The operand is an address as far as this execution knows.
  const auto is_address = [&](const llvm::Value& v) {
    const auto at = f.registers.find(&v);
    return (at != f.registers.end() && at->second.address) ||
           address_behind(v) != nullptr;
  };
  for (const llvm::Use& use : i.operands()) {
    if (!is_address(*use)) continue;
    // The result would depend on where objects lie: it stays undefined, which
    // does no harm where it is not used.
    if (!keeps_address(i, *use, is_address)) return out;
  }
  if (const auto* o = llvm::dyn_cast<llvm::BinaryOperator>(&i)) {
    return binary(f, *o);
  }
  if (const auto* c = llvm::dyn_cast<llvm::CastInst>(&i)) return cast(f, *c);
  if (const auto* c = llvm::dyn_cast<llvm::CmpInst>(&i)) return compare(f, *c);
  if (const auto* c = llvm::dyn_cast<llvm::CallBase>(&i)) {
    return call_instruction(f, *c);
  }
  switch (i.getOpcode()) {
    case Instruction::Alloca:
      return allocate(f, i);
    case Instruction::GetElementPtr:
      return address(f, i);
    case Instruction::Load:
      return load(*i.getType(), term(f, *i.getOperand(0)), i);
    case Instruction::Store: {
      const llvm::Value& stored = *i.getOperand(0);
      const RegisterValue v = number(f, stored);
      store(*stored.getType(), term(f, *i.getOperand(1)), v);
      return out;
    }
    case Instruction::Select: {
      const RegisterValue condition = value(f, *i.getOperand(0));
      const RegisterValue then = value(f, *i.getOperand(1));
      const RegisterValue otherwise = value(f, *i.getOperand(2));
      return values_.select(condition, then, otherwise);
    }
    case Instruction::Freeze:
      return value(f, *i.getOperand(0));
    case Instruction::FNeg:
      return negated(value(f, *i.getOperand(0)));
    case Instruction::ExtractValue:
    case Instruction::InsertValue:
      return aggregate(f, i);
    case Instruction::ExtractElement:
    case Instruction::InsertElement:
      return element(f, i);
    case Instruction::ShuffleVector:
      return shuffle(f, i);
    case Instruction::Fence:
      return out;
    default:
      m_.unsupported(std::string("instruction '") + i.getOpcodeName() + "'");
      return out;
  }
}

RegisterValue Executor::allocate(Frame& f, const Instruction& i) {
  const auto& a = llvm::cast<llvm::AllocaInst>(i);
  const llvm::DataLayout& layout = w_.module->getDataLayout();
  // A length that depends on inputs has no encoding.
  const auto count = TermBuilder::constant(term(f, *a.getArraySize()));
  constexpr std::uint64_t kMost = std::uint64_t{1} << 24;
  if (!count || *count > kMost) {
    m_.unsupported("an array whose length is not known");
    return {};
  }
  ObjectInfo object;
  object.name = a.getName().str();
  object.size = layout.getTypeAllocSize(a.getAllocatedType()) * *count;
  Block block;
  block.size = object.size;
  object.memory = m_.now.memory.add(std::move(block));
  f.locals.push_back(object.memory);
  RegisterValue out;
  out.term = m_.addresses.base(m_.addresses.add(std::move(object)));
  return out;
}

RegisterValue Executor::address(Frame& f, const Instruction& i) {
  const auto& gep = llvm::cast<llvm::GetElementPtrInst>(i);
  RegisterValue out;
  if (i.getType()->isVectorTy()) {
    m_.unsupported("a vector of addresses");
    return out;
  }
  // offset = fixed + sum of index * scale, as LLVM folds it.
  llvm::MapVector<llvm::Value*, llvm::APInt> variable;
  llvm::APInt fixed(64, 0);
  if (!gep.collectOffset(w_.module->getDataLayout(), 64, variable, fixed)) {
    m_.unsupported("an address of an odd type");
    return out;
  }
  out.term = b_.add(term(f, *gep.getPointerOperand()),
                    b_.bits(64, fixed.getZExtValue()));
  for (const auto& [index, scale] : variable) {
    const Term t = b_.resize(
        values_.as_bits(*index->getType(), term(f, *index)), 64, true);
    out.term = b_.add(
        out.term, b_.binary(Op::bv_mul, t, b_.bits(64, scale.getZExtValue())));
  }
  return out;
}

namespace {

/// Bytes from the begin of a structure or array to its part `k`.
std::uint64_t part_offset(const llvm::DataLayout& layout,
                          const llvm::Type& type,
                          unsigned k) {
  const auto* fields = llvm::dyn_cast<llvm::StructType>(&type);
  if (fields == nullptr) return k * layout.getTypeAllocSize(part_type(type, k));
  return layout.getStructLayout(const_cast<llvm::StructType*>(fields))
      ->getElementOffset(k)
      .getFixedValue();
}

}  // namespace

RegisterValue Executor::load(const llvm::Type& type,
                             Term pointer,
                             const Instruction& i) {
  const llvm::DataLayout& layout = w_.module->getDataLayout();
  RegisterValue out;
  // Aggregates by parts, so that each keeps its kind.
  if (const unsigned n = part_count(type); n > 0) {
    for (unsigned k = 0; k < n && m_.alive; ++k) {
      llvm::Type* part = part_type(type, k);
      const std::uint64_t at = part_offset(layout, type, k);
      out.parts.push_back(load(*part, b_.add(pointer, b_.bits(64, at)), i));
    }
    return out;
  }
  const std::uint64_t size =
      layout.getTypeStoreSize(const_cast<llvm::Type*>(&type));
  if (!has_sort(type) || size == 0) {
    m_.unsupported("a value of type " + type_name(type));
    return out;
  }
  const CellKind wanted = type.isFloatingPointTy() ? CellKind::floating
                          : type.isPointerTy()     ? CellKind::pointer
                                                   : CellKind::bits;
  const Cell cell = access_.read(pointer, size, wanted);
  if (!m_.alive || !cell.term.valid()) return out;
  if (wanted == CellKind::floating) {
    out.term = access_.as_float(cell);
    return out;
  }
  const Term bits = access_.as_bits(cell);
  // An integer that was read from a pointer is an address as a number.
  out.address = wanted == CellKind::bits && cell.kind == CellKind::pointer;
  if (!type.isIntegerTy()) {
    out.term = bits;
  } else {
    const unsigned width = type.getIntegerBitWidth();
    out.term = values_.from_bits(type, b_.extract(bits, width - 1, 0));
  }
  return out;
}

void Executor::store(const llvm::Type& type,
                     Term pointer,
                     const RegisterValue& v) {
  const llvm::DataLayout& layout = w_.module->getDataLayout();
  if (const unsigned n = part_count(type); n > 0) {
    for (unsigned k = 0; k < n && m_.alive; ++k) {
      llvm::Type* part = part_type(type, k);
      const std::uint64_t at = part_offset(layout, type, k);
      store(*part, b_.add(pointer, b_.bits(64, at)), v.parts.at(k));
    }
    return;
  }
  const std::uint64_t size =
      layout.getTypeStoreSize(const_cast<llvm::Type*>(&type));
  if (!has_sort(type) || !v.term.valid()) {
    m_.unsupported("a value of type " + type_name(type));
    return;
  }
  if (type.isFloatingPointTy()) {
    return access_.write(pointer, size, CellKind::floating, v.term);
  }
  // i1 and odd widths fill whole bytes.
  const Term bits = b_.resize(values_.as_bits(type, v.term),
                              static_cast<std::uint32_t>(8 * size),
                              false);
  access_.write(
      pointer,
      size,
      type.isPointerTy() || v.address ? CellKind::pointer : CellKind::bits,
      bits);
}

}  // namespace catenary::program
