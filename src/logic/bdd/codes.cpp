// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bit-blasting into decision diagrams: one word of diagrams for each term.
#include "logic/bdd/codes.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/check.h"
#include "logic/term/op.h"
#include "logic/term/traverse.h"

namespace catenary::logic::bdd {

namespace {

/// More bits than any sensible product of bounded integers has.
constexpr std::size_t kMaxWidth = 512;

bool is_number(Term term) {
  return term.sort().kind() == SortKind::integer;
}

}  // namespace

Bounds bounds_of(const Sort& sort) {
  if (sort.kind() == SortKind::boolean) return {0, 1};
  CATENARY_CHECK(sort.kind() == SortKind::enumeration, "a sort with bounds");
  return {0, static_cast<std::int64_t>(sort.enumerators().values.size()) - 1};
}

std::uint32_t code_width(const Bounds& bounds) {
  // Unsigned subtraction: hi - lo may exceed the largest signed number.
  const std::uint64_t span = static_cast<std::uint64_t>(bounds.hi) -
                             static_cast<std::uint64_t>(bounds.lo);
  if (bounds.hi < bounds.lo || span >> 62 != 0) {
    throw Unsupported("integers of more than 62 bits");
  }
  // A variable with a single value still gets a bit, so that is() and value()
  // need no special case.
  return std::max<std::uint32_t>(
      1, static_cast<std::uint32_t>(std::bit_width(span)));
}

void Codes::add(Term variable,
                const Bounds& bounds,
                std::vector<std::uint32_t> bits) {
  CATENARY_CHECK(bits.size() == code_width(bounds), "a code of its width");
  const bool fresh =
      codes_.emplace(variable, Code{bounds, std::move(bits)}).second;
  CATENARY_CHECK(fresh, "a variable with one code");
}

const std::vector<std::uint32_t>& Codes::bits(Term variable) const {
  const auto found = codes_.find(variable);
  CATENARY_CHECK(found != codes_.end(), "a variable with a code");
  return found->second.bits;
}

Bdd Codes::encode(Term term) {
  CATENARY_CHECK(term.sort().kind() == SortKind::boolean, "a Boolean term");
  // Post-order walk with an explicit stack: an operand is built before the
  // terms that use it.
  std::vector<Term> open{term};
  while (!open.empty()) {
    const Term t = open.back();
    if (known_.contains(t.id())) {
      open.pop_back();
      continue;
    }
    if (t.is_quantifier()) throw Unsupported("quantifiers");
    const std::size_t before = open.size();
    for (const Term operand : t.operands()) {
      if (!known_.contains(operand.id())) open.push_back(operand);
    }
    if (open.size() > before) continue;
    open.pop_back();
    known_.emplace(t.id(), build(t));
  }
  return at(term)[0];
}

/// A comparison with a constant as a chain over the bits: where the constant
/// has a 1, a 0 makes the code smaller and decides for true; where it has a 0,
/// a 1 decides for false; equal bits leave the decision to the lower bits.
Bdd Codes::domain(Term variable) {
  const Code& code = codes_.at(variable);
  // code <= hi - lo, from the lowest bit upwards.
  const std::uint64_t span = static_cast<std::uint64_t>(code.bounds.hi) -
                             static_cast<std::uint64_t>(code.bounds.lo);
  Bdd out = manager_.constant(true);
  for (std::size_t i = 0; i < code.bits.size(); ++i) {
    const Bdd bit = manager_.variable(code.bits[i]);
    out = (span >> i & 1) != 0 ? (!bit) | out : (!bit) & out;
  }
  return out;
}

Bdd Codes::is(Term variable, const Value& value) {
  return equal(of_variable(variable),
               of_constant(value),
               value.kind() == SortKind::integer);
}

Value Codes::value(Term variable, std::span<const Literal> assignment) const {
  const Code& code = codes_.at(variable);
  std::uint64_t offset = 0;
  for (const auto& [bit, set] : assignment) {
    const auto at = std::find(code.bits.begin(), code.bits.end(), bit);
    if (set && at != code.bits.end()) {
      offset |= std::uint64_t{1} << (at - code.bits.begin());
    }
  }
  switch (variable.sort().kind()) {
    case SortKind::boolean:
      return Value::boolean(offset != 0);
    case SortKind::enumeration:
      return Value::enumerator(variable.sort().enumeration_decl(),
                               static_cast<std::uint32_t>(offset));
    default:
      return Value::integer(static_cast<long long>(
          static_cast<std::uint64_t>(code.bounds.lo) + offset));
  }
}

Codes::Word Codes::of_variable(Term term) {
  const auto found = codes_.find(term);
  CATENARY_CHECK(found != codes_.end(),
                 "a variable with a code: " + term.name());
  Word out;
  for (const std::uint32_t bit : found->second.bits) {
    out.push_back(manager_.variable(bit));
  }
  if (!is_number(term)) return out;
  // Codes are unsigned; a sign bit makes them two's complement.
  out.push_back(manager_.constant(false));
  const std::int64_t lo = found->second.bounds.lo;
  if (lo == 0) return out;
  return add(out, of_integer(mpz_class(std::to_string(lo))), false);
}

Codes::Word Codes::of_integer(const mpz_class& number) {
  Word out;
  // One bit more than the magnitude needs, for the sign.
  const std::size_t width = mpz_sizeinbase(number.get_mpz_t(), 2) + 1;
  for (std::size_t i = 0; i < width; ++i) {
    out.push_back(manager_.constant(mpz_tstbit(number.get_mpz_t(), i) != 0));
  }
  return out;
}

Codes::Word Codes::of_constant(const Value& value) {
  switch (value.kind()) {
    case SortKind::boolean:
      return {manager_.constant(value.as_bool())};
    case SortKind::integer:
      return of_integer(value.as_integer());
    case SortKind::enumeration: {
      Word out;
      const std::uint32_t width = code_width(bounds_of(value.sort()));
      for (std::uint32_t i = 0; i < width; ++i) {
        out.push_back(manager_.constant((value.as_enumerator() >> i & 1) != 0));
      }
      return out;
    }
    default:
      throw Unsupported("values of sort " + value.sort().to_string());
  }
}

/// The word of an application whose operands are built.
Codes::Word Codes::build(Term term) {
  if (term.is_variable()) return of_variable(term);
  if (term.is_constant()) return of_constant(term.value());
  // Boolean if-then-else has a word, too, and is handled below.
  if (term.sort().kind() == SortKind::boolean && term.op() != Op::ite) {
    return {truth(term)};
  }
  const auto operands = term.operands();
  Word out;
  switch (term.op()) {
    case Op::ite:
      out = choice(at(operands[0])[0],
                   at(operands[1]),
                   at(operands[2]),
                   is_number(term));
      break;
    case Op::add:
    case Op::sub:
    case Op::mul:
      out = at(operands[0]);
      for (std::size_t i = 1; i < operands.size(); ++i) {
        out = term.op() == Op::mul
                  ? multiply(out, at(operands[i]))
                  : add(out, at(operands[i]), term.op() == Op::sub);
      }
      break;
    case Op::neg:
      out = add(of_integer(0), at(operands[0]), true);
      break;
    case Op::abs: {
      const Word& a = at(operands[0]);
      // The last bit is the sign.
      out = choice(a.back(), add(of_integer(0), a, true), a, true);
      break;
    }
    default:
      throw Unsupported(std::string("the operator '") + info(term.op()).smtlib +
                        "'");
  }
  // Products could grow without bound; nobody's integers need more.
  if (out.size() > kMaxWidth) throw Unsupported("numbers that large");
  return out;
}

Bdd Codes::truth(Term term) {
  const auto operands = term.operands();
  const auto bit = [&](std::size_t i) { return at(operands[i])[0]; };
  switch (term.op()) {
    case Op::logical_not:
      return !bit(0);
    case Op::logical_and:
    case Op::logical_or:
    case Op::logical_xor: {
      Bdd out = bit(0);
      for (std::size_t i = 1; i < operands.size(); ++i) {
        out = term.op() == Op::logical_and  ? out & bit(i)
              : term.op() == Op::logical_or ? out | bit(i)
                                            : out ^ bit(i);
      }
      return out;
    }
    // Right-associative: a => (b => c).
    case Op::implies: {
      Bdd out = bit(operands.size() - 1);
      for (std::size_t i = operands.size() - 1; i-- > 0;) {
        out = (!bit(i)) | out;
      }
      return out;
    }
    case Op::equal:
    case Op::distinct: {
      Bdd out = manager_.constant(true);
      for (std::size_t i = 0; i < operands.size(); ++i) {
        for (std::size_t j = i + 1; j < operands.size(); ++j) {
          const Bdd same =
              equal(at(operands[i]), at(operands[j]), is_number(operands[i]));
          out = out & (term.op() == Op::equal ? same : !same);
        }
      }
      return out;
    }
    case Op::less:
    case Op::less_equal:
      if (is_number(operands[0])) {
        return term.op() == Op::less ? less(at(operands[0]), at(operands[1]))
                                     // a <= b is the negation of b < a.
                                     : !less(at(operands[1]), at(operands[0]));
      }
      throw Unsupported("comparisons of rationals");
    default:
      throw Unsupported(std::string("the operator '") + info(term.op()).smtlib +
                        "'");
  }
}

}  // namespace catenary::logic::bdd
