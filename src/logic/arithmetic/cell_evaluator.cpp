// SPDX-License-Identifier: Apache-2.0
/// \file
/// Evaluation of terms over cells of one unknown, and the search that splits
/// cells until conditions are constant on each.
///
/// Invariant: as long as no split was demanded, every result is exact for all u
/// of the cell. The first split that is found is kept; the rest of the
/// evaluation only has to end.
#include "logic/arithmetic/cell_evaluator.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/check.h"
#include "logic/arithmetic/number.h"
#include "logic/term/traverse.h"

namespace catenary::logic {

namespace {

constexpr const char* kNotLinear = "an operation is not linear";
constexpr const char* kManyPieces =
    "an integer part changes without end as the unknown grows";
constexpr const char* kForeign =
    "an operation on something other than "
    "Booleans and numbers";

/// The first operand that is unknown, whose reason becomes the result's.
CellValue first_unknown(const std::vector<CellValue>& v) {
  for (const CellValue& x : v) {
    if (x.is_unknown()) return x;
  }
  CATENARY_CHECK(false, "nothing is unknown");
  return {};
}

bool any_unknown(const std::vector<CellValue>& v) {
  return std::any_of(
      v.begin(), v.end(), [](const CellValue& x) { return x.is_unknown(); });
}

/// A number slope * u + offset.
CellValue linear(mpq_class slope, const mpq_class& offset, bool integral) {
  CellValue out = CellValue::number(offset, integral);
  out.slope = std::move(slope);
  return out;
}

}  // namespace

CellValue CellValue::boolean(bool truth) {
  CellValue out;
  out.kind = Kind::boolean;
  out.truth = truth;
  return out;
}

CellValue CellValue::number(const mpq_class& offset, bool integral) {
  CellValue out;
  out.kind = Kind::number;
  out.integral = integral;
  out.offset = offset;
  return out;
}

CellValue CellValue::unknown_unit(bool integral) {
  CellValue out = number(0, integral);
  out.slope = 1;
  return out;
}

CellValue CellValue::unknown(const char* why) {
  CellValue out;
  out.why = why;
  return out;
}

CellValue CellValue::of(const Value& value) {
  switch (value.kind()) {
    case SortKind::boolean:
      return boolean(value.as_bool());
    case SortKind::integer:
      return number(mpq_class(value.as_integer()), true);
    case SortKind::real:
      return number(value.as_real(), value.as_real().get_den() == 1);
    default:
      return unknown(kForeign);
  }
}

bool CellValue::is_constant() const {
  return kind == Kind::boolean || (kind == Kind::number && slope == 0);
}

Value CellValue::value(const Sort& sort) const {
  CATENARY_CHECK(is_constant(), "no constant");
  if (kind == Kind::boolean) return Value::boolean(truth);
  if (sort.kind() == SortKind::real) return Value::real(offset);
  CATENARY_CHECK(offset.get_den() == 1, "no integer");
  return Value::integer(mpz_class(offset.get_num()));
}

int CellEvaluator::sign(const mpq_class& slope, const mpq_class& offset) {
  if (slope == 0) return sgn(offset);
  if (cell_.is_point()) return sgn(mpq_class(slope * *cell_.lo + offset));
  // The only root of a linear function.
  const mpq_class root = -offset / slope;
  if (cell_.contains(root)) {
    if (!split_) split_ = root;
    return 0;
  }
  // No root inside: the sign is the same everywhere, so that any point decides.
  return sgn(mpq_class(slope * cell_.inside() + offset));
}

CellValue CellEvaluator::compare(Op op,
                                 const CellValue& a,
                                 const CellValue& b) {
  if (a.kind == CellValue::Kind::boolean) {
    return CellValue::boolean((a.truth == b.truth) == (op == Op::equal));
  }
  // a < b if and only if a - b < 0.
  const mpq_class slope = a.slope - b.slope;
  const mpq_class offset = a.offset - b.offset;
  const int s = sign(slope, offset);
  switch (op) {
    case Op::less:
      return CellValue::boolean(s < 0);
    case Op::less_equal:
      return CellValue::boolean(s <= 0);
    case Op::distinct:
      return CellValue::boolean(s != 0);
    default:
      return CellValue::boolean(s == 0);
  }
}

CellValue CellEvaluator::floor(const CellValue& a) {
  if (a.is_unknown() || a.integral) return a;
  // A constant, or a point: no split is needed.
  if (a.slope == 0) {
    return CellValue::number(mpq_class(floor_of(a.offset)), true);
  }
  const auto at = [&](const mpq_class& u) {
    return mpq_class(a.slope * u + a.offset);
  };
  if (cell_.is_point()) {
    return CellValue::number(mpq_class(floor_of(at(*cell_.lo))), true);
  }
  if (!cell_.lo || !cell_.hi) return CellValue::unknown(kManyPieces);
  const mpq_class ends[] = {at(*cell_.lo), at(*cell_.hi)};
  const mpq_class low = std::min(ends[0], ends[1]);
  const mpq_class high = std::max(ends[0], ends[1]);
  // The values on the open interval lie strictly between `low` and `high`. The
  // integer part is constant if no integer lies there.
  const mpz_class next = floor_of(low) + 1;
  if (mpq_class(next) < high) {
    if (!split_) split_ = (mpq_class(next) - a.offset) / a.slope;
    return CellValue::number(0, true);
  }
  return CellValue::number(mpq_class(floor_of(low)), true);
}

CellValue CellEvaluator::is_integer(const CellValue& a) {
  if (a.is_unknown()) return a;
  if (a.integral) return CellValue::boolean(true);
  CellValue down = floor(a);
  if (down.is_unknown()) return down;
  return compare(Op::equal, a, down);
}

CellValue CellEvaluator::divide(Op op, const CellValue& a, const CellValue& b) {
  if (b.slope != 0) return CellValue::unknown(kNotLinear);
  if (op == Op::real_div) {
    if (b.offset == 0) return CellValue::number(0, true);
    const mpq_class offset = a.offset / b.offset;
    return linear(
        a.slope / b.offset, offset, a.slope == 0 && offset.get_den() == 1);
  }
  if (b.offset == 0) {
    return op == Op::int_div ? CellValue::number(0, true) : a;
  }
  // Euclidean division: the quotient is floor(a / |b|) with the sign of b, the
  // rest a - |b| * floor(a / |b|).
  const mpq_class size = abs(b.offset);
  CellValue down = floor(linear(a.slope / size, a.offset / size, false));
  if (down.is_unknown()) return down;
  if (op == Op::int_div) {
    return CellValue::number(
        b.offset < 0 ? mpq_class(-down.offset) : down.offset, true);
  }
  return linear(a.slope, a.offset - size * down.offset, true);
}

CellValue CellEvaluator::arithmetic(Op op, const std::vector<CellValue>& v) {
  CellValue out = v.front();
  switch (op) {
    case Op::neg:
      return linear(-out.slope, -out.offset, out.integral);
    case Op::abs:
      // Splits at the root, so that the sign is the same on the cell.
      return sign(out.slope, out.offset) < 0
                 ? linear(-out.slope, -out.offset, out.integral)
                 : out;
    case Op::to_real:
      return out;
    case Op::to_int:
      return floor(out);
    case Op::is_int:
      return is_integer(out);
    case Op::real_div:
    case Op::int_div:
    case Op::int_mod:
      return divide(op, v[0], v[1]);
    default:
      break;
  }
  for (std::size_t i = 1; i < v.size(); ++i) {
    const CellValue& b = v[i];
    const bool integral = out.integral && b.integral;
    if (op == Op::mul) {
      // A product of two functions of u is not linear.
      if (out.slope != 0 && b.slope != 0) return CellValue::unknown(kNotLinear);
      out = linear(out.slope * b.offset + b.slope * out.offset,
                   out.offset * b.offset,
                   integral);
    } else if (op == Op::add) {
      out = linear(out.slope + b.slope, out.offset + b.offset, integral);
    } else {
      out = linear(out.slope - b.slope, out.offset - b.offset, integral);
    }
  }
  return out;
}

CellValue CellEvaluator::connective(Op op, const std::vector<CellValue>& v) {
  // Kleene's three-valued connectives: a deciding operand outweighs unknown
  // ones.
  const auto is = [](const CellValue& x, bool truth) {
    return !x.is_unknown() && x.truth == truth;
  };
  switch (op) {
    case Op::logical_and:
    case Op::logical_or: {
      const bool deciding = op == Op::logical_or;
      for (const CellValue& x : v) {
        if (is(x, deciding)) return x;
      }
      if (any_unknown(v)) return first_unknown(v);
      return CellValue::boolean(!deciding);
    }
    case Op::implies:
      if (is(v[0], false) || is(v[1], true)) return CellValue::boolean(true);
      if (any_unknown(v)) return first_unknown(v);
      return CellValue::boolean(false);
    case Op::ite:
      if (v[0].is_unknown()) return v[0];
      return v[0].truth ? v[1] : v[2];
    default:
      break;
  }
  if (any_unknown(v)) return first_unknown(v);
  if (op == Op::logical_not) return CellValue::boolean(!v[0].truth);
  bool odd = false;  // logical_xor
  for (const CellValue& x : v) odd = odd != x.truth;
  return CellValue::boolean(odd);
}

/// The value of an application from those of its operands.
CellValue CellEvaluator::apply(Op op, const std::vector<CellValue>& v) {
  switch (op) {
    case Op::logical_and:
    case Op::logical_or:
    case Op::logical_not:
    case Op::logical_xor:
    case Op::implies:
    case Op::ite:
      return connective(op, v);
    case Op::equal:
    case Op::less:
    case Op::less_equal:
      if (any_unknown(v)) return first_unknown(v);
      return compare(op, v[0], v[1]);
    case Op::distinct:
      if (any_unknown(v)) return first_unknown(v);
      for (std::size_t i = 0; i < v.size(); ++i) {
        for (std::size_t j = i + 1; j < v.size(); ++j) {
          if (!compare(Op::distinct, v[i], v[j]).truth) {
            return CellValue::boolean(false);
          }
        }
      }
      return CellValue::boolean(true);
    case Op::add:
    case Op::sub:
    case Op::neg:
    case Op::mul:
    case Op::int_div:
    case Op::int_mod:
    case Op::real_div:
    case Op::abs:
    case Op::to_real:
    case Op::to_int:
    case Op::is_int:
      if (any_unknown(v)) return first_unknown(v);
      return arithmetic(op, v);
    default:
      return CellValue::unknown(kForeign);
  }
}

CellValue CellEvaluator::evaluate(Term term,
                                  const CellEnvironment& environment) {
  std::unordered_map<std::uint32_t, CellValue> known;
  std::vector<CellValue> operands;
  for (const Term t : subterms(term)) {
    if (t.is_constant()) {
      known[t.id()] = CellValue::of(t.value());
    } else if (t.is_variable()) {
      const auto found = environment.find(t);
      known[t.id()] = found == environment.end()
                          ? CellValue::unknown("a variable has no value")
                          : found->second;
    } else {
      operands.clear();
      for (const Term o : t.operands()) operands.push_back(known.at(o.id()));
      known[t.id()] = apply(t.op(), operands);
      if (split_) return CellValue::unknown("the cell must be split");
    }
  }
  return known.at(term.id());
}

CellSolution solve_in_cells(
    const NumberSet& domain,
    const std::function<CellValue(CellEvaluator&)>& condition,
    std::uint32_t max_cells) {
  CellSolution out;
  std::vector<NumberInterval> open;
  for (const NumberInterval& i : domain.intervals()) {
    // Ends that are included become cells of their own: an open interval has
    // the same behaviour everywhere, its ends may not.
    if (i.is_point()) {
      open.push_back(i);
      continue;
    }
    open.push_back({i.lo, i.hi, true, true});
    if (i.lo && !i.lo_open) open.push_back({i.lo, i.lo, false, false});
    if (i.hi && !i.hi_open) open.push_back({i.hi, i.hi, false, false});
  }
  std::uint32_t cells = 0;
  while (!open.empty()) {
    const NumberInterval cell = std::move(open.back());
    open.pop_back();
    // The rest is reported as unknown, not dropped.
    if (++cells > max_cells) {
      out.unknown.add(cell);
      out.why = "too many pieces";
      continue;
    }
    CellEvaluator evaluator(cell);
    const CellValue holds = condition(evaluator);
    // The cell is replaced by its two halves and the point between.
    if (const std::optional<mpq_class>& at = evaluator.split()) {
      open.push_back({cell.lo, at, true, true});
      open.push_back({at, at, false, false});
      open.push_back({at, cell.hi, true, true});
    } else if (holds.is_unknown()) {
      out.unknown.add(cell);
      if (out.why.empty()) out.why = holds.why;
    } else if (holds.truth) {
      out.yes.add(cell);
    }
  }
  return out;
}

}  // namespace catenary::logic
