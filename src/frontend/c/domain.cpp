// SPDX-License-Identifier: Apache-2.0
/// \file
/// Domains of inputs: boundary values and representatives of input equivalence
/// classes.
#include "frontend/c/domain.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <set>

#include "base/check.h"

namespace catenary::frontend::c {

namespace {

using logic::Value;
using model::ScalarType;

/// Ranges up to this size are enumerated even where classes are known: tests
/// are easier to read when every value occurs itself.
constexpr long kSmall = 16;

bool is_float(ScalarType t) {
  return t == ScalarType::float32 || t == ScalarType::float64;
}

/// The least and the greatest value of an integer type.
std::pair<mpz_class, mpz_class> limits(ScalarType t) {
  const unsigned bits = 8 * static_cast<unsigned>(model::size_bytes(t));
  mpz_class whole = 1;
  whole <<= bits;
  switch (t) {
    case ScalarType::boolean:
      return {0, 1};
    case ScalarType::int8:
    case ScalarType::int16:
    case ScalarType::int32:
    case ScalarType::int64:
      return {-(whole >> 1), (whole >> 1) - 1};
    default:
      return {0, whole - 1};
  }
}

Value number(ScalarType t, const mpz_class& v) {
  return t == ScalarType::boolean ? Value::boolean(v != 0) : Value::integer(v);
}

Value float_value(ScalarType t, double x) {
  return t == ScalarType::float32 ? Value::float32(static_cast<float>(x))
                                  : Value::float64(x);
}

/// The described range, checked against the type; the type's where none is
/// described.
void integer_range(model::Variable& v,
                   const VariableDescription* d,
                   mpz_class& lo,
                   mpz_class& hi) {
  const auto [type_lo, type_hi] = limits(v.type);
  lo = type_lo;
  hi = type_hi;
  if (d == nullptr || !d->lo) return;
  if (!d->lo->is_integer || !d->hi->is_integer) {
    throw base::InputError(d->range_where,
                           "the range of '" + v.name + "', of type " +
                               model::to_string(v.type) + ", must be integers",
                           "range-type");
  }
  lo = mpz_class(d->lo->text);
  hi = mpz_class(d->hi->text);
  if (lo > hi) {
    throw base::InputError(d->range_where,
                           "the range of '" + v.name + "' is empty: " +
                               d->lo->text + " is larger than " + d->hi->text,
                           "range-empty");
  }
  if (lo < type_lo || hi > type_hi) {
    throw base::InputError(
        d->range_where,
        "the range [" + d->lo->text + ", " + d->hi->text + "] of '" + v.name +
            "' does not fit its type " + model::to_string(v.type) + ", [" +
            type_lo.get_str() + ", " + type_hi.get_str() + "]",
        "range-outside-type");
  }
  v.has_range = true;
}

/// The value that stands for the class [first, last]: a value with a name,
/// zero, or the value nearest to zero.
mpz_class representative(const model::Variable& v,
                         const mpz_class& first,
                         const mpz_class& last) {
  for (const model::NamedValue& n : v.names) {
    if (n.value.kind() == logic::SortKind::integer &&
        n.value.as_integer() >= first && n.value.as_integer() <= last) {
      return n.value.as_integer();
    }
  }
  if (first <= 0 && last >= 0) return 0;
  return first > 0 ? first : last;
}

/// Neighbours with all remainders: those of the class that are nearest to zero.
void add_remainders(model::Variable& v,
                    const mpz_class& first,
                    const mpz_class& last,
                    std::int64_t divisor) {
  const long more = static_cast<long>(divisor) - 1;
  mpz_class value =
      first >= 0 ? first : std::max(first, mpz_class(last - more));
  for (long k = 0; k <= more && value <= last; ++k, ++value) {
    v.domain.push_back(number(v.type, value));
  }
}

void fill_integers(model::Variable& v,
                   const program::BuiltVariable& built,
                   const VariableDescription* d,
                   std::uint64_t enumerable) {
  mpz_class lo;
  mpz_class hi;
  integer_range(v, d, lo, hi);
  v.lo = number(v.type, lo);
  v.hi = number(v.type, hi);
  const mpz_class count = hi - lo + 1;
  if (count <= kSmall || (!built.classes_exact && count <= enumerable)) {
    for (mpz_class i = lo; i <= hi; ++i) v.domain.push_back(number(v.type, i));
    return;
  }
  // First values of the classes: the low end, and the boundaries inside.
  std::set<mpz_class> firsts = {lo};
  for (const std::int64_t cut : built.cuts) {
    const mpz_class c(std::to_string(cut));
    if (c > lo && c <= hi) firsts.insert(c);
  }
  if (!built.classes_exact) {
    v.exhaustive = false;
    v.why_not_exhaustive =
        "input '" + v.name + "' has " + count.get_str() + " values and is " +
        (built.why_not_exact.empty() ? "not only compared with constants"
                                     : built.why_not_exact);
    // Ends, small numbers, names and constants of the program.
    for (const long sample : {-1L, 0L, 1L, 2L}) {
      if (lo <= sample && sample <= hi) firsts.insert(sample);
    }
    firsts.insert(hi);
    for (const model::NamedValue& n : v.names) {
      if (n.value.kind() == logic::SortKind::integer) {
        firsts.insert(n.value.as_integer());
      }
    }
    for (const mpz_class& first : firsts) {
      if (first >= lo && first <= hi) v.domain.push_back(number(v.type, first));
    }
    return;
  }
  for (auto at = firsts.begin(); at != firsts.end(); ++at) {
    const auto next = std::next(at);
    const mpz_class last = next == firsts.end() ? hi : mpz_class(*next - 1);
    v.class_starts.push_back(number(v.type, *at));
    if (built.divisor > 1) {
      add_remainders(v, *at, last, built.divisor);
      continue;
    }
    // Every value of a class behaves alike: one is enough.
    if (built.compared_with.empty()) {
      v.domain.push_back(number(v.type, representative(v, *at, last)));
      continue;
    }
    // n inputs that are compared with each other: the same n consecutive values
    // for all of them, so that every order occurs; those nearest to zero.
    const long more = static_cast<long>(built.compared_with.size()) - 1;
    mpz_class value =
        std::max(*at, std::min(mpz_class(0), mpz_class(last - more)));
    for (long i = 0; i <= more && value <= last; ++i, ++value) {
      v.domain.push_back(number(v.type, value));
    }
  }
}

/// Floats are always sampled, unless the range is one value.
void fill_floats(model::Variable& v, const VariableDescription* d) {
  const auto make = [&](double x) { return float_value(v.type, x); };
  double lo = v.type == ScalarType::float32
                  ? std::numeric_limits<float>::lowest()
                  : std::numeric_limits<double>::lowest();
  double hi = -lo;
  if (d != nullptr && d->lo) {
    const double largest = hi;
    lo = std::strtod(d->lo->text.c_str(), nullptr);
    hi = std::strtod(d->hi->text.c_str(), nullptr);
    if (lo < -largest || hi > largest) {
      throw base::InputError(
          d->range_where,
          "the range [" + d->lo->text + ", " + d->hi->text + "] of '" + v.name +
              "' does not fit its type " + model::to_string(v.type),
          "range-outside-type");
    }
    if (lo > hi) {
      throw base::InputError(d->range_where,
                             "the range of '" + v.name + "' is empty",
                             "range-empty");
    }
    v.has_range = true;
  }
  v.lo = make(lo);
  v.hi = make(hi);
  // Both zeros are in each range that has one of them: they compare equal.
  const auto add = [&](double x) {
    v.domain.push_back(make(x));
    if (x == 0) {
      v.domain.back() = make(0.0);
      v.domain.push_back(make(-0.0));
    }
  };
  if (lo == hi) return add(lo);
  std::set<double> sample = {lo, hi, lo + (hi - lo) / 2};
  for (const double x : {-1.0, 0.0, 1.0}) {
    if (lo <= x && x <= hi) sample.insert(x);
  }
  for (const double x : sample) add(x);
  v.exhaustive = false;
  v.why_not_exhaustive = "input '" + v.name + "' is a " +
                         model::to_string(v.type) + ", of which only " +
                         std::to_string(v.domain.size()) + " values were tried";
}

}  // namespace

void share_ranges(std::vector<program::BuiltVariable>& built,
                  const std::vector<VariableDescription>& described) {
  for (std::size_t k = 0; k < described.size() && k < built.size(); ++k) {
    const VariableDescription& d = described[k];
    // Floats and types without a described range have nothing to share.
    if (!d.lo || !d.lo->is_integer || !d.hi->is_integer) continue;
    for (const std::uint32_t other : built[k].compared_with) {
      std::set<std::int64_t> cuts(built[other].cuts.begin(),
                                  built[other].cuts.end());
      // The first value behind the range begins a class as well.
      for (const mpz_class& cut :
           {mpz_class(d.lo->text), mpz_class(mpz_class(d.hi->text) + 1)}) {
        if (cut.fits_slong_p()) cuts.insert(cut.get_si());
      }
      built[other].cuts.assign(cuts.begin(), cuts.end());
    }
  }
}

void name_values(model::Variable& variable, const VariableDescription& d) {
  for (const auto& [name, value] : d.names) {
    if (is_float(variable.type)) {
      variable.names.push_back(
          {name, float_value(variable.type, static_cast<double>(value))});
      continue;
    }
    const auto [lo, hi] = limits(variable.type);
    if (value < lo || value > hi) {
      throw base::InputError(d.lvalue.where,
                             "'" + name + "' names " + std::to_string(value) +
                                 ", which is no value of the type " +
                                 model::to_string(variable.type) +
                                 "; expected " + lo.get_str() + " to " +
                                 hi.get_str(),
                             "range-type");
    }
    variable.names.push_back({name, number(variable.type, value)});
  }
}

void fill_domain(model::Variable& variable,
                 const program::BuiltVariable& built,
                 const VariableDescription* described,
                 std::uint64_t enumerable) {
  CATENARY_CHECK(variable.domain.empty(), "a domain is filled once");
  if (described != nullptr) {
    variable.unit = described->unit;
    name_values(variable, *described);
  }
  if (is_float(variable.type)) {
    fill_floats(variable, described);
  } else {
    fill_integers(variable, built, described, enumerable);
  }
}

}  // namespace catenary::frontend::c
