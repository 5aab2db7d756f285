// SPDX-License-Identifier: Apache-2.0
#include "program/syntax/decision_finder.h"

#include <llvm/ProfileData/Coverage/CoverageMapping.h>

namespace catenary::program {

using llvm::coverage::CounterMappingRegion;

Extent::Extent(const CounterMappingRegion& r)
    : file(r.FileID), begin(r.startLoc()), end(r.endLoc()) {}

DecisionFinder::DecisionFinder(
    const std::vector<CounterMappingRegion>& regions) {
  for (const CounterMappingRegion& r : regions) {
    if (r.Kind == CounterMappingRegion::ExpansionRegion) {
      uses_.emplace(r.ExpandedFileID, Extent(r));
    } else if (r.Kind == CounterMappingRegion::MCDCDecisionRegion) {
      decisions_.emplace_back(r);
    }
  }
}
std::int32_t DecisionFinder::find(const CounterMappingRegion& branch) {
  Extent at(branch);
  // From the place itself outwards, through uses of macros.
  for (;;) {
    std::int32_t best = -1;
    for (std::size_t d = 0; d < decisions_.size(); ++d) {
      if (!decisions_[d].contains(at)) continue;
      // A smaller decision inside of the best one replaces it.
      if (best >= 0 &&
          decisions_[d].contains(decisions_[static_cast<std::size_t>(best)])) {
        continue;
      }
      best = static_cast<std::int32_t>(d);
    }
    if (best >= 0) {
      const Extent chosen = decisions_[static_cast<std::size_t>(best)];
      const auto id = branch.getBranchParams().ID;
      for (std::size_t d = 0; d < decisions_.size(); ++d) {
        const bool same =
            decisions_[d].contains(chosen) && chosen.contains(decisions_[d]);
        if (same && given_.emplace(d, id).second) {
          return static_cast<std::int32_t>(d);
        }
      }
      return best;
    }
    const auto use = uses_.find(at.file);
    if (use == uses_.end()) return -1;
    at = use->second;
  }
}

}  // namespace catenary::program
