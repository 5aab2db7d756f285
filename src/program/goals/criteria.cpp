// SPDX-License-Identifier: Apache-2.0
/// \file
/// The names of the coverage criteria, in one table for reading and listing.
#include "program/goals/criteria.h"

#include <utility>

namespace catenary::program {

namespace {

/// In the order of the enumerators.
constexpr std::pair<const char*, Criterion> kNames[] = {
    {"statement", Criterion::statement},
    {"branch", Criterion::branch},
    {"decision", Criterion::decision},
    {"condition", Criterion::condition},
    {"mcdc", Criterion::mcdc},
    {"mcdc-unique", Criterion::mcdc_unique},
    {"boundary", Criterion::boundary},
    {"state", Criterion::state},
    {"transition", Criterion::transition},
    {"ub", Criterion::undefined}};

}  // namespace

std::optional<Criterion> parse_criterion(const std::string& name) {
  for (const auto& [text, criterion] : kNames) {
    if (name == text) return criterion;
  }
  return std::nullopt;
}

std::string criterion_names() {
  std::string out;
  for (const auto& [text, criterion] : kNames) {
    out += (out.empty() ? "" : ", ") + std::string(text);
  }
  return out;
}

bool needs_coverage(const Criteria& criteria) {
  return criteria.count(Criterion::branch) != 0 ||
         criteria.count(Criterion::condition) != 0 ||
         needs_test_vectors(criteria);
}

bool needs_test_vectors(const Criteria& criteria) {
  return criteria.count(Criterion::decision) != 0 ||
         criteria.count(Criterion::mcdc) != 0 ||
         criteria.count(Criterion::mcdc_unique) != 0;
}

}  // namespace catenary::program
