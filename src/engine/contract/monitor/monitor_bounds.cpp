// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bounds of signals by machine type, and of variables by range.
#include "engine/contract/monitor/monitor_bounds.h"

#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/error.h"

namespace catenary::engine::contract {

using logic::SortKind;
using model::InterfaceVariable;
using model::Role;

void refuse_what_is_not_offered(const model::Interface& interface) {
  std::vector<base::Diagnostic> reasons;
  const auto add = [&](const InterfaceVariable& v, const char* what) {
    reasons.push_back({base::Severity::error,
                       v.where,
                       "'" + v.name + "' is " + what,
                       "unsupported",
                       {}});
  };
  for (const InterfaceVariable& v : interface.variables) {
    if (v.role == Role::hidden && !v.derived) {
      add(v,
          "hidden: a search for runs that violate requirements does not offer "
          "what is not observed; expected inputs and outputs");
    } else if (v.sort().kind() == SortKind::real) {
      add(v,
          "real: a search for runs that violate requirements does not offer "
          "that; expected bool, int or an enumeration");
    }
  }
  if (!reasons.empty()) throw base::InputError(std::move(reasons));
}

Bounds bounds_of(const suite::Signal& signal) {
  if (signal.type == "bool") return {0, 1};
  const std::size_t digits = signal.type.find_first_of("0123456789");
  CATENARY_CHECK(digits != std::string::npos, "a machine type");
  const unsigned long bits = std::stoul(signal.type.substr(digits));
  mpz_class limit = 1;
  if (signal.type.starts_with("uint")) return {0, (limit << bits) - 1};
  limit <<= bits - 1;
  return {-limit, limit - 1};
}

Bounds range_bounds(const InterfaceVariable& v) {
  switch (v.sort().kind()) {
    case SortKind::boolean:
      return {0, 1};
    case SortKind::enumeration:
      return {0,
              mpz_class(static_cast<unsigned long>(
                            v.sort().enumerators().values.size()) -
                        1)};
    default:
      return {v.lo->as_integer(), v.hi->as_integer()};
  }
}

}  // namespace catenary::engine::contract
