// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ranges of numbers under abstraction by input equivalence classes. A step
/// cannot distinguish the inputs of a class, but it may copy them: what is
/// known of the representative must be widened to its class before it is a
/// claim about all inputs.

#include "engine/reach/ranges.h"

#include <gmpxx.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace catenary::engine::reach {

using model::ScalarType;

namespace {

/// Calls `use` with every input or initial choice that is copied verbatim and
/// has classes.
template <typename Use>
void for_each_held(const model::StepSystem& system,
                   const model::Holds& holds,
                   const Use& use) {
  for (const std::uint32_t i : holds.inputs) {
    if (!system.inputs[i].class_starts.empty()) use(system.inputs[i]);
  }
  for (const std::uint32_t i : holds.initial) {
    if (!system.initial[i].class_starts.empty()) use(system.initial[i]);
  }
}

/// Least and greatest value of an integer type.
std::pair<mpz_class, mpz_class> ends_of(ScalarType type) {
  const mpz_class whole = mpz_class(1) << (8 * model::size_bytes(type));
  switch (type) {
    case ScalarType::int8:
    case ScalarType::int16:
    case ScalarType::int32:
    case ScalarType::int64:
      return {-(whole >> 1), (whole >> 1) - 1};
    case ScalarType::boolean:
      return {0, 1};
    default:
      return {0, whole - 1};
  }
}

/// The first and the last value of the class of a value. Requires: the value is
/// in the range of `v`.
std::pair<mpz_class, mpz_class> class_around(const model::Variable& v,
                                             const mpz_class& value) {
  std::size_t at = v.class_starts.size() - 1;
  while (at > 0 && v.class_starts[at].as_integer() > value) --at;
  const mpz_class last =
      at + 1 < v.class_starts.size()
          ? mpz_class(v.class_starts[at + 1].as_integer() - 1)
          : v.hi.as_integer();
  return {v.class_starts[at].as_integer(), last};
}

}  // namespace

std::vector<const model::StateScalar*> scalars_of(
    const model::StepSystem& system) {
  std::vector<const model::StateScalar*> out;
  for (const model::StateField& field : system.state) {
    for (const model::StateScalar& s : field.scalars) out.push_back(&s);
  }
  return out;
}

bool holds_classes(const model::StepSystem& system, const model::Holds& holds) {
  bool any = false;
  for_each_held(system, holds, [&any](const model::Variable&) { any = true; });
  return any;
}

void widen_by_classes(const model::StepSystem& system,
                      const model::StateScalar& scalar,
                      ValueRange& range) {
  if (!range.known || range.lo.kind() != logic::SortKind::integer) return;
  mpz_class lo = range.lo.as_integer();
  mpz_class hi = range.hi.as_integer();
  for_each_held(system, scalar.holds, [&](const model::Variable& v) {
    // A conversion, or a bit-field, may wrap: nothing is known beyond the type.
    if (v.type != scalar.type || scalar.bits != 0) {
      std::tie(lo, hi) = ends_of(scalar.type);
      return;
    }
    // Only the ends need widening: every class in between lies between the
    // widened ends. Both are taken from the range as observed.
    const mpz_class& least = range.lo.as_integer();
    const mpz_class& most = range.hi.as_integer();
    if (least >= v.lo.as_integer() && least <= v.hi.as_integer()) {
      lo = std::min(lo, class_around(v, least).first);
    }
    if (most >= v.lo.as_integer() && most <= v.hi.as_integer()) {
      hi = std::max(hi, class_around(v, most).second);
    }
  });
  range.lo = logic::Value::integer(lo);
  range.hi = logic::Value::integer(hi);
}

}  // namespace catenary::engine::reach
