// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/circuit/word_form.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "logic/term/op.h"
#include "logic/term/traverse.h"

namespace catenary::engine::contract {

using logic::Op;
using logic::SortKind;
using logic::Term;

namespace {

constexpr std::uint32_t kMostBits = 512;

bool is_boolean(Term term) {
  return term.sort().kind() == SortKind::boolean;
}

[[noreturn]] void refuse(const std::string& what) {
  throw base::ToolError("the requirements have " + what +
                        ", of which there is no circuit");
}

}  // namespace

void WordForm::set(Term variable, Term value) {
  CATENARY_CHECK(is_boolean(variable) == is_boolean(value),
                 "a word for a variable that is not Boolean");
  known_[variable.id()] = value;
}

Term WordForm::translate(Term condition) {
  for (const Term t : logic::subterms(condition)) {
    if (!known_.contains(t.id())) known_[t.id()] = build(t);
  }
  return known_.at(condition.id());
}

Term WordForm::widened(Term word, std::uint32_t width) {
  const std::uint32_t has = word.sort().bits();
  if (has >= width) return word;
  return to_.make(Op::bv_sign_extend, {word}, logic::Indices{width - has});
}

Term WordForm::on_words(Op op, Term a, Term b, std::uint32_t more) {
  const std::uint32_t width = std::max(a.sort().bits(), b.sort().bits()) + more;
  if (width > kMostBits) refuse("numbers of more than 512 bits");
  return to_.make(op, {widened(a, width), widened(b, width)});
}

Term WordForm::constant(Term term) {
  const logic::Value& value = term.value();
  switch (value.kind()) {
    case SortKind::boolean:
      return to_.boolean(value.as_bool());
    case SortKind::integer:
      return word(value.as_integer());
    case SortKind::enumeration:
      return word(value.as_enumerator());
    default:
      refuse("values of the sort " + value.sort().to_string());
  }
}

Term WordForm::word(const mpz_class& number) {
  // One bit more than the magnitude needs, for the sign.
  const std::size_t width = mpz_sizeinbase(number.get_mpz_t(), 2) + 1;
  if (width > kMostBits) refuse("numbers of more than 512 bits");
  return to_.bitvec(static_cast<std::uint32_t>(width), number);
}

Term WordForm::number(Term term) {
  const auto at = [&](std::size_t i) { return known_.at(term[i].id()); };
  const Term zero = to_.bitvec(1, 0);
  Term out = at(0);
  switch (term.op()) {
    case Op::ite: {
      const std::uint32_t width =
          std::max(at(1).sort().bits(), at(2).sort().bits());
      return to_.ite(at(0), widened(at(1), width), widened(at(2), width));
    }
    case Op::neg:
      return on_words(Op::bv_sub, zero, out, 1);
    case Op::abs: {
      const Term negated = on_words(Op::bv_sub, zero, out, 1);
      return to_.ite(on_words(Op::bv_slt, out, zero, 0),
                     negated,
                     widened(out, negated.sort().bits()));
    }
    case Op::add:
    case Op::sub:
    case Op::mul:
      break;
    default:
      refuse(std::string("the operator '") + logic::info(term.op()).smtlib +
             "'");
  }
  for (std::size_t i = 1; i < term.operands().size(); ++i) {
    if (term.op() == Op::mul) {
      // The product of words of m and n bits has m + n.
      const std::uint32_t more =
          std::min(out.sort().bits(), at(i).sort().bits());
      out = on_words(Op::bv_mul, out, at(i), more);
    } else {
      const Op op = term.op() == Op::add ? Op::bv_add : Op::bv_sub;
      out = on_words(op, out, at(i), 1);
    }
  }
  return out;
}

Term WordForm::build(Term term) {
  if (term.is_constant()) return constant(term);
  CATENARY_CHECK(!term.is_variable(), "a variable that was set");
  if (term.is_quantifier()) refuse("quantifiers");
  if (!is_boolean(term)) return number(term);
  std::vector<Term> operands;
  for (const Term operand : term.operands()) {
    operands.push_back(known_.at(operand.id()));
  }
  switch (term.op()) {
    case Op::less:
      return on_words(Op::bv_slt, operands[0], operands[1], 0);
    case Op::less_equal:
      return on_words(Op::bv_sle, operands[0], operands[1], 0);
    case Op::equal:
    case Op::distinct: {
      std::uint32_t width = 0;
      for (const Term o : operands) {
        if (!is_boolean(o)) width = std::max(width, o.sort().bits());
      }
      for (Term& o : operands) {
        if (!is_boolean(o)) o = widened(o, width);
      }
      return to_.make(term.op(), operands);
    }
    case Op::logical_not:
    case Op::logical_and:
    case Op::logical_or:
    case Op::logical_xor:
    case Op::implies:
    case Op::ite:
      return to_.make(term.op(), operands);
    default:
      refuse(std::string("the operator '") + logic::info(term.op()).smtlib +
             "'");
  }
}

}  // namespace catenary::engine::contract
