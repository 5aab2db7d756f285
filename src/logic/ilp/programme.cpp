// SPDX-License-Identifier: Apache-2.0
/// \file
/// Construction of integer programmes; see cbc.cpp for their solution.
#include "logic/ilp/programme.h"

#include <utility>

#include "base/check.h"

namespace catenary::logic {

std::uint32_t IntegerProgramme::add_variable(const Variable& variable) {
  CATENARY_CHECK(variable.lower <= variable.upper, "empty domain");
  variables_.push_back(variable);
  return static_cast<std::uint32_t>(variables_.size() - 1);
}

void IntegerProgramme::add_row(LinearRow row) {
  for (const LinearTerm& term : row.terms) {
    CATENARY_CHECK(term.variable < variables_.size(), "unknown variable");
  }
  rows_.push_back(std::move(row));
}

const char* to_string(IlpStatus status) {
  switch (status) {
    case IlpStatus::optimal:
      return "optimal";
    case IlpStatus::feasible:
      return "feasible";
    case IlpStatus::infeasible:
      return "infeasible";
    case IlpStatus::limit:
      return "limit";
  }
  return "limit";
}

}  // namespace catenary::logic
