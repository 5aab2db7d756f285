// SPDX-License-Identifier: Apache-2.0
/// \file
/// Operators, conversions and comparisons on registers; vectors lane by lane.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <signal.h>

#include "base/check.h"
#include "program/encode/term/remainder.h"
#include "program/encode/term/values.h"

namespace catenary::program {

using llvm::Instruction;
using logic::Op;
using logic::RoundingMode;
using logic::Term;

namespace {

bool is_boolean(Term t) {
  return t.sort().kind() == logic::SortKind::boolean;
}

bool is_float(Term t) {
  return t.sort().kind() == logic::SortKind::floating;
}

/// A value that is not defined.
bool is_poor(const RegisterValue& v) {
  return !v.term.valid() && v.parts.empty();
}

}  // namespace

// fmod has the sign of x; the IEEE remainder of |x| and |y| is in -|y|/2 ..
// |y|/2, and a negative one is |y| less than fmod's.
Term float_remainder(TermBuilder& b, Term x, Term y) {
  const Term positive_x = b.apply(Op::fp_abs, {x});
  const Term positive_y = b.apply(Op::fp_abs, {y});
  // To the nearest multiple, so in -y/2..y/2; adding y is exact.
  const Term nearest = b.apply(Op::fp_rem, {positive_x, positive_y});
  const Term below = b.apply(
      Op::fp_lt,
      {nearest, b.manager().constant(logic::float_zero(x.sort(), false))});
  const Term above = b.apply(Op::fp_add, {nearest, positive_y});
  const Term rest = b.apply(Op::fp_abs, {b.choose(below, above, nearest)});
  const Term flipped = b.apply(Op::fp_neg, {rest});
  return b.choose(b.apply(Op::fp_is_negative, {x}), flipped, rest);
}

Term Values::boolean_term(unsigned opcode, Term x, Term y) {
  switch (opcode) {
    case Instruction::And:
    case Instruction::Mul:
      return b_.both(x, y);
    case Instruction::Or:
      return b_.either(x, y);
    // Modulo 2 addition and subtraction are exclusive or.
    case Instruction::Xor:
    case Instruction::Add:
    case Instruction::Sub:
      return b_.negate(b_.equal(x, y));
    default:  // shifts by 0, divisions by 1: all others are undefined
      return opcode == Instruction::SRem || opcode == Instruction::URem
                 ? b_.no()
                 : x;
  }
}

Term Values::float_term(unsigned opcode, Term x, Term y) {
  switch (opcode) {
    case Instruction::FAdd:
      return b_.apply(Op::fp_add, {x, y});
    case Instruction::FSub:
      return b_.apply(Op::fp_sub, {x, y});
    case Instruction::FMul:
      return b_.apply(Op::fp_mul, {x, y});
    case Instruction::FDiv:
      return b_.apply(Op::fp_div, {x, y});
    case Instruction::FRem:
      return solvable_remainder(m_, x, y);
    default:
      m_.unsupported("an operator on floats");
      return x;
  }
}

/// Division, with crashes where the machine's traps.
Term Values::divide(unsigned opcode, Term x, Term y) {
  const std::uint32_t w = TermBuilder::width(x);
  // x86 traps for a divisor of 0, and for the one quotient that does not fit:
  // the lowest number by -1.
  m_.crash(b_.is_zero(y), SIGFPE);
  const bool is_signed =
      opcode == Instruction::SDiv || opcode == Instruction::SRem;
  if (m_.alive && is_signed) {
    const mpz_class top = mpz_class(1) << (w - 1);
    const Term lowest = b_.manager().bitvec(w, top);
    const Term minus_one = b_.manager().bitvec(w, -1);
    const Term is_lowest = b_.equal(x, lowest);
    m_.crash(b_.both(is_lowest, b_.equal(y, minus_one)), SIGFPE);
  }
  switch (opcode) {
    case Instruction::UDiv:
      return b_.binary(Op::bv_udiv, x, y);
    case Instruction::URem:
      return b_.binary(Op::bv_urem, x, y);
    case Instruction::SDiv:
      return b_.binary(Op::bv_sdiv, x, y);
    default:
      return b_.binary(Op::bv_srem, x, y);
  }
}

Term Values::binary_term(const llvm::BinaryOperator& i, Term x, Term y) {
  const unsigned opcode = i.getOpcode();
  if (is_float(x)) return float_term(opcode, x, y);
  if (is_boolean(x)) return boolean_term(opcode, x, y);
  switch (opcode) {
    case Instruction::Add:
      return b_.add(x, y);
    case Instruction::Sub:
      return b_.binary(Op::bv_sub, x, y);
    case Instruction::Mul:
      return b_.binary(Op::bv_mul, x, y);
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
      return divide(opcode, x, y);
    case Instruction::Shl:
      return b_.binary(Op::bv_shl, x, y);
    case Instruction::LShr:
      return b_.binary(Op::bv_lshr, x, y);
    case Instruction::AShr:
      return b_.binary(Op::bv_ashr, x, y);
    case Instruction::And:
      return b_.binary(Op::bv_and, x, y);
    case Instruction::Or:
      return b_.binary(Op::bv_or, x, y);
    case Instruction::Xor:
      return b_.binary(Op::bv_xor, x, y);
    default:
      m_.unsupported(std::string("operator ") + i.getOpcodeName());
      return x;
  }
}

RegisterValue Values::binary(const llvm::BinaryOperator& i,
                             const RegisterValue& x,
                             const RegisterValue& y) {
  RegisterValue out;
  if (is_poor(x) || is_poor(y)) return undefined(*i.getType());
  for (std::size_t k = 0; k < x.parts.size(); ++k) {
    RegisterValue lane;
    // Lanes may stop the path one after the other.
    lane.term = binary_term(i, x.parts[k].term, y.parts[k].term);
    out.parts.push_back(lane);
  }
  if (x.parts.empty()) out.term = binary_term(i, x.term, y.term);
  return out;
}

Term Values::cast_term(const llvm::CastInst& i,
                       const llvm::Type& from,
                       const llvm::Type& to,
                       Term x) {
  const logic::Sort sort = sort_of(to);
  // Booleans take part as bit-vectors of width 1.
  const Term bits = is_boolean(x) ? b_.from_boolean(x, 1) : x;
  const bool to_boolean = sort.kind() == logic::SortKind::boolean;
  const auto resize = [&](bool is_signed) {
    return to_boolean ? b_.bit(bits, 0)
                      : b_.resize(bits, sort.bits(), is_signed);
  };
  const auto convert = [&](Op op, RoundingMode mode) {
    return b_.apply(
        op, {bits}, {sort.exponent_bits(), sort.significand_bits(), mode});
  };
  switch (i.getOpcode()) {
    case Instruction::Trunc:
    case Instruction::ZExt:
    // Addresses are numbers here; only the width changes.
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
      if (is_boolean(x)) return b_.from_boolean(x, sort.bits());
      return resize(false);
    case Instruction::SExt:
      // A Boolean becomes 0 or -1.
      return resize(true);
    case Instruction::FPTrunc:
      // A float that was only widened before.
      if (x.op() == Op::fp_from_float && x[0].sort() == sort) return x[0];
      return convert(Op::fp_from_float, RoundingMode::nearest_even);
    case Instruction::FPExt:
      return convert(Op::fp_from_float, RoundingMode::nearest_even);
    // C converts in the current rounding mode, which is that of the start: to
    // nearest.
    case Instruction::SIToFP:
      return convert(Op::fp_from_signed, RoundingMode::nearest_even);
    case Instruction::UIToFP:
      return convert(Op::fp_from_unsigned, RoundingMode::nearest_even);
    case Instruction::FPToSI:
    case Instruction::FPToUI: {
      // Values that do not fit were trapped before (-fsanitize).
      const Op op = i.getOpcode() == Instruction::FPToSI ? Op::fp_to_signed
                                                         : Op::fp_to_unsigned;
      const std::uint32_t width = to_boolean ? 1 : sort.bits();
      const Term t = b_.apply(op, {x}, {width, 0, RoundingMode::toward_zero});
      return to_boolean ? b_.bit(t, 0) : t;
    }
    case Instruction::BitCast:
      return from_bits(to, as_bits(from, x));
    default:
      m_.unsupported(std::string("conversion ") + i.getOpcodeName());
      return x;
  }
}

RegisterValue Values::cast(const llvm::CastInst& i, const RegisterValue& x) {
  RegisterValue out;
  const llvm::Type& from = *i.getSrcTy();
  const llvm::Type& to = *i.getDestTy();
  if (is_poor(x)) return undefined(to);
  // Equal numbers of lanes: each is converted by itself.
  const unsigned lanes = part_count(from);
  if (lanes == part_count(to)) {
    for (unsigned k = 0; k < lanes; ++k) {
      RegisterValue lane;
      lane.term =
          cast_term(i, *part_type(from, k), *part_type(to, k), x.parts[k].term);
      out.parts.push_back(lane);
    }
    if (lanes == 0) out.term = cast_term(i, from, to, x.term);
    return out;
  }
  // Between a vector and a scalar, or vectors with other lanes: little endian.
  // The first lane is in the lowest bits.
  Term all;
  if (lanes == 0) all = as_bits(from, x.term);
  for (unsigned k = 0; k < lanes; ++k) {
    const Term lane = as_bits(*part_type(from, k), x.parts[k].term);
    all = all.valid() ? b_.concat(lane, all) : lane;
  }
  // The bits are then cut into the lanes of the result.
  const unsigned n = part_count(to);
  if (n == 0) out.term = from_bits(to, all);
  for (unsigned k = 0; k < n; ++k) {
    const llvm::Type& type = *part_type(to, k);
    const auto w = static_cast<std::uint32_t>(
        layout_.getTypeSizeInBits(const_cast<llvm::Type*>(&type)));
    RegisterValue lane;
    lane.term = from_bits(type, b_.extract(all, (k + 1) * w - 1, k * w));
    out.parts.push_back(lane);
  }
  return out;
}

Term Values::compare_floats(unsigned predicate, Term x, Term y) {
  using llvm::CmpInst;
  const Term x_nan = b_.apply(Op::fp_is_nan, {x});
  const Term y_nan = b_.apply(Op::fp_is_nan, {y});
  const Term unordered = b_.either(x_nan, y_nan);
  // The unordered predicates are negations of the opposite ordered ones.
  const auto ordered = [&](Op op) { return b_.apply(op, {x, y}); };
  switch (predicate) {
    case CmpInst::FCMP_FALSE:
      return b_.no();
    case CmpInst::FCMP_TRUE:
      return b_.yes();
    case CmpInst::FCMP_ORD:
      return b_.negate(unordered);
    case CmpInst::FCMP_UNO:
      return unordered;
    case CmpInst::FCMP_OEQ:
      return ordered(Op::fp_eq);
    case CmpInst::FCMP_UNE:
      return b_.negate(ordered(Op::fp_eq));
    case CmpInst::FCMP_ONE:
      return b_.both(b_.negate(unordered), b_.negate(ordered(Op::fp_eq)));
    case CmpInst::FCMP_UEQ:
      return b_.either(unordered, ordered(Op::fp_eq));
    case CmpInst::FCMP_OGT:
      // In pairs: a predicate, then the negation of it, which also holds for
      // NaN.
      return ordered(Op::fp_gt);
    case CmpInst::FCMP_ULE:
      return b_.negate(ordered(Op::fp_gt));
    case CmpInst::FCMP_OGE:
      return ordered(Op::fp_ge);
    case CmpInst::FCMP_ULT:
      return b_.negate(ordered(Op::fp_ge));
    case CmpInst::FCMP_OLT:
      return ordered(Op::fp_lt);
    case CmpInst::FCMP_UGE:
      return b_.negate(ordered(Op::fp_lt));
    case CmpInst::FCMP_OLE:
      return ordered(Op::fp_le);
    default:
      return b_.negate(ordered(Op::fp_le));  // FCMP_UGT
  }
}

void Values::compare_addresses(Term x, Term y) {
  // A copy: the next call may replace the decoding in the cache.
  const std::vector<Target> left = m_.addresses.targets(x);
  // Unknown and null targets are of no object.
  const std::vector<Target> right = m_.addresses.targets(y);
  for (const Target& a : left) {
    for (const Target& c : right) {
      const bool known = a.kind == Target::Kind::object && a.kind == c.kind &&
                         a.object == c.object;
      if (!known) {
        m_.unsupported(b_.both(a.when, c.when),
                       "order or distance of addresses of different objects");
      }
      if (!m_.alive) return;
    }
  }
}

Term Values::compare_term(const llvm::CmpInst& i, Term x, Term y) {
  using llvm::CmpInst;
  const auto predicate = i.getPredicate();
  if (is_float(x)) return compare_floats(predicate, x, y);
  if (predicate == CmpInst::ICMP_EQ) return b_.equal(x, y);
  if (predicate == CmpInst::ICMP_NE) return b_.negate(b_.equal(x, y));
  // Equality is defined for all addresses, order within one object only.
  if (i.getOperand(0)->getType()->isPtrOrPtrVectorTy()) {
    compare_addresses(x, y);
  }
  // Order on Booleans is that of numbers of one bit, where signed true is -1.
  if (is_boolean(x)) {
    x = b_.from_boolean(x, 1);
    y = b_.from_boolean(y, 1);
  }
  switch (predicate) {
    case CmpInst::ICMP_ULT:
      return b_.binary(Op::bv_ult, x, y);
    case CmpInst::ICMP_ULE:
      return b_.binary(Op::bv_ule, x, y);
    case CmpInst::ICMP_UGT:
      return b_.binary(Op::bv_ugt, x, y);
    case CmpInst::ICMP_UGE:
      return b_.binary(Op::bv_uge, x, y);
    case CmpInst::ICMP_SLT:
      return b_.binary(Op::bv_slt, x, y);
    case CmpInst::ICMP_SLE:
      return b_.binary(Op::bv_sle, x, y);
    case CmpInst::ICMP_SGT:
      return b_.binary(Op::bv_sgt, x, y);
    default:
      return b_.binary(Op::bv_sge, x, y);
  }
}

RegisterValue Values::compare(const llvm::CmpInst& i,
                              const RegisterValue& x,
                              const RegisterValue& y) {
  RegisterValue out;
  if (is_poor(x) || is_poor(y)) return undefined(*i.getType());
  for (std::size_t k = 0; k < x.parts.size(); ++k) {
    RegisterValue lane;
    lane.term = compare_term(i, x.parts[k].term, y.parts[k].term);
    out.parts.push_back(lane);
  }
  if (x.parts.empty()) out.term = compare_term(i, x.term, y.term);
  return out;
}

RegisterValue Values::select(const RegisterValue& condition,
                             const RegisterValue& then,
                             const RegisterValue& otherwise) {
  RegisterValue out;
  // One condition for all lanes, or one for each.
  const auto lane = [&](std::size_t k) -> const RegisterValue& {
    return condition.parts.empty() ? condition : condition.parts[k];
  };
  for (std::size_t k = 0; k < then.parts.size(); ++k) {
    out.parts.push_back(select(lane(k), then.parts[k], otherwise.parts[k]));
  }
  if (then.parts.empty() && then.term.valid() && otherwise.term.valid()) {
    out.term = b_.choose(condition.term, then.term, otherwise.term);
    // Arithmetic is refused if either may be an address.
    out.address = then.address || otherwise.address;
  }
  return out;
}

}  // namespace catenary::program
