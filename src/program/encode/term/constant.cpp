// SPDX-License-Identifier: Apache-2.0
/// \file
/// Types and constants of LLVM as terms.
#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/raw_ostream.h>

#include "base/check.h"
#include "program/encode/term/values.h"

namespace catenary::program {

using logic::Sort;
using logic::Term;

unsigned part_count(const llvm::Type& type) {
  if (const auto* s = llvm::dyn_cast<llvm::StructType>(&type)) {
    return s->getNumElements();
  }
  if (const auto* a = llvm::dyn_cast<llvm::ArrayType>(&type)) {
    return static_cast<unsigned>(a->getNumElements());
  }
  // Scalable vectors do not occur on the supported machines.
  if (const auto* v = llvm::dyn_cast<llvm::FixedVectorType>(&type)) {
    return v->getNumElements();
  }
  return 0;
}

llvm::Type* part_type(const llvm::Type& type, unsigned index) {
  if (const auto* s = llvm::dyn_cast<llvm::StructType>(&type)) {
    return s->getElementType(index);
  }
  // Arrays and vectors have elements of one type.
  return type.getContainedType(0);
}

bool has_sort(const llvm::Type& type) {
  return type.isIntegerTy() || type.isFloatTy() || type.isDoubleTy() ||
         type.isPointerTy();
}

Sort sort_of(const llvm::Type& type) {
  if (type.isFloatTy()) return Sort::float32();
  if (type.isDoubleTy()) return Sort::float64();
  if (type.isPointerTy()) return Sort::bitvec(64);
  CATENARY_CHECK(type.isIntegerTy(), "a scalar type has a sort");
  const unsigned bits = type.getIntegerBitWidth();
  return bits == 1 ? Sort::boolean() : Sort::bitvec(bits);
}

std::string type_name(const llvm::Type& type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  type.print(stream);
  return text;
}

RegisterValue choose_value(TermBuilder& b,
                           const MergePlan& plan,
                           const std::vector<RegisterValue>& values) {
  RegisterValue out;
  // All values have one type, so that the first shows the structure.
  if (values.front().parts.empty()) {
    std::vector<Term> terms;
    for (const RegisterValue& v : values) {
      // A term may be missing where a value is not defined.
      terms.push_back(v.term);
      out.address = out.address || v.address;
    }
    out.term = plan.choose(b, terms);
    return out;
  }
  for (std::size_t i = 0; i < values.front().parts.size(); ++i) {
    std::vector<RegisterValue> column;
    for (const RegisterValue& v : values) column.push_back(v.parts[i]);
    out.parts.push_back(choose_value(b, plan, column));
  }
  return out;
}

RegisterValue Values::zero(const llvm::Type& type) {
  RegisterValue out;
  const unsigned n = part_count(type);
  for (unsigned i = 0; i < n; ++i) {
    out.parts.push_back(zero(*part_type(type, i)));
  }
  // Null pointers are the address 0, floats positive zero.
  if (n == 0 && has_sort(type)) {
    out.term = b_.manager().constant(logic::default_value(sort_of(type)));
  }
  return out;
}

RegisterValue Values::undefined(const llvm::Type& type) {
  // Part by part, so that each is an unknown of its own.
  RegisterValue out;
  const unsigned n = part_count(type);
  for (unsigned i = 0; i < n; ++i) {
    out.parts.push_back(undefined(*part_type(type, i)));
  }
  if (n > 0 || !has_sort(type)) return out;
  // Unknowns are bit-vectors, since Taint looks for those.
  const Sort sort = sort_of(type);
  if (sort.kind() == logic::SortKind::boolean) {
    out.term = b_.bit(m_.seen.undefined(1), 0);
  } else if (sort.kind() == logic::SortKind::floating) {
    out.term = m_.seen.float_of(
        m_.seen.undefined(sort.exponent_bits() + sort.significand_bits()));
  } else {
    out.term = m_.seen.undefined(sort.bits());
  }
  return out;
}

RegisterValue Values::constant(const llvm::Constant& c) {
  if (const auto at = constants_.find(&c); at != constants_.end()) {
    return at->second;
  }
  RegisterValue out;
  const llvm::Type& type = *c.getType();
  // Not cached: each use of an undefined value may differ.
  if (llvm::isa<llvm::UndefValue>(c)) return undefined(type);  // poison too
  if (const auto* k = llvm::dyn_cast<llvm::ConstantInt>(&c)) {
    if (type.getIntegerBitWidth() == 1) {
      out.term = b_.boolean(k->isOne());
    } else {
      llvm::SmallString<64> digits;
      k->getValue().toStringUnsigned(digits);
      out.term = b_.manager().bitvec(type.getIntegerBitWidth(),
                                     mpz_class(digits.str().str()));
    }
  } else if (const auto* f = llvm::dyn_cast<llvm::ConstantFP>(&c)) {
    // Formats without a sort have no term.
    if (!has_sort(type)) return out;
    const llvm::APInt bits = f->getValueAPF().bitcastToAPInt();
    out.term = b_.manager().constant(logic::Value::floating(
        sort_of(type),
        mpz_class(static_cast<unsigned long>(bits.getZExtValue()))));
  } else if (c.isNullValue()) {
    // Zero of any type; LLVM does not store the elements of a zero array.
    out = zero(type);
  } else if (const auto* g = llvm::dyn_cast<llvm::GlobalValue>(&c)) {
    // The address of a variable or function; its object was made before.
    out.term = m_.addresses.base(places_.at(g));
  } else if (part_count(type) > 0) {
    for (unsigned i = 0; i < part_count(type); ++i) {
      out.parts.push_back(constant(*c.getAggregateElement(i)));
    }
  } else {
    out = expression(c);
  }
  // An expression without a term is asked for rarely.
  if (out.term.valid() || !out.parts.empty()) constants_[&c] = out;
  return out;
}

RegisterValue Values::expression(const llvm::Constant& c) {
  RegisterValue out;
  if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(&c)) {
    llvm::APInt offset(64, 0);
    // In LLVM an address with an index may be written as an expression.
    if (gep->accumulateConstantOffset(layout_, offset)) {
      const auto* base = llvm::cast<llvm::Constant>(gep->getPointerOperand());
      const RegisterValue from = constant(*base);
      // Without a term for the base there is none for the sum.
      if (from.term.valid()) {
        out.term = b_.add(from.term, b_.bits(64, offset.getZExtValue()));
      }
      return out;
    }
  }
  if (const auto* e = llvm::dyn_cast<llvm::ConstantExpr>(&c)) {
    // Conversions that keep all 64 bits change nothing here.
    switch (e->getOpcode()) {
      case llvm::Instruction::IntToPtr:
      case llvm::Instruction::BitCast:
        if (e->getOperand(0)->getType()->isPointerTy() ||
            e->getOperand(0)->getType()->isIntegerTy(64)) {
          return constant(*e->getOperand(0));
        }
        break;
      default:
        break;
    }
  }
  return out;  // an address as a number: where it lies is not ours to say
}

void Values::write_constant(const llvm::Constant& c,
                            std::uint64_t offset,
                            Block& block) {
  const llvm::Type& type = *c.getType();
  if (const auto* s = llvm::dyn_cast<llvm::StructType>(&type)) {
    const llvm::StructLayout* fields =
        layout_.getStructLayout(const_cast<llvm::StructType*>(s));
    for (unsigned i = 0; i < s->getNumElements(); ++i) {
      write_constant(*c.getAggregateElement(i),
                     offset + fields->getElementOffset(i),
                     block);
    }
    return;
  }
  if (part_count(type) > 0) {
    // Elements are at multiples of their size with padding.
    const std::uint64_t step = layout_.getTypeAllocSize(part_type(type, 0));
    for (unsigned i = 0; i < part_count(type); ++i) {
      write_constant(*c.getAggregateElement(i), offset + i * step, block);
    }
    return;
  }
  Cell cell;
  cell.offset = offset;
  cell.size = layout_.getTypeStoreSize(const_cast<llvm::Type*>(&type));
  // Empty structures have no bytes.
  if (cell.size == 0) return;
  if (llvm::isa<llvm::UndefValue>(c)) {
    // Object files have zeros there.
    cell.term = b_.bits(static_cast<std::uint32_t>(8 * cell.size), 0);
  } else if (!has_sort(type)) {
    const auto* f = llvm::dyn_cast<llvm::ConstantFP>(&c);
    CATENARY_CHECK(f != nullptr, "only odd floats have no sort");
    llvm::SmallString<64> digits;
    f->getValueAPF().bitcastToAPInt().toStringUnsigned(digits);
    cell.term = b_.manager().bitvec(static_cast<std::uint32_t>(8 * cell.size),
                                    mpz_class(digits.str().str()));
  } else {
    RegisterValue value = constant(c);
    // An address as a number, which differs from run to run.
    if (!value.term.valid()) value = undefined(type);
    cell.kind = type.isPointerTy()         ? CellKind::pointer
                : type.isFloatingPointTy() ? CellKind::floating
                                           : CellKind::bits;
    cell.term = value.term;
    // A Boolean is stored as a byte, other widths up to whole bytes.
    if (cell.kind == CellKind::bits) {
      cell.term = b_.resize(as_bits(type, value.term),
                            static_cast<std::uint32_t>(8 * cell.size),
                            false);
    }
  }
  block.cells.push_back(cell);
}

Term Values::as_bits(const llvm::Type& type, Term t) {
  if (type.isFloatingPointTy()) return m_.seen.bits_of(t);
  if (type.isIntegerTy(1)) return b_.from_boolean(t, 1);
  return t;
}

Term Values::from_bits(const llvm::Type& type, Term t) {
  if (type.isFloatingPointTy()) return m_.seen.float_of(t);
  if (type.isIntegerTy(1)) return b_.bit(t, 0);
  return t;
}

}  // namespace catenary::program
