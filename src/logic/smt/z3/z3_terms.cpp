// SPDX-License-Identifier: Apache-2.0
/// \file
/// The walk over terms; sorts, Core, Int, Real and arrays as Z3's terms.
#include <z3++.h>

#include "base/check.h"
#include "logic/smt/z3/z3_known.h"

namespace catenary::logic::smt {

namespace {

std::vector<Z3_ast> raw(const std::vector<z3::expr>& v) {
  std::vector<Z3_ast> result;
  result.reserve(v.size());
  for (const z3::expr& e : v) result.push_back(e);
  return result;
}

}  // namespace

Z3Terms::Z3Terms(z3::context& context)
    : context_(context), known_(std::make_unique<Known>()) {}
Z3Terms::~Z3Terms() = default;

z3::sort Z3Terms::sort(const Sort& sort) {
  switch (sort.kind()) {
    case SortKind::boolean:
      return context_.bool_sort();
    case SortKind::integer:
      return context_.int_sort();
    case SortKind::real:
      return context_.real_sort();
    case SortKind::bitvec:
      return context_.bv_sort(sort.bits());
    case SortKind::floating:
      return context_.fpa_sort(sort.exponent_bits(), sort.significand_bits());
    case SortKind::enumeration:
      return enumerators(sort)[0].get_sort();
    case SortKind::array: {
      const z3::sort index = this->sort(sort.index());
      const z3::sort element = this->sort(sort.element());
      return context_.array_sort(index, element);
    }
  }
  return context_.bool_sort();
}

const std::vector<z3::expr>& Z3Terms::enumerators(const Sort& sort) {
  for (const Known::Enum& e : known_->enumerations) {
    if (e.sort == sort) return e.constants;
  }
  // Names of its own, since enumerations may share names of values, and two of
  // one name with different values are different sorts for us.
  const std::string name =
      "enum!" + std::to_string(known_->enumerations.size());
  std::vector<std::string> names;
  std::vector<const char*> texts;
  for (std::size_t i = 0; i < sort.enumerators().values.size(); ++i) {
    names.push_back(name + "!" + std::to_string(i));
  }
  for (const std::string& text : names) texts.push_back(text.c_str());
  z3::func_decl_vector constants(context_);
  z3::func_decl_vector testers(context_);
  const z3::sort made =
      context_.enumeration_sort(name.c_str(),
                                static_cast<unsigned>(texts.size()),
                                texts.data(),
                                constants,
                                testers);
  Known::Enum e{sort, made, {}};
  for (unsigned i = 0; i < constants.size(); ++i) {
    e.constants.push_back(constants[static_cast<int>(i)]());
  }
  return known_->enumerations.emplace_back(std::move(e)).constants;
}

void Z3Terms::define(Term variable, const z3::expr& meaning) {
  const bool is_new = known_->terms.emplace(variable.id(), meaning).second;
  CATENARY_CHECK(variable.is_variable() && is_new,
                 "a variable that was not translated yet");
}

z3::expr Z3Terms::translate(Term term) {
  struct Frame {
    Term term;
    std::size_t next;
  };
  auto& done = known_->terms;
  // Post-order walk with an explicit stack. The bodies of quantifiers are
  // walked, too: Z3 abstracts from the bound constants afterwards.
  std::vector<Frame> stack{{term, 0}};
  while (!stack.empty()) {
    Frame& top = stack.back();
    const Term t = top.term;
    if (done.contains(t.id())) {
      stack.pop_back();
    } else if (top.next < t.operands().size()) {
      stack.push_back({t.operands()[top.next++], 0});
    } else {
      done.emplace(t.id(), application(t));
      stack.pop_back();
    }
  }
  return done.at(term.id());
}

z3::expr Z3Terms::application(Term term) {
  if (term.is_constant()) return constant(term.value());
  if (term.is_variable()) {
    return context_.constant(context_.str_symbol(term.name().c_str()),
                             sort(term.sort()));
  }
  std::vector<z3::expr> v;
  v.reserve(term.operands().size());
  for (const Term t : term.operands()) v.push_back(known_->terms.at(t.id()));
  // The operators of one theory are consecutive; see op.h.
  const Op op = term.op();
  if (term.is_quantifier()) return quantifier(term, v);
  if (op >= Op::add && op <= Op::is_int) return arithmetic(term, v);
  if (op >= Op::bv_concat && op <= Op::int_to_bv) return bit_vector(term, v);
  if (op >= Op::fp_from_bits && op <= Op::fp_to_real) {
    return conversion(term, v);
  }
  if (op >= Op::fp_add && op < Op::fp_from_bits) return floating(term, v);
  return core(term, v);
}

z3::expr Z3Terms::constant(const Value& value) {
  switch (value.kind()) {
    case SortKind::boolean:
      return context_.bool_val(value.as_bool());
    case SortKind::integer:
      return context_.int_val(value.as_integer().get_str().c_str());
    case SortKind::real:
      return context_.real_val(value.as_real().get_str().c_str());
    case SortKind::bitvec:
      return context_.bv_val(value.as_bits().get_str().c_str(),
                             value.sort().bits());
    case SortKind::floating: {
      const unsigned width =
          value.sort().exponent_bits() + value.sort().significand_bits();
      const z3::expr bits =
          context_.bv_val(value.as_bits().get_str().c_str(), width);
      const z3::sort format = sort(value.sort());
      return z3::expr(context_, Z3_mk_fpa_to_fp_bv(context_, bits, format));
    }
    case SortKind::enumeration:
      return enumerators(value.sort())[value.as_enumerator()];
    case SortKind::array: {
      const z3::expr otherwise = constant(value.otherwise());
      z3::expr array = z3::const_array(sort(value.sort().index()), otherwise);
      for (const auto& [key, entry] : value.entries()) {
        const z3::expr index = constant(entry.first);
        const z3::expr element = constant(entry.second);
        array = z3::store(array, index, element);
      }
      return array;
    }
  }
  return context_.bool_val(false);
}

/// Z3 replaces the constants of the bound variables in the body.
z3::expr Z3Terms::quantifier(Term term, const std::vector<z3::expr>& v) {
  std::vector<Z3_app> bound;
  for (std::size_t i = 0; i + 1 < v.size(); ++i) {
    bound.push_back(Z3_to_app(context_, v[i]));
  }
  const z3::expr result(
      context_,
      Z3_mk_quantifier_const(context_,
                             term.op() == Op::forall,
                             0,
                             static_cast<unsigned>(bound.size()),
                             bound.data(),
                             0,
                             nullptr,
                             v.back()));
  context_.check_error();
  return result;
}

z3::expr Z3Terms::core(Term term, const std::vector<z3::expr>& v) {
  const std::vector<Z3_ast> args = raw(v);
  const auto count = static_cast<unsigned>(args.size());
  Z3_ast made = nullptr;
  switch (term.op()) {
    case Op::logical_not:
      made = Z3_mk_not(context_, args[0]);
      break;
    case Op::logical_and:
      made = Z3_mk_and(context_, count, args.data());
      break;
    case Op::logical_or:
      made = Z3_mk_or(context_, count, args.data());
      break;
    case Op::logical_xor:
      made = Z3_mk_xor(context_, args[0], args[1]);
      break;
    case Op::implies:
      made = Z3_mk_implies(context_, args[0], args[1]);
      break;
    case Op::equal:
      made = Z3_mk_eq(context_, args[0], args[1]);
      break;
    case Op::distinct:
      made = Z3_mk_distinct(context_, count, args.data());
      break;
    case Op::ite:
      made = Z3_mk_ite(context_, args[0], args[1], args[2]);
      break;
    case Op::select:
      made = Z3_mk_select(context_, args[0], args[1]);
      break;
    case Op::store:
      made = Z3_mk_store(context_, args[0], args[1], args[2]);
      break;
    case Op::const_array:
      made = Z3_mk_const_array(context_, sort(term.sort().index()), args[0]);
      break;
    default:
      base::fail_check(__FILE__, __LINE__, "operator", info(term.op()).smtlib);
  }
  context_.check_error();
  return {context_, made};
}

z3::expr Z3Terms::arithmetic(Term term, const std::vector<z3::expr>& v) {
  const std::vector<Z3_ast> args = raw(v);
  const auto count = static_cast<unsigned>(args.size());
  Z3_ast made = nullptr;
  switch (term.op()) {
    case Op::add:
      made = Z3_mk_add(context_, count, args.data());
      break;
    case Op::sub:
      made = Z3_mk_sub(context_, count, args.data());
      break;
    case Op::mul:
      made = Z3_mk_mul(context_, count, args.data());
      break;
    case Op::neg:
      made = Z3_mk_unary_minus(context_, args[0]);
      break;
    case Op::less:
      made = Z3_mk_lt(context_, args[0], args[1]);
      break;
    case Op::less_equal:
      made = Z3_mk_le(context_, args[0], args[1]);
      break;
    case Op::to_real:
      made = Z3_mk_int2real(context_, args[0]);
      break;
    case Op::to_int:
      made = Z3_mk_real2int(context_, args[0]);
      break;
    case Op::is_int:
      made = Z3_mk_is_int(context_, args[0]);
      break;
    // Z3's C interface has no abs for Int.
    case Op::abs:
      return z3::ite(v[0] >= 0, v[0], -v[0]);
    default: {
      // Division by 0: 0 for div and /, the dividend for mod (op.h).
      const z3::expr zero = constant(default_value(term.sort()));
      const z3::expr by_zero = term.op() == Op::int_mod ? v[0] : zero;
      made = term.op() == Op::int_mod ? Z3_mk_mod(context_, args[0], args[1])
                                      : Z3_mk_div(context_, args[0], args[1]);
      context_.check_error();
      return z3::ite(v[1] == zero, by_zero, z3::expr(context_, made));
    }
  }
  context_.check_error();
  return {context_, made};
}

}  // namespace catenary::logic::smt
