// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values of Z3's models as ours. A value that we cannot represent makes the
/// answer unknown rather than wrong.
#include <z3++.h>

#include "logic/smt/z3/z3_known.h"
#include "logic/value/ieee754.h"

namespace catenary::logic::smt {

namespace {

/// A float by its IEEE bits, which Z3 computes for numerals other than NaN.
std::optional<Value> float_value(z3::context& context,
                                 const z3::expr& found,
                                 const Sort& sort) {
  if (!Z3_is_numeral_ast(context, found)) return std::nullopt;
  if (Z3_fpa_is_numeral_nan(context, found)) return float_nan(sort);
  const z3::expr bits =
      z3::expr(context, Z3_mk_fpa_to_ieee_bv(context, found)).simplify();
  std::string text;
  if (!bits.is_numeral(text)) return std::nullopt;
  return Value::floating(sort, mpz_class(text));
}

}  // namespace

std::optional<Value> Z3Terms::value(const z3::model& model,
                                    const z3::expr& found,
                                    const Sort& sort) {
  std::string text;
  switch (sort.kind()) {
    case SortKind::boolean:
      if (found.is_true()) return Value::boolean(true);
      if (found.is_false()) return Value::boolean(false);
      return std::nullopt;
    case SortKind::integer:
      if (!found.is_numeral(text)) return std::nullopt;
      return Value::integer(mpz_class(text));
    case SortKind::real:
      if (found.is_algebraic() || !found.is_numeral()) return std::nullopt;
      text = Z3_get_numeral_string(context_, found);
      return Value::real(mpq_class(text));
    case SortKind::bitvec:
      if (!found.is_numeral(text)) return std::nullopt;
      return Value::bitvec(sort.bits(), mpz_class(text));
    case SortKind::floating:
      return float_value(context_, found, sort);
    case SortKind::enumeration: {
      const std::vector<z3::expr>& all = enumerators(sort);
      for (std::uint32_t i = 0; i < all.size(); ++i) {
        if (z3::eq(all[i], found)) {
          return Value::enumerator(sort.enumeration_decl(), i);
        }
      }
      return std::nullopt;
    }
    case SortKind::array:
      return array_value(model, found, sort);
  }
  return std::nullopt;
}

std::optional<Value> Z3Terms::array_value(const z3::model& model,
                                          const z3::expr& found,
                                          const Sort& sort) {
  struct Entry {
    z3::expr index, element;
  };
  std::vector<Entry> entries;  // later ones count
  // Arrays come as stores over a constant array, or as a function with finitely
  // many cases.
  z3::expr base = found;
  while (base.is_app() && base.decl().decl_kind() == Z3_OP_STORE) {
    entries.push_back({base.arg(1), base.arg(2)});
    base = base.arg(0);
  }
  std::optional<Value> otherwise;
  if (base.is_app() && base.decl().decl_kind() == Z3_OP_CONST_ARRAY) {
    otherwise = value(model, base.arg(0), sort.element());
  } else if (Z3_is_as_array(context_, base)) {
    const z3::func_decl function(context_,
                                 Z3_get_as_array_func_decl(context_, base));
    if (!model.has_interp(function)) return std::nullopt;
    const z3::func_interp cases = model.get_func_interp(function);
    otherwise = value(model, cases.else_value(), sort.element());
    for (unsigned i = 0; i < cases.num_entries(); ++i) {
      const z3::func_entry entry = cases.entry(i);
      entries.push_back({entry.arg(0), entry.value()});
    }
  }
  if (!otherwise) return std::nullopt;
  Value result = Value::array(sort, {}, *otherwise);
  // From the innermost store outwards: an outer store overrides an inner one at
  // the same index.
  for (auto e = entries.rbegin(); e != entries.rend(); ++e) {
    const auto index = value(model, e->index, sort.index());
    const auto element = value(model, e->element, sort.element());
    if (!index || !element) return std::nullopt;
    result = result.with(*index, *element);
  }
  return result;
}

}  // namespace catenary::logic::smt
