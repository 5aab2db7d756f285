// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "tools/check-proof/proofs.h"
#include "tools/check-proof/text.h"

namespace check_proof {

void check_suite(const Certificate& certificate, const Steps& steps) {
  const SuiteClaim& claim = *certificate.suite;
  // A cheapest way goes through each pair once. So it has less steps than a
  // reset costs that outweighs all steps.
  constexpr std::uint64_t kMostPairs = UINT32_MAX / 2;
  if (steps.size() > kMostPairs >> claim.goals.size()) {
    throw Unreadable("there are too many pairs of states and sets of goals");
  }
  const std::uint32_t all = (1U << claim.goals.size()) - 1;
  std::vector<bool> seen(steps.size() << claim.goals.size());
  // State and goals that were hit, by the cost so far. A test begins in the
  // first state.
  std::map<std::uint64_t, std::vector<std::pair<std::uint32_t, std::uint32_t>>>
      queue{{0, {{0, 0}}}};
  for (; !queue.empty(); queue.erase(queue.begin())) {
    const std::uint64_t cost = queue.begin()->first;
    auto& now = queue.begin()->second;
    for (std::size_t i = 0; i < now.size(); ++i) {
      const auto [state, hit] = now[i];
      const std::uint64_t pair = hit * steps.size() + state;
      if (seen[pair]) continue;
      seen[pair] = true;
      Work::spend(steps[state].size() + 1);
      for (const Step& step : steps[state]) {
        // The first step of the circuit is the initialisation.
        const std::uint64_t next = cost + (state == 0 ? 0 : 1);
        if (next >= claim.cost()) continue;
        const std::uint32_t then = hit | step.hits;
        if (step.to == kOutside || (step.to == kEnd && then == all)) {
          throw Rejected("a suite costs less than the certificate says");
        }
        const std::uint32_t to = step.to == kEnd ? 0 : step.to;
        if (seen[then * steps.size() + to]) continue;
        queue[next + (step.to == kEnd ? claim.weight : 0)].emplace_back(to,
                                                                        then);
      }
    }
  }
}

}  // namespace check_proof
