// SPDX-License-Identifier: Apache-2.0
/// \file
/// The walk over terms, and all operators except those of floats.
#include "logic/smt/circuit/blaster.h"

#include <algorithm>

#include "base/check.h"
#include "base/work_clock.h"
#include "logic/smt/circuit/value_bits.h"
#include "logic/smt/solver.h"
#include "logic/term/evaluate/apply.h"

namespace catenary::logic::smt {

namespace {

using Signal = Circuit::Signal;

/// Prices beside those of the gates: of a term whose bits are known, of one
/// whose bits are made, and of each of these.
constexpr base::WorkClock::duration kLookUpPrice{120};
constexpr base::WorkClock::duration kTermPrice{300};
constexpr base::WorkClock::duration kBitPrice{15};

/// The bits of a constant as constant signals.
Bits constant_signals(const Value& value) {
  Bits result;
  for (const bool bit : bits_of_value(value)) {
    result.push_back(Circuit::constant(bit));
  }
  return result;
}

[[noreturn]] void unsupported(Term term) {
  const std::string what =
      term.is_variable()     ? "the variable '" + term.name() + "'"
      : term.is_constant()   ? "a constant"
      : term.is_quantifier() ? "a quantifier"
                             : std::string("'") + info(term.op()).smtlib + "'";
  throw GaveUp(
      Unknown::unsupported,
      what + " of sort " + term.sort().to_string() + " cannot be made of bits");
}

/// Whether all operands are constants. Such applications are evaluated, so that
/// Ints and Reals may occur below them.
bool is_foldable(Term term) {
  const auto operands = term.operands();
  return !operands.empty() && !term.is_quantifier() &&
         std::all_of(operands.begin(), operands.end(), [](Term t) {
           return t.is_constant();
         });
}

/// `count` bits from bit `low` on.
Bits slice(const Bits& bits, std::size_t low, std::size_t count) {
  const auto first = bits.begin() + static_cast<std::ptrdiff_t>(low);
  return {first, first + static_cast<std::ptrdiff_t>(count)};
}

/// Concatenation; the first argument has the low bits.
Bits joined(Bits low, const Bits& high) {
  low.insert(low.end(), high.begin(), high.end());
  return low;
}

Bits rotated_left(Bits bits, std::size_t count) {
  std::rotate(bits.rbegin(),
              bits.rbegin() + static_cast<std::ptrdiff_t>(count % bits.size()),
              bits.rend());
  return bits;
}

}  // namespace

Blaster::Blaster(Circuit& circuit)
    : circuit_(circuit), arithmetic_(circuit), floats_(circuit, arithmetic_) {}

const Bits& Blaster::variable(Term variable) {
  const auto [found, is_new] = inputs_.try_emplace(variable.id());
  Bits& raw = found->second;
  if (!is_new) return raw;
  const auto count = bit_count(variable.sort());
  if (!count) {
    inputs_.erase(found);
    unsupported(variable);
  }
  for (std::size_t i = 0; i < *count; ++i) raw.push_back(circuit_.input());
  order_.push_back(variable);
  // Fewer enumerators than patterns: the unused patterns are excluded by a
  // condition.
  if (variable.sort().kind() == SortKind::enumeration) {
    const auto values = variable.sort().enumerators().values.size();
    const Bits largest = constant_signals(
        Value::enumerator(variable.sort().enumeration_decl(),
                          static_cast<std::uint32_t>(values - 1)));
    conditions_.push_back(-arithmetic_.less(largest, raw));
  }
  // All uses of a float see unified NaNs; the raw bits stay inputs.
  done_[variable.id()] = variable.sort().kind() == SortKind::floating
                             ? floats_.canonical(variable.sort(), raw)
                             : raw;
  return raw;
}

const Bits& Blaster::bits(Term term, const base::Budget& budget) {
  struct Frame {
    Term term;
    std::size_t next;
  };
  base::WorkClock::charge(kLookUpPrice);
  if (const auto known = done_.find(term.id()); known != done_.end()) {
    return known->second;
  }
  // Post-order walk with an explicit stack. Quantifiers are leaves, so that
  // build() rejects them without a look at their bodies.
  std::vector<Frame> stack{{term, 0}};
  std::uint32_t steps = 0;
  while (!stack.empty()) {
    Frame& top = stack.back();
    const Term t = top.term;
    const bool leaf = t.is_quantifier() || is_foldable(t);
    if (done_.contains(t.id())) {
      stack.pop_back();
    } else if (leaf || top.next == t.operands().size()) {
      if (++steps % 256 == 0) check(budget);
      // Built before the insertion: building may insert other terms.
      Bits built = build(t, budget);
      base::WorkClock::charge(kTermPrice + built.size() * kBitPrice);
      done_.insert_or_assign(t.id(), std::move(built));
      stack.pop_back();
    } else {
      stack.push_back({t.operands()[top.next++], 0});
    }
  }
  return done_.at(term.id());
}

void Blaster::check(const base::Budget& budget) const {
  const base::StopReason stop = budget.poll();
  if (stop == base::StopReason::interrupt) {
    throw GaveUp(Unknown::interrupted, "making bits of terms was interrupted");
  }
  if (stop != base::StopReason::none) {
    throw GaveUp(Unknown::time, "making bits of terms took too long");
  }
  // A gate, its entry among the shared ones, and its clauses.
  constexpr std::uint64_t kBytesPerGate = 200;
  if (budget.memory_bytes() != 0 &&
      circuit_.size() * kBytesPerGate > budget.memory_bytes()) {
    throw GaveUp(Unknown::memory, "the bits of the terms take too much memory");
  }
}

Bits Blaster::build(Term term, const base::Budget& budget) {
  if (term.is_variable()) {
    (void)variable(term);
    return done_.at(term.id());
  }
  // Numbers occur as constants only, below operators that take them.
  const bool is_bits = bit_count(term.sort()).has_value();
  if (term.is_constant()) {
    return is_bits ? constant_signals(term.value()) : Bits();
  }
  if (is_foldable(term)) {
    std::vector<Value> values;
    for (const Term t : term.operands()) values.push_back(t.value());
    if (!is_bits) unsupported(term);
    return constant_signals(
        logic::apply(term.op(), term.sort(), term.indices(), values));
  }
  if (!is_bits || term.is_quantifier()) unsupported(term);
  for (const Term t : term.operands()) {
    if (!bit_count(t.sort())) unsupported(term);
  }
  // The operators of one theory are consecutive; see op.h.
  if (term.op() >= Op::fp_add && term.op() <= Op::fp_to_real) {
    return floating(term, budget);
  }
  if (term.op() >= Op::bv_ult && term.op() <= Op::bv_sge) {
    return comparison(term);
  }
  if (term.op() >= Op::bv_concat && term.op() <= Op::int_to_bv) {
    return bit_vector(term);
  }
  return core(term);
}

Bits Blaster::core(Term term) {
  Bits one_each;
  if (term[0].sort().kind() == SortKind::boolean && term.op() != Op::ite) {
    for (const Term t : term.operands()) one_each.push_back(at(t)[0]);
  }
  switch (term.op()) {
    case Op::logical_not:
      return {-one_each[0]};
    case Op::logical_and:
      return {circuit_.all_of(one_each)};
    case Op::logical_or:
      return {circuit_.any_of(one_each)};
    case Op::logical_xor:
      return {circuit_.exclusive_or(one_each[0], one_each[1])};
    case Op::implies:
      return {circuit_.disjunction(-one_each[0], one_each[1])};
    case Op::equal:
      return {arithmetic_.equal(at(term[0]), at(term[1]))};
    case Op::distinct: {
      Signal result = Circuit::kTrue;
      for (std::size_t i = 0; i < term.operands().size(); ++i) {
        for (std::size_t j = i + 1; j < term.operands().size(); ++j) {
          const Signal same = arithmetic_.equal(at(term[i]), at(term[j]));
          result = circuit_.conjunction(result, -same);
        }
      }
      return {result};
    }
    case Op::ite:
      return arithmetic_.choice(at(term[0])[0], at(term[1]), at(term[2]));
    default:
      unsupported(term);
  }
}

/// All comparisons by `less`, with operands or result exchanged.
Bits Blaster::comparison(Term term) {
  const Bits& a = at(term[0]);
  const Bits& b = at(term[1]);
  switch (term.op()) {
    case Op::bv_ult:
      return {arithmetic_.less(a, b)};
    case Op::bv_ule:
      return {-arithmetic_.less(b, a)};
    case Op::bv_ugt:
      return {arithmetic_.less(b, a)};
    case Op::bv_uge:
      return {-arithmetic_.less(a, b)};
    case Op::bv_slt:
      return {arithmetic_.signed_less(a, b)};
    case Op::bv_sle:
      return {-arithmetic_.signed_less(b, a)};
    case Op::bv_sgt:
      return {arithmetic_.signed_less(b, a)};
    default:
      return {-arithmetic_.signed_less(a, b)};
  }
}

Bits Blaster::rearranged(Term term) {
  const Bits& a = at(term[0]);
  const Bits& b = term.operands().size() > 1 ? at(term[1]) : a;
  const std::uint32_t first = term.indices().first;
  switch (term.op()) {
    case Op::bv_concat:
      return joined(b, a);
    case Op::bv_extract:
      return slice(a, term.indices().second, first - term.indices().second + 1);
    case Op::bv_zero_extend:
      return joined(a, Bits(first, Circuit::kFalse));
    case Op::bv_sign_extend:
      return joined(a, Bits(first, a.back()));
    case Op::bv_rotate_left:
      return rotated_left(a, first);
    case Op::bv_rotate_right:
      // A rotation by n to the right is one by width - n to the left.
      return rotated_left(a, a.size() - first % a.size());
    case Op::bv_repeat: {
      Bits result;
      for (std::uint32_t i = 0; i < first; ++i) result = joined(a, result);
      return result;
    }
    default:
      unsupported(term);
  }
}

Bits Blaster::bit_vector(Term term) {
  const Bits& a = at(term[0]);
  const Bits& b = term.operands().size() > 1 ? at(term[1]) : a;
  switch (term.op()) {
    case Op::bv_concat:
    case Op::bv_extract:
    case Op::bv_zero_extend:
    case Op::bv_sign_extend:
    case Op::bv_rotate_left:
    case Op::bv_rotate_right:
    case Op::bv_repeat:
      return rearranged(term);
    case Op::bv_not:
      return BitVectors::invert(a);
    case Op::bv_and:
      return arithmetic_.both(a, b);
    case Op::bv_or:
      return arithmetic_.either(a, b);
    case Op::bv_xor:
      return arithmetic_.different(a, b);
    case Op::bv_nand:
      return BitVectors::invert(arithmetic_.both(a, b));
    case Op::bv_nor:
      return BitVectors::invert(arithmetic_.either(a, b));
    case Op::bv_xnor:
      return BitVectors::invert(arithmetic_.different(a, b));
    case Op::bv_neg:
      return arithmetic_.negate(a);
    case Op::bv_add:
      return arithmetic_.add(a, b);
    case Op::bv_sub:
      return arithmetic_.subtract(a, b);
    case Op::bv_mul:
      return arithmetic_.multiply(a, b);
    case Op::bv_udiv:
      return arithmetic_.quotient(a, b);
    case Op::bv_urem:
      return arithmetic_.remainder(a, b);
    case Op::bv_sdiv:
      return arithmetic_.signed_quotient(a, b);
    case Op::bv_srem:
      return arithmetic_.signed_remainder(a, b);
    case Op::bv_smod:
      return arithmetic_.signed_modulo(a, b);
    case Op::bv_shl:
      return arithmetic_.shift_left(a, b);
    case Op::bv_lshr:
      return arithmetic_.shift_right(a, b, Circuit::kFalse);
    case Op::bv_ashr:
      return arithmetic_.shift_right(a, b, a.back());
    case Op::bv_comp:
      return {arithmetic_.equal(a, b)};
    default:
      unsupported(term);
  }
}

Bits Blaster::floating(Term term, const base::Budget& budget) {
  std::vector<Bits> operands;
  for (const Term t : term.operands()) operands.push_back(at(t));
  return floats_.apply(term, operands, budget);
}

}  // namespace catenary::logic::smt
