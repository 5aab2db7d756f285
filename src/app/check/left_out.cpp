// SPDX-License-Identifier: Apache-2.0
#include "app/check/left_out.h"

#include <cstdint>
#include <string>

namespace catenary::app {

namespace contract = engine::contract;

using contract::Conformity;

void doubt_inconsistency(const model::Interface& interface,
                         contract::Consistency& found) {
  if (interface.promises_left_out == 0) return;
  const auto doubt = [&](contract::Judgement& j) {
    if (j.verdict != contract::ConsistencyStatus::inconsistent) return;
    std::string reason = "inconsistent at step " + std::to_string(j.k);
    if (!j.culprits.empty()) {
      const char* before = " by ";
      for (const std::uint32_t c : j.culprits.front().contracts) {
        reason += before + interface.contracts[c].id;
        before = ", ";
      }
    }
    j = {};
    j.reason = reason + ", but assumptions about the environment are left out";
  };
  if (found.strategy) doubt(*found.strategy);
  if (found.no_dead_end) doubt(*found.no_dead_end);
  for (contract::ViewJudgement& v : found.views) {
    if (v.strategy) doubt(*v.strategy);
    if (v.no_dead_end) doubt(*v.no_dead_end);
  }
}

void doubt_conformance(const model::Interface& interface,
                       contract::ConformanceResult& found) {
  if (found.outcome == Conformity::conforms && interface.left_out > 0) {
    found.outcome = Conformity::undecided;
    found.reason = "all that are read are met, but " +
                   std::to_string(interface.left_out) +
                   " of the requirements are left out";
  }
  if (found.outcome == Conformity::fails && interface.promises_left_out > 0) {
    found.outcome = Conformity::undecided;
    found.reason = "a run fails (" + found.reason +
                   "), but assumptions about the environment are left out";
    found.run = {};
    found.observed.clear();
    found.death.clear();
  }
}

void doubt_refinement(const model::Interface& refining,
                      const model::Interface& refined,
                      contract::Refinement& found) {
  const bool fails = found.outcome == Conformity::fails;
  if (found.outcome == Conformity::undecided) return;
  const model::Interface& lacking = fails ? refining : refined;
  if (lacking.left_out == 0) return;
  found.outcome = Conformity::undecided;
  found.reason = std::to_string(lacking.left_out) + " of the requirements of " +
                 lacking.path + " are left out";
  found.trace.clear();
}

}  // namespace catenary::app
