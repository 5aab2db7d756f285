// SPDX-License-Identifier: Apache-2.0
/// \file
/// Comparison of observed values with expectations.
#include "exec/oracle.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/check.h"
#include "logic/term/evaluate/evaluate.h"
#include "logic/term/traverse.h"

namespace catenary::exec {
namespace {

using logic::SortKind;
using logic::Value;

/// a < b; nothing if they are not ordered.
std::optional<bool> less(const Value& a, const Value& b) {
  CATENARY_CHECK(a.sort() == b.sort(), "an interval of another sort");
  switch (a.kind()) {
    case SortKind::integer:
      return a.as_integer() < b.as_integer();
    case SortKind::real:
      return a.as_real() < b.as_real();
    case SortKind::floating: {
      const double x = a.as_double();
      const double y = b.as_double();
      if (std::isnan(x) || std::isnan(y)) return std::nullopt;
      return x < y;
    }
    case SortKind::boolean:
      return !a.as_bool() && b.as_bool();
    default:
      return std::nullopt;
  }
}

/// Whether a value is in an interval.
bool contains(const suite::Interval& interval, const Value& v) {
  // A NaN is not between anything, not even without ends.
  if (v.kind() == SortKind::floating && std::isnan(v.as_double())) {
    return false;
  }
  // Closed ends by the negation of the reverse order.
  const auto fits = [](const Value& lower, const Value& upper, bool open) {
    const std::optional<bool> below =
        open ? less(lower, upper) : less(upper, lower);
    return below && *below == open;
  };
  return (!interval.lo || fits(*interval.lo, v, interval.lo_open)) &&
         (!interval.hi || fits(v, *interval.hi, interval.hi_open));
}

/// The value of a formula. It has no quantifiers, and all names have values, so
/// that no solver is needed.
Judgement evaluate(const suite::Formula& formula,
                   const std::vector<Binding>& bindings,
                   std::string& why) {
  logic::Assignment values;
  for (const logic::Term x : logic::free_variables(formula.term)) {
    const auto bound = std::ranges::find(bindings, x.name(), &Binding::first);
    if (bound == bindings.end() || !(bound->second.sort() == x.sort())) {
      why = "'" + x.name() + "' has no value";
      return Judgement::unresolved;
    }
    values.set(x, bound->second);
  }
  logic::Evaluator evaluator(values);
  const auto holds = evaluator.evaluate(formula.term);
  if (!holds) {
    why = evaluator.why_not();
    return Judgement::unresolved;
  }
  return holds->as_bool() ? Judgement::holds : Judgement::violated;
}

}  // namespace

Judgement judge(const suite::Expectation& expectation,
                const Value& observed,
                const std::vector<Binding>& bindings,
                std::string& why) {
  const auto verdict = [](bool holds) {
    return holds ? Judgement::holds : Judgement::violated;
  };
  if (const auto* value = std::get_if<Value>(&expectation)) {
    // Equal bits, or both NaN.
    return verdict(observed == *value);
  }
  if (const auto* interval = std::get_if<suite::Interval>(&expectation)) {
    return verdict(contains(*interval, observed));
  }
  if (const auto* set = std::get_if<suite::OneOf>(&expectation)) {
    return verdict(std::find(set->values.begin(),
                             set->values.end(),
                             observed) != set->values.end());
  }
  return evaluate(std::get<suite::Formula>(expectation), bindings, why);
}

}  // namespace catenary::exec
