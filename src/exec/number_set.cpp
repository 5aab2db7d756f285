// SPDX-License-Identifier: Apache-2.0
#include "exec/number_set.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "base/check.h"
#include "logic/term/evaluate.h"
#include "logic/term/traverse.h"

namespace catenary::exec {
namespace {

using logic::Op;
using logic::SortKind;
using logic::Term;
using logic::Value;

/// slope * x + offset.
struct Line {
  mpq_class slope = 0;
  mpq_class offset = 0;
};

mpq_class number_of(const Value& value) {
  return value.kind() == SortKind::integer ? mpq_class(value.as_integer())
                                           : value.as_real();
}

bool is_number(Term t) {
  return t.sort().kind() == SortKind::integer ||
         t.sort().kind() == SortKind::real;
}

/// Finds the points at which the truth of a formula may change.
class Points {
 public:
  explicit Points(Term unknown) : unknown_(unknown) {}

  /// Nothing where the formula is of another kind.
  [[nodiscard]] std::optional<std::vector<mpq_class>> of(Term formula) {
    if (formula.has_quantifier()) return std::nullopt;
    for (const Term t : logic::subterms(formula)) {
      const bool fits = is_number(t)                           ? number(t)
                        : t.sort().kind() == SortKind::boolean ? boolean(t)
                                                               : false;
      if (!fits) return std::nullopt;
    }
    return std::vector<mpq_class>(points_.begin(), points_.end());
  }

 private:
  /// A number; operands are known already.
  bool number(Term t) {
    const auto at = [&](std::size_t i) -> const Line& {
      return lines_.at(t[i].id());
    };
    Line line;
    switch (t.op()) {
      case Op::constant:
        line.offset = number_of(t.value());
        break;
      case Op::variable:
        if (!(t == unknown_)) return false;
        line.slope = 1;
        break;
      case Op::add:
        for (std::size_t i = 0; i < t.operands().size(); ++i) {
          line.slope += at(i).slope;
          line.offset += at(i).offset;
        }
        break;
      case Op::sub:
        line = {at(0).slope - at(1).slope, at(0).offset - at(1).offset};
        break;
      case Op::neg:
        line = {-at(0).slope, -at(0).offset};
        break;
      case Op::mul:
        line.offset = 1;
        for (std::size_t i = 0; i < t.operands().size(); ++i) {
          if (line.slope != 0 && at(i).slope != 0) return false;
          line = {line.slope * at(i).offset + line.offset * at(i).slope,
                  line.offset * at(i).offset};
        }
        break;
      case Op::real_div:
        if (at(1).slope != 0) return false;
        if (at(1).offset == 0) break;  // x / 0 is 0
        line = {at(0).slope / at(1).offset, at(0).offset / at(1).offset};
        break;
      case Op::to_real:
        line = at(0);
        break;
      default:
        return false;
    }
    lines_.emplace(t.id(), line);
    return true;
  }

  bool boolean(Term t) {
    switch (t.op()) {
      case Op::constant:
      case Op::logical_not:
      case Op::logical_and:
      case Op::logical_or:
      case Op::logical_xor:
      case Op::implies:
      case Op::ite:
        return true;
      case Op::less:
      case Op::less_equal:
      case Op::equal:
      case Op::distinct:
        if (is_number(t[0])) add_points(t);
        return true;
      default:
        return false;
    }
  }

  void add_points(Term atom) {
    const std::size_t n = atom.operands().size();
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i + 1; j < n; ++j) {
        const Line& a = lines_.at(atom[i].id());
        const Line& b = lines_.at(atom[j].id());
        const mpq_class slope = a.slope - b.slope;
        if (slope != 0) points_.insert((b.offset - a.offset) / slope);
      }
    }
  }

  Term unknown_;
  std::unordered_map<std::uint32_t, Line> lines_;
  std::set<mpq_class> points_;
};

mpz_class floor_of(const mpq_class& q) {
  mpz_class out;
  mpz_fdiv_q(out.get_mpz_t(), q.get_num_mpz_t(), q.get_den_mpz_t());
  return out;
}

mpz_class ceiling_of(const mpq_class& q) {
  mpz_class out;
  mpz_cdiv_q(out.get_mpz_t(), q.get_num_mpz_t(), q.get_den_mpz_t());
  return out;
}

/// An element of a range that is not empty.
mpq_class member(const NumberRange& range, bool integers) {
  if (range.lo && !range.lo_open) return *range.lo;
  if (range.hi && !range.hi_open) return *range.hi;
  if (range.lo && range.hi) return (*range.lo + *range.hi) / 2;
  if (range.lo) return *range.lo + 1;
  if (range.hi) return *range.hi - 1;
  CATENARY_CHECK(!integers || !range.lo, "ends of integer ranges are closed");
  return 0;
}

/// The points and the gaps between them, ascending; those without an integer
/// are left out for integers.
std::vector<NumberRange> cells(const std::vector<mpq_class>& points,
                               bool integers) {
  std::vector<NumberRange> out;
  const auto add = [&](NumberRange cell) {
    if (integers) {
      if (cell.lo) {
        cell.lo = mpq_class(cell.lo_open ? mpz_class(floor_of(*cell.lo) + 1)
                                         : ceiling_of(*cell.lo));
      }
      if (cell.hi) {
        cell.hi = mpq_class(cell.hi_open ? mpz_class(ceiling_of(*cell.hi) - 1)
                                         : floor_of(*cell.hi));
      }
      cell.lo_open = cell.hi_open = false;
      if (cell.lo && cell.hi && *cell.lo > *cell.hi) return;
    }
    out.push_back(std::move(cell));
  };
  std::optional<mpq_class> before;
  for (const mpq_class& p : points) {
    add({before, p, before.has_value(), true});
    add({p, p, false, false});
    before = p;
  }
  add({before, std::nullopt, before.has_value(), false});
  return out;
}

bool touch(const NumberRange& a, const NumberRange& b, bool integers) {
  if (!a.hi || !b.lo) return true;
  if (integers) return *a.hi + 1 >= *b.lo;
  return *a.hi == *b.lo && !(a.hi_open && b.lo_open);
}

/// A small step into a range from an open end.
mpq_class nudge(const NumberRange& range) {
  mpq_class small(1, 100);
  if (!range.lo || !range.hi) return small;
  mpq_class half = (*range.hi - *range.lo) / 2;
  return half < small ? half : small;
}

}  // namespace

bool NumberSet::contains(const mpq_class& x) const {
  if (integers_ && x.get_den() != 1) return false;
  return std::any_of(ranges_.begin(), ranges_.end(), [&](const NumberRange& r) {
    return (!r.lo || *r.lo < x || (*r.lo == x && !r.lo_open)) &&
           (!r.hi || x < *r.hi || (*r.hi == x && !r.hi_open));
  });
}

std::optional<mpq_class> NumberSet::least() const {
  if (ranges_.empty() || !ranges_.front().lo) return std::nullopt;
  const NumberRange& range = ranges_.front();
  return range.lo_open ? mpq_class(*range.lo + nudge(range)) : *range.lo;
}

std::optional<mpq_class> NumberSet::greatest() const {
  if (ranges_.empty() || !ranges_.back().hi) return std::nullopt;
  const NumberRange& range = ranges_.back();
  return range.hi_open ? mpq_class(*range.hi - nudge(range)) : *range.hi;
}

std::optional<mpq_class> NumberSet::simplest() const {
  if (contains(0)) return mpq_class(0);
  std::optional<mpq_class> best;
  const auto offer = [&](const mpq_class& x) {
    if (!best || abs(x) < abs(*best) || (abs(x) == abs(*best) && x > *best)) {
      best = x;
    }
  };
  for (const NumberRange& range : ranges_) {
    if (range.lo && *range.lo >= 0) {
      const mpq_class whole(range.lo_open ? mpz_class(floor_of(*range.lo) + 1)
                                          : ceiling_of(*range.lo));
      offer(!range.lo_open    ? *range.lo
            : contains(whole) ? whole
                              : mpq_class(*range.lo + nudge(range)));
    } else if (range.hi && *range.hi <= 0) {
      const mpq_class whole(range.hi_open ? mpz_class(ceiling_of(*range.hi) - 1)
                                          : floor_of(*range.hi));
      offer(!range.hi_open    ? *range.hi
            : contains(whole) ? whole
                              : mpq_class(*range.hi - nudge(range)));
    }
  }
  return best;
}

std::optional<mpq_class> NumberSet::any(base::Rng& rng) const {
  if (ranges_.empty()) return std::nullopt;
  const NumberRange& range = ranges_[rng.below(ranges_.size())];
  constexpr long kReach = 100;
  const mpq_class lo = range.lo   ? *range.lo
                       : range.hi ? mpq_class(*range.hi - kReach)
                                  : mpq_class(-kReach);
  const mpq_class hi = range.hi   ? *range.hi
                       : range.lo ? mpq_class(*range.lo + kReach)
                                  : mpq_class(kReach);
  if (integers_) {
    mpz_class width = mpq_class(hi - lo).get_num();
    if (!width.fits_slong_p()) width = 1'000'000'000;
    return mpq_class(lo +
                     mpq_class(mpz_class(rng.in_range(0, width.get_si()))));
  }
  if (lo == hi) return {lo};
  constexpr long kPlaces = 16;
  const long first = range.lo_open ? 1 : 0;
  const long last = range.hi_open ? kPlaces - 1 : kPlaces;
  mpq_class part(rng.in_range(first, last), kPlaces);
  part.canonicalize();
  return mpq_class(lo + (hi - lo) * part);
}

std::string NumberSet::to_string() const {
  if (ranges_.empty()) return "nothing";
  std::string out;
  for (const NumberRange& r : ranges_) {
    if (!out.empty()) out += " or ";
    if (r.lo && r.hi && *r.lo == *r.hi) {
      out += r.lo->get_str();
      continue;
    }
    out += r.lo_open || !r.lo ? "(" : "[";
    out += r.lo ? r.lo->get_str() : "-∞";
    out += ", ";
    out += r.hi ? r.hi->get_str() : "∞";
    out += r.hi_open || !r.hi ? ")" : "]";
  }
  return out;
}

std::optional<NumberSet> solutions(Term formula, Term unknown) {
  CATENARY_CHECK(is_number(unknown), "the unknown is a number");
  const auto points = Points(unknown).of(formula);
  if (!points) return std::nullopt;
  const bool integers = unknown.sort().kind() == SortKind::integer;
  std::vector<NumberRange> ranges;
  bool before = false;
  for (const NumberRange& cell : cells(*points, integers)) {
    const mpq_class x = member(cell, integers);
    logic::Assignment assignment;
    assignment.set(unknown,
                   integers ? Value::integer(x.get_num()) : Value::real(x));
    const std::optional<Value> value = logic::evaluate(formula, assignment);
    if (!value) return std::nullopt;
    if (value->as_bool()) {
      if (before && touch(ranges.back(), cell, integers)) {
        ranges.back().hi = cell.hi;
        ranges.back().hi_open = cell.hi_open;
      } else {
        ranges.push_back(cell);
      }
    }
    before = value->as_bool();
  }
  return NumberSet(std::move(ranges), integers);
}

}  // namespace catenary::exec
