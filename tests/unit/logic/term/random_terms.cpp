// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random terms: a growing pool from which operands are drawn.
#include "unit/logic/term/random_terms.h"

#include <algorithm>
#include <memory>

namespace catenary::logic::testing {

namespace {

constexpr std::uint32_t kMaxWidth = 20;

std::vector<Sort> sorts_of(const Options& options) {
  const auto mode = std::make_shared<const Enumeration>(
      Enumeration{"Gear mode", {"park", "and", "3 rd"}});
  std::vector<Sort> sorts = {
      Sort::boolean(),
      Sort::integer(),
      Sort::real(),
      Sort::bitvec(1),
      Sort::bitvec(8),
      options.half_floats ? Sort::floating(5, 11) : Sort::floating(3, 4),
      Sort::enumeration(mode),
      options.finite_arrays
          ? Sort::array(Sort::enumeration(mode), Sort::integer())
          : Sort::array(Sort::integer(), Sort::enumeration(mode)),
      Sort::array(Sort::integer(), Sort::bitvec(8))};
  if (!options.small_floats && !options.half_floats)
    sorts.push_back(Sort::float32());
  return sorts;
}

}  // namespace

std::uint32_t Tape::below(std::size_t limit) {
  if (limit == 0 || at_end()) return 0;
  return numbers_[next_++] % static_cast<std::uint32_t>(limit);
}

Value random_value(const Sort& sort, Tape& tape) {
  const auto small = [&] { return static_cast<long>(tape.below(9)) - 4; };
  switch (sort.kind()) {
    case SortKind::integer:
      return Value::integer(mpz_class(small()));
    case SortKind::real: {
      const long num = small();
      return Value::real(mpq_class(num, tape.below(3) + 1));
    }
    case SortKind::array: {
      Value v = Value::array(sort, {}, random_value(sort.element(), tape));
      for (std::uint32_t n = tape.below(3); n > 0; --n) {
        const Value index = random_value(sort.index(), tape);
        v = v.with(index, random_value(sort.element(), tape));
      }
      return v;
    }
    default: {
      const std::uint64_t high = tape.below(1U << 31);
      const std::uint64_t number = (high << 31) + tape.below(1U << 31);
      return nth_value(sort, number % cardinality(sort).value());
    }
  }
}

RandomTerms::RandomTerms(TermManager& manager, Tape& tape, Options options)
    : manager_(manager),
      tape_(tape),
      options_(options),
      sorts_(sorts_of(options)) {
  int number = 0;
  for (const Sort& sort : sorts_) {
    for (const char* prefix : {"x", "odd name "}) {
      const Term v = manager.variable(prefix + std::to_string(number++), sort);
      variables_.push_back(v);
      all_.push_back(v);
    }
    all_.push_back(manager.constant(default_value(sort)));
    all_.push_back(manager.constant(random_value(sort, tape)));
  }
  all_.push_back(manager.boolean(true));
}

void RandomTerms::add(Term t) {
  all_.push_back(t);
  built_.push_back(t);
}

Term RandomTerms::any(const Sort& sort) {
  std::vector<Term> fitting;
  std::copy_if(
      all_.begin(), all_.end(), std::back_inserter(fitting), [&](Term t) {
        return t.sort() == sort;
      });
  if (fitting.empty()) return {};
  return fitting[fitting.size() - 1 - tape_.below(fitting.size())];
}

Term RandomTerms::any_of(SortKind kind) {
  std::vector<Term> fitting;
  std::copy_if(
      all_.begin(), all_.end(), std::back_inserter(fitting), [&](Term t) {
        return t.sort().kind() == kind;
      });
  return fitting[fitting.size() - 1 - tape_.below(fitting.size())];
}

Term RandomTerms::any_term() {
  return all_[all_.size() - 1 - tape_.below(all_.size())];
}

bool RandomTerms::grow() {
  const auto count = static_cast<std::uint32_t>(Op::last_) - 1;
  return grow(static_cast<Op>(2 + tape_.below(count)));
}

bool RandomTerms::grow(Op op) {
  const Term t = make(op);
  if (t.valid()) add(t);
  return t.valid();
}

Term RandomTerms::make(Op op) {
  if (op >= Op::bv_concat && op <= Op::int_to_bv) return make_bitvec(op);
  if (op >= Op::fp_add && op <= Op::fp_to_real) return make_float(op);
  if (op == Op::forall || op == Op::exists) return make_quantifier(op);
  std::vector<Term> operands;
  std::size_t count = info(op).min_operands;
  if (info(op).max_operands == 255) count = 2 + tape_.below(2);
  switch (op) {
    case Op::const_array: {
      const Sort& sort = sorts_[7 + tape_.below(2)];
      return manager_.const_array(sort, any(sort.element()));
    }
    case Op::select:
    case Op::store:
      operands.push_back(any_of(SortKind::array));
      operands.push_back(any(operands[0].sort().index()));
      if (op == Op::store)
        operands.push_back(any(operands[0].sort().element()));
      return manager_.make(op, operands);
    case Op::ite:
      operands.push_back(any(Sort::boolean()));
      operands.push_back(any_term());
      operands.push_back(any(operands[1].sort()));
      return manager_.make(op, operands);
    case Op::equal:
    case Op::distinct:
      operands.push_back(any_term());
      break;
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::neg:
    case Op::less:
    case Op::less_equal:
      operands.push_back(
          any_of(tape_.below(2) == 0 ? SortKind::integer : SortKind::real));
      break;
    case Op::int_div:
    case Op::int_mod:
    case Op::abs:
    case Op::to_real:
      operands.push_back(any_of(SortKind::integer));
      break;
    case Op::real_div:
    case Op::to_int:
    case Op::is_int:
      operands.push_back(any_of(SortKind::real));
      break;
    default:
      operands.push_back(any(Sort::boolean()));
      break;
  }
  while (operands.size() < count) {
    const Sort sort = operands[0].sort();
    operands.push_back(any(sort));
  }
  return manager_.make(op, operands);
}

Term RandomTerms::make_bitvec(Op op) {
  if (op == Op::int_to_bv) {
    return manager_.make(
        op, {any_of(SortKind::integer)}, {1 + tape_.below(10)});
  }
  const Term x = any_of(SortKind::bitvec);
  const std::uint32_t width = x.sort().bits();
  Indices indices;
  switch (op) {
    case Op::bv_concat: {
      const Term y = any_of(SortKind::bitvec);
      if (width + y.sort().bits() > kMaxWidth) return {};
      return manager_.make(op, {x, y});
    }
    case Op::bv_extract:
      indices.first = tape_.below(width);
      indices.second = tape_.below(indices.first + 1);
      break;
    case Op::bv_repeat:
      indices.first = 1 + tape_.below(2);
      break;
    default:
      indices.first = tape_.below(10);
      break;
  }
  const bool grows = op == Op::bv_zero_extend || op == Op::bv_sign_extend;
  if (grows && width + indices.first > kMaxWidth) return {};
  if (op == Op::bv_repeat && width * indices.first > kMaxWidth) return {};
  if (info(op).min_operands == 1) return manager_.make(op, {x}, indices);
  return manager_.make(op, {x, any(x.sort())});
}

Term RandomTerms::make_float(Op op) {
  Indices indices;
  indices.mode = static_cast<RoundingMode>(tape_.below(5));
  if (op >= Op::fp_from_bits && op <= Op::fp_from_unsigned) {
    Sort format = options_.small_floats || tape_.below(2) == 0
                      ? Sort::floating(3, 4)
                      : Sort::floating(4, 5);
    if (options_.half_floats) {
      format =
          tape_.below(2) == 0 ? Sort::floating(5, 11) : Sort::floating(8, 8);
    }
    indices.first = format.exponent_bits();
    indices.second = format.significand_bits();
    Term x = any_of(SortKind::floating);
    if (op == Op::fp_from_real) x = any(Sort::real());
    if (op == Op::fp_from_bits) {
      indices.second = options_.half_floats ? 11 : 5;
      indices.first = options_.half_floats ? 5 : 3;
      x = any(Sort::bitvec(indices.first + indices.second));
      if (!x.valid()) return {};
    } else if (op == Op::fp_from_signed || op == Op::fp_from_unsigned) {
      x = any_of(SortKind::bitvec);
    }
    return manager_.make(op, {x}, indices);
  }
  if (op == Op::fp_to_signed || op == Op::fp_to_unsigned) {
    indices.first = 1 + tape_.below(10);
  }
  std::vector<Term> operands = {any_of(SortKind::floating)};
  while (operands.size() < info(op).min_operands) {
    const Sort sort = operands[0].sort();
    operands.push_back(any(sort));
  }
  return manager_.make(op, operands, indices);
}

Term RandomTerms::make_quantifier(Op op) {
  if (!options_.quantifiers) return {};
  const Term bound = variables_[tape_.below(variables_.size())];
  const auto count = cardinality(bound.sort());
  if (!count || *count > 4) return {};
  return manager_.quantify(op, std::vector{bound}, any(Sort::boolean()));
}

Assignment RandomTerms::assignment() {
  Assignment result;
  for (const Term v : variables_) {
    result.set(v, random_value(v.sort(), tape_));
  }
  return result;
}

}  // namespace catenary::logic::testing
