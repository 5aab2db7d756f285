// SPDX-License-Identifier: Apache-2.0
/// \file
/// LLVM's intrinsic functions as terms (LLVM Language Reference, "Intrinsic
/// Functions"). Those that are missing are unsupported.
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>

#include <optional>
#include <vector>

#include "base/check.h"
#include "program/encode/run.h"

namespace catenary::program {

using logic::Op;
using logic::RoundingMode;
using logic::Term;

namespace {

/// Integer intrinsics of one or two operands, without effects.
class IntegerIntrinsic {
 public:
  explicit IntegerIntrinsic(TermBuilder& b) : b_(b) {}

  [[nodiscard]] Term smallest(Op less, Term x, Term y) {
    return b_.choose(b_.binary(less, x, y), x, y);
  }
  [[nodiscard]] Term largest(Op less, Term x, Term y) {
    return b_.choose(b_.binary(less, x, y), y, x);
  }
  [[nodiscard]] Term absolute(Term x) {
    const Term below =
        b_.binary(Op::bv_slt, x, b_.bits(TermBuilder::width(x), 0));
    return b_.choose(below, b_.negative(x), x);
  }
  /// The number of bits that are set.
  [[nodiscard]] Term population(Term x) {
    const std::uint32_t w = TermBuilder::width(x);
    Term sum = b_.bits(w, 0);
    for (std::uint32_t i = 0; i < w; ++i) {
      sum = b_.add(sum, b_.resize(b_.extract(x, i, i), w, false));
    }
    return sum;
  }
  /// The number of zeros before the first 1, from the top or from the bottom;
  /// the width for 0.
  [[nodiscard]] Term zeros(Term x, bool from_top) {
    const std::uint32_t w = TermBuilder::width(x);
    Term count = b_.bits(w, w);
    // The bit that is asked last wins: it is the first from that end.
    for (std::uint32_t i = 0; i < w; ++i) {
      const std::uint32_t at = from_top ? i : w - 1 - i;
      count = b_.choose(b_.bit(x, at), b_.bits(w, w - 1 - i), count);
    }
    return count;
  }
  /// The order of units of bits reversed.
  [[nodiscard]] Term reversed(Term x, std::uint32_t unit) {
    const std::uint32_t w = TermBuilder::width(x);
    Term out = b_.extract(x, unit - 1, 0);
    for (std::uint32_t low = unit; low < w; low += unit) {
      out = b_.concat(out, b_.extract(x, low + unit - 1, low));
    }
    return out;
  }
  /// The upper (left) or lower half of high:low, shifted by `by` modulo the
  /// width.
  [[nodiscard]] Term funnel(Term high, Term low, Term by, bool left) {
    const std::uint32_t w = TermBuilder::width(high);
    const Term width = b_.bits(w, w);
    const Term n = b_.binary(Op::bv_urem, by, width);
    const Term rest = b_.binary(Op::bv_sub, width, n);
    // In SMT-LIB a shift by the whole width yields 0, as needed here.
    const Term x = b_.binary(Op::bv_shl, high, left ? n : rest);
    const Term y = b_.binary(Op::bv_lshr, low, left ? rest : n);
    return b_.binary(Op::bv_or, x, y);
  }
  /// The result modulo 2^w, whether the exact result does not fit, and whether
  /// that is negative.
  struct Wide {
    Term result, overflows, negative;
  };
  // Two more bits hold any sum or difference, twice the width any product.
  [[nodiscard]] Wide wide(Op op, bool is_signed, Term x, Term y) {
    const std::uint32_t w = TermBuilder::width(x);
    const std::uint32_t more = op == Op::bv_mul ? 2 * w : w + 2;
    const Term a = b_.resize(x, more, is_signed);
    const Term c = b_.resize(y, more, is_signed);
    const Term exact = b_.binary(op, a, c);
    Wide out;
    out.result = b_.binary(op, x, y);
    out.overflows =
        b_.negate(b_.equal(exact, b_.resize(out.result, more, is_signed)));
    out.negative = b_.bit(exact, more - 1);
    return out;
  }
  [[nodiscard]] Term saturated(Op op, bool is_signed, Term x, Term y) {
    const std::uint32_t w = TermBuilder::width(x);
    const Wide r = wide(op, is_signed, x, y);
    const mpz_class one = 1;
    const Term lowest =
        is_signed ? b_.manager().bitvec(w, one << (w - 1)) : b_.bits(w, 0);
    const Term highest = is_signed
                             ? b_.manager().bitvec(w, (one << (w - 1)) - 1)
                             : b_.manager().bitvec(w, -1);
    // Only an unsigned sum cannot leave the range at the lower end.
    const bool only_up = !is_signed && op == Op::bv_add;
    const Term limit =
        only_up ? highest : b_.choose(r.negative, lowest, highest);
    return b_.choose(r.overflows, limit, r.result);
  }

  /// The result of an intrinsic of scalars; nothing for those that are not
  /// about integers.
  [[nodiscard]] std::optional<Term> value(
      const llvm::CallBase& c,
      unsigned id,
      const std::vector<RegisterValue>& arguments);

 private:
  TermBuilder& b_;
};

std::optional<Term> IntegerIntrinsic::value(
    const llvm::CallBase& c,
    unsigned id,
    const std::vector<RegisterValue>& arguments) {
  namespace Intrinsic = llvm::Intrinsic;
  const auto arg = [&](std::size_t k) { return arguments.at(k).term; };
  switch (id) {
    case Intrinsic::smin:
      return smallest(Op::bv_slt, arg(0), arg(1));
    case Intrinsic::umin:
      return smallest(Op::bv_ult, arg(0), arg(1));
    case Intrinsic::smax:
      return largest(Op::bv_slt, arg(0), arg(1));
    case Intrinsic::umax:
      return largest(Op::bv_ult, arg(0), arg(1));
    case Intrinsic::abs:
      return absolute(arg(0));
    case Intrinsic::ctpop:
      return population(arg(0));
    case Intrinsic::ctlz:
      return zeros(arg(0), true);
    case Intrinsic::cttz:
      return zeros(arg(0), false);
    case Intrinsic::bswap:
      return reversed(arg(0), 8);
    case Intrinsic::bitreverse:
      return reversed(arg(0), 1);
    case Intrinsic::fshl:
      return funnel(arg(0), arg(1), arg(2), true);
    case Intrinsic::fshr:
      return funnel(arg(0), arg(1), arg(2), false);
    case Intrinsic::sadd_sat:
      return saturated(Op::bv_add, true, arg(0), arg(1));
    case Intrinsic::uadd_sat:
      return saturated(Op::bv_add, false, arg(0), arg(1));
    case Intrinsic::ssub_sat:
      return saturated(Op::bv_sub, true, arg(0), arg(1));
    case Intrinsic::usub_sat:
      return saturated(Op::bv_sub, false, arg(0), arg(1));
    case Intrinsic::scmp:
    case Intrinsic::ucmp: {
      const Op less = id == Intrinsic::scmp ? Op::bv_slt : Op::bv_ult;
      const auto w = static_cast<std::uint32_t>(
          c.getType()->getScalarType()->getIntegerBitWidth());
      const Term above = b_.from_boolean(b_.binary(less, arg(1), arg(0)), w);
      return b_.choose(
          b_.binary(less, arg(0), arg(1)), b_.manager().bitvec(w, -1), above);
    }
    default:
      return std::nullopt;
  }
}

/// Arguments of type i1, which are truth values, as integers of one bit.
std::vector<RegisterValue> as_integers(TermBuilder& b,
                                       std::vector<RegisterValue> arguments) {
  for (RegisterValue& a : arguments) {
    if (a.term.valid() && a.term.sort().kind() == logic::SortKind::boolean) {
      a.term = b.from_boolean(a.term, 1);
    }
  }
  return arguments;
}

/// Addition, subtraction or multiplication: the result, and whether it does not
/// fit.
RegisterValue with_overflow(TermBuilder& b,
                            const llvm::WithOverflowInst& c,
                            const std::vector<RegisterValue>& integers) {
  const unsigned opcode = c.getBinaryOp();
  const Op op = opcode == llvm::Instruction::Add   ? Op::bv_add
                : opcode == llvm::Instruction::Mul ? Op::bv_mul
                                                   : Op::bv_sub;
  const auto wide = IntegerIntrinsic(b).wide(
      op, c.isSigned(), integers[0].term, integers[1].term);
  const bool one_bit = c.getArgOperand(0)->getType()->isIntegerTy(1);
  RegisterValue out;
  out.parts = {{one_bit ? b.bit(wide.result, 0) : wide.result, {}},
               {wide.overflows, {}}};
  return out;
}

}  // namespace

RegisterValue Executor::intrinsic(const llvm::CallBase& c,
                                  unsigned id,
                                  const std::vector<RegisterValue>& arguments) {
  namespace Intrinsic = llvm::Intrinsic;
  RegisterValue out;
  const auto* overflow = llvm::dyn_cast<llvm::WithOverflowInst>(&c);
  if (overflow != nullptr && arguments[0].term.valid()) {
    return with_overflow(b_, *overflow, as_integers(b_, arguments));
  }
  switch (id) {
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::invariant_start:
    case Intrinsic::invariant_end:
    case Intrinsic::assume:
    case Intrinsic::donothing:
    case Intrinsic::sideeffect:
    case Intrinsic::experimental_noalias_scope_decl:
    case Intrinsic::prefetch:
      return out;
    case Intrinsic::expect:
    case Intrinsic::expect_with_probability:
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
    case Intrinsic::ssa_copy:
      return arguments[0];
    // The optimiser knows it by now, or never will.
    case Intrinsic::is_constant:
      out.term = b_.no();
      return out;
    case Intrinsic::stacksave:
      out.term = b_.bits(64, 0);
      return out;
    case Intrinsic::stackrestore:
      return out;
    default:
      return lanes(c, id, arguments);
  }
  m_.unsupported("call of '" + c.getCalledFunction()->getName().str() + "'");
  return out;
}

// Scalars are operands of all lanes.
RegisterValue Executor::lanes(const llvm::CallBase& c,
                              unsigned id,
                              const std::vector<RegisterValue>& arguments) {
  RegisterValue out;
  if (const unsigned n = part_count(*c.getType()); n > 0) {
    for (unsigned k = 0; k < n && m_.alive; ++k) {
      std::vector<RegisterValue> lane;
      for (const RegisterValue& a : arguments) {
        lane.push_back(a.parts.empty() ? a : a.parts.at(k));
      }
      out.parts.push_back(this->lane(c, id, lane));
    }
    return out;
  }
  return lane(c, id, arguments);
}

RegisterValue Executor::lane(const llvm::CallBase& c,
                             unsigned id,
                             const std::vector<RegisterValue>& arguments) {
  namespace Intrinsic = llvm::Intrinsic;
  RegisterValue out;
  std::optional<Term> term =
      IntegerIntrinsic(b_).value(c, id, as_integers(b_, arguments));
  if (term && c.getType()->getScalarType()->isIntegerTy(1)) {
    term = b_.bit(*term, 0);
  }
  if (!term) term = float_intrinsic(c, id, arguments);
  if (term) {
    out.term = *term;
    return out;
  }
  const auto arg = [&](std::size_t k) { return arguments.at(k).term; };
  switch (id) {
    case Intrinsic::memcpy:
    case Intrinsic::memcpy_inline:
    case Intrinsic::memmove:
      access_.copy(arg(0), arg(1), arg(2));
      return out;
    case Intrinsic::memset:
    case Intrinsic::memset_inline:
      access_.fill(arg(0), arg(1), arg(2));
      return out;
    default:
      break;
  }
  m_.unsupported("call of '" + c.getCalledFunction()->getName().str() + "'");
  return out;
}

std::optional<Term> Executor::float_intrinsic(
    const llvm::CallBase& c,
    unsigned id,
    const std::vector<RegisterValue>& arguments) {
  namespace Intrinsic = llvm::Intrinsic;
  const auto arg = [&](std::size_t k) { return arguments.at(k).term; };
  const auto round = [&](RoundingMode mode) {
    return b_.apply(Op::fp_round_to_integral, {arg(0)}, {0, 0, mode});
  };
  switch (id) {
    case Intrinsic::fabs:
      return b_.apply(Op::fp_abs, {arg(0)});
    case Intrinsic::floor:
      return round(RoundingMode::toward_negative);
    case Intrinsic::ceil:
      return round(RoundingMode::toward_positive);
    case Intrinsic::trunc:
      return round(RoundingMode::toward_zero);
    case Intrinsic::round:
      return round(RoundingMode::nearest_away);
    case Intrinsic::rint:
    case Intrinsic::nearbyint:
    // The default rounding mode, which nothing can change.
    case Intrinsic::roundeven:
      return round(RoundingMode::nearest_even);
    case Intrinsic::sqrt:
      return b_.apply(Op::fp_sqrt, {arg(0)});
    case Intrinsic::fma:
      return b_.apply(Op::fp_fma, {arg(0), arg(1), arg(2)});
    case Intrinsic::fmuladd: {  // not fused on this machine
      const Term product = b_.apply(Op::fp_mul, {arg(0), arg(1)});
      return b_.apply(Op::fp_add, {product, arg(2)});
    }
    case Intrinsic::minnum:
    case Intrinsic::maxnum:
      return smaller_or_larger(arg(0), arg(1), id == Intrinsic::minnum);
    case Intrinsic::copysign:
      return with_sign(arg(0), arg(1));
    case Intrinsic::is_fpclass:
      return float_class(arg(0), arg(1));
    case Intrinsic::fptosi_sat:
    case Intrinsic::fptoui_sat:
      return saturated_integer(
          arg(0),
          c.getType()->getScalarType()->getIntegerBitWidth(),
          id == Intrinsic::fptosi_sat);
    default:
      return std::nullopt;
  }
}

Term Executor::smaller_or_larger(Term x, Term y, bool smaller) {
  // Which of two zeros comes out differs from library to library.
  const Term zeros =
      b_.both(b_.apply(Op::fp_is_zero, {x}), b_.apply(Op::fp_is_zero, {y}));
  const Term same = b_.equal(x, y);
  m_.unsupported(b_.both(zeros, b_.negate(same)),
                 "the smaller or larger of zeros of different signs");
  return b_.apply(smaller ? Op::fp_min : Op::fp_max, {x, y});
}

Term Executor::with_sign(Term x, Term sign) {
  m_.unsupported(b_.apply(Op::fp_is_nan, {sign}), "the sign of a NaN");
  const Term size = b_.apply(Op::fp_abs, {x});
  const Term flipped = b_.apply(Op::fp_neg, {size});
  return b_.choose(b_.apply(Op::fp_is_negative, {sign}), flipped, size);
}

/// llvm.is.fpclass: whether x is in one of the classes of a constant mask.
Term Executor::float_class(Term x, Term mask) {
  const auto classes = TermBuilder::constant(mask);
  constexpr std::uint64_t kNan = 3;  // signalling and quiet, never told apart
  if (!classes || ((*classes & kNan) != 0 && (*classes & kNan) != kNan)) {
    m_.unsupported("which NaN a float is");
    return b_.no();
  }
  Term out = b_.no();
  const Term negative = b_.apply(Op::fp_is_negative, {x});
  const auto add = [&](std::uint64_t bit, Op op, bool is_negative) {
    if ((*classes & bit) == 0) return;
    const Term sign = is_negative ? negative : b_.negate(negative);
    out = b_.either(out, b_.both(b_.apply(op, {x}), sign));
  };
  if ((*classes & kNan) != 0) out = b_.apply(Op::fp_is_nan, {x});
  add(0x004, Op::fp_is_infinite, true);
  add(0x008, Op::fp_is_normal, true);
  add(0x010, Op::fp_is_subnormal, true);
  add(0x020, Op::fp_is_zero, true);
  add(0x040, Op::fp_is_zero, false);
  add(0x080, Op::fp_is_subnormal, false);
  add(0x100, Op::fp_is_normal, false);
  add(0x200, Op::fp_is_infinite, false);
  return out;
}

/// Rounds toward zero; the nearest limit where the result does not fit, 0 for
/// NaN.
Term Executor::saturated_integer(Term x, std::uint32_t width, bool is_signed) {
  // One bit more than any limit is enough to compare with after rounding.
  const logic::Sort sort = x.sort();
  const mpz_class one = 1;
  const mpz_class high = (one << (is_signed ? width - 1 : width)) - 1;
  const mpz_class low = is_signed ? mpz_class(-(one << (width - 1))) : 0;
  const Term whole = b_.apply(
      Op::fp_round_to_integral, {x}, {0, 0, RoundingMode::toward_zero});
  // Limits are rounded inwards: they may have more bits than the float.
  const auto limit = [&](const mpz_class& k, RoundingMode mode) {
    return b_.manager().constant(logic::float_round(sort, mode, mpq_class(k)));
  };
  const Term above =
      b_.apply(Op::fp_gt, {whole, limit(high, RoundingMode::toward_negative)});
  const Term below =
      b_.apply(Op::fp_lt, {whole, limit(low, RoundingMode::toward_positive)});
  const Term inside =
      b_.apply(is_signed ? Op::fp_to_signed : Op::fp_to_unsigned,
               {x},
               {width, 0, RoundingMode::toward_zero});
  const Term at_most =
      b_.choose(above, b_.manager().bitvec(width, high), inside);
  const Term clamped =
      b_.choose(below, b_.manager().bitvec(width, low), at_most);
  return b_.choose(b_.apply(Op::fp_is_nan, {x}), b_.bits(width, 0), clamped);
}

}  // namespace catenary::program
